package dev.countersign.approval;

import dev.countersign.shell.CommandPart;
import dev.countersign.shell.CommandReader;
import dev.countersign.shell.CommandReading;
import dev.countersign.shell.CommandWord;
import java.util.List;
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

    private static List<Optional<String>> values(List<CommandWord> words) {
        return words.stream().map(CommandWord::staticValue).toList();
    }
}
