package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.consequence.Consequence;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.ui.FakeDesk;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

final class ConsequencesWindowTest extends WindowTest {
    @Test
    void theCardTellsWhatTheCommandWouldLose() throws Exception {
        desk.foresee(
                new Consequences(
                        Optional.of("Would drop 3 commits from main on origin"),
                        List.of(
                                new Consequence(
                                        Consequence.Kind.COMMITS_DROPPED,
                                        "Would drop 3 commits from main on origin",
                                        3,
                                        List.of(
                                                new Consequence.Item(
                                                        "1a2b3c4 round half even", "2026-11-20")),
                                        Optional.of("as of the last fetch")))));
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "git push --force origin main"));
        open.await("the section shows", () -> open.isVisible("#consequences"));
        open.await(
                "it says what would be lost",
                () ->
                        open.stage.getScene().getRoot().lookupAll("#consequences .label").stream()
                                .map(label -> ((Labeled) label).getText())
                                .toList()
                                .containsAll(
                                        List.of(
                                                "Would drop 3 commits from main on origin",
                                                "as of the last fetch",
                                                "1a2b3c4 round half even",
                                                "and 2 more")));
    }

    @Test
    void nothingIsShownWhereNothingIsWorthSaying() throws Exception {
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "ls"));
        open.await("the card shows", () -> open.isVisible("#approve"));
        assertFalse(open.isVisible("#consequences"));
    }

    @Test
    void theHeadlineArrivesWithoutMovingAnythingAndArmsAnew() throws Exception {
        open.close();
        Queue<Runnable> looks = new ConcurrentLinkedQueue<>();
        open = OpenWindow.over(desk, folder, looks::add);
        desk.foresee(dropsCommits());
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "git push origin main"));
        open.await("the card shows", () -> open.isVisible("#approve"));
        open.pass(HALF_A_SECOND);
        String before = open.text("#headline");
        List<Bounds> places = places();
        runAll(looks);
        open.await("it is said", () -> !headline().equals(before));
        open.settle();
        assertEquals("Would drop 3 commits from main on origin", open.text("#headline"));
        assertEquals(places, places());
        open.type(KeyCode.A);
        runAll(looks);
        assertEquals(List.of(), desk.deeds(), "what the card says has changed");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        runAll(looks);
        assertEquals(1, desk.deeds().size());
    }

    @Test
    void aHoldEndsWhenTheHeadlineArrives() throws Exception {
        open.close();
        Queue<Runnable> looks = new ConcurrentLinkedQueue<>();
        open = OpenWindow.over(desk, folder, looks::add);
        desk.foresee(dropsCommits());
        desk.arrive(
                FakeDesk.ask(FakeDesk.CODEX, "git push -f")
                        .level(RiskLevel.HIGH, "Replaces a branch"));
        open.await("the card shows", () -> open.isVisible("#approve"));
        open.pass(SECOND);
        open.robot.press(KeyCode.A);
        open.pass(HALF_A_SECOND);
        runAll(looks);
        open.await("it is said", () -> headline().startsWith("Would drop"));
        open.pass(SECOND);
        open.robot.release(KeyCode.A);
        open.settle();
        runAll(looks);
        assertEquals(List.of(), desk.deeds());
    }

    /// On the FX thread.
    private String headline() {
        return ((Labeled) open.require("#headline")).getText();
    }

    private static void runAll(Queue<Runnable> tasks) {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private List<Bounds> places() throws Exception {
        return open.onFx(() ->
                Stream.of("#approve", "#deny", "#edit", "#command", "#summary")
                        .map(open::require)
                        .map(node -> node.localToScene(node.getLayoutBounds()))
                        .toList());
    }

    private static Consequences dropsCommits() {
        return new Consequences(
                Optional.of("Would drop 3 commits from main on origin"),
                List.of(
                        new Consequence(
                                Consequence.Kind.COMMITS_DROPPED,
                                "Would drop 3 commits from main on origin",
                                3,
                                List.of(),
                                Optional.empty())));
    }
}
