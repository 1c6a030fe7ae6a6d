/// The Running pane: what runs now and what ended in the last hour.
///
/// Confined to the FX thread. May use `ui` and what it uses; no other pane.
@NullMarked
package dev.countersign.ui.jobs;

import org.jspecify.annotations.NullMarked;
