package dev.countersign.cli.hook;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The agent that a hook was started by.
final class AgentProcess {
    /// What stands between an agent and its hook: shells, our own start script, wrappers.
    private static final List<String> BETWEEN =
            List.of("sh", "bash", "dash", "zsh", "ksh", "fish", "busybox", "env", "timeout");

    private static final int MAXIMUM_DEPTH = 32;

    private AgentProcess() {}

    /// The nearest ancestor of this process that is no shell; 0 where the system tells none.
    static long pid() {
        Optional<ProcessHandle> process = ProcessHandle.current().parent();
        for (int depth = 0; process.isPresent() && depth < MAXIMUM_DEPTH; depth++) {
            if (!isBetween(process.get())) {
                return process.get().pid();
            }
            process = process.get().parent();
        }
        return 0;
    }

    private static boolean isBetween(ProcessHandle process) {
        Optional<Path> program = process.info().command().map(Path::of);
        if (program.isEmpty() || program.get().getFileName() == null) {
            return false;
        }
        return BETWEEN.contains(program.get().getFileName().toString().toLowerCase(Locale.ROOT));
    }
}
