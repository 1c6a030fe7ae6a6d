package dev.countersign.cli;

import dev.countersign.settings.CountersignPaths;
import java.nio.file.Path;
import java.util.Optional;

/// What the person said for all subcommands alike. Valid once the command line is parsed.
public interface CommonOptions {
    /// Where everything is, as `--home` and the environment have it.
    CountersignPaths paths();

    /// The person's home folder, as a shell has it: HOME, else what the system says.
    Path personHome();

    /// What `--home` said.
    Optional<Path> home();

    /// Whether failures are told with all their details.
    boolean debug();
}
