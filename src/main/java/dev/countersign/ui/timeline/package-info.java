/// The timeline: a lane for each agent with what waited, ran and ended, and what was decided.
///
/// Confined to the FX thread; history is read on the background executor. May use ui and what ui
/// may use. Everything that is drawn is computed by pure classes first: [TimeTicks],
/// [LaneLayout], [WaitBuckets].
@NullMarked
package dev.countersign.ui.timeline;

import org.jspecify.annotations.NullMarked;
