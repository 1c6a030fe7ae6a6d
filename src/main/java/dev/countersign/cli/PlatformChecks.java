package dev.countersign.cli;

import dev.countersign.approval.PermissionRules;
import dev.countersign.platform.ConsoleStarter;
import dev.countersign.platform.ProgramProbe;
import dev.countersign.platform.bus.BusNotices;
import dev.countersign.platform.bus.BusTray;
import dev.countersign.platform.bus.SessionBus;
import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.ConfigurationFile;
import dev.countersign.settings.ConfigurationProblem;
import dev.countersign.settings.Launcher;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.SystemProbe;
import dev.countersign.supervision.WorkspaceFinder;
import dev.countersign.supervision.connect.AgentExposure;
import dev.countersign.supervision.connect.AgentFiles;
import dev.countersign.supervision.connect.AgentKind;
import dev.countersign.supervision.connect.ConnectPlan;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What `doctor` looks at on every system. Blocks on the programs that it asks.
public final class PlatformChecks {
    private static final int OLDEST_JAVA = 25;
    private static final List<String> CACHES =
            List.of("window.aot", "bridge.aot", "hook.aot", "tool.aot");

    private final Map<String, String> environment;
    private final ProgramProbe programs;
    private final DesktopChecks desktop;

    public PlatformChecks(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        this.desktop = new DesktopChecks(environment);
        this.programs = new ProgramProbe(environment.getOrDefault("PATH", ""));
    }

    public List<DoctorCheck.Examination> all() {
        return List.of(
                _ -> java(),
                _ -> startCaches(),
                this::shell,
                _ -> engine(),
                _ -> setsid(),
                this::sandboxes,
                this::rehearsals,
                _ -> notifications(),
                _ -> tray(),
                _ -> git(),
                _ -> desktop.display(),
                _ -> desktop.libraries(),
                options -> folder("configuration", options.paths().configuration()),
                options -> folder("state", options.paths().state()),
                this::disk,
                options -> settings(options.paths().settingsFile()),
                options -> rules(options.paths().permissionsFile()),
                this::agents,
                this::socket);
    }

    private static DoctorCheck java() {
        int feature = Runtime.version().feature();
        String words = "%s (%s)".formatted(Runtime.version(), System.getProperty("java.home"));
        return feature >= OLDEST_JAVA
                ? DoctorCheck.ok("java", words)
                : DoctorCheck.missing("java", words + "; 25 or later is needed");
    }

    private DoctorCheck shell(CommonOptions options) throws InterruptedException {
        Optional<SystemProbe.Shell> shell =
                SystemProbe.shell(environment, store(options.paths().settingsFile()).current());
        if (shell.isEmpty()) {
            return DoctorCheck.missing(
                    "shell", "no bash found in SHELL, /bin or /usr/bin; install bash");
        }
        Path program = shell.get().program();
        String version = programs.version(program).orElse("it does not tell its version");
        String words = "%s: %s".formatted(program, version);
        return shell.get().bash()
                ? DoctorCheck.ok("shell", words)
                : DoctorCheck.warning("shell", words + "; it is no bash, so every command asks");
    }

    /// Caches beside the start script, without which everything starts half as fast.
    private static DoctorCheck startCaches() {
        Path program = Path.of(Launcher.ofThisProcess(Optional.empty(), Map.of()).program());
        if (!program.isAbsolute() || program.getParent() == null) {
            return DoctorCheck.ok("caches", "none: it was not started by its start script");
        }
        Path folder = program.resolveSibling("../lib/aot").normalize();
        List<String> missing =
                CACHES.stream().filter(name -> !Files.exists(folder.resolve(name))).toList();
        return missing.isEmpty()
                ? DoctorCheck.ok("caches", "%s: all are there".formatted(folder))
                : DoctorCheck.warning(
                        "caches",
                        "%s lacks %s: it starts more slowly; packaging/aot makes them"
                                .formatted(folder, String.join(", ", missing)));
    }

