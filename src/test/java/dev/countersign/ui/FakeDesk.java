package dev.countersign.ui;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.Finding;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.safety.ScriptFile;
import dev.countersign.supervision.ConsoleStatus;
import dev.countersign.supervision.EditApproval;
import dev.countersign.supervision.HistoryDesk;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.supervision.PersonTerminal;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/// A desk by hand: tests say what arrives and read what was decided. Safe on any thread.
public final class FakeDesk implements PersonDesk {
    public static final Path HOME = Path.of("/home/ann");
    public static final AgentSession CLAUDE = agent("claude-code", "shop", 51960);
    public static final AgentSession CODEX = agent("codex", "api", 48213);
    public static final AgentSession OPENCODE = agent("opencode", "infra", 50011);

    private final InstantSource clock;
    private final Map<ToolCallId, CallRecord> calls = new LinkedHashMap<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<AgentSession> agents = new ArrayList<>();
    private final List<String> deeds = new ArrayList<>();
    private final Map<ToolCallId, Path> recordings = new LinkedHashMap<>();
    private final Map<ToolCallId, PersonTerminal> terminals =
            new java.util.concurrent.ConcurrentHashMap<>();
    private List<ConsoleStatus.Problem> problems = List.of();
    private final Map<ToolCallId, List<ScriptFile>> scripts = new LinkedHashMap<>();
    private SessionSwitches switches = SessionSwitches.NONE;
    private Function<ToolCall, AssessedCall> edits = FakeDesk::harmless;
    private HistoryDesk keeping = new FakeHistory(this);
    private Consequences consequences = Consequences.none();
    private final FakeJobs jobs = new FakeJobs();
    private final FakeRehearsals rehearsals = new FakeRehearsals(this);
    private long outputBytes;
    private int lastId = 0x1a2b3c00;

    private final FakeRuleDesk rules = new FakeRuleDesk(this);

    /// The rules beside it.
    @Override
    public FakeRuleDesk rules() {
        return rules;
    }

    public FakeDesk(InstantSource clock) {
        this.clock = clock;
    }

    public static AgentSession agent(String name, String folder, long pid) {
        return new AgentSession(
                new AgentSessionId(name + "@" + pid),
                name,
                "1.0",
                OptionalLong.of(pid),
                Workspace.of(HOME.resolve(folder)),
                Instant.EPOCH);
    }

    /// What an agent asks; change it by the `with…` methods and let it arrive.
    public record Ask(
            AgentSession agent,
            String command,
            Optional<String> summary,
            Optional<Boolean> dangerous,
            RiskAssessment assessment,
            PolicyVerdict verdict,
            Map<String, String> environment,
            Duration ago) {
        public Ask summary(String text) {
            return new Ask(
                    agent,
                    command,
                    Optional.of(text),
                    dangerous,
                    assessment,
                    verdict,
                    environment,
                    ago);
        }

        public Ask flagged(boolean flag) {
            return new Ask(
                    agent,
                    command,
                    summary,
                    Optional.of(flag),
                    assessment,
                    verdict,
                    environment,
                    ago);
        }

        public Ask environment(Map<String, String> added) {
            return new Ask(agent, command, summary, dangerous, assessment, verdict, added, ago);
        }

        public Ask ago(long seconds) {
            return new Ask(
                    agent,
                    command,
                    summary,
                    dangerous,
                    assessment,
                    verdict,
                    environment,
                    Duration.ofSeconds(seconds));
        }

        public Ask level(RiskLevel level, String headline, Finding... findings) {
            return new Ask(
                    agent,
                    command,
                    summary,
                    dangerous,
                    new RiskAssessment(
                            level,
                            false,
                            true,
                            Optional.of(headline).filter(text -> !text.isEmpty()),
                            List.of(findings),
                            List.of(),
                            command),
                    verdict,
                    environment,
                    ago);
        }

        public Ask parts(PartVerdict... parts) {
            return new Ask(
                    agent,
                    command,
                    summary,
                    dangerous,
                    assessment,
                    new PolicyVerdict(
                            Verdict.ASK, Optional.empty(), "asks by default", List.of(parts)),
                    environment,
                    ago);
        }
    }

    /// A low, known command of which nothing was found.
    public static Ask ask(AgentSession agent, String command) {
        return new Ask(
                agent,
                command,
                Optional.empty(),
                Optional.empty(),
                new RiskAssessment(
                        RiskLevel.LOW,
                        false,
                        true,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        command),
                new PolicyVerdict(
                        Verdict.ASK,
                        Optional.empty(),
                        "no rule matches",
                        List.of(
                                new PartVerdict(
                                        command,
                                        0,
                                        command.length(),
                                        Verdict.ASK,
                                        Optional.empty(),
                                        "no rule matches"))),
                Map.of(),
                Duration.ZERO);
    }

