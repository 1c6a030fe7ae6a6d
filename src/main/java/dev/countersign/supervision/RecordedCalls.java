package dev.countersign.supervision;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.PastCall;
import dev.countersign.approval.PastCalls;
import dev.countersign.approval.RuleReference;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.DecidedBy;
import dev.countersign.journal.DecisionKind;
import dev.countersign.journal.History;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalException;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The calls that the journal has at hand, and before them those of the recorded history. Safe on
/// any thread.
public record RecordedCalls(Journal journal, History history) implements PastCalls {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedCalls.class);

    @Override
    public List<PastCall> newest(int most) {
        List<PastCall> newest = new ArrayList<>();
        Set<ToolCallId> listed = new HashSet<>();
        List<CallRecord> records = journal.calls();
        for (CallRecord record :
                records.subList(Math.max(0, records.size() - most), records.size()).reversed()) {
            newest.add(
                    new PastCall(
                            record.call(),
                            record.assessed().map(assessed -> assessed.assessment().level()),
                            record.decision()));
            listed.add(record.id());
        }
        if (newest.size() < most) {
            older(most).stream()
                    .filter(call -> !listed.contains(call.id()))
                    .limit(most - newest.size())
                    .flatMap(call -> asCall(call).stream())
                    .forEach(newest::add);
        }
        return newest;
    }

    private List<dev.countersign.journal.PastCall> older(int most) {
        try {
            return history.pastCalls(most);
        } catch (JournalException failure) {
            LOG.warn("rules are tried on recent calls alone: {}", failure.getMessage());
            return List.of();
        }
    }

    /// What matters of it to a rule; empty for what could not arrive today.
    private static Optional<PastCall> asCall(dev.countersign.journal.PastCall past) {
        try {
            AgentSession session =
                    new AgentSession(
                            new AgentSessionId("history"),
                            past.agent(),
                            "",
                            OptionalLong.empty(),
                            new Workspace(past.roots()),
                            past.receivedAt());
            ToolCall call =
                    new ToolCall(
                            past.id(),
                            session,
                            new CommandText(past.command()),
                            Optional.empty(),
                            past.agentSaysDangerous() ? Optional.of(true) : Optional.empty(),
                            ExecutionMode.DEFAULT,
                            Duration.ofMinutes(2),
                            TimeoutAction.BACKGROUND,
                            past.directory(),
                            Map.of(),
                            OutputTruncation.TAIL,
                            false,
                            false,
                            false,
                            past.receivedAt());
            return Optional.of(
                    new PastCall(
                            call,
                            past.level(),
                            past.decision().flatMap(kind -> decision(kind, past.decidedBy()))));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Optional<Decision> decision(DecisionKind kind, Optional<DecidedBy> by) {
        Decider decider =
                by.filter(one -> !one.kind().equals("human"))
                        .<Decider>map(one ->
                                new Decider.Rule(
                                        new RuleReference(
                                                one.rule().orElse(one.kind()),
                                                "history",
                                                Optional.empty(),
                                                Optional.empty())))
                        .orElse(new Decider.Human());
        return switch (kind) {
            case APPROVED -> Optional.of(new Decision.Approved(decider, ApprovalScope.ONCE));
            case DENIED -> Optional.of(new Decision.Denied(decider, Optional.empty()));
            case EXPIRED, WITHDRAWN -> Optional.empty();
        };
    }
}
