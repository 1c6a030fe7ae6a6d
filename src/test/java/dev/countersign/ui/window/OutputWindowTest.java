package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.supervision.JobState;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.FakeJobs;
import dev.countersign.ui.Scenes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

final class OutputWindowTest extends WindowTest {
    @Test
    void outputStreamsInBeforeTheCommandEnds() throws Exception {
        ToolCallId id = desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, "npm run dev"));
        open.await("the card shows", () -> open.isVisible("#approve"));
        open.pass(Duration.ofMillis(500));
        open.type(KeyCode.A);
        Path recording = folder.resolve("run");
        try (RecordingWriter writer = RecordingWriter.create(recording, Instant.now())) {
            desk.start(id, recording);
            Scenes.write(
                    writer, StreamKind.STDOUT, "\u001B[32mfirst\u001B[0m line\n", Instant.now());
            open.await("the first line shows", () -> output().contains("first line"));
            assertTrue(desk.require(id).isRunning());
            Scenes.write(writer, StreamKind.STDERR, "then a warning\n", Instant.now());
            open.await("the next line shows", () -> output().contains("then a warning"));
            writer.finish(Instant.now());
        }
        desk.finish(id, new Outcome.Exited(0));
    }

    @Test
    void theTailIsFollowedUntilThePersonScrollsUp() throws Exception {
        ToolCallId id = running("seq 200");
        Path recording = folder.resolve("run");
        try (RecordingWriter writer = RecordingWriter.create(recording, Instant.now())) {
            desk.start(id, recording);
            for (int i = 1; i <= 200; i++) {
                Scenes.write(writer, StreamKind.STDOUT, "line " + i + "\n", Instant.now());
            }
            open.await("the tail shows", () -> output().contains("line 200\n"));
            open.onFx(() -> {
                open.require(".output-view").requestFocus();
                return true;
            });
            open.type(KeyCode.HOME);
            open.await("the head shows", () -> output().contains("line 1\n"));
            assertFalse(follow().isSelected());
            Scenes.write(writer, StreamKind.STDOUT, "line 201\n", Instant.now());
            open.await("it is counted", () -> output().contains("201 lines"));
            assertTrue(open.onFx(() -> output().contains("line 1\n")));
            open.type(KeyCode.END);
            open.await("the tail shows again", () -> output().contains("line 201\n"));
        }
    }

    @Test
    void aRunningCommandCanBeStopped() throws Exception {
        ToolCallId id = running("sleep 1000");
        desk.start(id, folder.resolve("none"));
        open.await("the button shows", () -> open.isVisible(".stop-run"));
        open.robot.clickOn(".stop-run");
        assertEquals("stop " + id.digits(), desk.deeds().getLast());
    }

    @Test
    void theRunningPaneListsAndStops() throws Exception {
        ToolCallId id = running("sleep 1000");
        desk.start(id, folder.resolve("none"));
        open.settle();
        desk.jobs().tell(FakeJobs.view(id, JobState.RUNNING, ""));
        open.robot.clickOn("#room-running");
        open.type(KeyCode.J, KeyCode.S);
        assertEquals("stop " + id.digits(), desk.jobs().deeds().getLast());
    }

    @Test
    void closingAsksWhileCommandsRun() throws Exception {
        ToolCallId id = running("sleep 1000");
        desk.start(id, folder.resolve("none"));
        open.settle();
        boolean[] closed = new boolean[1];
        Runnable ask = () -> open.window.askBeforeClosing(() -> closed[0] = true);
        run(ask);
        open.type(KeyCode.ESCAPE);
        assertFalse(closed[0]);
        run(ask);
        open.robot.clickOn("#stop-and-close");
        open.settle();
        assertTrue(closed[0]);
    }

    private void run(Runnable task) throws Exception {
        open.onFx(() -> {
            task.run();
            return true;
        });
    }

    private ToolCallId running(String command) {
        ToolCallId id = desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, command));
        desk.approve(id);
        return id;
    }

    private ToggleButton follow() throws Exception {
        return open.onFx(() -> (ToggleButton) open.require(".output-header .toggle-button"));
    }

    /// What a screen reader is told of the output; on the FX thread.
    private String output() {
        return Optional.ofNullable(open.require(".output-view").getAccessibleText()).orElse("");
    }
}
