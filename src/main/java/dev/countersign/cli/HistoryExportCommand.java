package dev.countersign.cli;

import dev.countersign.journal.CallExport;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.CallStory;
import dev.countersign.recording.ExportFormat;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `countersign history export`: a call for others, secrets masked.
@Command(
        name = "export",
        description = {
            "Writes a call's output for others: as asciicast (plays in asciinema's player), plain",
            "text, text with colours, a web page, or JSON with all facts. Secrets are masked."
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

    @Parameters(paramLabel = "ID", description = "shell_1a2b3c4d or 1a2b3c4d.")
    private String id = "";

    @Option(
            names = {"-f", "--format"},
            paramLabel = "FORMAT",
            description = "The form; else as the file's name says, else asciicast-v3.")
    private @Nullable String format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to write it; else to standard output. A file that is there already is not overwritten.")
    private @Nullable Path file;

    HistoryExportCommand(HistoryPlaces places) {
        this.places = places;
    }

    @Override
    public Integer call() throws IOException {
        ExportFormat form = form();
        ToolCallId call =
                HistoryPlaces.id(id)
                        .orElseThrow(() -> usage("'%s' names no call".formatted(id)));
        Optional<CallRecord> record = places.story(call).map(CallStory::record);
        if (record.isEmpty()) {
            spec.commandLine().getErr().println("countersign: there is no call " + call);
            return ExitCode.NO;
        }
        Path target = file;
        if (target == null) {
            write(record.get(), form, spec.commandLine().getOut());
            return ExitCode.DONE;
        }
        if (Files.exists(target)) {
            spec.commandLine()
                    .getErr()
                    .println("countersign: %s is there already; name another file".formatted(target));
            return ExitCode.CANNOT;
        }
        try (Writer out = Files.newBufferedWriter(target, StandardCharsets.UTF_8)) {
            write(record.get(), form, out);
        } catch (IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
        return ExitCode.DONE;
    }

    private void write(CallRecord record, ExportFormat form, Writer out) throws IOException {
        CallExport.write(record, places.recording(record.id()), form, places.masker(), out);
    }

    private ExportFormat form() {
        String wanted = format;
        if (wanted != null) {
            return byName(wanted)
                    .orElseThrow(() ->
                            usage(
                                    "--format takes no '%s', but: %s"
                                            .formatted(wanted, names())));
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
