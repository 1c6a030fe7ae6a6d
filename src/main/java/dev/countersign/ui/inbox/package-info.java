/// The Inbox: the calls that wait, the chosen one in full, and the person's decision.
///
/// Confined to the FX thread. May use `ui` and what it uses; no other pane.
@NullMarked
package dev.countersign.ui.inbox;

import org.jspecify.annotations.NullMarked;
