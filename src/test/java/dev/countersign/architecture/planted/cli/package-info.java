/// A room with planted violations of the house plan.
@NullMarked
package dev.countersign.architecture.planted.cli;

import org.jspecify.annotations.NullMarked;
