package dev.countersign.supervision;

import dev.countersign.ansi.TruncatedText;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.RuleReference;
import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Puts what is known of a call into the report that an agent gets. Pure; safe on any thread.
final class CallReports {
    /// The exit code by which a shell says that it found no such command.
    private static final int COMMAND_NOT_FOUND = 127;

    private CallReports() {}

    /// Without notes, see [CallReport#withNotes].
    ///
    /// @param now for how long a running command has run
    /// @param output what the agent is shown of its output, empty when nothing ran
    static CallReport of(CallRecord record, Output output, Instant now, boolean alreadyStopped) {
        CallStatus status = record.status();
        Optional<Outcome> outcome = record.outcome();
        return new CallReport(
                Optional.of(status),
                exitCode(outcome),
                signal(outcome),
                output.stdout(),
                output.stderr(),
                record.runTime(now),
                record.started().map(_ -> record.call().timeout()),
                record.started()
                        .map(started -> OptionalLong.of(started.pid()))
                        .orElse(OptionalLong.empty()),
                Optional.of(record.id()),
                alreadyStopped,
                Optional.of(record.command().text()),
                output.file(),
                record.call().dryRun(),
                record.call().dryRun()
                        ? record.assessed().map(a -> a.verdict().verdict().wireName())
                        : Optional.empty(),
                error(record),
                record.decision().flatMap(decision -> decision(record, decision)),
                List.of());
    }

    /// What of a call's output an agent is shown.
    ///
    /// @param file where all of it stands, once anything ran
    record Output(TruncatedText stdout, TruncatedText stderr, Optional<Path> file) {
        static Output none() {
            return new Output(CallReport.NO_OUTPUT, CallReport.NO_OUTPUT, Optional.empty());
        }
    }

    private static OptionalInt exitCode(Optional<Outcome> outcome) {
        return outcome.isPresent() && outcome.get() instanceof Outcome.Exited(int code)
                ? OptionalInt.of(code)
                : OptionalInt.empty();
    }

    private static Optional<String> signal(Optional<Outcome> outcome) {
        return outcome.flatMap(end ->
                switch (end) {
                    case Outcome.Signalled(String signal) -> Optional.of(signal);
                    case Outcome.Stopped(StopCause _, String signal) -> Optional.of(signal);
                    case Outcome.Exited _,
                            Outcome.TimedOut _,
                            Outcome.FailedToStart _,
                            Outcome.Lost _ ->
                            Optional.empty();
                });
    }

    private static Optional<CallError> error(CallRecord record) {
        if (record.outcome().isPresent()) {
            return error(record.outcome().get());
        }
        return record.decision().flatMap(CallReports::error);
    }

