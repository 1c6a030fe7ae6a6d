package dev.countersign.ui;

import java.nio.file.Path;

/// Opens what a person chose to open, in programs outside. Never blocks; safe on any thread.
public interface LinkOpener {
    /// In the browser. Only `http` and `https`; anything else is refused.
    void openAddress(String address);

    /// In the editor that the settings name.
    ///
    /// @param file absolute
    /// @param line from 1
    void openPlace(Path file, int line);
}