    private static DoctorCheck engine() {
        return SystemProbe.engineObstacle()
                .map(reason ->
                        DoctorCheck.warning(
                                "engine",
                                "commands run by Java's own means: %s. What leaves its process tree is found less surely"
                                        .formatted(reason)))
                .orElseGet(
                        () -> DoctorCheck.ok("engine", "posix_spawn, pidfd and epoll are there"));
    }

    private static DoctorCheck setsid() {
        return ConsoleStarter.setsid()
                .map(path -> DoctorCheck.ok("setsid", path.toString()))
                .orElseGet(() ->
                        DoctorCheck.warning(
                                "setsid",
                                "it is not there: a console that an agent has started may end with"
                                        + " that agent"));
    }

    private DoctorCheck sandboxes(CommonOptions options) {
        SystemProbe.Sandboxing found =
                SystemProbe.sandboxing(environment, options.personHome(), options.paths());
        return found.program()
                .map(program -> DoctorCheck.ok("sandbox", program + ": commands can be shut in"))
                .orElseGet(() ->
                        DoctorCheck.warning(
                                "sandbox",
                                "commands cannot be shut in: " + found.obstacle().orElse("")));
    }

    private DoctorCheck git() {
        return programs.find("git")
                .map(path -> DoctorCheck.ok("git", path.toString()))
                .orElseGet(() ->
                        DoctorCheck.warning(
                                "git",
                                "it is not on the PATH: what a push or a reset would drop cannot"
                                        + " be told"));
    }

    private DoctorCheck rehearsals(CommonOptions options) {
        return SystemProbe.rehearsalObstacle(environment, options.personHome(), options.paths())
                .map(reason -> DoctorCheck.warning("rehearsals", reason))
                .orElseGet(() ->
                        DoctorCheck.ok(
                                "rehearsals", "commands can be tried in a throw-away copy first"));
    }

    private boolean hasSessionBus() {
        return System.getProperty("os.name").startsWith("Linux");
    }

    private DoctorCheck notifications() {
        if (!hasSessionBus()) {
            return DoctorCheck.ok(
                    "notifications", "by the system's own program; nobody has tried it yet");
        }
        try (SessionBus bus = new SessionBus(environment, System::nanoTime);
                BusNotices notices = new BusNotices(bus)) {
            Optional<String> obstacle = notices.obstacle();
            return obstacle.isPresent()
                    ? DoctorCheck.warning(
                            "notifications",
                            "none: %s. Waiting calls show in the window alone"
                                    .formatted(obstacle.get()))
                    : DoctorCheck.ok(
                            "notifications", "shown by " + notices.server().orElse("the desktop"));
        }
    }

    private DoctorCheck tray() {
        if (!hasSessionBus()) {
            return DoctorCheck.ok(
                    "tray", "not used; the count stands in the window's title and icon");
        }
        try (SessionBus bus = new SessionBus(environment, System::nanoTime);
                BusTray tray = new BusTray(bus, () -> {})) {
            return tray.obstacle()
                    .map(obstacle -> DoctorCheck.ok("tray", "none: " + obstacle))
                    .orElseGet(() -> DoctorCheck.ok("tray", "shows the count"));
        }
    }

    private static DoctorCheck folder(String name, Path folder) {
        Path existing = folder;
        while (!Files.exists(existing)) {
            Path parent = existing.getParent();
            if (parent == null) {
                return DoctorCheck.missing(name, folder + " cannot be made");
            }
            existing = parent;
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            return DoctorCheck.missing(
                    name, "%s: nothing can be written in %s".formatted(folder, existing));
        }
        return DoctorCheck.ok(
                name, existing.equals(folder) ? folder.toString() : folder + " (made when needed)");
    }

