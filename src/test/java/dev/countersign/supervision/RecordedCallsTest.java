package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.PastCall;
import dev.countersign.journal.DecidedBy;
import dev.countersign.journal.DecisionKind;
import dev.countersign.journal.History;
import dev.countersign.journal.Journal;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCallId;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rules are tried on what the journal has at hand and on the history before it.
final class RecordedCallsTest {
    @TempDir private Path folder;

    private static dev.countersign.journal.PastCall past(int id, String command, String by) {
        return new dev.countersign.journal.PastCall(
                ToolCallId.of(id),
                Instant.EPOCH,
                "agent",
                List.of(Path.of("/work/shop").toAbsolutePath()),
                Path.of("/work/shop").toAbsolutePath(),
                command,
                id == 2,
                Optional.of(RiskLevel.HIGH),
                Optional.of(DecisionKind.DENIED),
                Optional.of(new DecidedBy(by, Optional.of("rm*"))));
    }

    /// Only what is asked here is answered.
    private static History history(List<dev.countersign.journal.PastCall> calls) {
        return (History)
                Proxy.newProxyInstance(
                        History.class.getClassLoader(),
                        new Class<?>[] {History.class},
                        (_, method, arguments) -> {
                            assertEquals("pastCalls", method.getName());
                            return calls.subList(0, Math.min(calls.size(), (int) arguments[0]));
                        });
    }

    @Test
    void historyComesBehindWhatTheJournalHas() throws Exception {
        try (Journal journal = Journal.open(folder)) {
            RecordedCalls recorded =
                    new RecordedCalls(
                            journal,
                            history(List.of(past(1, "rm a", "human"), past(2, "rm b", "rule"))));
            List<PastCall> newest = recorded.newest(10);
            assertEquals(
                    List.of("rm a", "rm b"),
                    newest.stream().map(call -> call.call().command().text()).toList());
            assertEquals(
                    Optional.of(new Decision.Denied(new Decider.Human(), Optional.empty())),
                    newest.getFirst().decision());
            assertEquals(List.of(false, true), flagged(newest));
            assertEquals(Optional.of(RiskLevel.HIGH), newest.getFirst().level());
            assertEquals(1, recorded.newest(1).size());
        }
    }

    private static List<Boolean> flagged(List<PastCall> calls) {
        return calls.stream().map(call -> call.call().agentSaysDangerous()).toList();
    }
}
