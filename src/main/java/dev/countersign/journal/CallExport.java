package dev.countersign.journal;

import dev.countersign.approval.Decision;
import dev.countersign.recording.ExportFormat;
import dev.countersign.recording.ExportFrame;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingExport;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCall;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Exports a call with its output, secrets masked. Stateless; what writes blocks.
public final class CallExport {
    private static final int LONGEST_TITLE = 200;

    private CallExport() {}

    /// Writes a call in one of the forms; does not close the writer.
    ///
    /// @param recording the folder of its recording, whether there is one or not
    /// @throws IOException when it cannot be read or written, or has no output and the form is of
    ///   nothing but output
    public static void write(
            CallRecord record,
            Path recording,
            ExportFormat format,
            SecretMasker masker,
            Writer out)
            throws IOException {
        ExportFrame frame = frame(record, masker);
        if (Files.isDirectory(recording)) {
            boolean over = record.status().isFinal();
            try (Recording files =
                    over ? Recording.recover(recording) : Recording.open(recording)) {
                new RecordingExport(files, frame, masker).write(format, out);
            }
            return;
        }
        if (format != ExportFormat.JSON) {
            throw new IOException(
                    record.started().isEmpty()
                            ? record.id() + " never ran, so it has no output"
                            : "the output of " + record.id() + " is no longer kept");
        }
        RecordingExport.writeWithoutOutput(frame, out);
    }

    /// What is told of a call beside its output.
    public static ExportFrame frame(CallRecord record, SecretMasker masker) {
        String command = masker.mask(record.command().text());
        String line = command.lines().findFirst().orElse("").strip();
        String title = line.substring(0, Math.min(line.length(), LONGEST_TITLE));
        return new ExportFrame(
                title,
                record.started()
                        .map(SupervisionEvent.Started::at)
                        .orElse(record.call().receivedAt()),
                exitCode(record),
                facts(record, masker));
    }

    private static OptionalInt exitCode(CallRecord record) {
        return record.outcome()
                .filter(Outcome.Exited.class::isInstance)
                .map(Outcome.Exited.class::cast)
                .map(exited -> OptionalInt.of(exited.code()))
                .orElse(OptionalInt.empty());
    }

    /// Everything that is known of a call as names and texts, in the order in which a person wants
    /// to read it; masked.
    public static Map<String, String> facts(CallRecord record, SecretMasker masker) {
        ToolCall call = record.call();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("id", record.id().shellName());
        facts.put("command", masker.mask(record.command().text()));
        if (record.edit().isPresent()) {
            facts.put("askedFor", masker.mask(call.command().text()));
        }
        call.summary().ifPresent(summary -> facts.put("summary", masker.mask(summary)));
        facts.put("agent", call.session().name() + " " + call.session().version());
        facts.put("workspace", call.session().workspace().roots().getFirst().toString());
        facts.put("directory", call.directory().toString());
        facts.put("status", record.status().wireName());
        facts.put("received", call.receivedAt().toString());
        call.flaggedDangerous()
                .ifPresent(flag -> facts.put("agentSaysDangerous", flag.toString()));
        record.assessed()
                .ifPresent(event -> facts.put("level", event.assessment().level().wireName()));
        record.decided().ifPresent(event -> putDecision(event, facts, masker));
        record.started().ifPresent(event -> {
            facts.put("started", event.at().toString());
            facts.put("pid", Long.toString(event.pid()));
        });
        record.finished().ifPresent(event -> {
            facts.put("finished", event.at().toString());
            facts.put("outcome", outcome(event.outcome(), masker));
            facts.put("outputBytes", Long.toString(event.outputBytes()));
            facts.put("outputLines", Long.toString(event.outputLines()));
        });
        record.note().ifPresent(note -> facts.put("note", masker.mask(note)));
        record.deleted()
                .ifPresent(event ->
                        facts.put(
                                "deleted",
                                "%s by %s at %s"
                                        .formatted(
                                                lower(event.what()),
                                                lower(event.cause()),
                                                event.at())));
        record.answered()
                .ifPresent(event -> facts.put("answer", masker.mask(event.text())));
        return facts;
    }

    private static void putDecision(
            SupervisionEvent.Decided event, Map<String, String> facts, SecretMasker masker) {
        Decision decision = event.decision();
        facts.put("decision", DecisionKind.of(decision).wireName());
        facts.put("decided", event.at().toString());
        Optional<DecidedBy> by = DecidedBy.of(decision);
        by.ifPresent(decider -> facts.put("decidedBy", decider.kind()));
        by.flatMap(DecidedBy::rule).ifPresent(rule -> facts.put("rule", rule));
        Optional<String> reason =
                switch (decision) {
                    case Decision.Denied denied -> denied.reason();
                    case Decision.Withdrawn withdrawn -> Optional.of(withdrawn.reason());
                    case Decision.Approved _, Decision.Expired _ -> Optional.empty();
                };
        reason.ifPresent(words -> facts.put("reason", masker.mask(words)));
    }

    private static String outcome(Outcome outcome, SecretMasker masker) {
        return switch (outcome) {
            case Outcome.Exited exited -> "exit code " + exited.code();
            case Outcome.Signalled signalled -> "killed by " + signalled.signal();
            case Outcome.TimedOut timedOut -> "timed out after " + timedOut.after();
            case Outcome.Stopped stopped -> "stopped by " + stopped.by().words();
            case Outcome.FailedToStart failed -> "not started: " + masker.mask(failed.message());
            case Outcome.Lost _ -> "lost: its end was not seen";
        };
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT);
    }
}
