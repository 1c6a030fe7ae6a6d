package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import dev.countersign.ui.inbox.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The three steps of a first start, by mouse and by key, with a home folder of the test's own.
class FirstStartWindowTest {
    private static final String CONFIGURATION = ".config/opencode/opencode.json";

    @TempDir private Path folder;
    @TempDir private Path home;

    private final FakeDesk desk = new FakeDesk(InstantSource.system());
    private final AtomicInteger sent = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private OpenWindow open;

    @BeforeEach
    void open() throws Exception {
        Trial trial =
                new Trial() {
                    @Override
                    public String command() {
                        return "echo hello";
                    }

                    @Override
                    public void send(Consumer<String> told) {
                        sent.incrementAndGet();
                        told.accept("[exit code 0, 0.1 s]");
                    }
                };
        open = OpenWindow.over(desk, folder, home, trial);
    }

    @AfterEach
    void close() throws Exception {
        open.close();
    }

    @Test
    void anAgentIsConnectedFromTheWindowAndTheChangeTakenBack() throws Exception {
        Path file = home.resolve(CONFIGURATION);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\n  // mine\n  \"theme\": \"x\"\n}\n");
        open.robot.clickOn("#connect-opencode");
        open.await("what would change is shown", () -> open.isVisible("#connect-diff"));
        assertTrue(open.text("#connect-diff").contains("countersign"));
        assertEquals(
                "{\n  // mine\n  \"theme\": \"x\"\n}\n",
                Files.readString(file),
                "looking changes nothing");
        open.robot.clickOn("#connect-write");
        open.await("it is connected", () -> open.isVisible("#connected"));
        assertTrue(Files.readString(file).contains("countersign"));
        assertTrue(Files.readString(file).contains("// mine"));
        assertTrue(Files.exists(file.resolveSibling("opencode.json.countersign-backup")));
        open.robot.clickOn("#connect-undo");
        open.await("it is offered again", () -> open.isVisible("#connect-write"));
        assertEquals("{\n  // mine\n  \"theme\": \"x\"\n}\n", Files.readString(file));
    }

    @Test
    void aFileThatIsNotUnderstoodIsLeftAloneAndSaidSo() throws Exception {
        Path file = home.resolve(CONFIGURATION);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{ not json");
        open.robot.clickOn("#connect-opencode");
        open.await("it says why", () -> open.isVisible("#connect-problem"));
        assertTrue(open.text("#connect-problem").contains("nothing was changed"));
        assertFalse(open.isVisible("#connect-write"));
        assertEquals("{ not json", Files.readString(file));
    }

    @Test
    void theSecondStepTellsWhatAsksByTheRulesInForce() throws Exception {
        Scenes.rules(desk);
        open.close();
        open = OpenWindow.over(desk, folder, home, Trial.none());
        open.robot.clickOn("#room-connect-agent");
        open.settle();
        open.robot.clickOn("#step-2");
        open.await("the columns show", () -> open.isVisible(".asks-column"));
        String all =
                open.onFx(() -> {
                    StringBuilder text = new StringBuilder();
                    open.require(".asks-columns").lookupAll(".label").stream()
                            .map(label -> ((Labeled) label).getText())
                            .forEach(line -> text.append(line).append('\n'));
                    return text.toString();
                });
        assertTrue(all.contains("Runs at once"), all);
        assertTrue(all.contains("Asks you"), all);
        assertTrue(all.contains("Never runs"), all);
        assertTrue(all.contains("git status"), all);
    }

    @Test
    void theHarmlessCallIsSentByKeyAndItsEndTold() throws Exception {
        open.onFx(() -> {
            open.require("#step-3").requestFocus();
            return true;
        });
        open.type(KeyCode.SPACE);
        open.await("the step shows", () -> open.isVisible("#try-send"));
        open.onFx(() -> {
            open.require("#try-send").requestFocus();
            return true;
        });
        open.type(KeyCode.SPACE);
        assertEquals(1, sent.get());
        open.await(
                "it is told",
                () ->
                        ((Labeled) open.require("#try-told"))
                                .getText()
                                .equals("The agent was answered: [exit code 0, 0.1 s]"));
    }

    @Test
    void theFirstCallTakesItsPlaceAndTheStepsStayInReach() throws Exception {
        assertTrue(open.isVisible("#step-1"));
        desk.connect(FakeDesk.CLAUDE);
        desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, "npm test"));
        open.await("the card shows", () -> open.isVisible("#approve"));
        assertFalse(open.isVisible("#step-1"));
        open.robot.press(KeyCode.CONTROL, KeyCode.DIGIT6).release(KeyCode.DIGIT6, KeyCode.CONTROL);
        open.await("the steps show", () -> open.isVisible("#step-1"));
    }
}
