package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ui.FakeDesk;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Asciicasts from files, opened as a person opens them.
final class CastFilesTest extends WindowTest {
    private static final String CAST =
            """
            {"version": 2, "width": 60, "height": 10, "timestamp": 1700000000, "title": "a talk"}
            [0.5, "o", "first words\\r\\n"]
            [0.6, "o", "\\u001b]52;c;cm0gLXJm\\u0007\\u001b]0;evil title\\u0007\\u001b[6n"]
            [1.0, "m", "a chapter"]
            [9.0, "o", "https://localhost:1/x UNIQUE last words\\r\\n"]
            [9.5, "x", "3"]
            """;

    private Path cast;
    private final String unique = "u" + System.nanoTime();
    private final List<Path> chosen = new CopyOnWriteArrayList<>();

    @BeforeEach
    void writeACast() throws Exception {
        cast = Files.writeString(folder.resolve("talk.cast"), CAST.replace("UNIQUE", unique));
        open.onFx(() -> {
            open.window.outputs().chooseCastsBy(_ -> List.copyOf(chosen));
            ClipboardContent content = new ClipboardContent();
            content.putString("mine");
            return Clipboard.getSystemClipboard().setContent(content);
        });
    }

    @Test
    void aChosenFileIsShownWithItsTimesInAWindowOfItsOwn() throws Exception {
        chosen.add(cast);
        open.robot.press(KeyCode.CONTROL, KeyCode.O).release(KeyCode.O, KeyCode.CONTROL);
        open.await("it shows", () -> shown().contains("last words"));
        assertTrue(open.onFx(() -> shown().contains("first words")));
        open.await("its length is known", () -> axis().startsWith("Time axis, 0:09.5"));
        open.await("its marker is there", () -> axis().contains("a chapter at 0:01.0"));
        assertTrue(open.onFx(() -> axis().contains("exit code 3")));
        assertEquals("talk.cast – Countersign", open.onFx(() -> newest().getTitle()));
        assertFalse(open.onFx(() -> in("#replay-note").isVisible()));
        assertEquals(
                "mine", open.onFx(() -> Clipboard.getSystemClipboard().getString()), "not obeyed");
        assertEquals(List.of(), open.links.opened());
        open.onFx(() -> {
            in("#replay-axis").requestFocus();
            return true;
        });
        open.robot.type(KeyCode.HOME, KeyCode.CLOSE_BRACKET);
        open.await("at the marker", () -> axis().startsWith("Time axis, 0:01.0"));
        open.await("only what was there", () -> !shown().contains("last words"));
        Path kept = open.onFx(() -> keptFolder());
        assertTrue(Files.exists(kept));
        closeNewest();
        open.awaitHere("what was kept for it is gone", () -> !Files.exists(kept));
    }

    @Test
    void closedWindowsAreNotKeptInMemory() throws Exception {
        chosen.add(cast);
        List<WeakReference<Scene>> closed = new ArrayList<>();
        for (int time = 0; time < 4; time++) {
            open.robot.press(KeyCode.CONTROL, KeyCode.O).release(KeyCode.O, KeyCode.CONTROL);
            open.await("it shows", () -> shown().contains("last words"));
            closed.add(new WeakReference<>(open.onFx(() -> newest().getScene())));
            closeNewest();
        }
        open.awaitHere(
                "all are collected but the one that had the focus last",
                () -> {
                    System.gc();
                    return closed.stream().filter(one -> one.get() != null).count() <= 1;
                });
    }

