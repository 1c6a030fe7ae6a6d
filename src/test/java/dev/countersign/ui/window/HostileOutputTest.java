package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ansi.ScreenStreams;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.recording.TerminalSizes;
import dev.countersign.supervision.PersonTerminal;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a command prints is drawn and nothing else: the real window shows hostile streams of a
/// terminal as lines and as a screen, and meanwhile nothing is typed to the command, put on the
/// clipboard, opened or titled, and memory stays where it was.
class HostileOutputTest {
    private static final String SENTINEL = "what the person had copied";
    private static final long MOST_GROWTH = 96L << 20;

    @TempDir Path folder;

    private final List<String> typed = new CopyOnWriteArrayList<>();
    private FakeDesk desk;
    private OpenWindow open;
    private RecordingWriter writer;
    private String title;
    private int windows;
    private long heap;

    @BeforeEach
    void openIt() throws Exception {
        desk = new FakeDesk(InstantSource.system());
        ToolCallId run = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "cat hostile").ago(5));
        desk.choose(run, new RunConditions(true, Optional.empty()));
        desk.approve(run);
        Path recording = folder.resolve("hostile");
        writer = RecordingWriter.create(recording, Instant.now());
        TerminalSizes.add(recording, new TerminalSizes.Size(Duration.ZERO, 60, 12));
        desk.terminal(
                run,
                new PersonTerminal() {
                    @Override
                    public void resize(int columns, int rows) {}

                    @Override
                    public boolean type(byte[] bytes) {
                        return typed.add(new String(bytes, StandardCharsets.UTF_8));
                    }
                });
        desk.start(run, recording);
        open = OpenWindow.over(desk, folder);
        open.onFx(() -> {
            ClipboardContent content = new ClipboardContent();
            content.putString(SENTINEL);
            return Clipboard.getSystemClipboard().setContent(content);
        });
        say("begun");
        open.await("it shows", () -> shown().contains("begun"));
        title = open.onFx(() -> open.stage.getTitle());
        windows = open.onFx(() -> Window.getWindows().size());
        heap = heap();
    }

    @AfterEach
    void closeIt() throws Exception {
        writer.close();
        open.close();
    }

    @Test
    void someHundredStreamsAreOnlyDrawn() throws Exception {
        streams(300);
    }

    @Test
    @Tag("soak")
    void tenThousandStreamsAreOnlyDrawn() throws Exception {
        streams(10_000);
    }

    @Test
    void aLongCommandToTheTerminalIsOnlyDropped() throws Exception {
        endlessCommand(24L << 20);
    }

    @Test
    @Tag("soak")
    void aCommandToTheTerminalOfOneGibibyteIsOnlyDropped() throws Exception {
        endlessCommand(1L << 30);
    }

    private void streams(int count) throws Exception {
        long seed = 20_261_124;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int stream = 1; stream <= count; stream++) {
            byte[] bytes = ScreenStreams.random(random);
            writer.append(StreamKind.STDOUT, bytes, 0, bytes.length, Instant.now());
            if (stream % 100 == 0) {
                boolean screen = stream % 200 == 0;
                open.onFx(() -> show(screen));
                say("stream " + stream);
                String word = "stream " + stream;
                open.await(word + " shows, seed " + seed, () -> shown().contains(word));
            }
        }
        checkNothingHappened();
    }

    private void endlessCommand(long size) throws Exception {
        byte[] block = "cm0gLXJmIC8K".repeat(5_000).getBytes(StandardCharsets.US_ASCII);
        Scenes.write(writer, StreamKind.STDOUT, "\n\u001b]52;c;", Instant.now());
        for (long written = 0; written < size; written += block.length) {
            writer.append(StreamKind.STDOUT, block, 0, block.length, Instant.now());
        }
        say("behind it");
        open.await("what is behind it shows", () -> shown().contains("behind it"));
        open.onFx(() -> show(true));
        open.await("on the screen, too", () -> isScreen() && shown().contains("behind it"));
        checkNothingHappened();
    }

    /// On a line of its own of a screen that was put right.
    private void say(String words) throws Exception {
        Scenes.write(
                writer,
                StreamKind.STDOUT,
                "\u0018\u001b[?1049l\u001bc\u001b[0m\r\n" + words + "\r\n",
                Instant.now());
    }

    private void checkNothingHappened() throws Exception {
        assertEquals(List.of(), typed, "nothing is answered");
        assertEquals(
                SENTINEL, open.onFx(() -> Clipboard.getSystemClipboard().getString()), "clipboard");
        assertEquals(List.of(), open.links.opened());
        assertEquals(title, open.onFx(() -> open.stage.getTitle()));
        assertEquals(windows, open.onFx(() -> Window.getWindows().size()));
        long grown = heap() - heap;
        assertTrue(grown < MOST_GROWTH, "memory grew by " + grown);
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private boolean show(boolean screen) {
        if (isScreen() != screen) {
            ((ToggleButton) open.require(".drawer #output-screen")).fire();
        }
        return true;
    }

    private boolean isScreen() {
        return ((ToggleButton) open.require(".drawer #output-screen")).isSelected();
    }

    private String shown() {
        return Optional.ofNullable(open.require(".drawer .output-view").getAccessibleText())
                .orElse("");
    }
}
