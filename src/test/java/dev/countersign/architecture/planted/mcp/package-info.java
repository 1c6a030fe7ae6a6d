/// A room with planted violations of the house plan.
@NullMarked
package dev.countersign.architecture.planted.mcp;

import org.jspecify.annotations.NullMarked;