    @Test
    void theHistoryHasAButtonForItAlsoWhenItIsEmpty() throws Exception {
        chosen.add(cast);
        open.robot.clickOn("#room-history");
        open.await("the button shows", () -> open.isVisible("#open-first-cast"));
        open.robot.clickOn("#open-first-cast");
        open.await("it shows", () -> shown().contains("last words"));
        closeNewest();
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "true").ago(3));
        open.robot.clickOn("#room-inbox");
        open.robot.clickOn("#room-history");
        open.await("the button shows", () -> open.isVisible("#open-cast"));
        open.onFx(() -> {
            ((ButtonBase) open.require("#open-cast")).fire();
            return true;
        });
        open.await("it shows", () -> shown().contains("last words"));
        closeNewest();
    }

    @Test
    void whatCannotBeShownIsSaidInWords() throws Exception {
        Path bad = Files.writeString(folder.resolve("bad.cast"), "{\"version\":2}\n[1,\"o\"]\n");
        assertEquals(
                "bad.cast is no asciicast that can be shown: line 2: it is no event [time, kind,"
                        + " text]. Asciicasts of versions 2 and 3 can.",
                said(bad));
        assertEquals("gone.cast is not there (any more).", said(folder.resolve("gone.cast")));
        Path bytes = Files.write(folder.resolve("bytes.cast"), new byte[] {(byte) 0xff, 10});
        assertEquals(
                "bytes.cast is no asciicast that can be shown: line 1: it is no text in UTF-8."
                        + " Asciicasts of versions 2 and 3 can.",
                said(bytes));
        Path directory = Files.createDirectory(folder.resolve("folder.cast"));
        assertEquals("folder.cast could not be opened: it is no file.", said(directory));
    }

    private String said(Path file) throws Exception {
        chosen.clear();
        chosen.add(file);
        open.robot.press(KeyCode.CONTROL, KeyCode.O).release(KeyCode.O, KeyCode.CONTROL);
        open.await(
                "it is said",
                () -> !words().isEmpty() && !words().startsWith("Reading") && newest() != null);
        String words = open.onFx(this::words);
        closeNewest();
        return words;
    }

    /// The headless screen drags nothing, and nobody but the toolkit can make a dragboard: what the
    /// handlers ask and do is tried with the files that they would be given.
    @Test
    void filesThatAreDroppedAreOpenedAndNothingElseIsTaken() throws Exception {
        File other = folder.resolve("settings.json").toFile();
        File loud = folder.resolve("TALK.CAST").toFile();
        assertFalse(FileDrop.takes(List.of()));
        assertFalse(FileDrop.takes(List.of(other)));
        assertTrue(FileDrop.takes(List.of(other, loud)));
        List<Path> opened = new ArrayList<>();
        assertFalse(new FileDrop(opened::addAll).drop(List.of(other)));
        assertEquals(List.of(), opened);
        assertTrue(new FileDrop(opened::addAll).drop(List.of(cast.toFile(), other, loud)));
        assertEquals(List.of(cast, loud.toPath()), opened);
        assertTrue(
                open.onFx(() -> {
                    Node root = open.stage.getScene().getRoot();
                    return root.getOnDragOver() != null && root.getOnDragDropped() != null;
                }),
                "the whole window takes them");
        FileDrop drop = new FileDrop(open.window.outputs()::openCasts);
        assertTrue(open.onFx(() -> drop.drop(List.of(cast.toFile(), other, cast.toFile()))));
        open.await("both show", () -> casts() == 2 && shown().contains("last words"));
        closeNewest();
        closeNewest();
    }

    private void closeNewest() throws Exception {
        open.onFx(() -> {
            newest().hide();
            return true;
        });
    }

    private Stage newest() {
        return (Stage)
                Window.getWindows().stream()
                        .filter(each -> each instanceof Stage && !each.equals(open.stage))
                        .filter(each -> ((Stage) each).getTitle() != null)
                        .filter(each -> ((Stage) each).getTitle().endsWith(" – Countersign"))
                        .reduce((_, last) -> last)
                        .orElseThrow();
    }

    private long casts() {
        return Window.getWindows().stream()
                .filter(each -> each instanceof Stage stage && stage.getTitle() != null)
                .filter(each -> ((Stage) each).getTitle().endsWith(".cast – Countersign"))
                .count();
    }

    private Node in(String selector) {
        return newest().getScene().getRoot().lookup(selector);
    }

    private String shown() {
        return casts() == 0
                ? ""
                : Optional.ofNullable(in(".output-view").getAccessibleText()).orElse("");
    }

    private String words() {
        return casts() == 0 ? "" : ((Label) in("#output-empty")).getText();
    }

    private String axis() {
        return Optional.ofNullable(in("#replay-axis").getAccessibleText()).orElse("");
    }

    private Path keptFolder() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(each -> each.getFileName().toString().startsWith("countersign-cast"))
                    .filter(this::isOurs)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private boolean isOurs(Path folder) {
        try {
            return Files.readString(folder.resolve("recording/output")).contains(unique);
        } catch (IOException _) {
            return false;
        }
    }
}
