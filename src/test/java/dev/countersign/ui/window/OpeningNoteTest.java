package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ui.UiFeed;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.stage.Stage;
import javafx.stage.Window;
import javafx.stage.WindowEvent;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

class OpeningNoteTest {
    @Test
    void itTellsHowFarTheJournalWasReadAndGoesWithTheWindow() throws Exception {
        FxToolkit.registerPrimaryStage();
        OpeningNote.Progress progress = new OpeningNote.Progress(UiFeed.ofPlatform());
        AtomicInteger given = new AtomicInteger();
        progress.at(1_000, 700_000);
        OpeningNote note =
                fx(() -> {
                    OpeningNote made = new OpeningNote(progress, given::incrementAndGet);
                    made.show();
                    return made;
                });
        Stage stage = fx(OpeningNoteTest::newest);
        assertEquals("1,000 of 700,000 events", fx(() -> count(stage)), "what was told before");
        progress.at(350_000, 700_000);
        assertEquals("350,000 of 700,000 events", fx(() -> count(stage)));
        assertEquals(0.5, fx(() -> ((ProgressBar) in(stage, "#opening-bar")).getProgress()), 1e-9);
        fx(() -> {
            stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST));
            return true;
        });
        assertEquals(1, given.get(), "who does not want to wait can close it");
        fx(() -> {
            note.close();
            return true;
        });
        assertFalse(fx(stage::isShowing));
        progress.at(700_000, 700_000);
        assertTrue(fx(() -> count(stage).startsWith("350,000")), "nobody listens any more");
    }

    private static Stage newest() {
        return (Stage)
                Window.getWindows().stream()
                        .filter(each -> each.getScene() != null)
                        .filter(each -> each.getScene().lookup("#opening-bar") != null)
                        .findFirst()
                        .orElseThrow();
    }

    private static Node in(Stage stage, String selector) {
        return stage.getScene().lookup(selector);
    }

    private static String count(Stage stage) {
        return ((Label) in(stage, "#opening-count")).getText();
    }

    /// Runs behind all that was handed to the FX thread before.
    private static <T> T fx(Callable<T> task) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                result.complete(task.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(60, TimeUnit.SECONDS);
    }
}
