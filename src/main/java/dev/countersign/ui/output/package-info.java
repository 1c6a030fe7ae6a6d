/// The output of a run as a person sees it: live or finished, the same view.
///
/// A reader thread for each shown run looks at the recording and reads the lines that are on the
/// screen; only visible rows are drawn, on the FX thread. May use `ui`, `recording` and `ansi`; no
/// other pane.
@NullMarked
package dev.countersign.ui.output;

import org.jspecify.annotations.NullMarked;
