package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Decision;
import dev.countersign.approval.DecisionLog;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.Resolution;
import dev.countersign.approval.ResultDigest;
import dev.countersign.approval.RuleKeeper;
import dev.countersign.approval.Verdict;
import dev.countersign.approval.WaitingCall;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.RunningCommand;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.History;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.safety.ScriptFile;
import dev.countersign.settings.AdvancedSettings;
import dev.countersign.settings.Setting;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.consequence.ConsequenceFinder;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.TimeLimits;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The console itself: what agents ask and what the person does meets here, and nowhere else.
///
/// Each call lives on a virtual thread of its own, see [CallLife]. Safe on any thread; what blocks
/// says so.
public final class Supervisor implements AgentGateway, PersonDesk, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    /// How long the end of the console waits for the ends of its calls to be written down.
    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(6);

    private final Parts parts;
    private final ApprovalQueue queue;
    private final PersonsRules personsRules;
    private final ConnectedAgents agents;
    private final CallLives lives = new CallLives();
    private final KeptCalls kept;
    private final OutputReads reads;
    private final WorkdirPolicy workdirs;
    private final StartHold startHold = new StartHold();
    private final DiskRoom room;
    private final RunSlots foreground = new RunSlots(this::mayNotStart);
    private final RunSlots background = new RunSlots(this::mayNotStart);
    private final JobBoard jobs;
    private final AtomicLong outputBytes = new AtomicLong();
    private final Set<AgentSessionId> watched = ConcurrentHashMap.newKeySet();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Services services = new Services();
    private final HookedCalls hooked = new HookedCalls(new HookConsole());
    private final DiskFacts disk = new DiskFacts();
    private final RehearsalRoom rehearsals;
    private volatile boolean closing;
    // Waiting calls that a person began to edit. Ids are small, so none is forgotten.
    private final Set<ToolCallId> edited = ConcurrentHashMap.newKeySet();
    private volatile Optional<Path> socket = Optional.empty();

    /// What the supervisor is put together from.
    ///
    /// @param judge assesses a call and asks the rules about it; pure, quick
    /// @param rules what the judge asks, and what the person changes
    /// @param recordings the folder of all recordings
    /// @param home the person's home folder
    /// @param ruleCount how many rules decide now
    /// @param history searches what the journal keeps
    /// @param masker hides secrets in what is shown and sent
    /// @param problems what is wrong with files of the person's, each a sentence
    public record Parts(
            Journal journal,
            ExecutionEngine engine,
            Function<ToolCall, AssessedCall> judge,
            RuleKeeper rules,
            SettingsStore settings,
            Path recordings,
            Path home,
            Supplier<Integer> ruleCount,
            Supplier<List<ConsoleStatus.Problem>> problems,
            InstantSource clock,
            RandomGenerator random,
            RunSurroundings surroundings,
            History history,
            SecretMasker masker) {
        /// With what this system has, but no sandbox and no index.
        public Parts(
                Journal journal,
                ExecutionEngine engine,
                Function<ToolCall, AssessedCall> judge,
                RuleKeeper rules,
                SettingsStore settings,
                Path recordings,
                Path home,
                Supplier<Integer> ruleCount,
                Supplier<List<ConsoleStatus.Problem>> problems,
                InstantSource clock,
                RandomGenerator random) {
            this(
                    journal,
                    engine,
                    judge,
                    rules,
                    settings,
                    recordings,
                    home,
                    ruleCount,
                    problems,
                    clock,
                    random,
                    RunSurroundings.plain(recordings));
        }

        /// Without an index.
        public Parts(
                Journal journal,
                ExecutionEngine engine,
                Function<ToolCall, AssessedCall> judge,
                RuleKeeper rules,
                SettingsStore settings,
                Path recordings,
                Path home,
                Supplier<Integer> ruleCount,
                Supplier<List<ConsoleStatus.Problem>> problems,
                InstantSource clock,
                RandomGenerator random,
                RunSurroundings surroundings) {
            this(
                    journal,
                    engine,
                    judge,
                    rules,
                    settings,
                    recordings,
                    home,
                    ruleCount,
                    problems,
                    clock,
                    random,
                    surroundings,
                    History.none(),
                    SecretMasker.byForm());
        }
    }

    public Supervisor(Parts parts) {
        this.parts = parts;
        this.queue = new ApprovalQueue(new Decisions());
        this.personsRules = new PersonsRules(parts.rules(), queue);
        this.agents =
                new ConnectedAgents(
                        new WorkspaceFinder(parts.home()),
                        parts.clock(),
                        parts.random(),
                        this::agentsChanged);
        this.kept =
                new KeptCalls(
                        parts.journal(),
                        parts.history(),
                        parts.masker(),
                        parts.recordings(),
                        parts.clock());
        this.reads = new OutputReads(parts.settings(), parts.masker());
        this.workdirs = new WorkdirPolicy(parts.home());
        this.room =
                new DiskRoom(
                        parts.surroundings().space(), () -> mebibytes(Settings.LEAST_FREE_DISK));
        this.room.onChange(this::roomChanged);
        this.jobs = new JobBoard(new Yard(), new OrphanJobs(parts.engine()));
        this.rehearsals =
                new RehearsalRoom(
                        parts.surroundings().rehearsals(), parts.engine(), disk, new Theatre());
        parts.journal().subscribe(this::eventHappened);
        parts.journal().onHealthChange(this::statusChanged);
        parts.rules()
                .subscribe(
                        () -> Thread.ofVirtual().name("rules-changed").start(this::rulesChanged));
    }

    /// Calls that wait are decided as those that come now. What a person is busy with, holds, or
    /// was warned of by the agent is only denied so, never allowed. Blocks.
    private void rulesChanged() {
        for (AssessedCall waiting : queue.waiting()) {
            if (closing) {
                return;
            }
            // Not before it is written down that it waits.
            if (find(waiting.id()).filter(CallRecord::isWaiting).isEmpty()) {
                continue;
            }
            AssessedCall judged = parts.judge().apply(waiting.call());
            boolean kept =
                    edited.contains(waiting.id())
                            || personsRules.isAtHand(waiting.id())
                            || startHold.holds(waiting.call().session().id())
                            || waiting.call().agentSaysDangerous();
            if (kept && judged.verdict().verdict() == Verdict.ALLOW) {
                continue;
            }
            try {
                queue.decideByChangedRules(judged);
            } catch (UncheckedIOException failure) {
                LOG.error("{}: it waits on, though a rule decides it", waiting.id(), failure);
            }
        }
    }

    /// Writes down the ends of calls that an earlier console did not see. Nothing of them is ever
    /// run again. Blocks.
    public void recover() throws JournalException {
        jobs.findOrphans();
        recoverRehearsals();
        for (CallRecord record : parts.journal().calls()) {
            record.decided()
                    .ifPresent(decided ->
                            parts.rules().decided(record.call(), decided.decision(), decided.at()));
            boolean hasRecording = Files.isDirectory(folder(record.id()));
            for (SupervisionEvent event : Recovery.endsOf(record, hasRecording, now())) {
                parts.journal().append(event);
            }
        }
    }

    private void recoverRehearsals() throws JournalException {
        try {
            for (SupervisionEvent event : rehearsals.recover(parts.journal().calls())) {
                parts.journal().append(event);
            }
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            LOG.error("what a rehearsal left behind could not be taken away: {}", e.toString());
        }
    }

    private long mebibytes(Setting<Integer> setting) {
        return 1024L * 1024 * parts.settings().value(setting);
    }

    /// What is approved waits in its line while this holds.
    private boolean mayNotStart(AgentSessionId agent) {
        return room.isLow() || startHold.holds(agent);
    }

    private void roomChanged() {
        Thread.ofVirtual()
                .name("room-changed")
                .start(() -> {
                    foreground.reconsider();
                    background.reconsider();
                    lives.all().forEach(LiveCall::roomChanged);
                    statusChanged();
                });
    }

    // ---- agents

    @Override
    public AgentSession connect(AgentIntroduction introduction) {
        AgentSession session = agents.connect(introduction);
        LOG.info(
                "connected: {} {} ({}), workspace {}",
                session.name(),
                session.version(),
                session.id(),
                session.workspace().directory());
        if (introduction.sessionName().isPresent() && watched.add(session.id())) {
            introduction.pid().ifPresent(pid -> endWithProcess(session, pid));
        }
        return session;
    }

    /// A session that is no connection ends with its agent at the latest.
    private void endWithProcess(AgentSession session, long pid) {
        Optional<ProcessHandle> agent = ProcessHandle.of(pid);
        if (agent.isPresent() && pid != ProcessHandle.current().pid()) {
            var _ = agent.get().onExit().thenRun(() -> sessionEnded(session));
        }
    }

    @Override
    public void disconnect(AgentSession session) {
        agents.disconnect(session);
        watched.remove(session.id());
        boolean stop = parts.settings().value(Settings.STOP_FOREGROUND_ON_DISCONNECT);
        lives.of(session.id()).forEach(life -> life.callerLeft(stop));
        reads.forget(session.id());
        if (ConnectedAgents.isConnection(session.id())) {
            parts.rules().endSession(session.id());
        }
        startHold.forget(session.id());
        LOG.info("disconnected: {} ({})", session.name(), session.id());
    }

    @Override
    public OpenCall bash(AgentSession session, BashRequest request, CallObserver observer) {
        if (closing) {
            return answered(CallReport.refused(CallError.Type.UNKNOWN, "the console is closing"));
        }
        WorkdirPolicy.Checked workdir = workdirs.check(session.workspace(), request.workdir());
        if (workdir instanceof WorkdirPolicy.Refused(String message)) {
            return answered(CallReport.refused(CallError.Type.INVALID_WORKDIR, message));
        }
        Path directory = ((WorkdirPolicy.Usable) workdir).directory();
        LiveCall life;
        try {
            life = take(session, request, directory, LiveCall.Delivery.HERE);
        } catch (JournalException e) {
            return answered(CallReport.refused(CallError.Type.UNKNOWN, e.sentence()));
        }
        Optional<Duration> patience =
                observer.isPatient() ? Optional.empty() : patience(session, observer.hears());
        return new PendingAnswer(
                life, observer, patience, progressInterval(), parts.clock(), new Answering());
    }

    @Override
    public Optional<Duration> patience(AgentSession session, boolean hearsProgress) {
        return ClientPatience.of(
                session.name(),
                hearsProgress,
                agents.limit(session.id()),
                parts.settings().current());
    }

    @Override
    public Duration progressInterval() {
        return parts.settings().value(Settings.PROGRESS_EVERY);
    }

    @Override
    public AgentLimits limits() {
        return AgentLimits.of(parts.settings().current());
    }

    private LiveCall take(
            AgentSession session, BashRequest request, Path directory, LiveCall.Delivery delivery)
            throws JournalException {
        ToolCall call = call(session, request, directory);
        parts.journal().append(new SupervisionEvent.Received(call));
        return begin(call, delivery);
    }

    private LiveCall begin(ToolCall call, LiveCall.Delivery delivery) {
        LiveCall live = new LiveCall(call, delivery, services);
        lives.add(live);
        Thread.ofVirtual()
                .name("call-" + call.id().digits())
                .start(new CallLife(live, services));
        return live;
    }

    private ToolCall call(AgentSession session, BashRequest request, Path directory) {
        ToolCall call = plainCall(session, request, directory);
        RunConditions conditions =
                UsualConditions.of(
                        session.workspace(), request.pseudoTerminal(), parts.settings().current());
        ToolCall conditioned = call.withConditions(conditions);
        return parts.surroundings()
                .otherShell()
                .get()
                .map(conditioned::withOtherShell)
                .orElse(conditioned);
    }

    private ToolCall plainCall(AgentSession session, BashRequest request, Path directory) {
        return new ToolCall(
                newId(),
                session,
                request.command(),
                request.summary(),
                request.flaggedDangerous(),
                request.mode(),
                request.timeout(),
                request.onTimeout(),
                directory,
                request.environment(),
                request.truncation(),
                request.mergeOutput(),
                request.pseudoTerminal(),
                request.dryRun() || startHold.isDryRun(session.id()),
                now());
    }

    private ToolCallId newId() {
        ToolCallId id = ToolCallId.of(parts.random().nextInt());
        while (id.equals(SupervisionEvent.RulesChanged.NO_CALL)
                || parts.journal().contains(id)
                || !lives.reserve(id)) {
            id = ToolCallId.of(parts.random().nextInt());
        }
        return id;
    }

    private static OpenCall answered(CallReport report) {
        return new OpenCall() {
            @Override
            public CallReport await() {
                return report;
            }

            @Override
            public void cancel() {}
        };
    }

    @Override
    public CallReport bashOutput(
            AgentSession session, String bashId, Optional<Pattern> filter, Duration wait)
            throws InterruptedException {
        Optional<CallRecord> record = reachable(session, bashId);
        if (record.isEmpty()) {
            return notFound(bashId);
        }
        return read(session, record.get().id(), filter, wait);
    }

    private CallReport read(
            AgentSession session, ToolCallId id, Optional<Pattern> filter, Duration wait)
            throws InterruptedException {
        Optional<LiveCall> life = lives.find(id);
        if (life.isPresent() && !wait.isZero()) {
            reads.awaitNews(session.id(), life.get(), wait);
        }
        return report(session, id, filter, false);
    }

    @Override
    public CallReport killShell(AgentSession session, String shellId) throws InterruptedException {
        Optional<CallRecord> record = reachable(session, shellId);
        return record.isEmpty() ? notFound(shellId) : kill(session, record.get());
    }

    private CallReport kill(AgentSession session, CallRecord record) throws InterruptedException {
        boolean adopted = jobs.isAdopted(record.id());
        boolean alreadyStopped = record.status().isFinal() && !adopted;
        if (adopted) {
            jobs.stopOrphan(record.id());
        }
        Optional<LiveCall> life = lives.find(record.id());
        if (!alreadyStopped && life.isPresent()) {
            end(life.get());
        }
        return report(session, record.id(), Optional.empty(), alreadyStopped);
    }

    /// The agent ends one of its own calls, whatever it is doing, and waits until it is over.
    private void end(LiveCall life) throws InterruptedException {
        withdrawQuietly(life.id(), "the agent took it back");
        life.stop(StopCause.AGENT);
        life.await(CallState::isOver, Duration.ofSeconds(30));
    }

    @Override
    public CallReport checkPid(AgentSession session, long pid) throws InterruptedException {
        Optional<CallRecord> record = byPid(session, pid);
        return record.isEmpty()
                ? noSuchPid(pid)
                : read(session, record.get().id(), Optional.empty(), Duration.ZERO);
    }

    @Override
    public CallReport killPid(AgentSession session, long pid) throws InterruptedException {
        Optional<CallRecord> record = byPid(session, pid);
        return record.isEmpty() ? noSuchPid(pid) : kill(session, record.get());
    }

    /// The job that a process belongs to: by its tree now, else by the pid that it started with.
    private Optional<CallRecord> byPid(AgentSession session, long pid) {
        Optional<ToolCallId> owner =
                lives.running().stream()
                        .filter(life -> sharesWorkspace(session, life.call()))
                        .filter(life -> life.owns(pid))
                        .map(LiveCall::id)
                        .findFirst()
                        .or(() -> jobs.adoptedOwnerOf(pid));
        if (owner.isPresent()) {
            return owner.flatMap(this::find)
                    .filter(record -> sharesWorkspace(session, record.call()));
        }
        return parts.journal().calls().stream()
                .filter(record -> sharesWorkspace(session, record.call()))
                .filter(record -> record.started().filter(s -> s.pid() == pid).isPresent())
                .max(Comparator.comparing(record -> record.call().receivedAt()));
    }

    @Override
    public List<JobSummary> listShells(AgentSession session) {
        Instant now = now();
        return parts.journal().calls().stream()
                .filter(record -> sharesWorkspace(session, record.call()))
                .filter(record -> record.started().isPresent())
                .filter(record ->
                        record.isRunning()
                                || jobs.isAdopted(record.id())
                                || record.backgrounded().isPresent()
                                || record.call().mode() == ExecutionMode.BACKGROUND)
                .map(record -> summary(record, now))
                .toList();
    }

    private JobSummary summary(CallRecord record, Instant now) {
        boolean adopted = jobs.isAdopted(record.id());
        Instant start = record.started().map(SupervisionEvent.Started::at).orElse(now);
        Instant end =
                record.finished()
                        .filter(_ -> !adopted)
                        .map(SupervisionEvent.Finished::at)
                        .orElse(now);
        return new JobSummary(
                record.id(),
                adopted ? CallStatus.RUNNING : record.status(),
                record.started()
                        .map(started -> OptionalLong.of(started.pid()))
                        .orElse(OptionalLong.empty()),
                Duration.between(start, end),
                record.command().text());
    }

    // ---- agents' hooks

    @Override
    public HookedCall hook(AgentSession session, HookRequest request) {
        return closing
                ? HookedCalls.over(new HookVerdict.Unanswered("not run: the console is closing"))
                : hooked.take(session, request);
    }

    @Override
    public boolean isOpenTicket(String ticket) {
        return hooked.isOpen(ticket);
    }

    @Override
    public Optional<TicketRun> claim(String ticket) {
        return hooked.claim(ticket);
    }

    @Override
    public void reported(AgentSession session, String toolUseId, String text) {
        hooked.reported(session, toolUseId, text);
    }

    @Override
    public void sessionEnded(AgentSession session) {
        disconnect(session);
        parts.rules().endSession(session.id());
    }

    /// What hooked calls get to use of the console.
    private final class HookConsole implements HookedCalls.Console {
        @Override
        public TimeLimits times() {
            return limits().times();
        }

        @Override
        public Instant now() {
            return Supervisor.this.now();
        }

        @Override
        public LiveCall take(
                AgentSession session,
                BashRequest request,
                Path directory,
                LiveCall.Delivery delivery)
                throws JournalException {
            return Supervisor.this.take(session, request, directory, delivery);
        }

        @Override
        public WorkdirPolicy.Checked check(AgentSession session, Optional<String> directory) {
            return workdirs.check(session.workspace(), directory);
        }

        @Override
        public CallReport report(LiveCall life) {
            Optional<String> failure = life.state().failure();
            if (failure.isPresent()) {
                return CallReport.refused(CallError.Type.UNKNOWN, failure.get());
            }
            return Supervisor.this
                    .find(life.id())
                    .map(record ->
                            CallReports.of(
                                    record,
                                    CallReports.Output.none(),
                                    Supervisor.this.now(),
                                    false))
                    .orElseGet(() -> notFound(life.id().shellName()));
        }

        @Override
        public Optional<CallRecord> find(ToolCallId id) {
            return Supervisor.this.find(id);
        }

        @Override
        public Path folder(ToolCallId id) {
            return Supervisor.this.folder(id);
        }

        @Override
        public void record(SupervisionEvent event) throws JournalException {
            parts.journal().append(event);
        }

        @Override
        public void expire(ToolCallId id, Duration after) throws JournalException {
            services.expire(id, after);
        }

        @Override
        public void answered(LiveCall life, CallStatus status, String text) {
            try {
                record(new SupervisionEvent.Answered(life.id(), now(), status, text));
            } catch (JournalException e) {
                LOG.error("{}: its answer could not be kept: {}", life.id(), e.getMessage());
            }
        }

        @Override
        public boolean stopsForegroundWithCaller() {
            return parts.settings().value(Settings.STOP_FOREGROUND_ON_DISCONNECT);
        }

        @Override
        public String newTicket() {
            HexFormat hex = HexFormat.of();
            return hex.toHexDigits(parts.random().nextLong())
                    + hex.toHexDigits(parts.random().nextLong());
        }
    }

    @Override
    public void raiseWindow() {
        listeners.forEach(Listener::raiseRequested);
    }

    private Optional<CallRecord> reachable(AgentSession session, String shellName) {
        return ToolCallId.parseShellName(shellName)
                .flatMap(this::find)
                .filter(record -> sharesWorkspace(session, record.call()));
    }

    private Optional<CallRecord> find(ToolCallId id) {
        try {
            return parts.journal().find(id);
        } catch (JournalException e) {
            LOG.error("{}: {}", id, e.getMessage());
            return Optional.empty();
        }
    }

    private static boolean sharesWorkspace(AgentSession session, ToolCall call) {
        return session.workspace().roots().equals(call.session().workspace().roots());
    }

    private static CallReport notFound(String shellName) {
        String shown = shellName.length() <= 40 ? shellName : shellName.substring(0, 40) + "…";
        return CallReport.refused(
                CallError.Type.SHELL_NOT_FOUND,
                "there is no shell '%s' in this workspace; list_shells tells which there are"
                        .formatted(shown));
    }

    private static CallReport noSuchPid(long pid) {
        return CallReport.refused(
                CallError.Type.SHELL_NOT_FOUND,
                "process %d belongs to no job of this workspace".formatted(pid));
    }

    /// What an agent is told of a call now, with what it has not read yet of its output.
    private CallReport report(
            AgentSession session, ToolCallId id, Optional<Pattern> filter, boolean alreadyStopped) {
        Optional<String> failure = lives.find(id).flatMap(life -> life.state().failure());
        if (failure.isPresent()) {
            return CallReport.refused(CallError.Type.UNKNOWN, failure.get());
        }
        Optional<CallRecord> record = find(id);
        if (record.isEmpty()) {
            return notFound(id.shellName());
        }
        try {
            CallReports.Output output =
                    record.get().started().isEmpty()
                            ? CallReports.Output.none()
                            : reads.read(session.id(), record.get(), folder(id), filter);
            return CallReports.of(find(id).orElse(record.get()), output, now(), alreadyStopped)
                    .withNotes(notes(id));
        } catch (LineFilter.TooCostly e) {
            return CallReport.refused(CallError.Type.INVALID_INPUT, LineFilter.TooCostly.REASON);
        } catch (IOException e) {
            LOG.error("{}: its recording cannot be read: {}", id, e.toString());
            return CallReport.refused(
                    CallError.Type.UNKNOWN, "its output cannot be read: " + e.getMessage());
        }
    }

    /// What an agent is told beside the result: why it waits, what the person has to say.
    private List<String> notes(ToolCallId id) {
        List<String> notes = new ArrayList<>();
        Optional<CallState> state = lives.find(id).map(LiveCall::state);
        if (state.filter(CallState::waitsForRoom).isPresent()) {
            notes.add(
                    "the disk is almost full: the command waits until there is room, nothing is"
                            + " lost");
        } else if (room.isLow() && state.filter(now -> !now.isOver()).isPresent()) {
            notes.add("the disk is almost full: nothing new starts until there is room");
        }
        if (state.filter(CallState::overLimit).isPresent()) {
            notes.add("it printed as much as one run may and waits for the person");
        } else if (state.filter(now -> now.paused() && now.isRunning()).isPresent()) {
            notes.add("the person paused it");
        }
        if (jobs.isAdopted(id)) {
            notes.add("it still runs, but its console was killed: what it prints now is lost");
        }
        jobs.takeNotes(id).forEach(words -> notes.add("note from the person: " + words));
        return notes;
    }

    /// Answers the callers of `bash`, and keeps every answer before it is given.
    private final class Answering implements PendingAnswer.Answers {
        @Override
        public CallReport answer(LiveCall life) {
            CallReport report = report(life.call().session(), life.id(), Optional.empty(), false);
            try {
                parts.journal()
                        .append(
                                new SupervisionEvent.Answered(
                                        life.id(),
                                        now(),
                                        report.status().orElse(CallStatus.FAILED),
                                        AnswerText.render(report)));
            } catch (JournalException e) {
                // The result itself is kept; that it was told is not worth losing it for.
                LOG.error("{}: its answer could not be kept: {}", life.id(), e.getMessage());
            }
            return report;
        }

        @Override
        public String lastLine(LiveCall life) {
            String line = life.state().output().map(CallOutput::lastLine).orElse("");
            return parts.masker().mask(line, SecretMasker.STAR);
        }
    }

    // ---- the person

    @Override
    public List<CallRecord> calls() {
        return parts.journal().calls();
    }

    @Override
    public Runnable subscribe(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public boolean approve(ToolCallId id) {
        return queue.approve(id);
    }

    private Duration looksFor() {
        return parts.settings().value(AdvancedSettings.LOOK_FOR);
    }

    @Override
    public Consequences consequences(ToolCallId id, String command) {
        return find(id).map(record ->
                        new ConsequenceFinder(parts.home(), parts.surroundings().git())
                                .find(command, record.call().directory(), looksFor()))
                .orElse(Consequences.none());
    }

    @Override
    public List<ScriptFile> scripts(ToolCallId id) {
        return queue.waiting().stream()
                .filter(call -> call.id().equals(id))
                .findFirst()
                .map(AssessedCall::scripts)
                .orElse(List.of());
    }

    @Override
    public Optional<AssessedCall> assessEdited(ToolCallId id, CommandText command) {
        Optional<ToolCall> waits = waiting(id);
        waits.ifPresent(_ -> edited.add(id));
        return waits.map(call -> parts.judge().apply(call.withCommand(command)));
    }

    private Optional<ToolCall> waiting(ToolCallId id) {
        return queue.waiting().stream()
                .map(AssessedCall::call)
                .filter(call -> call.id().equals(id))
                .findFirst();
    }

    @Override
    public EditApproval approveEdited(EditedCall edit) {
        EditApproval judged = judgedAsSeen(edit);
        return judged == EditApproval.APPROVED && !queue.approveEdited(edit)
                ? EditApproval.NO_LONGER_WAITS
                : judged;
    }

    /// Whether what a person made of a call may be approved as they saw it; decides nothing.
    private EditApproval judgedAsSeen(EditedCall edit) {
        AssessedCall seen = edit.assessed();
        Optional<AssessedCall> fresh = assessEdited(seen.id(), seen.call().command());
        if (fresh.isEmpty()) {
            return EditApproval.NO_LONGER_WAITS;
        }
        if (fresh.get().verdict().verdict() == Verdict.DENY) {
            return EditApproval.DENIED_BY_RULE;
        }
        return fresh.get().equals(seen) ? EditApproval.APPROVED : EditApproval.JUDGED_ANEW;
    }

    @Override
    public boolean deny(ToolCallId id, Optional<String> reason) {
        return queue.deny(id, reason);
    }

    @Override
    public int denyAllOfAgent(ToolCallId id, Optional<String> reason) {
        Optional<ToolCall> first = waiting(id);
        if (first.isEmpty()) {
            return 0;
        }
        int denied = queue.deny(id, reason) ? 1 : 0;
        for (AssessedCall other : queue.waiting()) {
            boolean same = other.call().session().id().equals(first.get().session().id());
            if (same && queue.deny(other.id(), reason)) {
                denied++;
            }
        }
        return denied;
    }

    @Override
    public SessionSwitches switches() {
        return startHold.switches();
    }

    @Override
    public void holdAll(boolean on) {
        startHold.holdAll(on);
        switched();
    }

    @Override
    public void hold(AgentSessionId agent, boolean on) {
        startHold.hold(agent, on);
        switched();
    }

    @Override
    public void dryRun(AgentSessionId agent, boolean on) {
        startHold.dryRun(agent, on);
        statusChanged();
    }

    private void switched() {
        foreground.reconsider();
        background.reconsider();
        statusChanged();
    }

    @Override
    public void stop(ToolCallId id) {
        jobs.stop(id);
    }

    @Override
    public boolean choose(ToolCallId id, RunConditions conditions) {
        if (conditions.sandbox().isPresent()) {
            sandboxObstacle()
                    .ifPresent(reason -> {
                        throw new IllegalArgumentException(reason);
                    });
        }
        SupervisionEvent chosen =
                new SupervisionEvent.Steered(
                        id, now(), JobAct.CONDITIONS_CHOSEN, conditions.format());
        return queue.choose(id, conditions, () -> keep(chosen));
    }

    @Override
    public Optional<String> sandboxObstacle() {
        return parts.surroundings().sandboxObstacle().get();
    }

    @Override
    public Optional<PersonTerminal> terminal(ToolCallId id) {
        Optional<Instant> started =
                find(id).flatMap(CallRecord::started).map(SupervisionEvent.Started::at);
        return lives.find(id)
                .flatMap(life -> life.state().command())
                .flatMap(RunningCommand::terminal)
                .map(control ->
                        new EngineTerminal(
                                control, folder(id), started.orElseGet(this::now), parts.clock()));
    }

    @Override
    public JobDesk jobs() {
        return jobs;
    }

    @Override
    public RehearsalDesk rehearsals() {
        return rehearsals;
    }

    @Override
    public Optional<Path> recordingFolder(ToolCallId id) {
        return find(id).filter(record -> record.started().isPresent() && record.isOutputKept())
                .map(_ -> folder(id))
                .or(() -> rehearsals.recording(id));
    }

    @Override
    public List<AgentSession> agents() {
        return agents.list();
    }

    @Override
    public HistoryDesk keeping() {
        return kept;
    }

    @Override
    public RuleDesk rules() {
        return personsRules;
    }

    @Override
    public ConsoleStatus status() {
        return new ConsoleStatus(
                socket.map(Path::toString),
                agents.list().size(),
                queue.waiting().size(),
                lives.running().size(),
                outputBytes.get(),
                parts.journal().callCount(),
                parts.ruleCount().get(),
                parts.journal().head(),
                problems());
    }

    private List<ConsoleStatus.Problem> problems() {
        List<ConsoleStatus.Problem> problems = new ArrayList<>(parts.problems().get());
        if (room.isLow()) {
            problems.add(
                    new ConsoleStatus.Problem(
                            "Less than %,d MiB are free where output is kept. Nothing new starts, and running commands wait until there is room; nothing is lost."
                                    .formatted(parts.settings().value(Settings.LEAST_FREE_DISK)),
                            Optional.of(parts.recordings())));
        }
        return problems;
    }

    /// Deletes what the person no longer wants to keep, see the settings. Blocks.
    public void sweep() {
        try {
            int swept =
                    kept.sweep(
                            parts.settings().value(Settings.KEEP_FOR),
                            parts.settings().value(Settings.KEEP_MEBIBYTES) * (1L << 20));
            if (swept > 0) {
                LOG.info("retention: {} calls lost what they are no longer kept with", swept);
            }
        } catch (JournalException e) {
            LOG.warn("retention: {}", e.getMessage());
        }
    }

    /// Says where agents reach the console, or that they do not.
    public void listeningOn(Optional<Path> path) {
        socket = path;
        statusChanged();
    }

    /// Tells the window that a file of the person's or the socket changed its state. Safe on any
    /// thread.
    public void statusChanged() {
        listeners.forEach(Listener::statusChanged);
    }

    private void agentsChanged(List<AgentSession> now) {
        listeners.forEach(listener -> listener.agentsChanged(now));
    }

    private void eventHappened(SupervisionEvent event, CallRecord record) {
        if (event instanceof SupervisionEvent.Decided decided) {
            parts.rules().decided(record.call(), decided.decision(), decided.at());
            rehearsals.decided(decided, record);
        }
        listeners.forEach(listener -> listener.changed(event, record));
    }

    // ---- both

    /// Keeps decisions in the journal.
    private final class Decisions implements DecisionLog {
        @Override
        public void record(ToolCallId id, Decision decision) {
            append(new SupervisionEvent.Decided(id, now(), decision));
        }

        @Override
        public void recordEdit(EditedCall edit) {
            AssessedCall call = edit.assessed();
            append(
                    new SupervisionEvent.Edited(
                            call.id(),
                            now(),
                            call.call().command(),
                            call.assessment(),
                            call.verdict(),
                            edit.note()));
        }

        private void append(SupervisionEvent event) {
            try {
                parts.journal().append(event);
            } catch (JournalException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Path folder(ToolCallId id) {
        return kept.recording(id);
    }

    private Instant now() {
        return parts.clock().instant();
    }

    /// Withdraws what waits, stops what runs, and closes the journal. Blocks for some seconds at
    /// most.
    @Override
    public void close() throws JournalException {
        closing = true;
        for (AssessedCall waiting : queue.waiting()) {
            withdrawQuietly(waiting.id(), "the console was closed");
        }
        jobs.close();
        rehearsals.close();
        lives.all().forEach(LiveCall::abandonStart);
        lives.all().forEach(LiveCall::giveUpOutput);
        parts.engine().close();
        Instant patienceEnds = now().plus(CLOSING_PATIENCE);
        for (LiveCall life : lives.all()) {
            Duration rest = Duration.between(now(), patienceEnds);
            awaitEnd(life, rest.isNegative() ? Duration.ZERO : rest);
        }
        room.close();
        kept.close();
        agents.list().forEach(agent -> reads.forget(agent.id()));
        parts.journal().close();
    }

    private static void awaitEnd(LiveCall life, Duration patience) {
        try {
            life.await(CallState::isOver, patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void withdrawQuietly(ToolCallId id, String reason) {
        try {
            queue.withdraw(id, reason);
        } catch (UncheckedIOException e) {
            LOG.error("{}: its withdrawal could not be kept: {}", id, e.getMessage());
        }
    }

    private void keep(SupervisionEvent event) {
        try {
            parts.journal().append(event);
        } catch (JournalException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CallOutput output(Path recording, Runnable arrived, Runnable limitReached)
            throws IOException {
        return new CallOutput(
                RecordingWriter.create(recording, now()),
                new CallOutput.House(
                        parts.clock(), outputBytes, room, () -> mebibytes(Settings.MAX_RUN_OUTPUT)),
                arrived,
                limitReached);
    }

    /// What rehearsals get to use of the console.
    private final class Theatre implements RehearsalRoom.House {
        @Override
        public Instant now() {
            return Supervisor.this.now();
        }

        @Override
        public void keep(SupervisionEvent event) throws JournalException {
            parts.journal().append(event);
        }

        @Override
        public Optional<CallRecord> record(ToolCallId id) {
            return find(id);
        }

        @Override
        public RehearsalLimits limits() {
            return RehearsalLimits.of(parts.settings().current());
        }

        @Override
        public Optional<ApprovedRehearsal> right(ToolCallId id) {
            return queue.rehearse(id);
        }

        @Override
        public Optional<ApprovedRehearsal> right(EditedCall edit) {
            return queue.rehearseEdited(edit);
        }

        @Override
        public EditApproval judge(EditedCall edit) {
            return judgedAsSeen(edit);
        }

        @Override
        public boolean approve(ToolCallId id, ResultDigest result, Optional<EditedCall> edit) {
            return queue.approveRehearsed(id, result, edit);
        }

        @Override
        public Optional<String> mayNotStart(ToolCall call) {
            if (closing) {
                return Optional.of("The console is closing.");
            }
            if (startHold.holds(call.session().id())) {
                return Optional.of("Nothing starts while it is held; let go first.");
            }
            return room.isLow()
                    ? Optional.of("The disk is almost full: nothing starts until there is room.")
                    : Optional.empty();
        }

        @Override
        public boolean isDiskLow() {
            return room.isLow();
        }

        @Override
        public boolean isRunByAgent(ToolCallId id) {
            return lives.find(id)
                    .filter(life -> life.delivery() == LiveCall.Delivery.BY_AGENT)
                    .isPresent();
        }

        @Override
        public CallOutput createOutput(Path folder, Runnable limitReached) throws IOException {
            return output(folder, () -> {}, limitReached);
        }

        @Override
        public Path recording(ToolCallId id) {
            return folder(id);
        }
    }

    /// What the job board gets to use of the console.
    private final class Yard implements JobBoard.House {
        @Override
        public List<LiveCall> lives() {
            return lives.all();
        }

        @Override
        public Optional<LiveCall> life(ToolCallId id) {
            return lives.find(id);
        }

        @Override
        public Optional<CallRecord> record(ToolCallId id) {
            return find(id);
        }

        @Override
        public List<CallRecord> records() {
            return parts.journal().calls();
        }

        @Override
        public void keep(SupervisionEvent event) throws JournalException {
            parts.journal().append(event);
        }

        @Override
        public Optional<ToolCallId> runAnew(ToolCall call) throws JournalException {
            if (closing) {
                return Optional.empty();
            }
            ToolCall anew = call.anew(newId(), now());
            parts.journal().append(new SupervisionEvent.Received(anew));
            begin(anew, LiveCall.Delivery.HERE).handOver();
            return Optional.of(anew.id());
        }

        @Override
        public Instant now() {
            return Supervisor.this.now();
        }
    }

    /// What the lives of calls get to use of the console.
    private final class Services implements CallServices {
        @Override
        public Instant now() {
            return Supervisor.this.now();
        }

        @Override
        public void record(SupervisionEvent event) throws JournalException {
            parts.journal().append(event);
        }

        @Override
        public AssessedCall judge(ToolCall call) {
            return parts.judge().apply(call);
        }

        @Override
        public Optional<Resolution> decideByRule(AssessedCall call) throws JournalException {
            try {
                return queue.decideByRule(call);
            } catch (UncheckedIOException e) {
                throw journalFailure(e);
            }
        }

        @Override
        public WaitingCall enqueue(AssessedCall call) {
            return queue.enqueue(call);
        }

        @Override
        public Optional<ScriptFile> changedScript(ApprovedCall approved) {
            return approved.changedScript(disk);
        }

        @Override
        public void takeBack(ApprovedCall approved) {
            queue.takeBack(approved);
        }

        @Override
        public void withdraw(ToolCallId id, String reason) {
            withdrawQuietly(id, reason);
        }

        @Override
        public void expire(ToolCallId id, Duration after) throws JournalException {
            try {
                queue.expire(id, after);
            } catch (UncheckedIOException e) {
                throw journalFailure(e);
            }
        }

        private static JournalException journalFailure(UncheckedIOException e) {
            if (e.getCause() instanceof JournalException failure) {
                return failure;
            }
            throw e;
        }

        @Override
        public Optional<Duration> approvalExpiry() {
            return parts.settings().value(Settings.APPROVAL_EXPIRY);
        }

        @Override
        public Future<RunSlots.Slot> requestSlot(ToolCall call) {
            boolean job = call.mode() == ExecutionMode.BACKGROUND;
            return (job ? background : foreground)
                    .request(call.session().id(), limits(job), call.receivedAt());
        }

        private RunSlots.Limits limits(boolean job) {
            SettingsStore settings = parts.settings();
            return job
                    ? new RunSlots.Limits(
                            settings.value(Settings.BACKGROUND_PER_AGENT),
                            settings.value(Settings.BACKGROUND_TOTAL))
                    : new RunSlots.Limits(
                            settings.value(Settings.FOREGROUND_PER_AGENT),
                            settings.value(Settings.FOREGROUND_TOTAL));
        }

        @Override
        public Optional<StartHold.Permit> permitStart(ToolCall call) {
            return startHold.permit(call.session().id());
        }

        @Override
        public RunSlots.Slot moveToBackground(RunSlots.Slot foregroundSlot, ToolCall call) {
            RunSlots.Slot place = background.take(call.session().id());
            foregroundSlot.close();
            return place;
        }

        @Override
        public CallOutput createOutput(ToolCall call, Runnable arrived, Runnable limitReached)
                throws IOException {
            return output(folder(call.id()), arrived, limitReached);
        }

        @Override
        public RehearsalRoom.Placed putInPlace(ApprovedCall call) {
            return rehearsals.putInPlace(call);
        }

        @Override
        public void dropResult(ToolCallId id, String reason) {
            rehearsals.drop(id, reason);
        }

        @Override
        public void placed(ToolCallId id) {
            rehearsals.placed(id);
        }

        @Override
        public OptionalInt placeInLine(Future<RunSlots.Slot> turn) {
            OptionalInt place = foreground.placeOf(turn);
            return place.isPresent() ? place : background.placeOf(turn);
        }

        @Override
        public List<Duration> startRetries() {
            return parts.surroundings().startRetries().get();
        }

        @Override
        public StartResult start(ApprovedCall call, CallOutput output) {
            return parts.engine().start(call, output);
        }

        @Override
        public Duration jobTimeLimit() {
            return parts.settings().value(Settings.BACKGROUND_TIME);
        }
    }
}
