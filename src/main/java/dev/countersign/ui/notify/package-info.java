/// Being told of waiting calls while one is elsewhere: when, in which words, and the count as a
/// badge. Nothing here decides a call.
///
/// Policy, words and pictures are pure; the rest is confined to the FX thread, and the desktop is
/// asked behind it. Uses `ui` and `settings`; no pane.
@NullMarked
package dev.countersign.ui.notify;

import org.jspecify.annotations.NullMarked;
