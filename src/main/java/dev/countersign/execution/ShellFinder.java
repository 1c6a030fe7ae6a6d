package dev.countersign.execution;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Finds the shell that runs commands (RUN-1): `$SHELL` when that is a bash, else `/bin/bash`, else
/// `/usr/bin/bash`. Nothing else is taken: commands are judged as bash.
///
/// Looks at each [#find()], so that a shell that comes or goes is noticed. Safe on any thread.
public final class ShellFinder {
    private static final List<Path> USUAL_PLACES =
            List.of(Path.of("/bin/bash"), Path.of("/usr/bin/bash"));

    private final Map<String, String> environment;
    private final Predicate<Path> isExecutable;

    /// Looks at the real disk.
    ///
    /// @param environment the console's own, for `SHELL`
    public ShellFinder(Map<String, String> environment) {
        this(environment, path -> Files.isRegularFile(path) && Files.isExecutable(path));
    }

    /// Asks others about the disk.
    ///
    /// @param isExecutable whether there is a program at this path that the user may run
    public ShellFinder(Map<String, String> environment, Predicate<Path> isExecutable) {
        this.environment = Map.copyOf(environment);
        this.isExecutable = isExecutable;
    }

    /// The first usable shell; empty when there is none. Touches the disk.
    public Optional<Path> find() {
        List<Path> candidates = new ArrayList<>();
        personsShell().ifPresent(candidates::add);
        candidates.addAll(USUAL_PLACES);
        return candidates.stream().filter(isExecutable).findFirst();
    }

    private Optional<Path> personsShell() {
        String shell = environment.getOrDefault("SHELL", "");
        try {
            Path path = Path.of(shell);
            boolean bash = path.isAbsolute() && path.endsWith("bash");
            return bash ? Optional.of(path) : Optional.empty();
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }
}
