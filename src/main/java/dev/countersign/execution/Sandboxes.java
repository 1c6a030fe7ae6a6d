package dev.countersign.execution;

import dev.countersign.toolcall.Sandbox;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.Workspace;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Shuts commands in by bubblewrap (RUN-9): the whole disk is there to read, the workspace alone to
/// write, `/tmp` is the command's own, and the places of sockets are empty, so that nothing outside
/// does for the command what it may not do itself.
///
/// Safe on any thread. [#availability()] blocks for some milliseconds at its first call.
public final class Sandboxes {
    private static final List<Path> PLACES =
            List.of(
                    Path.of("/usr/bin/bwrap"),
                    Path.of("/bin/bwrap"),
                    Path.of("/usr/local/bin/bwrap"));
    private static final int PROBE_SECONDS = 5;
    private static final int MAXIMUM_ANSWER_BYTES = 2_000;
    private static final Path TEMPORARY = Path.of("/tmp");
    private static final Path RUN = Path.of("/run");
    private static final Path RESOLVER = Path.of("/etc/resolv.conf");

    /// What leads to a socket of the desktop, an agent of keys, or a service.
    private static final Set<String> SOCKET_VARIABLES =
            Set.of(
                    "XDG_RUNTIME_DIR",
                    "DBUS_SESSION_BUS_ADDRESS",
                    "DBUS_SYSTEM_BUS_ADDRESS",
                    "SSH_AUTH_SOCK",
                    "GPG_AGENT_INFO",
                    "DOCKER_HOST",
                    "CONTAINER_HOST",
                    "DISPLAY",
                    "WAYLAND_DISPLAY",
                    "WAYLAND_SOCKET",
                    "PULSE_SERVER",
                    "TMUX",
                    "STY");

    /// What, besides `LD_…`, has the C library load or read files before a program begins.
    private static final Set<String> LIBRARY_VARIABLES =
            Set.of(
                    "GLIBC_TUNABLES",
                    "GCONV_PATH",
                    "LOCPATH",
                    "NLSPATH",
                    "LOCALDOMAIN",
                    "RES_OPTIONS",
                    "RESOLV_HOST_CONF",
                    "HOSTALIASES",
                    "TZDIR",
                    "TMPDIR");

    private final Map<String, String> console;
    private final Path home;
    private final List<Path> ownFolders;
    private final List<Path> places;
    private @Nullable SandboxAvailability found;

    /// @param console the console's environment, which names sockets
    /// @param home the person's home folder
    /// @param ownFolders where the console has its files and its socket; hidden from commands
    public Sandboxes(Map<String, String> console, Path home, List<Path> ownFolders) {
        this(console, home, ownFolders, PLACES);
    }

    Sandboxes(Map<String, String> console, Path home, List<Path> ownFolders, List<Path> places) {
        this.console = Map.copyOf(console);
        this.home = home;
        this.ownFolders = List.copyOf(ownFolders);
        this.places = List.copyOf(places);
    }

    /// Whether commands can be shut in here, tried once.
    public synchronized SandboxAvailability availability() {
        SandboxAvailability known = found;
        if (known == null) {
            known = look();
            found = known;
        }
        return known;
    }

    private SandboxAvailability look() {
        Optional<Path> program = places.stream().filter(Files::isExecutable).findFirst();
        if (program.isEmpty()) {
            return new SandboxAvailability.Absent(
                    "There is no bubblewrap (bwrap) on this system; install the package bubblewrap"
                            + " to run commands in a sandbox.");
        }
        return refusalOf(program.get())
                .<SandboxAvailability>map(SandboxAvailability.Absent::new)
                .orElseGet(() -> new SandboxAvailability.Available(program.get()));
    }

