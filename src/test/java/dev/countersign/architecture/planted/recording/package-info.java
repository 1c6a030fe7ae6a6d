/// A room with planted violations of the house plan.
@NullMarked
package dev.countersign.architecture.planted.recording;

import org.jspecify.annotations.NullMarked;
