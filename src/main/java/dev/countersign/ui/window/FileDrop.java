package dev.countersign.ui.window;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.input.TransferMode;

/// Takes asciicasts that are dropped; anything else is not accepted, so that the pointer says so.
/// Confined to the FX thread.
///
/// @param opened hears the files
record FileDrop(Consumer<List<Path>> opened) {
    void on(Node target) {
        target.setOnDragOver(event -> {
            if (takes(event.getDragboard().getFiles())) {
                event.acceptTransferModes(TransferMode.COPY);
                event.consume();
            }
        });
        target.setOnDragDropped(event -> {
            event.setDropCompleted(drop(event.getDragboard().getFiles()));
            event.consume();
        });
    }

    /// Whether there is anything among them to open.
    static boolean takes(List<File> files) {
        return !casts(files).isEmpty();
    }

    /// Opens those that can be opened. Returns whether there was any.
    boolean drop(List<File> files) {
        List<Path> casts = casts(files);
        if (!casts.isEmpty()) {
            opened.accept(casts);
        }
        return !casts.isEmpty();
    }

    /// What has the name of an asciicast; a file without that name can be chosen instead.
    private static List<Path> casts(List<File> files) {
        return files.stream()
                .filter(file -> file.getName().toLowerCase(Locale.ROOT).endsWith(".cast"))
                .map(File::toPath)
                .toList();
    }
}
