/// Consequences compared with what really happens, in temporary workspaces.
@NullMarked
package dev.countersign.supervision.consequence;

import org.jspecify.annotations.NullMarked;
