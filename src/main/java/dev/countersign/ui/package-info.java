/// What all panes of the window share: the feed from the supervisor, the model, theme, marks,
/// words.
///
/// Everything but [UiFeed] is confined to the FX thread. May use `supervision`, `approval`,
/// `journal`, `recording`, `safety`, `shell` (colours) and what is for all; panes use this room,
/// which uses none of them, and never each other.
@NullMarked
package dev.countersign.ui;

import org.jspecify.annotations.NullMarked;
