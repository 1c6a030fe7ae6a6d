package dev.countersign.architecture.planted.ui;

import javafx.application.Platform;

/// Crosses the border to the FX thread where it likes.
public final class Crossing {
    private Crossing() {}

    public static void cross() {
        Platform.runLater(() -> {});
    }
}
