package dev.countersign.supervision;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import java.util.Optional;

/// Who decided a call, as the agent is told.
///
/// @param by `human`, `rule`, `grant` or `guard`
/// @param rule the rule's id, where a rule, a grant or a guard decided
/// @param reason the decider's own words
/// @param instead what to do instead, where a rule knows
/// @param editedFrom the command that the agent asked for, where the person edited it
/// @param rehearsed what the person saw and put in place, where it was rehearsed instead of run: a
///   phrase
public record DecisionReport(
        String by,
        Optional<String> rule,
        Optional<String> reason,
        Optional<String> instead,
        Optional<String> editedFrom,
        Optional<String> rehearsed) {
    /// A decision about the command as it came.
    public DecisionReport(
            String by, Optional<String> rule, Optional<String> reason, Optional<String> instead) {
        this(by, rule, reason, instead, Optional.empty());
    }

    /// A decision about a command that was run.
    public DecisionReport(
            String by,
            Optional<String> rule,
            Optional<String> reason,
            Optional<String> instead,
            Optional<String> editedFrom) {
        this(by, rule, reason, instead, editedFrom, Optional.empty());
    }

    static DecisionReport ofRehearsal(CallRecord record) {
        return new DecisionReport(
                "human",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                rehearsed(record));
    }

    /// What was put in place, a phrase; empty where the command was run.
    static Optional<String> rehearsed(CallRecord record) {
        if (!record.isRehearsed()) {
            return Optional.empty();
        }
        return record.rehearsal()
                .flatMap(Rehearsal::ended)
                .map(end ->
                        "%,d added, %,d changed, %,d removed"
                                .formatted(end.added(), end.changed(), end.removed()))
                .or(() -> Optional.of("as rehearsed"));
    }
}
