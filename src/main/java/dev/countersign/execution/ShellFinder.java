package dev.countersign.execution;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Finds the shells that can run commands (RUN-1): the one that the person set, `$SHELL` when that
/// is a bash, `/bin/bash`, `/usr/bin/bash`; on Windows those of Git. Another shell is taken only
/// when the person set it or there is no bash, since commands are judged as bash reads them.
///
/// Looks at each question, so that a shell that comes or goes is noticed. Safe on any thread;
/// touches the disk.
public final class ShellFinder {
    static final String NONE =
            "there is no bash: $SHELL is none, and neither /bin/bash nor /usr/bin/bash can be run;"
                    + " install bash or set 'shell' in the settings";

    private static final List<Path> USUAL_PLACES =
            List.of(Path.of("/bin/bash"), Path.of("/usr/bin/bash"));

    /// Where Git for Windows has its bash, below the folders that these variables name.
    private static final List<String> WINDOWS_PROGRAMS =
            List.of("ProgramFiles", "ProgramW6432", "LOCALAPPDATA");

    /// What else can run `-c TEXT` in about the way that an agent expects, best first.
    private static final List<String> OTHER_SHELLS = List.of("zsh", "ksh", "dash", "sh");

    private static final Set<String> OTHER_NAMES =
            Set.of("zsh", "ksh", "mksh", "dash", "ash", "sh");

    private final Map<String, String> environment;
    private final Predicate<Path> isExecutable;
    private final Supplier<Optional<Path>> wanted;

    /// Looks at the real disk.
    ///
    /// @param environment the console's own, for `SHELL`
    public ShellFinder(Map<String, String> environment) {
        this(environment, ShellFinder::isProgram, Optional::empty);
    }

    /// Asks others about the disk.
    ///
    /// @param isExecutable whether there is a program at this path that the user may run
    public ShellFinder(Map<String, String> environment, Predicate<Path> isExecutable) {
        this(environment, isExecutable, Optional::empty);
    }

    private ShellFinder(
            Map<String, String> environment,
            Predicate<Path> isExecutable,
            Supplier<Optional<Path>> wanted) {
        this.environment = Map.copyOf(environment);
        this.isExecutable = isExecutable;
        this.wanted = wanted;
    }

    /// One that takes first what the person set.
    public ShellFinder preferring(Supplier<Optional<Path>> shell) {
        return new ShellFinder(environment, isExecutable, shell);
    }

    /// Whether a shell can be set: one of those that take `-c TEXT` and read it about as bash does.
    public static boolean isUsable(Path shell) {
        return isBash(shell) || OTHER_NAMES.contains(nameOf(shell));
    }

    /// The first usable shell; empty when there is none.
    public Optional<Path> find() {
        return other().or(() -> bashes().stream().findFirst());
    }

    /// The shell that commands run by where that is no bash: what they do is then not known.
    public Optional<Path> other() {
        Optional<Path> set = wanted.get().filter(isExecutable).filter(ShellFinder::isUsable);
        if (set.isPresent() && !isBash(set.get())) {
            return set;
        }
        return bashes().isEmpty() ? anyOther() : Optional.empty();
    }

    /// Every bash that is there, the one to take first at first.
    List<Path> bashes() {
        Set<Path> candidates = new LinkedHashSet<>();
        wanted.get().filter(ShellFinder::isBash).ifPresent(candidates::add);
        personsShell().filter(ShellFinder::isBash).ifPresent(candidates::add);
        candidates.addAll(USUAL_PLACES);
        candidates.addAll(windowsPlaces());
        return candidates.stream().filter(isExecutable).toList();
    }

    private Optional<Path> anyOther() {
        Optional<Path> persons =
                personsShell()
                        .filter(shell -> OTHER_NAMES.contains(nameOf(shell)))
                        .filter(isExecutable);
        return persons.or(() ->
                OTHER_SHELLS.stream()
                        .map(name -> Path.of("/bin", name))
                        .filter(isExecutable)
                        .findFirst());
    }

    private Optional<Path> personsShell() {
        try {
            return Optional.of(Path.of(environment.getOrDefault("SHELL", "")))
                    .filter(Path::isAbsolute);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private List<Path> windowsPlaces() {
        return WINDOWS_PROGRAMS.stream()
                .map(environment::get)
                .filter(folder -> folder != null && !folder.isEmpty())
                .flatMap(folder -> below(folder).stream())
                .toList();
    }

    private static List<Path> below(String folder) {
        try {
            Path programs = Path.of(folder);
            return List.of(
                    programs.resolve("Git/bin/bash.exe"),
                    programs.resolve("Git/usr/bin/bash.exe"),
                    programs.resolve("Programs/Git/bin/bash.exe"));
        } catch (InvalidPathException _) {
            return List.of();
        }
    }

    private static boolean isBash(Path shell) {
        return shell.isAbsolute() && nameOf(shell).equals("bash");
    }

    private static String nameOf(Path shell) {
        Path name = shell.getFileName();
        String text = name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
        return text.endsWith(".exe") ? text.substring(0, text.length() - ".exe".length()) : text;
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }
}
