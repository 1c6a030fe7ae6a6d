package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.execution.CommandEnvironment;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.ExecutionEngines;
import dev.countersign.execution.Rehearsals;
import dev.countersign.execution.Sandboxes;
import dev.countersign.execution.ShellFinder;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.History;
import dev.countersign.journal.Journal;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/// A whole console in a folder, with real processes; only the judgement is made simple: `#allow` in
/// a command allows it, `#deny` denies it, everything else is asked.
final class SupervisedFolder implements AutoCloseable {
    private final Path folder;
    private final Journal journal;
    private final SettingsStore settings;
    private final Supervisor supervisor;
    private final AgentSession session;

    private SupervisedFolder(
            Path folder,
            RuleKeepers.Parts rules,
            Function<ToolCall, AssessedCall> judge,
            RunSurroundings surroundings,
            UnaryOperator<ExecutionEngine> engines,
            RandomGenerator random,
            Journal journal)
            throws IOException {
        this.folder = folder;
        this.journal = journal;
        settings = new SettingsStore(folder.resolve("settings.json"), InstantSource.system());
        ExecutionEngine engine =
                ExecutionEngines.best(
                                new ShellFinder(System.getenv()),
                                new CommandEnvironment(System.getenv(), newInstance()),
                                new Sandboxes(
                                        System.getenv(),
                                        Path.of("/nowhere"),
                                        List.of(folder.resolve("journal"))),
                                InstantSource.system())
                        .engine();
        supervisor =
                new Supervisor(
                        new SupervisorParts(
                                keeping(folder, journal),
                                new SupervisorParts.Judging(
                                        judge, RuleKeepers.keeper(rules, journal), () -> 3),
                                new SupervisorParts.Running(engines.apply(engine), surroundings),
                                settings,
                                List::of,
                                new SupervisorParts.World(folder, InstantSource.system(), random)));
        supervisor.recover();
        session = connect("test-agent");
    }

    /// Where calls of a folder are kept; nothing is indexed.
    static SupervisorParts.Keeping keeping(Path folder, Journal journal) {
        return new SupervisorParts.Keeping(
                journal, History.none(), folder.resolve("recordings"), SecretMasker.byForm());
    }

    /// One that can rehearse what agents ask who work outside of the folder.
    static SupervisedFolder withRehearsals(Path folder) throws IOException {
        return new SupervisedFolder(
                folder,
                RuleKeepers.parts(folder),
                SupervisedFolder::judge,
                PlainSurroundings.in(folder).withRehearsals(rehearsals(folder)),
                engine -> engine,
                RandomGenerator.getDefault(),
                Journal.open(folder.resolve("journal")));
    }

    /// Runs commands for show, with layers in the folder.
    static Rehearsals rehearsals(Path folder) {
        return new Rehearsals(
                new Sandboxes(System.getenv(), Path.of("/nowhere"), List.of(folder)),
                folder.resolve("rehearsals"));
    }

    static SupervisedFolder open(Path folder) throws IOException {
        return open(folder, SupervisedFolder::judge);
    }

    static SupervisedFolder open(Path folder, Function<ToolCall, AssessedCall> judge)
            throws IOException {
        return new SupervisedFolder(
                folder,
                RuleKeepers.parts(folder),
                judge,
                PlainSurroundings.in(folder),
                engine -> engine,
                RandomGenerator.getDefault(),
                Journal.open(folder.resolve("journal")));
    }

    /// With the real judge and the rules of `permissions.json` in the folder.
    static SupervisedFolder withRules(Path folder) throws IOException {
        RuleKeepers.Parts rules = RuleKeepers.parts(folder);
        return new SupervisedFolder(
                folder,
                rules,
                rules.judge()::judge,
                PlainSurroundings.in(folder),
                engine -> engine,
                RandomGenerator.getDefault(),
                Journal.open(folder.resolve("journal")));
    }

    /// With an engine around the real one.
    static SupervisedFolder open(
            Path folder, RunSurroundings surroundings, UnaryOperator<ExecutionEngine> engines)
            throws IOException {
        return open(folder, surroundings, engines, RandomGenerator.getDefault());
    }

    /// With an engine around the real one, and what ids are drawn from.
    static SupervisedFolder open(
            Path folder,
            RunSurroundings surroundings,
            UnaryOperator<ExecutionEngine> engines,
            RandomGenerator random)
            throws IOException {
        return new SupervisedFolder(
                folder,
                RuleKeepers.parts(folder),
                SupervisedFolder::judge,
                surroundings,
                engines,
                random,
                Journal.open(folder.resolve("journal")));
    }

