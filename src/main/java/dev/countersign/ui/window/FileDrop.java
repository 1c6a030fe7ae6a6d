package dev.countersign.ui.window;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;

/// Takes asciicasts that are dropped; anything else is not accepted, so that the pointer says so.
/// Confined to the FX thread.
///
/// @param opened hears the files
record FileDrop(Consumer<List<Path>> opened) {
    void on(Node target) {
        target.setOnDragOver(event -> {
            if (!casts(event.getDragboard().getFiles()).isEmpty()) {
                event.acceptTransferModes(TransferMode.COPY);
                event.consume();
            }
        });
        target.setOnDragDropped(this::dropped);
    }

    private void dropped(DragEvent event) {
        List<Path> casts = casts(event.getDragboard().getFiles());
        event.setDropCompleted(!casts.isEmpty());
        event.consume();
        if (!casts.isEmpty()) {
            opened.accept(casts);
        }
    }

    /// What has the name of an asciicast; a file without that name can be chosen instead.
    static List<Path> casts(List<File> files) {
        return files.stream()
                .filter(file -> file.getName().toLowerCase(Locale.ROOT).endsWith(".cast"))
                .map(File::toPath)
                .toList();
    }
}
