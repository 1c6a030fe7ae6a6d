package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.countersign.supervision.consequence.Consequence;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.ui.FakeDesk;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Labeled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsequencesWindowTest {
    @TempDir Path folder;

    private FakeDesk desk;
    private OpenWindow open;

    @BeforeEach
    void openIt() throws Exception {
        desk = new FakeDesk(InstantSource.system());
        open = OpenWindow.over(desk, folder);
    }

    @AfterEach
    void closeIt() throws Exception {
        open.close();
    }

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
}