    public static PartVerdict part(String command, String text, Verdict verdict, String reason) {
        int start = command.indexOf(text);
        return new PartVerdict(
                text, start, start + text.length(), verdict, Optional.empty(), reason);
    }

    /// A part about which a rule of the workspace's asks.
    public static PartVerdict asked(String command, String text, String rule) {
        int start = command.indexOf(text);
        return new PartVerdict(
                text,
                start,
                start + text.length(),
                Verdict.ASK,
                Optional.of(
                        new RuleReference(
                                rule, "permissions.json", Optional.empty(), Optional.empty())),
                "asked by the rule " + rule);
    }

    public static Finding finding(
            String command,
            String text,
            String id,
            RiskLevel level,
            String message,
            String instead) {
        int start = command.indexOf(text);
        return new Finding(
                id,
                level,
                message,
                start,
                start + text.length(),
                Optional.of(instead).filter(t -> !t.isEmpty()));
    }

    public synchronized void connect(AgentSession... sessions) {
        agents.addAll(List.of(sessions));
        listeners.forEach(listener -> listener.agentsChanged(List.copyOf(agents)));
    }

    public synchronized ToolCallId arrive(Ask ask) {
        ToolCallId id = ToolCallId.of(++lastId);
        Instant at = clock.instant().minus(ask.ago());
        ToolCall call =
                new ToolCall(
                        id,
                        ask.agent(),
                        new CommandText(ask.command()),
                        ask.summary(),
                        ask.dangerous(),
                        ExecutionMode.DEFAULT,
                        Duration.ofMinutes(2),
                        TimeoutAction.BACKGROUND,
                        ask.agent().workspace().directory(),
                        ask.environment(),
                        OutputTruncation.TAIL,
                        false,
                        false,
                        false,
                        at);
        calls.put(id, CallRecord.of(call));
        tell(new SupervisionEvent.Received(call));
        tell(new SupervisionEvent.Assessed(id, at, ask.assessment(), ask.verdict()));
        tell(new SupervisionEvent.Queued(id, at));
        return id;
    }

    /// A waiting call like another one, which this desk knows nothing of.
    public static CallRecord another(CallRecord like, ToolCallId id, String command) {
        ToolCall call = like.call();
        ToolCall fresh =
                new ToolCall(
                        id,
                        call.session(),
                        new CommandText(command),
                        call.summary(),
                        call.flaggedDangerous(),
                        call.mode(),
                        call.timeout(),
                        call.onTimeout(),
                        call.directory(),
                        call.addedEnvironment(),
                        call.truncation(),
                        call.mergeOutput(),
                        call.pseudoTerminal(),
                        call.dryRun(),
                        call.receivedAt());
        Ask ask = ask(call.session(), command);
        return CallRecord.of(fresh)
                .after(
                        new SupervisionEvent.Assessed(
                                id, call.receivedAt(), ask.assessment(), ask.verdict()))
                .after(new SupervisionEvent.Queued(id, call.receivedAt()));
    }

    /// Who hears this desk first: the window.
    public synchronized Listener window() {
        return listeners.getFirst();
    }

    /// A call that a rule decided, with a run that has ended.
    public synchronized ToolCallId past(Ask ask, Decision decision, Optional<Outcome> outcome) {
        ToolCallId id = arrive(ask);
        Instant at = clock.instant().minus(ask.ago()).plusSeconds(3);
        tell(new SupervisionEvent.Decided(id, at, decision));
        outcome.ifPresent(end -> {
            tell(new SupervisionEvent.Started(id, at, 4711));
            tell(new SupervisionEvent.Finished(id, at.plusMillis(2200), end, 0, 0));
            tell(
                    new SupervisionEvent.Answered(
                            id,
                            at.plusMillis(2200),
                            CallStatus.of(end),
                            "src/cart.ts\nsrc/total.ts\n[exit code 0, 2.2 s]"));
        });
        return id;
    }

