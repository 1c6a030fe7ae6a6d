package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ui.FakeDesk;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the window says of each connected agent's own shell.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ExposureWindowTest {
    @TempDir Path folder;

    // Opened by each test when its scene is set.
    @SuppressWarnings("NullAway.Init")
    private OpenWindow window;

    @AfterEach
    void close() throws Exception {
        window.close();
    }

    @Test
    void eachAgentsChipSaysWhetherCommandsCanPassUnseen() throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        window = OpenWindow.over(desk, folder);
        desk.connect(
                FakeDesk.agent("codex", "code/shop", 4711),
                FakeDesk.agent("some client", "code/api", 4712));
        window.await("it is said of both", () -> chips().size() == 2);
        assertEquals(List.of("own shell open", "shell not known"), chips());
        List<String> words = words();
        assertTrue(words.getFirst().contains("commands that nobody sees here"), words.toString());
        assertTrue(
                words.getFirst().contains("countersign connect codex --write"), words.toString());
        assertFalse(words.getLast().contains("connect"), words.toString());
    }

    private List<String> chips() {
        return window.robot.lookup(".exposure").queryAll().stream()
                .map(node -> ((Labeled) node).getText())
                .toList();
    }

    private List<String> words() throws Exception {
        return window.onFx(() ->
                window.robot.lookup(".agent-button").queryAll().stream()
                        .map(Node::getAccessibleText)
                        .toList());
    }
}
