package dev.countersign.execution;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// The engines that all pass the same tests.
enum EngineKind {
    PORTABLE {
        @Override
        ExecutionEngine open(
                ShellFinder shells, CommandEnvironment environment, Sandboxes sandboxes) {
            // Else a library is left in the system's temporary folder.
            System.setProperty("pty4j.tmpdir", Path.of("target").toAbsolutePath().toString());
            System.setProperty("jna.tmpdir", Path.of("target").toAbsolutePath().toString());
            return ExecutionEngines.portable(
                    shells, environment, sandboxes, InstantSource.system());
        }
    },
    LINUX {
        @Override
        ExecutionEngine open(
                ShellFinder shells, CommandEnvironment environment, Sandboxes sandboxes) {
            return ExecutionEngines.linux(shells, environment, sandboxes, InstantSource.system());
        }
    };

    abstract ExecutionEngine open(
            ShellFinder shells, CommandEnvironment environment, Sandboxes sandboxes);

    ExecutionEngine open(ShellFinder shells, CommandEnvironment environment) {
        return open(shells, environment, new Sandboxes(Map.of(), Path.of("/"), List.of()));
    }
}
