package dev.countersign.launcher;

import dev.countersign.approval.CallJudge;
import dev.countersign.approval.PermissionsFile;
import dev.countersign.approval.RuleFiles;
import dev.countersign.approval.RuleKeeper;
import dev.countersign.approval.RulesInForce;
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
import dev.countersign.supervision.ConsoleStatus;
import dev.countersign.supervision.DiskFacts;
import dev.countersign.supervision.JournaledRules;
import dev.countersign.supervision.RecordedCalls;
import dev.countersign.supervision.RunSurroundings;
import dev.countersign.supervision.Supervisor;
import dev.countersign.supervision.UsualConditions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
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
    private final RuleFiles ruleFiles;
    private final SessionGrants grants;
    private final Supervisor supervisor;
    private final SecretMasker masker;

    private Console(CountersignPaths paths, Path home, SocketListener listener, String version)
            throws IOException {
        try {
            open.push(listener);
            InstantSource clock = InstantSource.system();
            SecureRandom random = new SecureRandom();
            ScheduledExecutorService ticker =
                    Executors.newSingleThreadScheduledExecutor(
                            Thread.ofPlatform().name("file-watch").daemon().factory());
            open.push(ticker::shutdownNow);
            settings = new SettingsStore(paths.settingsFile(), clock);
            PermissionsFile.writeStarterIfAbsent(paths.permissionsFile());
            grants = new SessionGrants(clock);
            ruleFiles = new RuleFiles(paths.permissionsFile(), paths.rulesFolder(), clock);
            Journal journal = Journal.open(paths.journalFolder());
            ShellFinder shells =
                    new ShellFinder(System.getenv())
                            .preferring(() -> shellOf(settings.value(Settings.SHELL)));
            Sandboxes sandboxes =
                    new Sandboxes(System.getenv(), realHome(home), paths.ownFolders());
            CommandEnvironment environment =
                    new CommandEnvironment(
                                    System.getenv(), HexFormat.of().toHexDigits(random.nextLong()))
                            .lettingThrough(workspace ->
                                    UsualConditions.letThrough(workspace, settings.current()));
            masker = SecretMasker.ofValues(environment.withheldSecrets().values());
            HistoryIndex history = HistoryIndex.start(journal, indexPlaces(paths), masker::mask);
            open.push(history);
            keepNativesIn(paths.nativesFolder());
            ExecutionEngines.Choice engine =
                    ExecutionEngines.best(
                            shells,
                            environment,
                            sandboxes,
                            clock,
                            () -> stopTimes(settings.current()));
            LOG.info("commands run by the {} engine: {}", engine.engine().name(), engine.reason());
            CallJudge judge = judge(home, paths);
            RuleKeeper rules =
                    new RuleKeeper(
                            ruleFiles,
                            grants,
                            judge,
                            new RecordedCalls(journal, history),
                            new JournaledRules(journal, clock));
            supervisor =
                    new Supervisor(
                            new Supervisor.Parts(
                                    new Supervisor.Keeping(
                                            journal, history, paths.recordingsFolder(), masker),
                                    new Supervisor.Judging(
                                            judge::judge,
                                            rules,
                                            () ->
                                                    ruleFiles
                                                            .global()
                                                            .current()
                                                            .rules()
                                                            .rules()
                                                            .size()),
                                    new Supervisor.Running(
                                            engine.engine(),
                                            surroundings(paths, shells, sandboxes, settings)),
                                    settings,
                                    () -> problems(journal, history, paths),
                                    new Supervisor.World(home, clock, random)));
            open.push(supervisor);
            supervisor.recover();
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
            listener.serve(supervisor.gateway(), version);
            supervisor.listeningOn(Optional.of(listener.socket()));
            LOG.info("listening at {}", listener.socket());
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Optional<Path> shellOf(String set) {
        return set.isEmpty() ? Optional.empty() : Optional.of(Path.of(set));
    }

    private static StopTimes stopTimes(SettingsSnapshot now) {
        return new StopTimes(
                now.value(AdvancedSettings.STOP_GRACE), now.value(AdvancedSettings.STOP_LIMIT));
    }

    private static Path realHome(Path home) {
        return new DiskFacts().resolve(home);
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
    static Console open(CountersignPaths paths, Path home, SocketListener listener, String version)
            throws IOException {
        return new Console(paths, home, listener, version);
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

    private CallJudge judge(Path home, CountersignPaths paths) {
        DiskFacts disk = new DiskFacts();
        return new CallJudge(
                () -> new RiskAssessor(disk, ruleFiles.commands().knowledge()),
                ruleFiles::book,
                grants,
                disk.resolve(home),
                paths.ownFolders().stream().map(disk::resolve).toList());
    }

    private static void ruleProblems(PermissionsFile file, List<ConsoleStatus.Problem> problems) {
        RulesInForce now = file.current();
        now.problem()
                .ifPresent(problem ->
                        problems.add(
                                new ConsoleStatus.Problem(
                                        problem.sentence() + ". The last good rules stay in force.",
                                        Optional.of(problem.file()))));
        now.pending()
                .ifPresent(pending ->
                        problems.add(
                                new ConsoleStatus.Problem(
                                        "%s was changed from outside and loosens: it %s. The rules before it stay in force until you confirm it under Rules."
                                                .formatted(
                                                        file.file(),
                                                        pending.changes().getFirst().words()),
                                        Optional.of(file.file()))));
    }

    private List<ConsoleStatus.Problem> problems(
            Journal journal, HistoryIndex history, CountersignPaths paths) {
        List<ConsoleStatus.Problem> problems = new ArrayList<>();
        ruleProblems(ruleFiles.global(), problems);
        ruleFiles.workspaces().forEach(workspace -> ruleProblems(workspace.file(), problems));
        ruleFiles
                .commands()
                .problem()
                .ifPresent(problem ->
                        problems.add(
                                new ConsoleStatus.Problem(
                                        problem.sentence() + ". The last good one stays in force.",
                                        Optional.of(problem.file()))));
        ruleFiles
                .commands()
                .pending()
                .ifPresent(pending ->
                        problems.add(
                                new ConsoleStatus.Problem(
                                        "%s was changed from outside: it %s. That counts once you confirm it under Rules."
                                                .formatted(
                                                        ruleFiles.commands().file(),
                                                        pending.changes().getFirst().words()),
                                        Optional.of(ruleFiles.commands().file()))));
        settings.state()
                .problem()
                .ifPresent(problem ->
                        problems.add(
                                new ConsoleStatus.Problem(
                                        problem.sentence()
                                                + ". The last good settings stay in force.",
                                        Optional.of(problem.file()))));
        journal.failure()
                .ifPresent(failure ->
                        problems.add(
                                new ConsoleStatus.Problem(
                                        "Decisions and results cannot be kept ("
                                                + failure
                                                + "). Nothing is decided or run until"
                                                + " they can.",
                                        Optional.of(paths.journalFolder()))));
        history.state()
                .problem()
                .ifPresent(problem ->
                        problems.add(
                                new ConsoleStatus.Problem(
                                        problem + " What happens is still kept.",
                                        Optional.empty())));
        journal.damage()
                .ifPresent(damage ->
                        problems.add(
                                new ConsoleStatus.Problem(
                                        "The journal was changed from outside, "
                                                + damage
                                                + ". What follows is still kept.",
                                        Optional.empty())));
        return problems;
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
