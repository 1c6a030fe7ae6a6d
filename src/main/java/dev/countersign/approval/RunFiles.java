package dev.countersign.approval;

import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.CommandStep;
import dev.countersign.safety.ScriptFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The script files that commands run, each with the SHA-256 of its content; with no text where it
/// could not be read. Pure.
final class RunFiles {
    private RunFiles() {}

    static Map<Path, String> of(CommandAnalysis analysis) {
        return digests(analysis.scripts());
    }

    /// Those of one simple command.
    static Map<Path, String> of(CommandAnalysis analysis, CommandStep step) {
        return digests(filesOf(analysis, step));
    }

    static List<ScriptFile> filesOf(CommandAnalysis analysis, CommandStep step) {
        return analysis.scripts().stream()
                .filter(file ->
                        file.start() < step.part().end() && step.part().start() < file.end())
                .toList();
    }

    private static Map<Path, String> digests(List<ScriptFile> files) {
        Map<Path, String> digests = new TreeMap<>();
        files.forEach(file -> digests.put(file.path(), file.sha256().orElse("")));
        return digests;
    }
}
