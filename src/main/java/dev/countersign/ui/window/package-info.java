/// The window itself: bars, navigation, panes, drawer, and the keys that reach them.
///
/// Confined to the FX thread. Puts the panes together, so it may use every `ui` room; none uses it.
@NullMarked
package dev.countersign.ui.window;

import org.jspecify.annotations.NullMarked;
