/// The Rules pane: grants of sessions, the rules of all files with their use, guards, changes that
/// wait for a word, suggestions.
///
/// Confined to the FX thread. May use `ui` and what it uses; no other pane.
@NullMarked
package dev.countersign.ui.rules;

import org.jspecify.annotations.NullMarked;
