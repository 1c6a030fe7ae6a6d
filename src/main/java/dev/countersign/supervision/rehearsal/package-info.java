/// What a rehearsal left in its layers: read, shown as a difference, and put into the workspace
/// once a person approved exactly that.
///
/// Blocks on the disk; starts nothing. Values are immutable. May use what `supervision` may.
@NullMarked
package dev.countersign.supervision.rehearsal;

import org.jspecify.annotations.NullMarked;
