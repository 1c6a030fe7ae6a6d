/// A room with planted violations of the house plan.
@NullMarked
package dev.countersign.architecture.planted.platform;

import org.jspecify.annotations.NullMarked;
