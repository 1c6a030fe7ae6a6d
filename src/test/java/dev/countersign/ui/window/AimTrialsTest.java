package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cards arrive, are taken back and change between a press and its release, wherever the pointer
/// is: never is a call decided that was not the one aimed at.
class AimTrialsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeDesk desk = new FakeDesk(InstantSource.system());

    // Opened by the test when its scene is set.
    @SuppressWarnings("NullAway.Init")
    private OpenWindow open;

    private int arrived;

    @Test
    void noDecisionHitsAnotherCard(@TempDir Path folder) throws Exception {
        trials(folder, 40);
    }

    @Test
    @Tag("soak")
    void noDecisionHitsAnotherCardInAThousandTrials(@TempDir Path folder) throws Exception {
        trials(folder, 1_000);
    }

    private void trials(Path folder, int count) throws Exception {
        long seed = Long.getLong("countersign.seed", RandomGenerator.getDefault().nextLong());
        System.out.println("AimTrialsTest seed " + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        open = OpenWindow.over(desk, folder);
        int decided = 0;
        try {
            for (int trial = 0; trial < count; trial++) {
                decided += trial(random, "seed " + seed + " trial " + trial) ? 1 : 0;
            }
        } finally {
            open.close();
        }
        System.out.println("AimTrialsTest: %d of %d trials decided".formatted(decided, count));
        assertTrue(decided > count / 10, "the trials decide something at all");
    }

    private boolean trial(RandomGenerator random, String where) throws Exception {
        while (waiting().size() < 3) {
            arrive(random);
        }
        open.await("a card shows", () -> open.isVisible("#approve") || open.isVisible("#next"));
        open.settle();
        if (open.isVisible("#next")) {
            open.type(KeyCode.J);
        }
        if (random.nextBoolean()) {
            open.pass(SECOND);
        }
        Optional<ToolCallId> aimed = chosen();
        List<String> before = desk.deeds();
        boolean byMouse = random.nextBoolean();
        boolean approving = random.nextBoolean();
        String button = approving ? "#approve" : "#deny";
        if (byMouse && !open.isVisible(button)) {
            return false;
        }
        if (byMouse) {
            open.robot.moveTo(button);
            open.robot.press(MouseButton.PRIMARY);
        } else {
            open.robot.press(approving ? KeyCode.A : KeyCode.D);
        }
        disturb(random);
        if (random.nextBoolean()) {
            open.pass(SECOND);
        }
        if (byMouse) {
            open.robot.release(MouseButton.PRIMARY);
        } else {
            open.robot.release(approving ? KeyCode.A : KeyCode.D);
        }
        open.settle();
        List<String> fresh = desk.deeds().subList(before.size(), desk.deeds().size());
        assertTrue(fresh.size() <= 1, where + ": one act decided " + fresh);
        for (String deed : fresh) {
            assertEquals(
                    (approving ? "approve " : "deny ")
                            + aimed.map(ToolCallId::digits).orElse("nothing"),
                    deed,
                    where);
        }
        return !fresh.isEmpty();
    }

    /// What agents do in the meantime.
    private void disturb(RandomGenerator random) throws Exception {
        int deeds = random.nextInt(4);
        for (int deed = 0; deed < deeds; deed++) {
            List<ToolCallId> waiting = waiting();
            if (random.nextBoolean() || waiting.isEmpty()) {
                arrive(random);
            } else {
                desk.withdraw(waiting.get(random.nextInt(waiting.size())));
            }
        }
        open.settle();
    }

    private void arrive(RandomGenerator random) {
        FakeDesk.Ask ask =
                FakeDesk.ask(
                        random.nextBoolean() ? FakeDesk.CLAUDE : FakeDesk.CODEX,
                        "task-" + ++arrived + " x".repeat(arrived % 7));
        desk.arrive(
                random.nextInt(4) == 0 ? ask.level(RiskLevel.HIGH, "Could lose something") : ask);
    }

    private List<ToolCallId> waiting() {
        List<ToolCallId> ids = new ArrayList<>();
        desk.calls().stream().filter(CallRecord::isWaiting).map(CallRecord::id).forEach(ids::add);
        return ids;
    }

    /// The call whose card is shown, by the command that stands on it.
    private Optional<ToolCallId> chosen() throws Exception {
        String shown =
                open.onFx(() -> {
                    Object row =
                            ((ListView<?>) open.require("#waiting"))
                                    .getSelectionModel()
                                    .getSelectedItem();
                    assertTrue(row != null);
                    return open.require("#command").getAccessibleText();
                });
        return desk.calls().stream()
                .filter(record -> ("Command: " + record.call().command().text()).equals(shown))
                .map(CallRecord::id)
                .findFirst();
    }
}