    /// With a journal that the test opened.
    static SupervisedFolder open(Path folder, RunSurroundings surroundings, Journal journal)
            throws IOException {
        return new SupervisedFolder(
                folder,
                RuleKeepers.parts(folder),
                SupervisedFolder::judge,
                surroundings,
                engine -> engine,
                RandomGenerator.getDefault(),
                journal);
    }

    private static String newInstance() {
        return "%016x".formatted(System.nanoTime());
    }

    Supervisor supervisor() {
        return supervisor;
    }

    PersonDesk desk() {
        return supervisor.desk();
    }

    AgentGateway gateway() {
        return supervisor.gateway();
    }

    Journal journal() {
        return journal;
    }

    SettingsStore settings() {
        return settings;
    }

    AgentSession session() {
        return session;
    }

    AgentSession connect(String name, Path directory) {
        return gateway()
                .connect(
                        new AgentIntroduction(
                                Optional.of(name),
                                "1.0",
                                OptionalLong.empty(),
                                Optional.of(directory),
                                List.of()));
    }

    AgentSession connect(String name) {
        return gateway()
                .connect(
                        new AgentIntroduction(
                                Optional.of(name),
                                "1.0",
                                OptionalLong.empty(),
                                Optional.of(folder),
                                List.of()));
    }

    private static AssessedCall judge(ToolCall call) {
        String text = call.command().text();
        RuleReference rule =
                new RuleReference("# mark", "a test", Optional.empty(), Optional.empty());
        Verdict verdict =
                text.contains("#allow")
                        ? Verdict.ALLOW
                        : text.contains("#deny") ? Verdict.DENY : Verdict.ASK;
        return new AssessedCall(
                call,
                new RiskAssessment(
                        RiskLevel.MEDIUM,
                        false,
                        false,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        text),
                new PolicyVerdict(
                        verdict,
                        verdict == Verdict.ASK ? Optional.empty() : Optional.of(rule),
                        "by mark",
                        List.of()));
    }

    OpenCall call(String command) {
        return call(session, command);
    }

    OpenCall call(AgentSession agent, String command) {
        return call(agent, command, ExecutionMode.DEFAULT, false);
    }

    /// Starts a background job and returns its id.
    ToolCallId startJob(AgentSession agent, String command, boolean pseudoTerminal)
            throws InterruptedException {
        OpenCall call = call(agent, command, ExecutionMode.BACKGROUND, pseudoTerminal);
        return call.await().id().orElseThrow();
    }

    ToolCallId startJob(String command) throws InterruptedException {
        return startJob(session, command, false);
    }

    private OpenCall call(
            AgentSession agent, String command, ExecutionMode mode, boolean pseudoTerminal) {
        return gateway().bash(agent, request(command, mode, pseudoTerminal), CallObserver.none());
    }

    static BashRequest request(String command) {
        return request(command, ExecutionMode.DEFAULT, false);
    }

    private static BashRequest request(String command, ExecutionMode mode, boolean pseudoTerminal) {
        return new BashRequest(
                new CommandText(command),
                Optional.empty(),
                Optional.empty(),
                mode,
                mode.defaultTimeout(),
                mode == ExecutionMode.BACKGROUND ? TimeoutAction.KILL : TimeoutAction.BACKGROUND,
                Optional.empty(),
                Map.of(),
                OutputTruncation.TAIL,
                false,
                pseudoTerminal,
                false);
    }

    CompletableFuture<CallReport> submit(String command) {
        return submit(session, command);
    }

    CompletableFuture<CallReport> submit(AgentSession agent, String command) {
        return answer(call(agent, command));
    }

    CompletableFuture<CallReport> submit(BashRequest request) {
        return answer(gateway().bash(session, request, CallObserver.none()));
    }

    private static CompletableFuture<CallReport> answer(OpenCall call) {
        CompletableFuture<CallReport> answer = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        answer.complete(call.await());
                    } catch (InterruptedException | RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                });
        return answer;
    }

    ToolCallId awaitWaiting() {
        await(() -> journal.calls().stream().anyMatch(CallRecord::isWaiting));
        return journal.calls().stream()
                .filter(CallRecord::isWaiting)
                .map(CallRecord::id)
                .findFirst()
                .orElseThrow();
    }

    ToolCallId waiting(String command) {
        return journal.calls().stream()
                .filter(CallRecord::isWaiting)
                .filter(record -> record.call().command().text().equals(command))
                .map(CallRecord::id)
                .findFirst()
                .orElseThrow();
    }

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it never came to that");
            LockSupport.parkNanos(2_000_000);
        }
    }

    @Override
    public void close() throws IOException {
        supervisor.close();
    }
}
