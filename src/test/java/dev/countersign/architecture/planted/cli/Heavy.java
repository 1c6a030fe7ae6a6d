package dev.countersign.architecture.planted.cli;

import javafx.application.Platform;

/// Needs a toolkit.
final class Heavy {
    private Heavy() {}

    static boolean isHere() {
        return Platform.isFxApplicationThread();
    }
}
