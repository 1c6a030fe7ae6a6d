@NullMarked
package dev.countersign.supervision;

import org.jspecify.annotations.NullMarked;
