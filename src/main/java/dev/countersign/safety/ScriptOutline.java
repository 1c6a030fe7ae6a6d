package dev.countersign.safety;

import java.util.List;
import java.util.Set;

/// Every simple command of a script, wherever it stands in it, in the order of the text.
///
/// @param functions the names that the script gives to functions of its own
/// @param assigned the variables that the script sets
/// @param gaps what could not be read
record ScriptOutline(
        List<SimpleCommand> commands, Set<String> functions, Set<String> assigned, List<Gap> gaps) {
    ScriptOutline {
        commands = List.copyOf(commands);
        functions = Set.copyOf(functions);
        assigned = Set.copyOf(assigned);
        gaps = List.copyOf(gaps);
    }

    /// A stretch that could not be read, and why, as a sentence.
    record Gap(int start, int end, String reason) {}
}
