package dev.countersign.settings;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Where everything is that the console reads and writes. All paths are absolute; none is looked at
/// here.
///
/// @param configuration the folder of what a person may edit
/// @param state the folder of what the console keeps
/// @param socket where agents reach the console
/// @param maximumSocketBytes the longest path that the system takes for a socket
public record CountersignPaths(
        Path configuration, Path state, Path socket, int maximumSocketBytes) {
    /// Moves everything under one folder, as `--home` does, which goes before it.
    public static final String HOME_VARIABLE = "COUNTERSIGN_HOME";

    private static final String NAME = "countersign";
    private static final String SOCKET_NAME = "console.sock";
    // sun_path holds 108 bytes on Linux and Windows and 104 on macOS, one of them the closing NUL.
    private static final int LONGEST_SOCKET = 107;
    private static final int LONGEST_MAC_SOCKET = 103;

    public CountersignPaths {
        if (!configuration.isAbsolute() || !state.isAbsolute() || !socket.isAbsolute()) {
            throw new IllegalArgumentException("paths must be absolute");
        }
    }

    /// Finds the folders of this process's system and person.
    ///
    /// @param home what `--home` says
    /// @param environment the environment of the console
    public static CountersignPaths ofThisSystem(
            Optional<Path> home, Map<String, String> environment) {
        return of(
                home,
                environment,
                Path.of(System.getProperty("user.home")),
                System.getProperty("os.name"));
    }

    /// Finds the folders as the platform has them.
    ///
    /// @param home what `--home` says
    /// @param environment the environment of the console
    /// @param userHome the person's home folder, for where the environment does not tell
    /// @param systemName as the system property `os.name` has it
    public static CountersignPaths of(
            Optional<Path> home,
            Map<String, String> environment,
            Path userHome,
            String systemName) {
        String system = systemName.toLowerCase(Locale.ROOT);
        boolean mac = system.startsWith("mac");
        int longest = mac ? LONGEST_MAC_SOCKET : LONGEST_SOCKET;
        Optional<Path> moved = home.or(() -> variable(environment, HOME_VARIABLE).map(Path::of));
        if (moved.isPresent()) {
            return under(moved.get().toAbsolutePath().normalize(), longest);
        }
        Path person = absolute(environment, "HOME").orElse(userHome.toAbsolutePath());
        if (mac) {
            return under(
                    person.resolve("Library").resolve("Application Support").resolve(NAME),
                    longest);
        }
        if (system.startsWith("windows")) {
            return onWindows(environment, userHome.toAbsolutePath(), longest);
        }
        Path configuration =
                absolute(environment, "XDG_CONFIG_HOME").orElse(person.resolve(".config"));
        Path localState = person.resolve(".local").resolve("state");
        Path state = absolute(environment, "XDG_STATE_HOME").orElse(localState);
        // Some agents start the bridge with HOME alone, so the socket must not depend on more.
        return new CountersignPaths(
                configuration.resolve(NAME),
                state.resolve(NAME),
                localState.resolve(NAME).resolve("run").resolve(SOCKET_NAME),
                longest);
    }

    private static CountersignPaths under(Path folder, int longest) {
        return new CountersignPaths(
                folder.resolve("config"),
                folder.resolve("state"),
                folder.resolve("run").resolve(SOCKET_NAME),
                longest);
    }

    private static CountersignPaths onWindows(
            Map<String, String> environment, Path userHome, int longest) {
        Path data = userHome.resolve("AppData");
        Path roaming = absolute(environment, "APPDATA").orElse(data.resolve("Roaming"));
        Path local = absolute(environment, "LOCALAPPDATA").orElse(data.resolve("Local"));
        return new CountersignPaths(
                roaming.resolve(NAME),
                local.resolve(NAME).resolve("state"),
                local.resolve(NAME).resolve("run").resolve(SOCKET_NAME),
                longest);
    }

    /// The folders of the console's own files. Whoever writes there undoes what a person decided.
    public List<Path> ownFolders() {
        Path run = socket.getParent();
        return run == null ? List.of(configuration, state) : List.of(configuration, state, run);
    }

    public Path settingsFile() {
        return configuration.resolve("settings.json");
    }

    public Path permissionsFile() {
        return configuration.resolve("permissions.json");
    }

    /// What a person says of commands that the console does not know.
    public Path commandsFile() {
        return configuration.resolve("commands.json");
    }

    public Path journalFolder() {
        return state.resolve("journal");
    }

    /// The index over the journal; it can be made anew at any time.
    public Path indexFile() {
        return state.resolve("index.db");
    }

    /// What was in force of rule files when they were last looked at, and which are trusted.
    public Path rulesFolder() {
        return state.resolve("rules");
    }

    public Path recordingsFolder() {
        return state.resolve("recordings");
    }

    /// The throw-away copies of commands that are rehearsed; empty while none is.
    public Path rehearsalsFolder() {
        return state.resolve("rehearsals");
    }

    public Path logFolder() {
        return state.resolve("log");
    }

    /// Where libraries unpack their native parts.
    public Path nativesFolder() {
        return state.resolve("natives");
    }

    /// Why there can be no socket at its path, as a sentence that says what to do; empty when all
    /// is well.
    public Optional<String> socketProblem() {
        int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length <= maximumSocketBytes) {
            return Optional.empty();
        }
        return Optional.of(
                ("The path of the socket is %d bytes long and the system takes %d at most: %s. Give"
                                + " a shorter folder with --home or %s.")
                        .formatted(length, maximumSocketBytes, socket, HOME_VARIABLE));
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    // The XDG specification has relative paths ignored.
    private static Optional<Path> absolute(Map<String, String> environment, String name) {
        return variable(environment, name).map(Path::of).filter(Path::isAbsolute);
    }
}
