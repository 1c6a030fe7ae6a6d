package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ui.FxThread;
import dev.countersign.ui.UiFeed;
import java.util.concurrent.atomic.AtomicInteger;
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
                FxThread.call(() -> {
                    OpeningNote made = new OpeningNote(progress, given::incrementAndGet);
                    made.show();
                    return made;
                });
        Stage stage = FxThread.call(OpeningNoteTest::newest);
        assertEquals(
                "1,000 of 700,000 events",
                FxThread.call(() -> count(stage)),
                "what was told before");
        progress.at(350_000, 700_000);
        assertEquals("350,000 of 700,000 events", FxThread.call(() -> count(stage)));
        assertEquals(
                0.5,
                FxThread.call(() -> ((ProgressBar) in(stage, "#opening-bar")).getProgress()),
                1e-9);
        FxThread.call(() -> {
            stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST));
            return true;
        });
        assertEquals(1, given.get(), "who does not want to wait can close it");
        FxThread.call(() -> {
            note.close();
            return true;
        });
        assertFalse(FxThread.call(stage::isShowing));
        progress.at(700_000, 700_000);
        assertTrue(
                FxThread.call(() -> count(stage).startsWith("350,000")), "nobody listens any more");
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
}
