package dev.countersign.supervision.consequence;

import dev.countersign.shell.CommandPart;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One simple command of a script as bash would start it: its words with all expansions made.
///
/// @param arguments behind the name; empty where some word is only known when it runs
/// @param directory where it runs, empty where that is not known
record PlannedCommand(
        String name, Optional<List<String>> arguments, Optional<Path> directory, CommandPart part) {

    /// The short options, each by itself, that stand before `--`: `rf` for `-rf`.
    boolean hasOption(char letter, String longName) {
        for (String argument : arguments.orElse(List.of())) {
            if (argument.equals("--")) {
                return false;
            }
            boolean letters = argument.startsWith("-") && !argument.startsWith("--");
            if ((letters && argument.indexOf(letter, 1) > 0)
                    || argument.equals(longName)
                    || argument.startsWith(longName + "=")) {
                return true;
            }
        }
        return false;
    }

    /// The arguments that are no options.
    List<String> operands() {
        List<String> operands = new ArrayList<>();
        boolean ended = false;
        for (String argument : arguments.orElse(List.of())) {
            if (!ended && argument.equals("--")) {
                ended = true;
            } else if (ended || !argument.startsWith("-") || argument.equals("-")) {
                operands.add(argument);
            }
        }
        return operands;
    }

    /// Whether every option is one of these letters, alone or together.
    boolean hasOnlyOptions(String letters, List<String> longNames) {
        for (String argument : arguments.orElse(List.of())) {
            if (argument.equals("--")) {
                return true;
            }
            if (argument.startsWith("--")) {
                if (!longNames.contains(argument)) {
                    return false;
                }
            } else if (argument.startsWith("-") && argument.length() > 1) {
                if (argument.chars().skip(1).anyMatch(c -> letters.indexOf(c) < 0)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The place that a path names; empty where that is not known.
    Optional<Path> resolve(String path) {
        try {
            Path named = Path.of(path);
            return named.isAbsolute()
                    ? Optional.of(named.normalize())
                    : directory.map(folder -> folder.resolve(named).normalize());
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    /// Without the words of a wrapper that changes nothing of what the command does to files.
    PlannedCommand unwrapped() {
        PlannedCommand inner = this;
        while (inner.isPlainWrapper()) {
            List<String> words = inner.arguments().orElseThrow();
            inner =
                    new PlannedCommand(
                            base(words.getFirst()),
                            Optional.of(words.subList(1, words.size())),
                            inner.directory(),
                            inner.part());
        }
        return inner;
    }

    private boolean isPlainWrapper() {
        return List.of("sudo", "command", "nohup", "builtin", "time", "nice").contains(name)
                && arguments.isPresent()
                && !arguments.get().isEmpty()
                && !arguments.get().getFirst().startsWith("-")
                && arguments.get().getFirst().indexOf('=') < 0;
    }

    static String base(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }
}
