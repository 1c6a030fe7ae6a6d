package dev.countersign.execution;

import java.time.InstantSource;

/// The engines that all pass the same tests.
enum EngineKind {
    PORTABLE {
        @Override
        ExecutionEngine open(ShellFinder shells, CommandEnvironment environment) {
            return ExecutionEngines.portable(shells, environment, InstantSource.system());
        }
    },
    LINUX {
        @Override
        ExecutionEngine open(ShellFinder shells, CommandEnvironment environment) {
            return ExecutionEngines.linux(shells, environment, InstantSource.system());
        }
    };

    abstract ExecutionEngine open(ShellFinder shells, CommandEnvironment environment);
}
