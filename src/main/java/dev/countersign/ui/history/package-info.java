/// The History pane: every call that is kept, how it was decided, what it printed, what was
/// answered.
///
/// Confined to the FX thread. May use `ui` and what it uses; no other pane.
@NullMarked
package dev.countersign.ui.history;

import org.jspecify.annotations.NullMarked;
