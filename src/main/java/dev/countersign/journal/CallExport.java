package dev.countersign.journal;

import dev.countersign.approval.Decision;
import dev.countersign.recording.ExportCancelledException;
import dev.countersign.recording.ExportFormat;
import dev.countersign.recording.ExportFrame;
import dev.countersign.recording.ExportWatch;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingExport;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/// Exports calls with their output, secrets masked. Confined to its caller; what writes blocks.
public final class CallExport {
    private static final int LONGEST_TITLE = 200;

    private final CallFinder finder;
    private final Function<ToolCallId, Path> recordings;
    private final SecretMasker masker;

    /// Finds a call that is kept.
    @FunctionalInterface
    public interface CallFinder {
        Optional<CallRecord> find(ToolCallId id) throws JournalException;
    }

    /// @param recordings the folder of a call's recording, whether there is one or not
    public CallExport(
            CallFinder finder, Function<ToolCallId, Path> recordings, SecretMasker masker) {
        this.finder = finder;
        this.recordings = recordings;
        this.masker = masker;
    }

    /// Writes calls in one of the forms; does not close the writer. Of a single call that has no
    /// output there is nothing in the forms that are output alone; among several it is named.
    ///
    /// @param calls at least one, each once
    /// @throws ExportCancelledException when nobody wants the export any more
    /// @throws IOException when something cannot be read or written, or there is nothing to write;
    ///   its message is a sentence for the person
    public void write(List<ToolCallId> calls, ExportFormat format, Writer out, ExportWatch watch)
            throws IOException {
        if (calls.isEmpty()) {
            throw new IOException("No call was named to be exported.");
        }
        if (calls.size() == 1) {
            requireSomething(calls.getFirst(), format);
        }
        RecordingExport export =
                new RecordingExport(
                        format, calls.size(), bytesOf(calls, watch), masker, out, watch);
        for (ToolCallId id : calls) {
            CallRecord record = known(id);
            ExportFrame frame = frame(record, masker);
            Path folder = recordings.apply(id);
            if (!Files.isDirectory(folder)) {
                export.add(frame, Optional.empty());
                continue;
            }
            boolean over = record.status().isFinal();
            try (Recording files = over ? Recording.recover(folder) : Recording.open(folder)) {
                export.add(frame, Optional.of(files));
            }
        }
        export.finish();
    }

    /// Writes calls to a file, see [#write]. Where that does not come to its end, there is no file,
    /// or the one that was there before.
    ///
    /// @param replace whether a file that is there already gives way
    /// @return how many bytes the file has
    public long writeFile(
            List<ToolCallId> calls,
            ExportFormat format,
            Path file,
            boolean replace,
            ExportWatch watch)
            throws IOException {
        if (!replace && Files.exists(file)) {
            throw new FileAlreadyExistsException(file + " is there already; name another file.");
        }
        Path absolute = file.toAbsolutePath();
        Path beside = absolute.resolveSibling("." + absolute.getFileName() + ".part");
        try {
            try (Writer out = Files.newBufferedWriter(beside, StandardCharsets.UTF_8)) {
                write(calls, format, out, watch);
            }
            long bytes = Files.size(beside);
            Files.move(beside, absolute, StandardCopyOption.REPLACE_EXISTING);
            return bytes;
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private CallRecord known(ToolCallId id) throws IOException {
        return finder.find(id).orElseThrow(() -> new IOException("There is no call " + id + "."));
    }

    private void requireSomething(ToolCallId id, ExportFormat format) throws IOException {
        boolean facts = format == ExportFormat.JSON || format == ExportFormat.HTML;
        CallRecord record = known(id);
        if (!facts && !Files.isDirectory(recordings.apply(id))) {
            throw new IOException(
                    record.started().isEmpty()
                            ? id + " never ran, so it has no output."
                            : "The output of " + id + " is no longer kept.");
        }
    }

    private long bytesOf(List<ToolCallId> calls, ExportWatch watch) throws IOException {
        long bytes = 0;
        for (ToolCallId id : calls) {
            if (watch.isCancelled()) {
                throw new ExportCancelledException();
            }
            bytes += Recording.outputBytes(recordings.apply(id));
        }
        return bytes;
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
                record.conditions().pseudoTerminal(),
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
        call.flaggedDangerous().ifPresent(flag -> facts.put("agentSaysDangerous", flag.toString()));
        record.assessed()
                .ifPresent(event -> facts.put("level", event.assessment().level().wireName()));
        record.rehearsal().ifPresent(rehearsal -> facts.put("rehearsed", words(record, rehearsal)));
        record.decided().ifPresent(event -> putDecision(event, facts, masker));
        record.started()
                .ifPresent(event -> {
                    facts.put("started", event.at().toString());
                    facts.put("pid", Long.toString(event.pid()));
                });
        record.finished()
                .ifPresent(event -> {
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
        record.answered().ifPresent(event -> facts.put("answer", masker.mask(event.text())));
        return facts;
    }

    /// `1 time, last at …: would add 2, change 3 and remove 1; committed`.
    private static String words(CallRecord record, Rehearsal rehearsal) {
        String result =
                rehearsal
                        .ended()
                        .map(end ->
                                ": would add %d, change %d and remove %d"
                                        .formatted(end.added(), end.changed(), end.removed()))
                        .orElse("");
        String end =
                record.isRehearsed()
                        ? "; committed"
                        : rehearsal
                                .discarded()
                                .map(gone -> "; discarded: " + gone.reason())
                                .orElse("");
        return "%d %s, last at %s%s%s"
                .formatted(
                        rehearsal.times(),
                        rehearsal.times() == 1 ? "time" : "times",
                        rehearsal.started().at(),
                        result,
                        end);
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
