@NullMarked
package dev.countersign.launcher;

import org.jspecify.annotations.NullMarked;
