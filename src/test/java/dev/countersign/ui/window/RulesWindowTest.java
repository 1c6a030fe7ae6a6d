package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.GrantOffer;
import dev.countersign.safety.FileContent;
import dev.countersign.safety.RiskLevel;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Letting calls through, and the Rules pane, by real keys and clicks.
final class RulesWindowTest extends WindowTest {
    @Test
    void aSessionGrantBeginsAtTheNarrowestPrefixAndIsWidenedByKey() throws Exception {
        arrive("docker compose logs api");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.S);
        open.await("it is open", () -> open.isVisible("#let-through-save"));
        open.type(KeyCode.LEFT);
        save();
        assertEquals(List.of("session [docker compose logs …]"), desk.rules().deeds());
    }

    @Test
    void itNeverCoversTheCommand() throws Exception {
        arrive("docker compose logs api");
        open.type(KeyCode.S);
        open.await("it is open", () -> open.isVisible("#let-through-save"));
        assertTrue(
                open.onFx(() ->
                        place(".let-through-scroll").getMinY() >= place("#command").getMaxY()));
    }

    @Test
    void whileItIsOpenLettersDecideNothingAndEscapeLeaves() throws Exception {
        arrive("npm test");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.S);
        open.await("it is open", () -> open.isVisible("#let-through-save"));
        open.type(KeyCode.A, KeyCode.D);
        assertEquals(List.of(), desk.deeds());
        open.type(KeyCode.ESCAPE);
        assertFalse(open.isVisible("#let-through-save"));
    }

    @Test
    void itIsNotOfferedFromHighUpNorForWhatTheAgentCallsDangerous() throws Exception {
        desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, "x").level(RiskLevel.HIGH, "Could lose it"));
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "npm test").flagged(true));
        open.await("the card shows", () -> open.isVisible("#session"));
        for (int card = 0; card < 2; card++) {
            open.type(KeyCode.S);
            open.robot.clickOn("#session");
            open.settle();
            assertFalse(open.isVisible("#let-through-save"));
            open.type(KeyCode.J);
        }
    }

    @Test
    void lettingThroughCountsOnlyOnceTheCardIsArmed() throws Exception {
        arrive("npm test");
        open.type(KeyCode.S);
        open.await("it is open", () -> open.isVisible("#let-through-save"));
        open.robot.clickOn("#let-through-save");
        assertEquals(List.of(), desk.rules().deeds());
        open.pass(HALF_A_SECOND);
        open.robot.clickOn("#let-through-save");
        open.settle();
        assertEquals(1, desk.rules().deeds().size());
    }

    @Test
    void aRuleIsTriedOnHistoryBeforeItIsSavedAndCanBeUndone() throws Exception {
        arrive("docker compose logs api");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.S);
        open.await("it is open", () -> open.isVisible("#let-through-always"));
        open.robot.clickOn("#let-through-always");
        open.await("it is tried", () -> texts(".try-out").contains("17 past calls"));
        open.onFx(() -> {
            open.require(".prefix").requestFocus();
            return true;
        });
        open.type(KeyCode.LEFT, KeyCode.LEFT);
        open.await("it argues", () -> texts(".try-out").contains("2 of them were denied by you"));
        assertTrue(open.onFx(() -> texts(".try-out").contains("docker compose down -v")));
        open.robot.clickOn("#use-narrower");
        open.await("it is tried", () -> texts(".try-out").contains("17 past calls"));
        save();
        assertEquals(List.of("always [docker compose logs] in shop"), desk.rules().deeds());
        open.await("it is said", () -> open.isVisible("#undo-rule"));
    }

    @Test
    void whyNothingIsOfferedIsSaid() throws Exception {
        desk.rules()
                .offer(
                        new GrantOffer(
                                Optional.empty(),
                                List.of(),
                                Optional.of("An interpreter runs whatever it is given.")));
        arrive("python -c x");
        open.type(KeyCode.S);
        open.await("it is said", () -> texts(".let-through").contains("An interpreter runs"));
        assertFalse(open.isVisible("#let-through-save"));
    }

    @Test
    void aCallThatIsTakenBackClosesIt() throws Exception {
        ToolCallId id = arrive("npm test");
        open.type(KeyCode.S);
        open.await("it is open", () -> open.isVisible("#let-through-save"));
        desk.withdraw(id);
        open.await("it is closed", () -> !open.isVisible("#let-through-save"));
        assertEquals(List.of(), desk.rules().deeds());
    }

    @Test
    void theRulesPaneRevokesConfirmsTrustsAndSwitches() throws Exception {
        Scenes.rules(desk);
        open.settle();
        open.robot.press(KeyCode.CONTROL).type(KeyCode.DIGIT5).release(KeyCode.CONTROL);
        open.await("it shows", () -> open.isVisible("#pending-rules"));
        String all = open.onFx(() -> texts("#rules"));
        for (String words :
                List.of(
                        "git status*",
                        "431 uses",
                        "line 3",
                        "matches npm test",
                        "the tests are ours",
                        "no longer denies sudo *",
                        " left")) {
            assertTrue(all.contains(words), words + " in " + all);
        }
        fire("#confirm-rules");
        fire("#reject-rules");
        fire("#trust");
        fire(".revoke");
        fire("#allow-ordinary");
        fire(".save-suggestion");
        fire(".remove-rule");
        fire("#guard-forcePush");
        assertEquals(
                List.of(
                        "confirm c81aa5e",
                        "reject c81aa5e",
                        "trust 7d20e4b",
                        "revoke grant 1",
                        "save ordinary work in the workspace everywhere",
                        "save go test everywhere",
                        "remove git status*",
                        "guard forcePush false"),
                desk.rules().deeds());
    }

    @Test
    void theFilesThatACommandRunsAreShownWithTheirHash() throws Exception {
        ToolCallId id = arrive("bash build.sh");
        desk.scripts(
                id,
                new ScriptFile(
                        "build.sh",
                        FakeDesk.HOME.resolve("shop/build.sh"),
                        5,
                        13,
                        Optional.of(
                                new FileContent(
                                        "9f31c02be4aa17d0", 22, "rm -rf build\u200B\nmake\n"))));
        open.await("they show", () -> open.isVisible("#scripts"));
        String words = open.onFx(() -> texts("#scripts"));
        assertTrue(words.contains("SHA-256 9f31c02be4aa"), words);
        assertTrue(words.contains("1 hidden or look-alike character"), words);
        open.pass(Duration.ofMillis(300));
        open.type(KeyCode.A);
        assertEquals(List.of(), desk.deeds(), "the card changed, so arming began anew");
    }

    private void fire(String selector) throws Exception {
        open.onFx(() -> {
            ((javafx.scene.control.ButtonBase) open.require(selector)).fire();
            return true;
        });
        open.settle();
    }

    private void save() throws Exception {
        open.robot.press(KeyCode.CONTROL).type(KeyCode.ENTER).release(KeyCode.CONTROL);
        open.settle();
    }

    private Bounds place(String selector) {
        Node node = open.require(selector);
        return node.localToScene(node.getLayoutBounds());
    }

    /// On the FX thread: all labels in a part of the window, in one text.
    private String texts(String selector) {
        return open.find(selector).stream()
                .flatMap(node -> node.lookupAll(".label").stream())
                .map(label -> ((Label) label).getText())
                .collect(Collectors.joining(" | "));
    }
}