    private static Optional<CallError> error(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Exited(int code) ->
                    code == COMMAND_NOT_FOUND
                            ? error(
                                    CallError.Type.COMMAND_NOT_FOUND,
                                    "the shell found no such command (exit code 127)")
                            : Optional.empty();
            case Outcome.Signalled(String signal) ->
                    error(CallError.Type.PROCESS_KILLED, "the command was killed by " + signal);
            case Outcome.Stopped(StopCause by, String signal) ->
                    error(
                            CallError.Type.PROCESS_KILLED,
                            "the command was stopped by %s (%s)".formatted(by.words(), signal));
            case Outcome.TimedOut(Duration after) ->
                    error(
                            CallError.Type.TIMEOUT,
                            "the command ran longer than %s and was stopped"
                                    .formatted(AnswerText.limit(after)));
            case Outcome.FailedToStart(StartFailure failure, String message) ->
                    error(typeOf(failure), message);
            case Outcome.Lost _ ->
                    error(
                            CallError.Type.UNKNOWN,
                            "the console ended while the command ran, so its end is not known");
        };
    }

    private static CallError.Type typeOf(StartFailure failure) {
        return switch (failure) {
            case SHELL_NOT_FOUND -> CallError.Type.SHELL_NOT_FOUND;
            case INVALID_WORKDIR -> CallError.Type.INVALID_WORKDIR;
            case PERMISSION_DENIED -> CallError.Type.PERMISSION_DENIED;
            case CANCELLED -> CallError.Type.CANCELLED;
            case NO_RESOURCES, UNKNOWN -> CallError.Type.UNKNOWN;
        };
    }

    private static Optional<CallError> error(Decision decision) {
        return switch (decision) {
            case Decision.Approved _ -> Optional.empty();
            case Decision.Denied(Decider by, Optional<String> reason) ->
                    error(
                            typeOf(by),
                            reason.orElseGet(() -> "denied by " + words(by)) + instead(by));
            case Decision.Expired(Duration after) ->
                    error(
                            CallError.Type.TIMEOUT,
                            "nobody answered within " + AnswerText.limit(after));
            case Decision.Withdrawn(String reason) -> error(CallError.Type.CANCELLED, reason);
        };
    }

    private static CallError.Type typeOf(Decider by) {
        return switch (by) {
            case Decider.Guard _ -> CallError.Type.DANGEROUS_COMMAND;
            case Decider.Rule(RuleReference rule) ->
                    rule.kind() == RuleReference.Kind.PATH
                            ? CallError.Type.EXTERNAL_PATH_ACCESS
                            : CallError.Type.PERMISSION_DENIED;
            case Decider.Human _, Decider.Grant _ -> CallError.Type.PERMISSION_DENIED;
        };
    }

    /// The safer way, as the end of a sentence.
    private static String instead(Decider by) {
        Optional<RuleReference> rule =
                switch (by) {
                    case Decider.Rule(RuleReference written) -> Optional.of(written);
                    case Decider.Guard(RuleReference guard) -> Optional.of(guard);
                    case Decider.Human _, Decider.Grant _ -> Optional.empty();
                };
        return rule.flatMap(RuleReference::instead).map(other -> "; use " + other).orElse("");
    }

    private static Optional<CallError> error(CallError.Type type, String message) {
        return Optional.of(new CallError(type, message));
    }

    private static String words(Decider by) {
        return switch (by) {
            case Decider.Human _ -> "the person";
            case Decider.Rule(RuleReference rule) -> "the rule " + rule.id();
            case Decider.Guard(RuleReference guard) -> "the guard " + guard.id();
            case Decider.Grant(RuleReference grant) -> "the grant " + grant.id();
        };
    }

    private static Optional<DecisionReport> decision(CallRecord record, Decision decision) {
        if (record.edit().isPresent()) {
            return Optional.of(
                    new DecisionReport(
                            "human",
                            Optional.empty(),
                            record.edit().get().note(),
                            Optional.empty(),
                            Optional.of(record.call().command().text()),
                            DecisionReport.rehearsed(record)));
        }
        return switch (decision) {
            case Decision.Approved(Decider by, var _) ->
                    Optional.of(
                            record.isRehearsed()
                                    ? DecisionReport.ofRehearsal(record)
                                    : report(by, Optional.empty()));
            case Decision.Denied(Decider by, Optional<String> reason) ->
                    Optional.of(report(by, reason));
            case Decision.Expired _, Decision.Withdrawn _ -> Optional.empty();
        };
    }

    private static DecisionReport report(Decider by, Optional<String> reason) {
        return switch (by) {
            case Decider.Human _ ->
                    new DecisionReport("human", Optional.empty(), reason, Optional.empty());
            case Decider.Rule(RuleReference rule) -> report("rule", rule, reason);
            case Decider.Guard(RuleReference guard) -> report("guard", guard, reason);
            case Decider.Grant(RuleReference grant) -> report("grant", grant, reason);
        };
    }

    private static DecisionReport report(String by, RuleReference rule, Optional<String> reason) {
        return new DecisionReport(by, Optional.of(rule.id()), reason.or(rule::why), rule.instead());
    }
}
