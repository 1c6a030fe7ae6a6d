package dev.countersign.safety;

import java.util.Optional;

/// What is known of a variable's value, or of an expansion, before the script runs.
///
/// @param text the value; empty when it is only known when it runs
/// @param path what can stand for it in a path: the value, `~` for the home folder, the pattern
///   that a loop goes over
/// @param pattern the path is a pattern of file names
/// @param fromHome the path begins with a `~` that stands for the home folder
record ScriptValue(
        Optional<String> text, Optional<String> path, boolean pattern, boolean fromHome) {
    static final ScriptValue UNKNOWN =
            new ScriptValue(Optional.empty(), Optional.empty(), false, false);

    static ScriptValue known(String text) {
        return new ScriptValue(Optional.of(text), Optional.of(text), false, false);
    }

    /// A value that is not known, but where it leads to as a path is.
    static ScriptValue place(String path) {
        return new ScriptValue(Optional.empty(), Optional.of(path), false, path.startsWith("~"));
    }

    static ScriptValue of(ScriptWord word) {
        boolean expands = word.glob() || word.fromHome();
        return new ScriptValue(
                expands ? Optional.empty() : word.value(),
                word.path(),
                word.glob(),
                word.fromHome());
    }
}