    /// Why bubblewrap does not work here, though it is installed: systems can forbid it.
    private static Optional<String> refusalOf(Path program) {
        List<String> arguments =
                List.of(
                        program.toString(),
                        "--ro-bind",
                        "/",
                        "/",
                        "--dev",
                        "/dev",
                        "--proc",
                        "/proc",
                        "--unshare-user",
                        "--unshare-pid",
                        "--unshare-net",
                        "--unshare-ipc",
                        "--",
                        "/bin/sh",
                        "-c",
                        "exit 0");
        try {
            Process process =
                    new ProcessBuilder(arguments)
                            .redirectErrorStream(true)
                            .redirectInput(new File("/dev/null"))
                            .start();
            try (InputStream output = process.getInputStream()) {
                boolean ended = process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS);
                if (ended && process.exitValue() == 0) {
                    return Optional.empty();
                }
                String words =
                        ended
                                ? new String(
                                                output.readNBytes(MAXIMUM_ANSWER_BYTES),
                                                StandardCharsets.UTF_8)
                                        .strip()
                                : "it did not end";
                return Optional.of("bubblewrap is there but does not work here: " + words);
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException failure) {
            return Optional.of("bubblewrap cannot be started: " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.of("the look for bubblewrap was interrupted");
        }
    }

    /// How a call's command is shut in where all that it writes is thrown away: without network,
    /// with the variables that it reads from descriptor 9, as the person in a namespace of its own.
    SandboxPlan planForShow(ToolCall call, Map<String, String> variables) {
        return switch (availability()) {
            case SandboxAvailability.Absent(String reason) -> new SandboxPlan.Impossible(reason);
            case SandboxAvailability.Available(Path program) -> {
                List<String> arguments = arguments(program, new Sandbox(false), call);
                arguments.addAll(1, List.of("--uid", own("uid"), "--gid", own("gid")));
                arguments.addAll(1, List.of("--args", "9"));
                yield new SandboxPlan.ShutIn(arguments, withoutSockets(variables));
            }
        };
    }

    /// The number of this process's user or group.
    private static String own(String what) {
        try {
            return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:" + what));
        } catch (IOException _) {
            return "0";
        }
    }

    /// How a call's command is shut in.
    SandboxPlan plan(ToolCall call, Map<String, String> variables) {
        Sandbox sandbox = call.sandbox().orElseThrow();
        return switch (availability()) {
            case SandboxAvailability.Absent(String reason) -> new SandboxPlan.Impossible(reason);
            case SandboxAvailability.Available(Path program) -> {
                List<String> arguments = arguments(program, sandbox, call);
                Map<String, String> outside = withoutSockets(variables);
                arguments.addAll(1, setInside(call, outside));
                yield new SandboxPlan.ShutIn(arguments, outside);
            }
        };
    }

    /// What an agent adds may not have bubblewrap itself load a library: it would act before
    /// anything is shut in. So these variables come to be inside only.
    ///
    /// @param outside loses them
    private static List<String> setInside(ToolCall call, Map<String, String> outside) {
        List<String> arguments = new ArrayList<>();
        for (String name : call.addedEnvironment().keySet()) {
            if (!name.startsWith("LD_") && !LIBRARY_VARIABLES.contains(name)) {
                continue;
            }
            String value = outside.remove(name);
            if (value != null) {
                arguments.addAll(List.of("--setenv", name, value));
            }
        }
        return arguments;
    }

    /// No `--die-with-parent`: to the kernel the parent is the thread that started it, and that of
    /// a virtual thread may end at any time. No `--new-session`: the shell has a session of its own
    /// already, and its group is what a stop reaches first.
    private List<String> arguments(Path program, Sandbox sandbox, ToolCall call) {
        List<String> arguments = new ArrayList<>();
        arguments.add(program.toString());
        arguments.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"));
        arguments.addAll(List.of("--tmpfs", TEMPORARY.toString()));
        for (Path place : hidden()) {
            arguments.addAll(List.of("--tmpfs", place.toString()));
        }
        for (Path socket : hiddenFiles()) {
            arguments.addAll(List.of("--ro-bind", "/dev/null", socket.toString()));
        }
        if (sandbox.network()) {
            resolver()
                    .ifPresent(file ->
                            arguments.addAll(
                                    List.of("--ro-bind", file.toString(), file.toString())));
        }
        for (Path root : writable(call.session().workspace())) {
            arguments.addAll(List.of("--bind", root.toString(), root.toString()));
        }
        for (Path own : ownFolders) {
            // After the workspace, which may hold them.
            real(own).ifPresent(folder -> arguments.addAll(List.of("--tmpfs", folder.toString())));
        }
        arguments.addAll(List.of("--unshare-user", "--unshare-pid", "--unshare-ipc"));
        if (!sandbox.network()) {
            arguments.add("--unshare-net");
        }
        arguments.addAll(List.of("--chdir", call.directory().toString(), "--"));
        return arguments;
    }

    /// As a workspace, the whole disk and a home folder hold other things than the agent's work.
    List<Path> writable(Workspace workspace) {
        return workspace.roots().stream().filter(root -> workspace.contains(root, home)).toList();
    }

    /// Folders that hold sockets.
    private List<Path> hidden() {
        Set<Path> folders = new LinkedHashSet<>();
        folders.add(RUN);
        Stream.of(console.get("XDG_RUNTIME_DIR"), "/var/run")
                .flatMap(Sandboxes::path)
                .flatMap(path -> real(path).stream())
                .filter(path -> !path.startsWith(RUN) && !path.startsWith(TEMPORARY))
                .filter(Files::isDirectory)
                .forEach(folders::add);
        return folders.stream().filter(Files::isDirectory).toList();
    }

    /// Single sockets elsewhere.
    private List<Path> hiddenFiles() {
        Set<Path> sockets = new LinkedHashSet<>();
        Stream.of(
                        console.get("SSH_AUTH_SOCK"),
                        unixPath(console.get("DBUS_SESSION_BUS_ADDRESS"), "unix:path="),
                        unixPath(console.get("DOCKER_HOST"), "unix://"),
                        home.resolve(".docker/run/docker.sock").toString(),
                        home.resolve(".gnupg/S.gpg-agent").toString(),
                        home.resolve(".gnupg/S.gpg-agent.ssh").toString(),
                        home.resolve(".gnupg/S.gpg-agent.extra").toString())
                .flatMap(Sandboxes::path)
                .flatMap(path -> real(path).stream())
                .forEach(sockets::add);
        List<Path> folders = hidden();
        return sockets.stream()
                .filter(socket -> folders.stream().noneMatch(socket::startsWith))
                .filter(socket -> !socket.startsWith(TEMPORARY))
                .toList();
    }

    private static @Nullable String unixPath(@Nullable String address, String prefix) {
        if (address == null || !address.startsWith(prefix)) {
            return null;
        }
        return address.substring(prefix.length()).split("[,;]", 2)[0];
    }

    private static Stream<Path> path(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Stream.empty();
        }
        try {
            return Stream.of(Path.of(text)).filter(Path::isAbsolute);
        } catch (InvalidPathException _) {
            return Stream.empty();
        }
    }

    /// Where name servers are told; on many systems a file below `/run`, which is hidden.
    private static Optional<Path> resolver() {
        return real(RESOLVER).filter(file -> file.startsWith(RUN));
    }

    private static Optional<Path> real(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Map<String, String> withoutSockets(Map<String, String> variables) {
        Map<String, String> rest = new LinkedHashMap<>(variables);
        rest.keySet().removeAll(SOCKET_VARIABLES);
        return rest;
    }
}
