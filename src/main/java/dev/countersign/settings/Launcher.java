package dev.countersign.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How other programs start ours: the start script, and the home folder that it must be told.
///
/// @param program the absolute path of the start script, or its name where that is not known
/// @param home what `--home` or [CountersignPaths#HOME_VARIABLE] said; agents may start us without
///   that variable, so it is always handed on as an option
public record Launcher(String program, Optional<Path> home) {
    /// The system property by which the start script tells its own path.
    public static final String PROGRAM_PROPERTY = "countersign.launcher";

    /// The system property by which the command line tells what `--home` said.
    public static final String HOME_PROPERTY = "countersign.home";

    private static final String NAME = "countersign";

    public Launcher {
        if (program.isBlank()) {
            throw new IllegalArgumentException("program must not be blank");
        }
    }

    /// Of this process.
    ///
    /// @param homeOption what `--home` said
    public static Launcher ofThisProcess(
            Optional<Path> homeOption, Map<String, String> environment) {
        String program = System.getProperty(PROGRAM_PROPERTY, "");
        Optional<Path> home =
                homeOption
                        .or(() -> Optional.ofNullable(System.getProperty(HOME_PROPERTY)).map(Path::of))
                        .or(() ->
                        Optional.ofNullable(environment.get(CountersignPaths.HOME_VARIABLE))
                                .filter(value -> !value.isEmpty())
                                .map(Path::of));
        return new Launcher(
                program.isBlank() ? NAME : program,
                home.map(folder -> folder.toAbsolutePath().normalize()));
    }

    /// The arguments of a start, without the program itself.
    public List<String> arguments(String... command) {
        List<String> words = new ArrayList<>();
        home.ifPresent(folder -> words.addAll(List.of("--home", folder.toString())));
        words.addAll(List.of(command));
        return List.copyOf(words);
    }

    /// A start as one line for a shell.
    public String shellLine(String... command) {
        StringBuilder line = new StringBuilder(shellWord(program));
        arguments(command).forEach(word -> line.append(' ').append(shellWord(word)));
        return line.toString();
    }

    /// A text as one word of a shell.
    public static String shellWord(String text) {
        boolean plain =
                !text.isEmpty()
                        && text.chars()
                                .allMatch(unit ->
                                        (unit >= 'a' && unit <= 'z')
                                                || (unit >= 'A' && unit <= 'Z')
                                                || (unit >= '0' && unit <= '9')
                                                || "/._-+=:,@".indexOf(unit) >= 0);
        return plain ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
