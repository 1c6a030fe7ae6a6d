package dev.countersign.supervision;

import dev.countersign.ansi.TruncatedText;
import dev.countersign.ansi.TruncationPolicy;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What an agent is told of a call: the fields of `structuredContent`, before they are JSON.
///
/// @param status empty when the call was refused before it became one (bad arguments, unknown id)
/// @param exitCode empty when it did not exit by itself
/// @param command what ran, or would run
/// @param decision who decided, where somebody did
/// @param verdict for a dry run: `allow`, `ask` or `deny`
/// @param notes what else the agent is to know: the person's words, why a run waits
public record CallReport(
        Optional<CallStatus> status,
        OptionalInt exitCode,
        Optional<String> signal,
        TruncatedText stdout,
        TruncatedText stderr,
        Optional<Duration> duration,
        Optional<Duration> timeout,
        OptionalLong pid,
        Optional<ToolCallId> id,
        boolean alreadyStopped,
        Optional<String> command,
        Optional<Path> outputFile,
        boolean dryRun,
        Optional<String> verdict,
        Optional<CallError> error,
        Optional<DecisionReport> decision,
        List<String> notes) {
    /// Nothing printed, or nothing that was not shown before.
    public static final TruncatedText NO_OUTPUT =
            new TruncatedText("", false, TruncationPolicy.TAIL, "", 0, 0, false, 0, 0);

    public CallReport {
        notes = List.copyOf(notes);
    }

    /// The same with what else the agent is to know, each a sentence.
    CallReport withNotes(List<String> more) {
        return new CallReport(
                status,
                exitCode,
                signal,
                stdout,
                stderr,
                duration,
                timeout,
                pid,
                id,
                alreadyStopped,
                command,
                outputFile,
                dryRun,
                verdict,
                error,
                decision,
                more);
    }

    /// A call that was refused before it became one.
    public static CallReport refused(CallError.Type type, String message) {
        return new CallReport(
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                NO_OUTPUT,
                NO_OUTPUT,
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.of(new CallError(type, message)),
                Optional.empty(),
                List.of());
    }

    public boolean isRunning() {
        return status.equals(Optional.of(CallStatus.RUNNING));
    }

    /// Whether the answer is marked as an error: all but exit 0, running, waiting and dry runs.
    public boolean isError() {
        if (error.isPresent() || status.isEmpty()) {
            return true;
        }
        return switch (status.get()) {
            case COMPLETED, RUNNING, PENDING_APPROVAL, DRY_RUN, HANDED_OVER -> false;
            case FAILED, TIMEOUT, KILLED, DENIED, WITHDRAWN, EXPIRED, LOST -> true;
        };
    }
}
