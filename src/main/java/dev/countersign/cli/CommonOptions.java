package dev.countersign.cli;

import dev.countersign.settings.CountersignPaths;

/// What the person said for all subcommands alike. Valid once the command line is parsed.
public interface CommonOptions {
    /// Where everything is, as `--home` and the environment have it.
    CountersignPaths paths();

    /// Whether failures are told with all their details.
    boolean debug();
}
