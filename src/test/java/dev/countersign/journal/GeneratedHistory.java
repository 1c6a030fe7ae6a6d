package dev.countersign.journal;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.ExportRequest;
import dev.countersign.supervision.HistoryDesk;
import dev.countersign.supervision.RunningExport;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// A real journal and index of made-up calls of three agents, spread over some days up to a moment.
/// The same seed makes the same calls. Making it blocks; it can be asked from any thread.
public final class GeneratedHistory implements HistoryDesk, AutoCloseable {
    private static final String[] COMMANDS = {
        "git status",
        "npm test",
        "cargo build --release",
        "grep -rn parser src",
        "ls -la",
        "make release",
        "python manage.py migrate",
        "docker compose up -d",
        "mvn verify",
    };
    private static final List<RiskLevel> LEVELS = List.of(RiskLevel.values());
    private static final String[] AGENTS = {"claude-code", "codex", "opencode"};

    private final Journal journal;
    private final HistoryIndex index;
    private final Path journalFolder;

    /// @param folder an empty folder
    /// @param days over how many days before `until` the calls are spread
    public GeneratedHistory(Path folder, int calls, long seed, Instant until, int days)
            throws Exception {
        IndexPlaces places =
                new IndexPlaces(
                        folder.resolve("index.db"),
                        folder.resolve("journal"),
                        folder.resolve("recordings"),
                        folder.resolve("natives"));
        journalFolder = places.journal();
        journal = Journal.open(journalFolder);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        long span = Duration.ofDays(days).toMillis();
        List<List<SupervisionEvent>> lives = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            Instant at = until.minusMillis(span - span * call / calls);
            lives.add(life(call + 1, at, folder, random));
        }
        append(lives);
        index = HistoryIndex.start(journal, places, text -> text);
        // It follows on its own thread; what is asked must not depend on how far it has come.
        long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (!index.state().isCurrent() || index.count(HistoryQuery.ALL) < calls) {
            if (System.nanoTime() > end) {
                throw new AssertionError("the index never caught up: " + index.state());
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    /// Many at once, since each decision is synced to the disk.
    private void append(List<List<SupervisionEvent>> lives) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(64)) {
            List<Future<?>> all = new ArrayList<>();
            for (List<SupervisionEvent> life : lives) {
                all.add(
                        executor.submit(() -> {
                            for (SupervisionEvent event : life) {
                                journal.append(event);
                            }
                            return null;
                        }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static List<SupervisionEvent> life(
            int number, Instant at, Path folder, RandomGenerator random) {
        ToolCallId id = ToolCallId.of(number);
        String command =
                COMMANDS[random.nextInt(COMMANDS.length)] + " --id word" + random.nextInt(5_000);
        Decision decision = decision(random);
        Instant decided = at.plusMillis(1 + (long) (Math.pow(random.nextDouble(), 3) * 200_000));
        List<SupervisionEvent> events = new ArrayList<>();
        events.add(new SupervisionEvent.Received(call(id, command, at, folder, random)));
        events.add(
                new SupervisionEvent.Assessed(
                        id,
                        at,
                        new RiskAssessment(
                                LEVELS.get(random.nextInt(LEVELS.size())),
                                false,
                                true,
                                Optional.empty(),
                                List.of(),
                                List.of(),
                                command),
                        new PolicyVerdict(Verdict.ASK, Optional.empty(), "no rule", List.of())));
        boolean asked =
                !(decision instanceof Decision.Approved(Decider by, ApprovalScope _))
                        || by instanceof Decider.Human;
        if (asked) {
            events.add(new SupervisionEvent.Queued(id, at));
        }
        events.add(new SupervisionEvent.Decided(id, asked ? decided : at, decision));
        if (decision instanceof Decision.Approved) {
            Instant end = decided.plusMillis(1 + random.nextInt(90_000));
            int code = random.nextInt(5) == 0 ? 1 : 0;
            events.add(new SupervisionEvent.Started(id, decided, 4_711));
            events.add(new SupervisionEvent.Finished(id, end, new Outcome.Exited(code), 1_200, 30));
            events.add(
                    new SupervisionEvent.Answered(
                            id,
                            end,
                            code == 0 ? CallStatus.COMPLETED : CallStatus.FAILED,
                            "some output\n[exit code " + code + ", 0.1 s]"));
        }
        return events;
    }

    private static Decision decision(RandomGenerator random) {
        int share = random.nextInt(100);
        RuleReference rule =
                new RuleReference(
                        share % 2 == 0 ? "git status*" : "npm test*",
                        "permissions.json",
                        Optional.empty(),
                        Optional.empty());
        if (share < 40) {
            return new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE);
        }
        if (share < 80) {
            return new Decision.Approved(new Decider.Rule(rule), ApprovalScope.RULE);
        }
        if (share < 88) {
            return new Decision.Denied(new Decider.Human(), Optional.of("not now"));
        }
        if (share < 92) {
            return new Decision.Denied(new Decider.Guard(rule), Optional.empty());
        }
        return share < 96
                ? new Decision.Expired(Duration.ofMinutes(5))
                : new Decision.Withdrawn("the agent cancelled the call");
    }

    private static ToolCall call(
            ToolCallId id, String command, Instant at, Path folder, RandomGenerator random) {
        String agent = AGENTS[random.nextInt(AGENTS.length)];
        return new ToolCall(
                id,
                new AgentSession(
                        new AgentSessionId(agent + "-1"),
                        agent,
                        "1.0",
                        OptionalLong.of(4_711),
                        Workspace.of(folder),
                        at),
                new CommandText(command),
                Optional.of("a made-up call"),
                Optional.empty(),
                ExecutionMode.DEFAULT,
                ExecutionMode.DEFAULT.defaultTimeout(),
                TimeoutAction.BACKGROUND,
                folder,
                Map.of(),
                OutputTruncation.TAIL,
                false,
                false,
                false,
                at);
    }

    /// Where the lines lie, to be read by other means.
    public Path journalFolder() {
        return journalFolder;
    }

    @Override
    public History history() {
        return index;
    }

    @Override
    public SecretMasker masker() {
        return SecretMasker.byForm();
    }

    @Override
    public void star(ToolCallId id, boolean starred) throws JournalException {
        append(new SupervisionEvent.Starred(id, Instant.EPOCH, starred));
    }

    @Override
    public void note(ToolCallId id, String text) throws JournalException {
        append(new SupervisionEvent.Noted(id, Instant.EPOCH, text));
    }

    private void append(SupervisionEvent event) throws JournalException {
        journal.append(event);
    }

    @Override
    public RunningExport export(ExportRequest request, RunningExport.Listener listener) {
        listener.ended(new RunningExport.End.Failed("These calls are made up."));
        return () -> {};
    }

    @Override
    public boolean delete(ToolCallId id, Deletion what) {
        return false;
    }

    @Override
    public void close() throws IOException {
        index.close();
        journal.close();
    }
}
