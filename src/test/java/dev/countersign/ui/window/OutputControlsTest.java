package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.recording.TerminalSizes;
import dev.countersign.supervision.PersonTerminal;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.geometry.VerticalDirection;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every control of an output, by key and by mouse, in the History pane and in windows of its own.
class OutputControlsTest {
    private static final String SENTINEL = "what the person had copied";

    @TempDir Path folder;

    private FakeDesk desk;
    private OpenWindow open;
    private ToolCallId earlier;
    private ToolCallId id;

    @BeforeEach
    void openIt() throws Exception {
        desk = new FakeDesk(InstantSource.system());
        earlier = run("first");
        id = run("second");
        open = OpenWindow.over(desk, folder);
        fx(() -> copyToClipboard(SENTINEL));
        open.robot.clickOn("#room-history");
        open.await("the end shows", () -> output().contains("the end of second"));
    }

    @AfterEach
    void closeIt() throws Exception {
        open.close();
    }

    private static boolean copyToClipboard(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        return Clipboard.getSystemClipboard().setContent(content);
    }

    private ToolCallId run(String name) throws Exception {
        ToolCallId made = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "go test ./...").ago(90));
        desk.approve(made);
        Path recording = folder.resolve(name);
        Instant start = Instant.now().minusSeconds(90);
        try (RecordingWriter writer = RecordingWriter.create(recording, start)) {
            for (int line = 1; line <= 200; line++) {
                Scenes.write(
                        writer,
                        StreamKind.STDOUT,
                        "line " + line + (line % 50 == 0 ? " retry" : "") + "\n",
                        start.plusMillis(20L * line));
            }
            Scenes.write(
                    writer,
                    StreamKind.STDOUT,
                    "\u001b]52;c;cm0gLXJm\u0007\u001b[6n\u001b]0;evil\u0007harmless\n",
                    start.plusSeconds(5));
            Scenes.write(writer, StreamKind.STDERR, "a word on stderr\n", start.plusSeconds(40));
            Scenes.write(
                    writer,
                    StreamKind.STDOUT,
                    "ERROR at src/cart.ts:41 see http://localhost:1/x\n",
                    start.plusSeconds(41));
            Scenes.write(
                    writer,
                    StreamKind.STDOUT,
                    "\u001b[31mthe end of " + name + "\u001b[0m",
                    start.plusSeconds(42));
            writer.finish(start.plusSeconds(42));
        }
        desk.recording(made, recording);
        desk.tell(new SupervisionEvent.Started(made, start, 4711));
        desk.tell(
                new SupervisionEvent.Finished(
                        made, start.plusSeconds(42), new Outcome.Exited(1), 0, 0));
        return made;
    }

    @Test
    void nothingReachesTheClipboardUnasked() throws Exception {
        assertEquals(SENTINEL, clipboard());
        focusOutput();
        open.type(KeyCode.HOME, KeyCode.PAGE_DOWN, KeyCode.END);
        open.await("the hostile line shows", () -> output().contains("harmless"));
        assertEquals(SENTINEL, clipboard());
        chord(KeyCode.CONTROL, KeyCode.A);
        assertEquals(SENTINEL, clipboard());
        chord(KeyCode.CONTROL, KeyCode.C);
        open.await("it is copied", () -> clipboardNow().startsWith("line 1\nline 2\n"));
        assertTrue(clipboard().trim().endsWith("the end of second"));
        assertTrue(clipboard().chars().noneMatch(c -> c == 0x1b));
        assertEquals("Copied 204 lines.", text("#output-notice"));
    }

    @Test
    void coloursAreCopiedWhereThePersonWantsThem() throws Exception {
        focusOutput();
        chord(KeyCode.CONTROL, KeyCode.A);
        fx(() -> menuItem("Copy as terminal text").orElseThrow());
        fx(() -> {
            menuItem("Copy as terminal text").orElseThrow().fire();
            return true;
        });
        open.await(
                "it is copied",
                () -> clipboardNow().contains("\u001b[0;31mthe end of second\u001b[0m"));
        fx(() -> {
            menuItem("Copy with colours").orElseThrow().fire();
            return true;
        });
        open.await(
                "it is copied",
                () ->
                        Optional.ofNullable(Clipboard.getSystemClipboard().getHtml())
                                .filter(html -> html.contains("<span style=\"color:#cf222e;\">"))
                                .isPresent());
    }

    @Test
    void aSearchCountsStepsAndMarks() throws Exception {
        focusOutput();
        chord(KeyCode.CONTROL, KeyCode.F);
        open.robot.write("RETRY");
        open.await("four are counted", () -> count().endsWith("of 4"));
        open.type(KeyCode.ENTER, KeyCode.ENTER);
        String before = count();
        open.robot.clickOn("#find-next");
        open.robot.clickOn("#find-previous");
        open.await("back at the same", () -> count().equals(before));
        open.robot.clickOn("#find-case");
        open.await("no capital letters", () -> count().equals("no matches"));
        open.robot.clickOn("#find-case");
        open.robot.clickOn("#find-regex");
        fx(() -> setFind("line (1|2)0 "));
        fx(() -> setFind("line 1?50 r"));
        open.await("a pattern", () -> count().endsWith("of 2"));
        fx(() -> setFind("line ("));
        open.await("a broken pattern", () -> count().startsWith("Not a pattern: "));
        fx(() -> setFind("(l+i*n?)+$x"));
        open.type(KeyCode.ESCAPE);
        assertFalse(open.isVisible("#find"));
        open.robot.clickOn("#output-find");
        assertTrue(open.isVisible("#find"));
        open.robot.clickOn("#find-close");
        assertFalse(open.isVisible("#find"));
    }

    /// The history by hand knows commands alone, so that a word of an output leaves the call that
    /// was chosen before.
    @Test
    void whatTheHistoryWasSearchedForIsMarkedInTheOutput() throws Exception {
        searchHistory("go test");
        open.settle();
        assertFalse(open.isVisible("#find"), "nothing of it stands in the output");
        searchHistory("test line");
        open.await("any of the words is marked", () -> count().equals("match 1 of 200"));
        assertTrue(open.isVisible("#find"));
        open.await("from the first one on", () -> output().contains("line 1\n"));
        assertFalse(fx(() -> open.require("#find").isFocused()), "the person types elsewhere");
        open.robot.clickOn("#find-next");
        open.await("it is stepped through", () -> count().equals("match 2 of 200"));
        searchHistory("s");
        open.await("a letter of both", () -> count().startsWith("match 1 of ") && isListed(2));
        open.robot.clickOn("#find-close");
        fx(() -> {
            open.require("#history").requestFocus();
            return true;
        });
        open.type(KeyCode.J);
        open.await("another run shows", () -> output().contains("the end of first"));
        assertFalse(open.isVisible("#find"), "what was closed stays closed");
        searchHistory("test retry");
        open.await("other words are marked", () -> count().equals("match 1 of 4"));
        searchHistory("");
        open.await("nothing is marked any more", () -> !open.isVisible("#find"));
    }

    private boolean isListed(int calls) {
        return ((ListView<?>) open.require("#history"))
                        .getItems().stream()
                                .filter(row -> row.toString().startsWith("Call"))
                                .count()
                == calls;
    }

    private void searchHistory(String words) throws Exception {
        fx(() -> {
            open.window.history().searchFor(words);
            return true;
        });
    }

    @Test
    void errorsAndStderrAreJumpedTo() throws Exception {
        focusOutput();
        open.type(KeyCode.HOME);
        open.await("the start shows", () -> output().contains("line 1\n"));
        open.type(KeyCode.F7);
        open.await("stderr shows", () -> output().contains("a word on stderr"));
        open.type(KeyCode.HOME);
        open.await("the start shows", () -> output().contains("line 1\n"));
        open.type(KeyCode.F8);
        open.await("the error shows", () -> output().contains("ERROR at"));
        open.type(KeyCode.F8);
        open.await(
                "there is no other",
                () -> text("#output-notice").equals("No further error below."));
        fx(() -> {
            menuItem("Previous of stderr").orElseThrow().fire();
            return true;
        });
        open.await("stderr again", () -> output().contains("a word on stderr"));
    }

    @Test
    void linksOpenOnlyWhenChosen() throws Exception {
        fx(() -> {
            assertTrue(menuItem("http://localhost:1/x").isPresent());
            return true;
        });
        assertEquals(java.util.List.of(), open.links.opened());
        fx(() -> {
            subItem("http://localhost:1/x", "Open in the browser").fire();
            return true;
        });
        assertEquals(java.util.List.of("http://localhost:1/x"), open.links.opened());
        fx(() -> {
            subItem("src/cart.ts:41", "Open in the editor").fire();
            return true;
        });
        open.await(
                "that it is not there is said",
                () -> text("#output-notice").endsWith("is not there (any more)."));
        fx(() -> {
            subItem("src/cart.ts:41", "Copy it").fire();
            return true;
        });
        assertEquals("src/cart.ts:41", clipboard());
    }

    @Test
    void viewsAreSwitchedByKeyByButtonAndByMenu() throws Exception {
        focusOutput();
        chord(KeyCode.ALT, KeyCode.Z);
        assertTrue(fx(() -> ((ToggleButton) in("#output-wrap")).isSelected()));
        clickIn("#output-wrap");
        assertFalse(fx(() -> ((ToggleButton) in("#output-wrap")).isSelected()));
        focusOutput();
        chord(KeyCode.ALT, KeyCode.N);
        chord(KeyCode.ALT, KeyCode.T);
        chord(KeyCode.ALT, KeyCode.H);
        chord(KeyCode.CONTROL, KeyCode.EQUALS);
        open.settle();
        String kept = Files.readString(folder.resolve("settings.json"));
        for (String part :
                java.util.List.of(
                        "\"output.lineNumbers\": true",
                        "\"output.times\": false",
                        "\"output.highlight\": false",
                        "\"output.zoom\": 110")) {
            assertTrue(kept.contains(part), part + " in " + kept);
        }
        chord(KeyCode.CONTROL, KeyCode.DIGIT0);
        assertFalse(Files.readString(folder.resolve("settings.json")).contains("110"));
    }

    @Test
    void aReplayPlaysPausesScrubsAndGoesToMarkers() throws Exception {
        open.await("the bar shows", () -> open.isVisible("#replay-play"));
        open.await("its length is known", () -> axis().startsWith("Time axis, 0:42.0 of 0:42.0"));
        open.await("markers are there", () -> axis().contains("first stderr at 0:40.0"));
        open.await("the error is found", () -> axis().contains("first error at 0:41.0"));
        assertTrue(fx(this::axis).contains("exit code 1 at 0:42.0"));
        clickIn("#replay-previous");
        open.await("at the error", () -> axis().startsWith("Time axis, 0:41.0"));
        assertTrue(fx(() -> !output().contains("the end of")));
        clickIn("#replay-previous");
        open.await("at stderr", () -> output().trim().endsWith("a word on stderr"));
        clickIn("#replay-next");
        open.await("at the error", () -> axis().startsWith("Time axis, 0:41.0"));
        fx(() -> {
            in("#replay-axis").requestFocus();
            return true;
        });
        open.type(KeyCode.OPEN_BRACKET);
        open.await("back by key", () -> axis().startsWith("Time axis, 0:40.0"));
        open.type(KeyCode.HOME);
        open.await("at the start", () -> axis().startsWith("Time axis, 0:00.0"));
        open.type(KeyCode.RIGHT);
        open.await("one line", () -> output().trim().endsWith("line 1"));
        open.type(KeyCode.RIGHT);
        open.await("two lines", () -> output().trim().endsWith("line 2"));
        open.type(KeyCode.LEFT);
        open.await("one line", () -> output().trim().endsWith("line 1"));
        for (Node speed :
                fx(() ->
                        java.util.List.copyOf(
                                open.stage.getScene().getRoot().lookupAll(".speed")))) {
            if ("16×".equals(((ToggleButton) speed).getText())) {
                open.robot.clickOn(speed);
            }
        }
        fx(() -> {
            in("#replay-axis").requestFocus();
            return true;
        });
        open.type(KeyCode.SPACE);
        open.await("it plays to its end", () -> output().contains("the end of second"));
        clickIn("#replay-cut");
        assertFalse(fx(() -> ((CheckBox) in("#replay-cut")).isSelected()));
        clickIn("#replay-play");
        clickIn("#replay-play");
        open.await("paused", () -> in("#replay-play").getAccessibleText().startsWith("Play"));
    }

    @Test
    void aSelectionIsDraggedAcrossPagesAndScrollsAtTheEdge() throws Exception {
        // By events: the headless screen lets go of a drag where it leaves its node.
        Node view = fx(() -> in(".output-view"));
        double height = fx(() -> view.getBoundsInLocal().getHeight());
        drag(view, MouseEvent.MOUSE_PRESSED, height - 30);
        drag(view, MouseEvent.MOUSE_DRAGGED, -40);
        open.await("it scrolls up by itself", () -> output().contains("line 1\n"));
        drag(view, MouseEvent.MOUSE_DRAGGED, 10);
        drag(view, MouseEvent.MOUSE_RELEASED, 10);
        chord(KeyCode.CONTROL, KeyCode.C);
        open.await("pages of it are copied", () -> clipboardNow().lines().count() > 150);
        assertTrue(clipboard().contains("\nline 100 retry\nline 101\n"));
        drag(view, MouseEvent.MOUSE_PRESSED, 12);
        drag(view, MouseEvent.MOUSE_DRAGGED, height + 60);
        open.await("and down", () -> output().contains("the end of second"));
        drag(view, MouseEvent.MOUSE_RELEASED, height - 20);
        Bounds box = fx(() -> view.localToScreen(view.getBoundsInLocal()));
        double left = box.getMinX() + 40;
        open.robot.moveTo(left, box.getMinY() + 12);
        open.robot.doubleClickOn(MouseButton.PRIMARY);
        chord(KeyCode.CONTROL, KeyCode.C);
        open.await("a word", () -> clipboardNow().equals("line") || clipboardNow().equals("a"));
        open.robot.scroll(3, VerticalDirection.UP);
        open.await(
                "scrolling lets go of the tail",
                () -> !((ToggleButton) in("#output-follow")).isSelected());
        clickIn("#output-follow");
        assertTrue(fx(() -> ((ToggleButton) in("#output-follow")).isSelected()));
    }

    private void drag(Node view, EventType<MouseEvent> type, double y) throws Exception {
        fx(() -> {
            Point2D screen = view.localToScreen(40, y);
            Point2D scene = view.localToScene(40, y);
            view.fireEvent(
                    new MouseEvent(
                            type,
                            scene.getX(),
                            scene.getY(),
                            screen.getX(),
                            screen.getY(),
                            MouseButton.PRIMARY,
                            1,
                            false,
                            false,
                            false,
                            false,
                            type != MouseEvent.MOUSE_RELEASED,
                            false,
                            false,
                            false,
                            false,
                            type == MouseEvent.MOUSE_PRESSED,
                            null));
            return true;
        });
        open.settle();
    }

    @Test
    void theTimeAxisIsScrubbedByTheMouse() throws Exception {
        open.await("its length is known", () -> axis().startsWith("Time axis, 0:42.0 of 0:42.0"));
        Node axis = fx(() -> in("#replay-axis"));
        Bounds box = fx(() -> axis.localToScreen(axis.getBoundsInLocal()));
        double y = box.getMaxY() - 12;
        open.robot.moveTo(box.getMinX() + box.getWidth() * 0.9, y).press(MouseButton.PRIMARY);
        open.robot.moveTo(box.getMinX() + 2, y);
        open.await("at the start", () -> axis().startsWith("Time axis, 0:00.0"));
        open.robot.moveTo(box.getMinX() + box.getWidth() * 0.3, y);
        open.await("in between", () -> !axis().startsWith("Time axis, 0:00.0"));
        open.robot.moveTo(box.getMaxX() + 30, y).release(MouseButton.PRIMARY);
        open.await("at the end", () -> axis().startsWith("Time axis, 0:42.0"));
        open.await("all of it shows", () -> output().contains("the end of second"));
    }

    @Test
    void aNoteIsKeptBesideTheRecording() throws Exception {
        open.await("the bar shows", () -> open.isVisible("#replay-note"));
        open.await("its length is known", () -> axis().startsWith("Time axis, 0:42.0"));
        clickIn("#replay-note");
        open.robot.write("look here");
        open.type(KeyCode.ENTER);
        open.await("it is a marker", () -> axis().contains("look here at 0:42.0"));
        open.awaitHere("it is written", () -> Files.exists(folder.resolve("second/notes")));
    }

    @Test
    void twoRunsStandSideBySide() throws Exception {
        fx(() -> {
            open.window.outputs().compare(earlier, id);
            return true;
        });
        open.await("the difference is found", () -> find("#compare-state").equals("1 difference"));
        open.await(
                "both ends show",
                () ->
                        side("#compare-left").contains("the end of first")
                                && side("#compare-right").contains("the end of second"));
        fx(() -> {
            node("#compare-left").requestFocus();
            return true;
        });
        fx(() -> {
            Window.getWindows().getLast().hide();
            return true;
        });
    }

    @Test
    void anOutputHasAWindowOfItsOwn() throws Exception {
        int before = fx(() -> Window.getWindows().size());
        clickIn("#output-window");
        assertEquals(before + 1, fx(() -> Window.getWindows().size()));
        open.await(
                "it shows the end",
                () ->
                        Window.getWindows()
                                .getLast()
                                .getScene()
                                .getRoot()
                                .lookup(".output-view")
                                .getAccessibleText()
                                .contains("the end of second"));
        fx(() -> {
            Window.getWindows().getLast().hide();
            return true;
        });
    }

    @Test
    void secretsAreMaskedInWhatIsShownAndCopied() throws Exception {
        ToolCallId secret = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "env").ago(3));
        desk.approve(secret);
        Path recording = folder.resolve("secret");
        try (RecordingWriter writer = RecordingWriter.create(recording, Instant.now())) {
            Scenes.write(
                    writer,
                    StreamKind.STDOUT,
                    "a https://ann:hunter2hunter2@host/repo\n",
                    Instant.now());
            writer.finish(Instant.now());
        }
        desk.start(secret, recording);
        open.robot.clickOn("#room-inbox");
        open.await("it shows", () -> drawerOutput().contains("@host/repo"));
        assertTrue(fx(() -> drawerOutput().contains("a https://ann:••••••••••••••@host/repo")));
        fx(() -> {
            open.require(".drawer .output-view").requestFocus();
            return true;
        });
        chord(KeyCode.CONTROL, KeyCode.A);
        chord(KeyCode.CONTROL, KeyCode.C);
        open.await("it is copied", () -> clipboardNow().contains("@host/repo"));
        assertFalse(clipboard().contains("hunter2"));
    }

    @Test
    void theLinesOfAPrivateKeyAreMaskedAlsoWhereItsHeadIsFarAbove() throws Exception {
        ToolCallId secret = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "cat id_rsa").ago(3));
        desk.approve(secret);
        Path recording = folder.resolve("key");
        StringBuilder text = new StringBuilder("before\n-----BEGIN RSA PRIVATE KEY-----\n");
        for (int line = 0; line < 90; line++) {
            text.append("MIIEow").append(1_000 + line).append("abcdefghijklmnop+/\n");
        }
        text.append("-----END RSA PRIVATE KEY-----\nMIIEow9999abcdefghijklmnop is no key\n");
        try (RecordingWriter writer = RecordingWriter.create(recording, Instant.now())) {
            Scenes.write(writer, StreamKind.STDOUT, text.toString(), Instant.now());
            writer.finish(Instant.now());
        }
        desk.start(secret, recording);
        open.robot.clickOn("#room-inbox");
        open.await("its end shows", () -> drawerOutput().contains("is no key"));
        assertFalse(fx(() -> drawerOutput().contains("MIIEow10")), "masked");
        assertTrue(fx(() -> drawerOutput().contains("••••••••••••\n-----END")));
        assertTrue(fx(() -> drawerOutput().contains("MIIEow9999")));
        focusDrawer();
        chord(KeyCode.CONTROL, KeyCode.A);
        chord(KeyCode.CONTROL, KeyCode.C);
        open.await("it is copied", () -> clipboardNow().startsWith("before\n-----BEGIN"));
        assertFalse(clipboard().contains("MIIEow10"));
        chord(KeyCode.CONTROL, KeyCode.F);
        open.robot.write("MIIEOW");
        open.await(
                "only what is seen is found",
                () -> ((Label) open.require(".drawer #find-count")).getText().endsWith("of 1"));
    }

    private String drawerOutput() {
        return Optional.ofNullable(open.require(".drawer .output-view").getAccessibleText())
                .orElse("");
    }

    @Test
    void whatThePersonTypesGoesToTheCommandAndNowhereElse() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        ToolCallId waiting = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "npm test"));
        ToolCallId shell = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "python3").ago(5));
        desk.approve(shell);
        Path recording = folder.resolve("terminal");
        RecordingWriter.create(recording, Instant.now()).close();
        desk.terminal(
                shell,
                new PersonTerminal() {
                    @Override
                    public void resize(int columns, int rows) {
                        done.add("size");
                    }

                    @Override
                    public boolean type(byte[] bytes) {
                        return done.add(new String(bytes, StandardCharsets.UTF_8));
                    }
                });
        desk.start(shell, recording);
        open.robot.clickOn("#room-inbox");
        open.await("the switch shows", () -> open.isVisible(".drawer #output-type"));
        open.await("the terminal has the size of the view", () -> done.contains("size"));
        done.clear();
        open.robot.clickOn(".drawer #output-type");
        open.settle();
        open.type(KeyCode.A, KeyCode.D, KeyCode.ENTER, KeyCode.UP, KeyCode.ESCAPE);
        chord(KeyCode.CONTROL, KeyCode.C);
        open.await(
                "all of it arrived",
                () -> String.join("", done).endsWith("\r\u001b[A\u001b\u0003"));
        assertTrue(desk.require(waiting).isWaiting(), "a and d decided nothing");
        chord(KeyCode.SHIFT, KeyCode.ESCAPE);
        assertFalse(fx(() -> ((ToggleButton) open.require(".drawer #output-type")).isSelected()));
    }

    @Test
    void aProgramThatDrawsOnItsScreenIsShownAsAScreen() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        ToolCallId editor = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "vim notes").ago(5));
        desk.choose(editor, new RunConditions(true, Optional.empty()));
        desk.approve(editor);
        Path recording = folder.resolve("editor");
        Instant start = Instant.now();
        RecordingWriter writer = RecordingWriter.create(recording, start);
        TerminalSizes.add(recording, new TerminalSizes.Size(Duration.ZERO, 60, 8));
        desk.terminal(
                editor,
                new PersonTerminal() {
                    @Override
                    public void resize(int columns, int rows) {}

                    @Override
                    public boolean type(byte[] bytes) {
                        return done.add(new String(bytes, StandardCharsets.UTF_8));
                    }
                });
        desk.start(editor, recording);
        Scenes.write(writer, StreamKind.STDOUT, "before\r\n", start.plusMillis(10));
        open.robot.clickOn("#room-inbox");
        open.await("lines show", () -> drawerOutput().contains("before"));
        assertTrue(fx(() -> !inDrawer("#output-screen").isSelected()));
        Scenes.write(
                writer,
                StreamKind.STDOUT,
                "\u001b[?1049h\u001b[?1h\u001b[2;3Hdrawn here\u001b[8;1H-- status --\u001b[1;1H",
                start.plusMillis(20));
        open.await("the screen shows", () -> drawerOutput().contains("\n  drawn here\n"));
        assertTrue(fx(() -> inDrawer("#output-screen").isSelected()));
        assertTrue(fx(() -> !drawerOutput().contains("before")));
        open.robot.clickOn(".drawer #output-type");
        open.settle();
        open.type(KeyCode.UP);
        open.await("the arrow is the program's", () -> done.contains("\u001bOA"));
        chord(KeyCode.SHIFT, KeyCode.ESCAPE);
        open.robot.clickOn(".drawer #output-screen");
        open.await("lines again", () -> drawerOutput().contains("drawn here-- status --"));
        open.robot.clickOn(".drawer #output-screen");
        open.await("the screen again", () -> drawerOutput().contains("\n  drawn here\n"));
        focusDrawer();
        chord(KeyCode.CONTROL, KeyCode.A);
        chord(KeyCode.CONTROL, KeyCode.C);
        open.await("it is copied", () -> clipboardNow().startsWith("\n  drawn here\n\n"));
        chord(KeyCode.CONTROL, KeyCode.F);
        open.robot.write("STATUS");
        open.await("lines are searched", () -> drawerOutput().contains("drawn here-- status --"));
        open.type(KeyCode.ESCAPE);
        open.await("the screen is back", () -> drawerOutput().contains("\n  drawn here\n"));
        Scenes.write(writer, StreamKind.STDOUT, "\u001b[?1049lafter\r\n", start.plusMillis(30));
        open.await("it left its screen", () -> drawerOutput().contains("before\nafter\n"));
        writer.close();
    }

    private ToggleButton inDrawer(String selector) {
        return (ToggleButton) open.require(".drawer " + selector);
    }

    private void focusDrawer() throws Exception {
        fx(() -> {
            open.require(".drawer .output-view").requestFocus();
            return true;
        });
    }

    // Asking the window.

    private <T> T fx(Callable<T> task) throws Exception {
        return open.onFx(task);
    }

    private Node in(String selector) {
        return open.require(".history .run-output").lookup(selector);
    }

    private void clickIn(String selector) throws Exception {
        Node node = fx(() -> in(selector));
        open.robot.clickOn(node);
        open.settle();
    }

    private void focusOutput() throws Exception {
        fx(() -> {
            in(".output-view").requestFocus();
            return true;
        });
    }

    private void chord(KeyCode modifier, KeyCode key) throws Exception {
        open.robot.press(modifier, key).release(key, modifier);
        open.settle();
    }

    private String output() {
        return Optional.ofNullable(in(".output-view").getAccessibleText()).orElse("");
    }

    private String axis() {
        return Optional.ofNullable(in("#replay-axis").getAccessibleText()).orElse("");
    }

    private String count() {
        return ((Label) in("#find-count")).getText();
    }

    private String text(String selector) {
        return ((Label) in(selector)).getText();
    }

    private boolean setFind(String text) {
        ((TextField) in("#find")).setText(text);
        return true;
    }

    private String clipboard() throws Exception {
        return fx(OutputControlsTest::clipboardNow);
    }

    private static String clipboardNow() {
        return Optional.ofNullable(Clipboard.getSystemClipboard().getString()).orElse("");
    }

    private static Node node(String selector) {
        return Window.getWindows().getLast().getScene().getRoot().lookup(selector);
    }

    private static String find(String selector) {
        return ((Label) node(selector)).getText();
    }

    private static String side(String selector) {
        return Optional.ofNullable(node(selector).getAccessibleText()).orElse("");
    }

    /// An item of the menu that the person opens with the menu key.
    private Optional<MenuItem> menuItem(String words) {
        in(".output-view")
                .fireEvent(
                        new javafx.scene.input.ContextMenuEvent(
                                javafx.scene.input.ContextMenuEvent.CONTEXT_MENU_REQUESTED,
                                10,
                                10,
                                10,
                                10,
                                true,
                                null));
        ContextMenu menu =
                Window.getWindows().stream()
                        .filter(ContextMenu.class::isInstance)
                        .map(ContextMenu.class::cast)
                        .reduce((_, newest) -> newest)
                        .orElseThrow();
        Optional<MenuItem> found = search(menu.getItems(), words);
        menu.hide();
        return found;
    }

    private static Optional<MenuItem> search(java.util.List<MenuItem> items, String words) {
        for (MenuItem item : items) {
            if (item.getText() != null && item.getText().startsWith(words)) {
                return Optional.of(item);
            }
            if (item instanceof javafx.scene.control.Menu menu) {
                Optional<MenuItem> inside = search(menu.getItems(), words);
                if (inside.isPresent()) {
                    return inside;
                }
            }
        }
        return Optional.empty();
    }

    private MenuItem subItem(String link, String words) {
        MenuItem menu = menuItem(link).orElseThrow();
        return search(((javafx.scene.control.Menu) menu).getItems(), words).orElseThrow();
    }
}
