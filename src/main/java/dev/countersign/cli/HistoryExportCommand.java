package dev.countersign.cli;

import dev.countersign.journal.CallExport;
import dev.countersign.journal.CallRecord;
import dev.countersign.recording.ExportCancelledException;
import dev.countersign.recording.ExportFormat;
import dev.countersign.recording.ExportWatch;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `countersign history export`: calls for others, secrets masked.
@Command(
        name = "export",
        description = {
            "Writes the output of calls for others, secrets masked.",
            "As asciicast (plays in asciinema's player), plain text, text with colours, a web page,"
                    + " or JSON with all facts. Several calls go into one file, one after the"
                    + " other."
        },
        footer = {
            "",
            "Formats: asciicast-v3, asciicast-v2, plain, ansi, html, json.",
            "Exit codes: 0 written, 1 there is nothing to write, 4 it cannot be written.",
            "",
            "Example: countersign history export 1a2b3c4d -o run.cast"
        })
final class HistoryExportCommand implements Callable<Integer> {
    private final HistoryPlaces places;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "ID", arity = "1..*", description = "shell_1a2b3c4d or 1a2b3c4d.")
    private List<String> ids = List.of();

    @Option(
            names = {"-f", "--format"},
            paramLabel = "FORMAT",
            description = "The form; else as the file's name says, else asciicast-v3.")
    private @Nullable String format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Where to write it; else to standard output. A file that is there already is"
                            + " not overwritten.")
    private @Nullable Path file;

    HistoryExportCommand(HistoryPlaces places) {
        this.places = places;
    }

    @Override
    public Integer call() throws IOException {
        ExportFormat form = form();
        Set<ToolCallId> calls = new LinkedHashSet<>();
        for (String id : ids) {
            calls.add(HistoryPlaces.id(id).orElseThrow(() -> usage(HistoryPlaces.noId(id))));
        }
        PrintWriter error = spec.commandLine().getErr();
        Map<ToolCallId, CallRecord> records = places.records(calls);
        for (ToolCallId call : calls) {
            if (!records.containsKey(call)) {
                error.println("countersign: there is no call " + call);
                return ExitCode.NO;
            }
        }
        boolean facts = form == ExportFormat.JSON || form == ExportFormat.HTML;
        ToolCallId only = calls.iterator().next();
        if (calls.size() == 1 && !facts && !Files.isDirectory(places.recording(only))) {
            error.println(
                    "countersign: "
                            + HistoryPlaces.noOutput(Objects.requireNonNull(records.get(only))));
            return ExitCode.NO;
        }
        CallExport export =
                new CallExport(
                        id -> Optional.ofNullable(records.get(id)),
                        places::recording,
                        places.masker());
        return write(export, List.copyOf(calls), form, error);
    }

    private int write(
            CallExport export, List<ToolCallId> calls, ExportFormat form, PrintWriter error)
            throws IOException {
        Path target = file;
        if (target == null) {
            return print(export, calls, form);
        }
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            error.println("countersign: there is no folder " + folder);
            return ExitCode.CANNOT;
        }
        ProgressLine progress =
                new ProgressLine(
                        error,
                        ProgressLine.Unit.MEBIBYTES,
                        "exporting",
                        ProgressLine.isOnTerminal(),
                        InstantSource.system());
        try {
            var _ = export.writeFile(calls, form, target, false, progress);
            return ExitCode.DONE;
        } catch (FileAlreadyExistsException e) {
            error.println("countersign: " + e.getFile());
            return ExitCode.CANNOT;
        } finally {
            progress.end();
        }
    }

    /// Ends early where nobody reads it any more, as behind `| head`.
    private int print(CallExport export, List<ToolCallId> calls, ExportFormat form)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            export.write(calls, form, out, new UntilUnread(out));
        } catch (ExportCancelledException _) {
            return ExitCode.CANNOT;
        }
        return ExitCode.DONE;
    }

    private record UntilUnread(PrintWriter out) implements ExportWatch {
        @Override
        public void at(long done, long all) {}

        @Override
        public boolean isCancelled() {
            return out.checkError();
        }
    }

    private ExportFormat form() {
        String wanted = format;
        if (wanted != null) {
            return byName(wanted)
                    .orElseThrow(() ->
                            usage("--format takes no '%s', but: %s".formatted(wanted, names())));
        }
        Path target = file;
        String name = target == null ? "" : target.toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(ExportFormat.values())
                .filter(form -> form != ExportFormat.ASCIICAST_V2)
                .filter(form -> name.endsWith("." + form.extension()))
                .findFirst()
                .orElse(ExportFormat.ASCIICAST_V3);
    }

    private static Optional<ExportFormat> byName(String name) {
        return Arrays.stream(ExportFormat.values())
                .filter(form -> form.wireName().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    private static String names() {
        return Arrays.stream(ExportFormat.values())
                .map(ExportFormat::wireName)
                .collect(Collectors.joining(", "));
    }

    private ParameterException usage(String words) {
        return new ParameterException(spec.commandLine(), words);
    }
}
