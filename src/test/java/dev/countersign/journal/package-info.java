@NullMarked
package dev.countersign.journal;

import org.jspecify.annotations.NullMarked;
