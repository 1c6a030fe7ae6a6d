/// The composition root.
@NullMarked
package dev.countersign.launcher;

import org.jspecify.annotations.NullMarked;