    public static Decision byYou() {
        return new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE);
    }

    public static Decision byRule(String pattern) {
        return new Decision.Approved(
                new Decider.Rule(
                        new RuleReference(
                                pattern, "permissions.json", Optional.empty(), Optional.empty())),
                ApprovalScope.RULE);
    }

    public static Decision deniedByRule(String pattern) {
        return new Decision.Denied(
                new Decider.Rule(
                        new RuleReference(
                                pattern, "permissions.json", Optional.empty(), Optional.empty())),
                Optional.empty());
    }

    public synchronized void start(ToolCallId id, Path recording) {
        recordings.put(id, recording);
        tell(new SupervisionEvent.Started(id, clock.instant(), 4711));
    }

    public synchronized void finish(ToolCallId id, Outcome outcome) {
        tell(new SupervisionEvent.Finished(id, clock.instant(), outcome, 0, 0));
    }

    public synchronized void recording(ToolCallId id, Path folder) {
        recordings.put(id, folder);
    }

    public synchronized void withdraw(ToolCallId id) {
        tell(
                new SupervisionEvent.Decided(
                        id,
                        clock.instant(),
                        new Decision.Withdrawn("the agent cancelled the call")));
    }

    public synchronized void tell(SupervisionEvent event) {
        CallRecord record = require(event.id()).after(event);
        calls.put(event.id(), record);
        listeners.forEach(listener -> listener.changed(event, record));
    }

    public synchronized void problems(ConsoleStatus.Problem... now) {
        problems = List.of(now);
        listeners.forEach(Listener::statusChanged);
    }

    /// What the person did: `approve 1a2b3c01`, `deny 1a2b3c02`, `deny 1a2b3c02: reason`, `stop …`.
    public synchronized List<String> deeds() {
        return List.copyOf(deeds);
    }

    public synchronized CallRecord require(ToolCallId id) {
        CallRecord record = calls.get(id);
        if (record == null) {
            throw new IllegalArgumentException("no such call: " + id);
        }
        return record;
    }

    @Override
    public FakeJobs jobs() {
        return jobs;
    }

    /// What looking at any command finds from now on.
    public synchronized void foresee(Consequences found) {
        consequences = found;
    }

    @Override
    public synchronized Consequences consequences(ToolCallId id, String command) {
        return consequences;
    }

    @Override
    public FakeRehearsals rehearsals() {
        return rehearsals;
    }

    Instant now() {
        return clock.instant();
    }

    /// What is kept, for panes that search it.
    public synchronized void keep(HistoryDesk history) {
        keeping = history;
    }

    @Override
    public synchronized HistoryDesk keeping() {
        return keeping;
    }

    @Override
    public synchronized List<CallRecord> calls() {
        return List.copyOf(calls.values());
    }

    @Override
    public synchronized Runnable subscribe(Listener listener) {
        listeners.add(listener);
        return () -> {
            synchronized (this) {
                listeners.remove(listener);
            }
        };
    }

    @Override
    public synchronized boolean approve(ToolCallId id) {
        if (!require(id).isWaiting()) {
            return false;
        }
        deeds.add("approve " + id.digits());
        tell(new SupervisionEvent.Decided(id, clock.instant(), byYou()));
        return true;
    }

    /// Which files a call runs.
    public synchronized void scripts(ToolCallId id, ScriptFile... files) {
        scripts.put(id, List.of(files));
        tell(
                new SupervisionEvent.Assessed(
                        id,
                        clock.instant(),
                        require(id).assessed().orElseThrow().assessment(),
                        require(id).assessed().orElseThrow().verdict()));
    }

    @Override
    public synchronized List<ScriptFile> scripts(ToolCallId id) {
        return scripts.getOrDefault(id, List.of());
    }

    /// How edited commands are judged; low and asked where tests say nothing else.
    public synchronized void judgeEdits(Function<ToolCall, AssessedCall> judge) {
        edits = judge;
    }

    @Override
    public Optional<AssessedCall> assessEdited(ToolCallId id, CommandText command) {
        Function<ToolCall, AssessedCall> judge;
        ToolCall call;
        synchronized (this) {
            if (!require(id).isWaiting()) {
                return Optional.empty();
            }
            judge = edits;
            call = require(id).call().withCommand(command);
        }
        return Optional.of(judge.apply(call));
    }

    private static AssessedCall harmless(ToolCall call) {
        Ask ask = ask(call.session(), call.command().text());
        return new AssessedCall(call, ask.assessment(), ask.verdict());
    }

    @Override
    public synchronized EditApproval approveEdited(EditedCall edit) {
        AssessedCall call = edit.assessed();
        if (!require(call.id()).isWaiting()) {
            return EditApproval.NO_LONGER_WAITS;
        }
        if (call.verdict().verdict() == Verdict.DENY) {
            return EditApproval.DENIED_BY_RULE;
        }
        if (!edits.apply(call.call()).equals(call)) {
            return EditApproval.JUDGED_ANEW;
        }
        deeds.add(
                "edit "
                        + call.id().digits()
                        + ": "
                        + call.call().command().text()
                        + edit.note().map(note -> " (" + note + ")").orElse(""));
        tell(
                new SupervisionEvent.Edited(
                        call.id(),
                        clock.instant(),
                        call.call().command(),
                        call.assessment(),
                        call.verdict(),
                        edit.note()));
        tell(
                new SupervisionEvent.Decided(
                        call.id(),
                        clock.instant(),
                        new Decision.Approved(new Decider.Human(), ApprovalScope.EDITED)));
        return EditApproval.APPROVED;
    }

    @Override
    public synchronized int denyAllOfAgent(ToolCallId id, Optional<String> reason) {
        AgentSessionId agent = require(id).call().session().id();
        List<ToolCallId> theirs =
                calls.values().stream()
                        .filter(CallRecord::isWaiting)
                        .filter(record -> record.call().session().id().equals(agent))
                        .map(CallRecord::id)
                        .toList();
        theirs.forEach(other -> deny(other, reason));
        return theirs.size();
    }

    @Override
    public synchronized SessionSwitches switches() {
        return switches;
    }

    @Override
    public synchronized void holdAll(boolean on) {
        deeds.add("hold all " + on);
        switchTo(new SessionSwitches(on, switches.held(), switches.dryRun()));
    }

    @Override
    public synchronized void hold(AgentSessionId agent, boolean on) {
        deeds.add("hold " + agent + " " + on);
        switchTo(
                new SessionSwitches(
                        switches.holdAll(), with(switches.held(), agent, on), switches.dryRun()));
    }

    @Override
    public synchronized void dryRun(AgentSessionId agent, boolean on) {
        deeds.add("dry run " + agent + " " + on);
        switchTo(
                new SessionSwitches(
                        switches.holdAll(), switches.held(), with(switches.dryRun(), agent, on)));
    }

    private static Set<AgentSessionId> with(
            Set<AgentSessionId> agents, AgentSessionId agent, boolean on) {
        Set<AgentSessionId> changed = new HashSet<>(agents);
        if (on) {
            changed.add(agent);
        } else {
            changed.remove(agent);
        }
        return changed;
    }

    private void switchTo(SessionSwitches now) {
        switches = now;
        listeners.forEach(Listener::statusChanged);
    }

    @Override
    public synchronized boolean deny(ToolCallId id, Optional<String> reason) {
        if (!require(id).isWaiting()) {
            return false;
        }
        deeds.add("deny " + id.digits() + reason.map(text -> ": " + text).orElse(""));
        tell(
                new SupervisionEvent.Decided(
                        id, clock.instant(), new Decision.Denied(new Decider.Human(), reason)));
        return true;
    }

    @Override
    public synchronized void stop(ToolCallId id) {
        deeds.add("stop " + id.digits());
        finish(id, new Outcome.Stopped(StopCause.HUMAN, "SIGTERM"));
    }

    @Override
    public synchronized boolean choose(ToolCallId id, RunConditions conditions) {
        deeds.add("choose " + id + " " + conditions.format());
        tell(
                new SupervisionEvent.Steered(
                        id, clock.instant(), JobAct.CONDITIONS_CHOSEN, conditions.format()));
        return true;
    }

    @Override
    public Optional<String> sandboxObstacle() {
        return Optional.empty();
    }

    @Override
    public Optional<PersonTerminal> terminal(ToolCallId id) {
        return Optional.ofNullable(terminals.get(id));
    }

    /// Gives a call a terminal from now on.
    public void terminal(ToolCallId id, PersonTerminal terminal) {
        terminals.put(id, terminal);
    }

    @Override
    public synchronized Optional<Path> recordingFolder(ToolCallId id) {
        return Optional.ofNullable(recordings.get(id));
    }

    @Override
    public synchronized List<AgentSession> agents() {
        return List.copyOf(agents);
    }

    @Override
    public synchronized ConsoleStatus status() {
        long waiting = calls.values().stream().filter(CallRecord::isWaiting).count();
        long running = calls.values().stream().filter(CallRecord::isRunning).count();
        return new ConsoleStatus(
                Optional.of("/home/ann/.local/state/countersign/run/console.sock"),
                agents.size(),
                (int) waiting,
                (int) running,
                outputBytes,
                calls.size(),
                23,
                "9f31c02be4aa17d0",
                problems);
    }

    public synchronized void output(long bytes) {
        outputBytes += bytes;
    }
}
