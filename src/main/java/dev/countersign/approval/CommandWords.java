package dev.countersign.approval;

import dev.countersign.safety.AssessmentRequest;
import dev.countersign.safety.CommandStep;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.shell.CommandPart;
import dev.countersign.shell.CommandReader;
import dev.countersign.shell.CommandReading;
import dev.countersign.shell.CommandWord;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The words of the simple commands of a text, for the examples of rules.
final class CommandWords {
    private CommandWords() {}

    /// The words of each, empty for one that is not known before it runs; empty when the text
    /// cannot be read.
    static Optional<List<List<Optional<String>>>> of(String command) {
        return switch (CommandReader.read(command)) {
            case CommandReading.Unreadable _ -> Optional.empty();
            case CommandReading.Parts(var _, List<CommandPart> parts) ->
                    Optional.of(
                            parts.stream()
                                    .map(CommandPart::words)
                                    .filter(words -> !words.isEmpty())
                                    .map(CommandWords::values)
                                    .toList());
        };
    }

    /// The words of each command that runs, without the options before a subcommand.
    static List<List<Optional<String>>> plain(String command) {
        Path nowhere = Path.of("/").toAbsolutePath();
        AssessmentRequest request =
                new AssessmentRequest(
                        command, nowhere, Workspace.of(nowhere), nowhere, Map.of(), List.of());
        return new RiskAssessor(FileFacts.none())
                .assess(request).steps().stream().map(CommandStep::plainWords).toList();
    }

    private static List<Optional<String>> values(List<CommandWord> words) {
        return words.stream().map(CommandWord::staticValue).toList();
    }
}
