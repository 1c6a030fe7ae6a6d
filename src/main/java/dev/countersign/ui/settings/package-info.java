/// The Settings pane: every setting with its usual value, searched, changed, undone, set back.
///
/// Confined to the FX thread; the file is written behind it. Uses `ui` and `settings`; no other
/// pane.
@NullMarked
package dev.countersign.ui.settings;

import org.jspecify.annotations.NullMarked;
