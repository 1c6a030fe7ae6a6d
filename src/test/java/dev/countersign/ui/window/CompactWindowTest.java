package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.Verdict;
import dev.countersign.safety.RiskLevel;
import dev.countersign.settings.Settings;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The narrow Inbox: the same caution on less room.
final class CompactWindowTest extends WindowTest {
    @BeforeEach
    void connect() {
        desk.connect(FakeDesk.CODEX, FakeDesk.CLAUDE);
    }

    private ToolCallId arriveInEither(FakeDesk.Ask ask) throws Exception {
        ToolCallId id = desk.arrive(ask);
        open.await("a card shows", () -> open.isVisible("#approve") || narrowIsThere("#approve"));
        return id;
    }

    private boolean narrowIsThere(String selector) {
        return Window.getWindows().stream()
                .filter(window -> !window.equals(open.stage))
                .anyMatch(window -> window.getScene().getRoot().lookup(selector) != null);
    }

    private Stage narrow() {
        return (Stage)
                Window.getWindows().stream()
                        .filter(window -> !window.equals(open.stage) && window instanceof Stage)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no narrow window"));
    }

    private Node find(String selector) {
        Node node = narrow().getScene().getRoot().lookup(selector);
        if (node == null) {
            throw new AssertionError("nothing is there: " + selector);
        }
        return node;
    }

    private void enterByMouse() throws Exception {
        open.robot.clickOn("#enter-compact");
        awaitNarrow();
    }

    private void awaitNarrow() throws Exception {
        open.await(
                "the narrow window has the focus",
                () -> !open.stage.isShowing() && narrow().isFocused());
    }

    private void pass(Duration time) throws Exception {
        settle();
        open.pass(time);
        settle();
    }

    private void settle() throws Exception {
        for (int i = 0; i < 4; i++) {
            open.onFx(() -> true);
        }
    }

    private void press(KeyCode... keys) throws Exception {
        for (KeyCode key : keys) {
            open.robot.press(key);
            open.robot.release(key);
        }
        settle();
    }

    private void click(String selector) throws Exception {
        Bounds place =
                open.onFx(() -> {
                    Node node = find(selector);
                    return node.localToScreen(node.getLayoutBounds());
                });
        open.robot.clickOn(place);
        settle();
    }

    private void eventually(String what, Callable<Boolean> condition) throws Exception {
        open.await(what, condition);
    }

    @Test
    void itIsNarrowStaysOnTopAndGoesBackByButtonAndKey() throws Exception {
        arriveInEither(FakeDesk.ask(FakeDesk.CODEX, "npm test"));
        enterByMouse();
        assertTrue(open.onFx(() -> narrow().getScene().getWidth() <= 420));
        assertTrue(open.onFx(() -> narrow().isAlwaysOnTop()));
        assertEquals("1 waiting", open.onFx(() -> ((Labeled) find("#compact-count")).getText()));
        click("#pin");
        assertFalse(open.onFx(() -> narrow().isAlwaysOnTop()));
        eventually("it is kept", () -> !open.settings.value(Settings.COMPACT_ON_TOP));
        click("#leave-compact");
        open.await("the large one is back", () -> open.stage.isShowing());
        assertTrue(open.isVisible("#approve"));
        open.robot.press(KeyCode.CONTROL, KeyCode.M).release(KeyCode.M, KeyCode.CONTROL);
        awaitNarrow();
        open.robot.press(KeyCode.CONTROL, KeyCode.M).release(KeyCode.M, KeyCode.CONTROL);
        open.await("the large one is back", () -> open.stage.isShowing());
        open.robot.press(KeyCode.CONTROL, KeyCode.M).release(KeyCode.M, KeyCode.CONTROL);
        awaitNarrow();
        open.robot.press(KeyCode.CONTROL, KeyCode.DIGIT3).release(KeyCode.DIGIT3, KeyCode.CONTROL);
        open.await("other rooms open in the large one", () -> open.isVisible("#history"));
    }

    @Test
    void approvingIsArmedAnewAndDenyingIsNeverHeldUp() throws Exception {
        ToolCallId first = arriveInEither(FakeDesk.ask(FakeDesk.CODEX, "npm test"));
        ToolCallId second = arriveInEither(FakeDesk.ask(FakeDesk.CLAUDE, "make all"));
        ToolCallId third = arriveInEither(FakeDesk.ask(FakeDesk.CODEX, "ls -la /srv"));
        open.pass(SECOND);
        enterByMouse();
        press(KeyCode.A);
        assertEquals(List.of(), desk.deeds(), "what was armed in the large window is not here");
        pass(Duration.ofMillis(499));
        press(KeyCode.A);
        assertEquals(List.of(), desk.deeds());
        pass(Duration.ofMillis(1));
        press(KeyCode.A);
        eventually(
                "it is approved", () -> desk.deeds().equals(List.of("approve " + first.digits())));
        press(KeyCode.D);
        eventually("it is denied", () -> desk.deeds().size() == 2);
        assertTrue(desk.deeds().getLast().startsWith("deny " + second.digits()));
        click("#approve");
        assertEquals(2, desk.deeds().size(), "a click is armed as a key is");
        pass(SECOND);
        click("#approve");
        eventually(
                "it is approved", () -> desk.deeds().getLast().equals("approve " + third.digits()));
    }

