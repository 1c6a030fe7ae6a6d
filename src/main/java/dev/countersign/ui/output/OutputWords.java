package dev.countersign.ui.output;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Page;
import java.time.Duration;
import java.util.Optional;

/// What is said of a run beside its output. Pure.
final class OutputWords {
    private OutputWords() {}

    /// Whose run it is, how long it took and how it ended.
    static String about(CallRecord record, UiContext context) {
        String where =
                Words.oneLine(record.call().session().name())
                        + " in "
                        + context.path(record.call().directory());
        String time =
                Words.runTime(record, context.ticker().now())
                        .map(t ->
                                record.isRunning()
                                        ? ", running " + Words.age(t)
                                        : ", " + Words.duration(t))
                        .orElse("");
        String end =
                record.outcome()
                        .map(outcome -> ", " + Words.outcome(outcome))
                        .or(() ->
                                record.decision().map(decision -> ", " + Words.decision(decision)))
                        .orElse("");
        return where + time + end;
    }

    /// When and how a run ended.
    static Optional<ReplayMarker> end(CallRecord record) {
        if (record.started().isEmpty() || record.finished().isEmpty()) {
            return Optional.empty();
        }
        Duration at = Duration.between(record.started().get().at(), record.finished().get().at());
        boolean good = record.outcome().filter(outcome -> outcome.succeeded()).isPresent();
        return Optional.of(
                new ReplayMarker(
                        at.isNegative() ? Duration.ZERO : at,
                        record.outcome().map(Words::outcome).orElse("end"),
                        good ? ReplayMarker.Kind.GOOD_END : ReplayMarker.Kind.BAD_END));
    }

    /// How an asciicast says that it ended.
    static ReplayMarker castEnd(Duration at, int code) {
        return new ReplayMarker(
                at,
                "exit code " + code,
                code == 0 ? ReplayMarker.Kind.GOOD_END : ReplayMarker.Kind.BAD_END);
    }

    /// How much there is; nothing where there is none.
    static String counts(Page page) {
        if (page.rowCount() == 0) {
            return "";
        }
        String bytes = Words.bytes(page.totals().bytes());
        String size =
                page.screen().isPresent()
                        ? bytes
                        : Words.count(page.rowCount(), "line") + ", " + bytes;
        return page.taken() < 1
                ? size + ", reading " + Math.round(page.taken() * 100) + " %"
                : size;
    }

    /// What stands in place of the rows of a run that has none.
    ///
    /// @param kept whether there is a recording of it
    static String noRows(CallRecord record, boolean kept) {
        if (record.started().isEmpty()) {
            return neverStarted(record.status());
        }
        if (!kept) {
            return "Its output is not kept.";
        }
        return noRows(record.isRunning());
    }

    /// As [#noRows(CallRecord, boolean)], of a run that has a recording.
    static String noRows(boolean running) {
        return running ? "No output so far." : "It printed nothing.";
    }

    private static String neverStarted(CallStatus status) {
        return switch (status) {
            case RUNNING -> "Approved. It has not started yet.";
            case PENDING_APPROVAL -> "It waits for a decision, so there is no output yet.";
            case HANDED_OVER ->
                    "Approved. The agent runs it with its own shell, so its output is not seen"
                            + " here.";
            case COMPLETED, FAILED, TIMEOUT, KILLED, DENIED, WITHDRAWN, EXPIRED, DRY_RUN, LOST ->
                    StateIcon.word(status) + ". It never ran, so there is no output.";
        };
    }
}
