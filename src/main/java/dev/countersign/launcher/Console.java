package dev.countersign.launcher;

import dev.countersign.approval.CallJudge;
import dev.countersign.approval.PermissionsFile;
import dev.countersign.approval.RuleFiles;
import dev.countersign.approval.RuleKeeper;
import dev.countersign.approval.SessionGrants;
import dev.countersign.execution.CommandEnvironment;
import dev.countersign.execution.ExecutionEngines;
import dev.countersign.execution.Rehearsals;
import dev.countersign.execution.SandboxAvailability;
import dev.countersign.execution.Sandboxes;
import dev.countersign.execution.ShellFinder;
import dev.countersign.execution.StopTimes;
import dev.countersign.journal.HistoryIndex;
import dev.countersign.journal.IndexPlaces;
import dev.countersign.journal.Journal;
import dev.countersign.journal.StoredHistory;
import dev.countersign.mcp.SocketListener;
import dev.countersign.platform.GitReader;
import dev.countersign.platform.ProgramProbe;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.settings.AdvancedSettings;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.DiskFacts;
import dev.countersign.supervision.JournaledRules;
import dev.countersign.supervision.RecordedCalls;
import dev.countersign.supervision.RunSurroundings;
import dev.countersign.supervision.Supervisor;
import dev.countersign.supervision.SupervisorParts;
import dev.countersign.supervision.UsualConditions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The console without its window, put together by hand: opened in the order in which the parts
/// lean on each other, closed in reverse.
final class Console implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Console.class);

    private static final Duration FIRST_SWEEP = Duration.ofMinutes(2);
    private static final Duration SWEEP_EVERY = Duration.ofHours(1);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final SettingsStore settings;
    private final Supervisor supervisor;
    private final SecretMasker masker;

    private Console(
            CountersignPaths paths,
            Path home,
            SocketListener listener,
            String version,
            StoredHistory.Progress progress)
            throws IOException {
        try {
            open.push(listener);
            SupervisorParts.World world =
                    new SupervisorParts.World(home, InstantSource.system(), new SecureRandom());
            ScheduledExecutorService ticker = openTicker();
            settings = new SettingsStore(paths.settingsFile(), world.clock());
            PermissionsFile.writeStarterIfAbsent(paths.permissionsFile());
            RuleFiles ruleFiles =
                    new RuleFiles(paths.permissionsFile(), paths.rulesFolder(), world.clock());
            Journal journal = Journal.open(paths.journalFolder(), progress);
            CommandEnvironment environment = environment(settings, world);
            masker = SecretMasker.ofValues(environment.withheldSecrets().values());
            HistoryIndex history = HistoryIndex.start(journal, indexPlaces(paths), masker::mask);
            open.push(history);
            keepNativesIn(paths.nativesFolder());
            SupervisorParts.Judging judging =
                    judging(
                            paths,
                            world,
                            ruleFiles,
                            new RecordedCalls(journal, history),
                            new JournaledRules(journal, world.clock()));
            ConsoleProblems problems =
                    new ConsoleProblems(
                            ruleFiles, settings, journal, paths.journalFolder(), history);
            supervisor =
                    new Supervisor(
                            new SupervisorParts(
                                    new SupervisorParts.Keeping(
                                            journal, history, paths.recordingsFolder(), masker),
                                    judging,
                                    running(paths, world, settings, environment),
                                    settings,
                                    problems::now,
                                    world));
            open.push(supervisor);
            supervisor.recover();
            keepUp(ticker, judging.rules());
            listener.serve(supervisor.gateway(), version);
            supervisor.listeningOn(Optional.of(listener.socket()));
            LOG.info("listening at {}", listener.socket());
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private ScheduledExecutorService openTicker() {
        ScheduledExecutorService ticker =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("file-watch").daemon().factory());
        open.push(ticker::shutdownNow);
        return ticker;
    }

    /// What happens again and again while the console is open: old calls go, and files that the
    /// person changes are seen.
    private void keepUp(ScheduledExecutorService ticker, RuleKeeper rules) {
        ScheduledFuture<?> sweeps =
                ticker.scheduleWithFixedDelay(
                        () -> Thread.ofVirtual().name("retention").start(supervisor::sweep),
                        FIRST_SWEEP.toSeconds(),
                        SWEEP_EVERY.toSeconds(),
                        TimeUnit.SECONDS);
        open.push(() -> sweeps.cancel(false));
        settings.subscribe(_ -> supervisor.statusChanged());
        rules.subscribe(supervisor::statusChanged);
        ScheduledFuture<?> looking =
                ticker.scheduleWithFixedDelay(
                        () -> lookWithoutThrowing(rules), 1, 1, TimeUnit.SECONDS);
        open.push(() -> looking.cancel(false));
        open.push(settings.watchOn(ticker)::run);
    }

    private static SupervisorParts.Judging judging(
            CountersignPaths paths,
            SupervisorParts.World world,
            RuleFiles files,
            RecordedCalls calls,
            JournaledRules log) {
        SessionGrants grants = new SessionGrants(world.clock());
        DiskFacts disk = new DiskFacts();
        CallJudge judge =
                new CallJudge(
                        () -> new RiskAssessor(disk, files.commands().knowledge()),
                        files::book,
                        grants,
                        disk.resolve(world.home()),
                        paths.ownFolders().stream().map(disk::resolve).toList());
        return new SupervisorParts.Judging(
                judge::judge,
                new RuleKeeper(files, grants, judge, calls, log),
                () -> files.global().current().rules().rules().size());
    }

    private static CommandEnvironment environment(
            SettingsStore settings, SupervisorParts.World world) {
        String instance = HexFormat.of().toHexDigits(world.random().nextLong());
        return new CommandEnvironment(System.getenv(), instance)
                .lettingThrough(
                        workspace -> UsualConditions.letThrough(workspace, settings.current()));
    }

    private static SupervisorParts.Running running(
            CountersignPaths paths,
            SupervisorParts.World world,
            SettingsStore settings,
            CommandEnvironment environment) {
        ShellFinder shells =
                new ShellFinder(System.getenv())
                        .preferring(() -> shellOf(settings.value(Settings.SHELL)));
        Sandboxes sandboxes =
                new Sandboxes(
                        System.getenv(), new DiskFacts().resolve(world.home()), paths.ownFolders());
        ExecutionEngines.Choice engine =
                ExecutionEngines.best(
                        shells,
                        environment,
                        sandboxes,
                        world.clock(),
                        () -> stopTimes(settings.current()));
        LOG.info("commands run by the {} engine: {}", engine.engine().name(), engine.reason());
        return new SupervisorParts.Running(
                engine.engine(), surroundings(paths, shells, sandboxes, settings));
    }

    private static Optional<Path> shellOf(String set) {
        return set.isEmpty() ? Optional.empty() : Optional.of(Path.of(set));
    }

    private static StopTimes stopTimes(SettingsSnapshot now) {
        return new StopTimes(
                now.value(AdvancedSettings.STOP_GRACE), now.value(AdvancedSettings.STOP_LIMIT));
    }

    private static RunSurroundings surroundings(
            CountersignPaths paths,
            ShellFinder shells,
            Sandboxes sandboxes,
            SettingsStore settings) {
        return RunSurroundings.ofThisSystem(
                        paths.recordingsFolder(),
                        shells::other,
                        () -> obstacle(sandboxes),
                        () -> settings.value(AdvancedSettings.START_RETRIES))
                .withGit(git())
                .withRehearsals(new Rehearsals(sandboxes, paths.rehearsalsFolder()));
    }

    private static Optional<String> obstacle(Sandboxes sandboxes) {
        return switch (sandboxes.availability()) {
            case SandboxAvailability.Available _ -> Optional.empty();
            case SandboxAvailability.Absent(String reason) -> Optional.of(reason);
        };
    }

    /// Opens everything behind the window. Blocks.
    ///
    /// @param home the person's home folder
    /// @param listener the socket, which is ours already
    /// @param progress hears how far reading the journal has come, where that takes long
    static Console open(
            CountersignPaths paths,
            Path home,
            SocketListener listener,
            String version,
            StoredHistory.Progress progress)
            throws IOException {
        return new Console(paths, home, listener, version, progress);
    }

    // A task that throws is never scheduled again, and files would no longer be looked at.
    private static void lookWithoutThrowing(RuleKeeper rules) {
        try {
            rules.look();
        } catch (RuntimeException e) {
            LOG.error("the rule files could not be looked at", e);
        }
    }

    Supervisor supervisor() {
        return supervisor;
    }

    /// A text with the secrets in it that are known made unreadable.
    String mask(String text) {
        return masker.mask(text);
    }

    SettingsStore settings() {
        return settings;
    }

    /// Libraries that unpack native code are told where; it is loaded when it is first needed.
    private static void keepNativesIn(Path folder) {
        System.setProperty("pty4j.tmpdir", folder.toString());
        System.setProperty("jna.tmpdir", folder.toString());
    }

    private static IndexPlaces indexPlaces(CountersignPaths paths) {
        return new IndexPlaces(
                paths.indexFile(),
                paths.journalFolder(),
                paths.recordingsFolder(),
                paths.nativesFolder());
    }

    private static Optional<GitReader> git() {
        return new ProgramProbe(System.getenv().getOrDefault("PATH", ""))
                .find("git")
                .map(path -> new GitReader(path, System.getenv()));
    }

    /// Stops what runs, withdraws what waits, and closes all files. Blocks for some seconds at
    /// most.
    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                LOG.error("the console did not close cleanly: {}", e.toString());
            }
        }
    }
}