    @Test
    void highIsHeldAndLosingTheFocusLetsGo() throws Exception {
        ToolCallId id =
                arriveInEither(
                        FakeDesk.ask(FakeDesk.CODEX, "git push -f")
                                .level(RiskLevel.HIGH, "Could lose commits"));
        enterByMouse();
        pass(Duration.ofMillis(999));
        open.robot.press(KeyCode.A);
        pass(SECOND);
        open.robot.release(KeyCode.A);
        assertEquals(List.of(), desk.deeds(), "not armed when the key went down");
        pass(SECOND);
        press(KeyCode.A);
        assertEquals(List.of(), desk.deeds(), "a tap is no hold");
        double before = open.onFx(() -> top("#approve"));
        open.robot.press(KeyCode.A);
        settle();
        assertEquals(before, open.onFx(() -> top("#approve")), 0.5, "no button moves");
        pass(SECOND);
        eventually("it is approved", () -> desk.deeds().equals(List.of("approve " + id.digits())));
        open.robot.release(KeyCode.A);
    }

    private double top(String selector) {
        Node node = find(selector);
        return node.localToScene(node.getLayoutBounds()).getMinY();
    }

    @Test
    void criticalWantsItsWord() throws Exception {
        ToolCallId id =
                arriveInEither(
                        FakeDesk.ask(FakeDesk.CODEX, "rm -rf /")
                                .level(RiskLevel.CRITICAL, "Could delete everything"));
        enterByMouse();
        pass(SECOND);
        press(KeyCode.A);
        eventually("the field has the focus", () -> find("#word").isFocused());
        assertEquals(List.of(), desk.deeds());
        open.robot.write("nonsense");
        press(KeyCode.ENTER);
        assertEquals(List.of(), desk.deeds());
        open.onFx(() -> {
            TextInputControl word = (TextInputControl) find("#word");
            word.clear();
            return true;
        });
        String wanted =
                open.onFx(() -> {
                    String told = find("#word").getAccessibleText();
                    return told.substring("Type ".length(), told.indexOf(" to open"));
                });
        open.robot.write(wanted);
        press(KeyCode.ENTER);
        eventually("it is approved", () -> desk.deeds().equals(List.of("approve " + id.digits())));
    }

    @Test
    void everyActIsInReachOfTheMouseAndNothingIsCutOff() throws Exception {
        String compound =
                "mkdir -p notes && printf 'milk\\n' > notes/todo.txt && cat notes/todo.txt";
        desk.arrive(
                FakeDesk.ask(FakeDesk.CODEX, compound)
                        .parts(
                                FakeDesk.part(
                                        compound,
                                        "mkdir -p notes",
                                        Verdict.ASK,
                                        "no rule allows it"),
                                FakeDesk.part(
                                        compound,
                                        "printf 'milk\\n' > notes/todo.txt",
                                        Verdict.ASK,
                                        "it writes notes/todo.txt by a redirect"),
                                FakeDesk.part(
                                        compound,
                                        "cat notes/todo.txt",
                                        Verdict.ALLOW,
                                        "allowed by the rule cat *, permissions.json")));
        Scenes.asking(desk);
        open.await("a card shows", () -> open.isVisible("#approve"));
        enterByMouse();
        for (int call = 0; call < 5; call++) {
            open.onFx(() -> {
                double width = narrow().getScene().getWidth();
                for (String act :
                        List.of(
                                "#approve",
                                "#deny",
                                "#more",
                                "#edit",
                                "#session",
                                "#deny-reason")) {
                    Bounds place = find(act).localToScene(find(act).getLayoutBounds());
                    assertTrue(place.getMinX() >= 0 && place.getMaxX() <= width, act + place);
                    assertTrue(place.getHeight() >= 24, act + " can be hit");
                }
                Bounds command = find("#command").localToScene(find("#command").getLayoutBounds());
                Node viewport = find(".card-scroll > .viewport");
                double right = viewport.localToScene(viewport.getLayoutBounds()).getMaxX();
                assertTrue(command.getMaxX() <= right, "the command is not cut: " + command);
                return true;
            });
            press(KeyCode.J);
        }
        click("#deny-reason");
        eventually("the field is open", () -> find("#reason").isFocused());
        open.robot.write("no");
        press(KeyCode.ENTER);
        eventually("it is denied", () -> desk.deeds().getLast().endsWith(": no"));
    }

    @Test
    void aLongCommandMustBeSeenToItsEnd() throws Exception {
        arriveInEither(FakeDesk.ask(FakeDesk.CODEX, Scenes.longCommand()));
        enterByMouse();
        pass(SECOND);
        press(KeyCode.A);
        assertEquals(List.of(), desk.deeds());
        for (int page = 0; page < 200 && !seen(); page++) {
            press(KeyCode.PAGE_DOWN);
        }
        assertTrue(seen());
        pass(SECOND);
        press(KeyCode.A);
        eventually("it is approved", () -> desk.deeds().size() == 1);
    }

    private boolean seen() throws Exception {
        return open.onFx(() -> {
            Node approve = find("#approve");
            return !approve.getStyleClass().contains("closed");
        });
    }

    @Test
    void everyControlHasWords() throws Exception {
        Scenes.asking(desk);
        open.await("a card shows", () -> open.isVisible("#approve"));
        enterByMouse();
        assertEquals(
                List.of(),
                open.onFx(() -> AccessibilityTest.silent(narrow().getScene().getRoot())));
    }
}
