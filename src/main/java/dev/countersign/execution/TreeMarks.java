package dev.countersign.execution;

import java.util.Set;

/// What tells the processes of a command from all others, wherever they went.
///
/// @param variable how the value of [CommandEnvironment#MARKER] in their environment begins
/// @param pipes what the command's output goes to, as `/proc` names it: `pipe:[4711]`. Nobody else
///   has such a pipe as stdout or stderr, and a cleared environment does not take it away
record TreeMarks(String variable, Set<String> pipes) {
    TreeMarks {
        pipes = Set.copyOf(pipes);
    }
}