    /// Below the least free space that is set nothing new starts.
    private DoctorCheck disk(CommonOptions options) {
        Path folder = options.paths().state();
        while (!Files.exists(folder) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        long least = store(options.paths().settingsFile()).value(Settings.LEAST_FREE_DISK);
        try {
            long free = Files.getFileStore(folder).getUsableSpace() >> 20;
            String words = "%,d MiB free; commands start from %,d MiB on".formatted(free, least);
            return free >= least
                    ? DoctorCheck.ok("disk", words)
                    : DoctorCheck.warning("disk", words + ": make room, or no command starts");
        } catch (IOException failure) {
            return DoctorCheck.warning(
                    "disk", "how much is free cannot be told: " + failure.getMessage());
        }
    }

    private static SettingsStore store(Path file) {
        return new SettingsStore(file, InstantSource.system());
    }

    private static DoctorCheck settings(Path file) {
        return store(file)
                .state()
                .problem()
                .map(problem ->
                        DoctorCheck.warning(
                                "settings", problem.sentence() + "; the usual values are taken"))
                .orElseGet(() ->
                        DoctorCheck.ok(
                                "settings",
                                Files.exists(file)
                                        ? file.toString()
                                        : file + " (none is changed)"));
    }

    private static DoctorCheck rules(Path file) {
        try {
            int count = PermissionRules.parse(ConfigurationFile.read(file)).rules().size();
            return DoctorCheck.ok("rules", "%s: %d rules".formatted(file, count));
        } catch (NoSuchFileException _) {
            return DoctorCheck.ok(
                    "rules", file + " (the starter rules, written at the first start)");
        } catch (ConfigurationException failure) {
            return DoctorCheck.warning(
                    "rules",
                    ConfigurationProblem.of(file, failure).sentence()
                            + "; a console that starts now asks about everything");
        } catch (IOException failure) {
            return DoctorCheck.warning("rules", ConfigurationProblem.of(file, failure).sentence());
        }
    }

    /// Of each connected agent, whether it can run commands that nobody sees.
    private DoctorCheck agents(CommonOptions options) {
        ConnectPlan.Places places = new ConnectPlan.Places(options.personHome(), environment);
        Launcher launcher = Launcher.ofThisProcess(options.home(), environment);
        List<Path> project =
                AgentExposure.projectFolders(WorkspaceFinder.of(Path.of("").toAbsolutePath()));
        List<String> told = new ArrayList<>();
        boolean closed = true;
        for (AgentKind agent : AgentKind.values()) {
            if (!AgentFiles.mentions(agent, launcher, places)) {
                continue;
            }
            AgentExposure exposure = AgentExposure.of(agent, launcher, places, project);
            closed = closed && exposure.state().isClosed();
            told.add(
                    agent.agent()
                            + ": "
                            + (exposure.state().isClosed()
                                    ? exposure.state().label()
                                    : exposure.words())
                            + exposure.remedy().map(line -> " Do: " + line).orElse(""));
        }
        if (told.isEmpty()) {
            return DoctorCheck.ok(
                    "agents", "none is connected by its files; see 'countersign connect'");
        }
        String words = String.join("; ", told);
        return closed ? DoctorCheck.ok("agents", words) : DoctorCheck.warning("agents", words);
    }

    private DoctorCheck socket(CommonOptions options) {
        Optional<String> problem = options.paths().socketProblem();
        if (problem.isPresent()) {
            return DoctorCheck.missing("socket", problem.get());
        }
        Path socket = options.paths().socket();
        if (!Files.exists(socket)) {
            return DoctorCheck.ok("socket", socket + ": no console runs");
        }
        try (SocketChannel _ = ConsoleSocket.connect(socket)) {
            return DoctorCheck.ok("socket", socket + ": a console runs");
        } catch (ConsoleSocket.Foreign foreign) {
            return DoctorCheck.missing("socket", String.valueOf(foreign.getMessage()));
        } catch (IOException _) {
            return DoctorCheck.ok(
                    "socket", socket + ": left behind by a console that ended; the next clears it");
        }
    }
}
