/// What all panes of the window share: the feed from the supervisor, the model, theme, marks,
/// words.
///
/// Everything but [UiFeed] is confined to the FX thread. May use `supervision`, `approval`,
/// `journal`, `recording`, `ansi`, `shell` (colours) and `settings`; panes use this room and never
/// each other.
@NullMarked
package dev.countersign.ui;

import org.jspecify.annotations.NullMarked;
