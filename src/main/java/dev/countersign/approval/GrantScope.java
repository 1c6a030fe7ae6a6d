package dev.countersign.approval;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a person lets through for the rest of a session.
public sealed interface GrantScope {
    /// The most words of a prefix.
    int MOST_WORDS = 100;

    /// For people: `npm test …`.
    String words();

    /// Exactly this command, in this folder, with these added variables and these script files.
    ///
    /// @param scripts the files that it runs, with the SHA-256 of their content in hexadecimal
    record ExactCommand(
            String command,
            Path directory,
            Map<String, String> addedEnvironment,
            Map<Path, String> scripts)
            implements GrantScope {
        public ExactCommand {
            addedEnvironment = Collections.unmodifiableMap(new LinkedHashMap<>(addedEnvironment));
            scripts = Collections.unmodifiableMap(new LinkedHashMap<>(scripts));
        }

        @Override
        public String words() {
            return command;
        }
    }

    /// Every simple command that begins with these words.
    record CommandPrefix(List<String> prefix) implements GrantScope {
        public CommandPrefix {
            prefix = List.copyOf(prefix);
            requireWords(prefix);
        }

        @Override
        public String words() {
            return String.join(" ", prefix) + " …";
        }
    }

    /// Every simple command that begins with these words and runs these files, as long as what
    /// stands in them does not change.
    ///
    /// @param scripts the files, with the SHA-256 of their content in hexadecimal
    record ScriptContent(List<String> prefix, Map<Path, String> scripts) implements GrantScope {
        public ScriptContent {
            prefix = List.copyOf(prefix);
            requireWords(prefix);
            scripts = Collections.unmodifiableMap(new LinkedHashMap<>(scripts));
            if (scripts.isEmpty()) {
                throw new IllegalArgumentException("no script");
            }
        }

        @Override
        public String words() {
            return String.join(" ", prefix) + " … (as the script is now)";
        }
    }

    private static void requireWords(List<String> prefix) {
        if (prefix.isEmpty() || prefix.size() > MOST_WORDS || prefix.getFirst().isEmpty()) {
            throw new IllegalArgumentException("a prefix has 1 to 100 words");
        }
    }
}
