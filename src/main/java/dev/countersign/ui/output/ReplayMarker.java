package dev.countersign.ui.output;

import java.time.Duration;

/// A moment of a run that a person may want to go to.
///
/// @param label one line
record ReplayMarker(Duration at, String label, Kind kind) {
    enum Kind {
        STDERR,
        ERROR,
        GOOD_END,
        BAD_END,
        NOTE
    }
}
