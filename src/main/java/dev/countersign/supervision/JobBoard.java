package dev.countersign.supervision;

import dev.countersign.execution.OrphanedCommand;
import dev.countersign.execution.ProcessIdentity;
import dev.countersign.execution.ProcessMeter;
import dev.countersign.execution.TreeUsage;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the person sees of jobs and does to them.
///
/// Has one daemon thread from the first watcher on, which looks once a second while there is one.
/// Guarded by its monitor; it is never held while anything is told or written down.
final class JobBoard implements JobDesk, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobBoard.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// Unread notes of one call; an agent that never reads does not fill the memory.
    private static final int MAXIMUM_NOTES = 20;

    private final CallLedger ledger;
    private final CallLives lives;
    private final CallIntake intake;
    private final OrphanJobs orphans;
    private final ProcessMeter meter = new ProcessMeter();
    private final JobViews views;
    private final List<Consumer<JobsSnapshot>> watchers = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService ticker;
    private final Map<ToolCallId, List<String>> notes = new HashMap<>();
    private volatile Set<ToolCallId> portsOf = Set.of();
    private boolean ticking;
    private Optional<JobsSnapshot> latest = Optional.empty();

    JobBoard(CallLedger ledger, CallLives lives, CallIntake intake, OrphanJobs orphans) {
        this.ledger = ledger;
        this.lives = lives;
        this.intake = intake;
        this.orphans = orphans;
        this.views = new JobViews(ledger);
        this.ticker =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("jobs").daemon().factory());
    }

    /// Looks for what an earlier console left running. Blocks; to be called before the ends of its
    /// calls are written down or after, it makes no difference.
    void findOrphans() throws JournalException {
        boolean nothingRan =
                ledger.all().stream()
                        .noneMatch(record ->
                                record.started().isPresent()
                                        || OrphanJobs.mayHaveStartedUnseen(record));
        if (nothingRan) {
            return;
        }
        Map<String, TreeUsage> usages = measure(Set.of());
        for (SupervisionEvent start :
                OrphanJobs.unrecordedStarts(ledger.all(), usages, ledger.now())) {
            ledger.record(start);
        }
        for (OrphanJobs.Orphan orphan : orphans.find(ledger.all(), usages)) {
            ToolCallId id = orphan.record().id();
            LOG.atWarn().addKeyValue("call", id).log("found running after its console's end");
            ledger.record(new SupervisionEvent.Steered(id, ledger.now(), JobAct.FOUND_AGAIN, ""));
        }
    }

    @Override
    public JobsSnapshot snapshot() {
        synchronized (this) {
            boolean fresh =
                    latest.filter(known ->
                                    Duration.between(known.at(), ledger.now()).compareTo(PAUSE) < 0)
                            .isPresent();
            if (!watchers.isEmpty() && fresh) {
                return latest.orElseThrow();
            }
        }
        return look();
    }

    @Override
    public Runnable watch(Consumer<JobsSnapshot> watcher) {
        watchers.add(watcher);
        synchronized (this) {
            if (!ticking) {
                ticking = true;
                var _ =
                        ticker.scheduleWithFixedDelay(
                                this::tick, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        return () -> watchers.remove(watcher);
    }

    private void tick() {
        if (watchers.isEmpty()) {
            return;
        }
        try {
            JobsSnapshot now = look();
            watchers.forEach(watcher -> watcher.accept(now));
        } catch (RuntimeException failure) {
            LOG.error("The jobs could not be looked at", failure);
        }
    }

    private JobsSnapshot look() {
        Map<String, TreeUsage> usages = measure(markersOf(portsOf));
        orphans.keep(usages.keySet());
        List<JobView> all = new ArrayList<>();
        orphans.all().forEach(orphan -> all.add(views.of(orphan, usages)));
        lives.all().forEach(life -> views.of(life, usages).ifPresent(all::add));
        JobsSnapshot now = new JobsSnapshot(ledger.now(), all);
        views.forgetAllBut(now);
        synchronized (this) {
            latest = Optional.of(now);
        }
        return now;
    }

    private Map<String, TreeUsage> measure(Set<String> withPorts) {
        try {
            return meter.measure(withPorts);
        } catch (IllegalStateException failure) {
            LOG.warn("Processes cannot be looked at: {}", failure.getMessage());
            return Map.of();
        }
    }

    private Set<String> markersOf(Set<ToolCallId> ids) {
        Set<String> markers = new HashSet<>();
        for (ToolCallId id : ids) {
            lives.find(id)
                    .flatMap(life -> life.state().command())
                    .ifPresent(command -> markers.add(command.details().marker()));
            orphans.find(id).ifPresent(orphan -> markers.add(orphan.marker()));
        }
        return markers;
    }

    @Override
    public void showPortsOf(Set<ToolCallId> jobs) {
        portsOf = Set.copyOf(jobs);
    }

    @Override
    public void stop(ToolCallId id) {
        orphans.find(id).ifPresent(orphan -> told(orphan.command().stop(), id));
        lives.find(id)
                .ifPresent(life -> {
                    noteStop(life);
                    life.stop(StopCause.HUMAN);
                });
    }

    @Override
    public void kill(ToolCallId id) {
        orphans.find(id).ifPresent(orphan -> told(orphan.command().kill(), id));
        lives.find(id)
                .ifPresent(life -> {
                    noteStop(life);
                    life.kill(StopCause.HUMAN);
                });
    }

    private void noteStop(LiveCall life) {
        if (!life.state().isRunning()) {
            return;
        }
        try {
            ledger.record(
                    new SupervisionEvent.Steered(life.id(), ledger.now(), JobAct.STOP_ASKED, ""));
        } catch (JournalException failure) {
            // It is stopped all the same.
            LOG.error(
                    "{}: that it was stopped could not be kept: {}",
                    life.id(),
                    failure.getMessage());
        }
    }

    private static void told(CompletableFuture<List<ProcessIdentity>> stop, ToolCallId id) {
        var _ =
                stop.thenAccept(left ->
                        left.forEach(one -> LOG.warn("{}: could not be stopped: {}", id, one)));
    }

    /// Stops what an agent may stop of an orphan, and waits for it. Blocks for some seconds.
    void stopOrphan(ToolCallId id) throws InterruptedException {
        Optional<OrphanedCommand> orphan = orphans.find(id).map(OrphanJobs.Orphan::command);
        if (orphan.isEmpty()) {
            return;
        }
        try {
            orphan.get().stop().get(10, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            LOG.warn("{}: its stop did not come to an end: {}", id, failure.toString());
        }
    }

    /// Whether a call is an orphan that agents may see.
    boolean isAdopted(ToolCallId id) {
        return orphans.find(id).filter(OrphanJobs.Orphan::adopted).isPresent();
    }

    /// The adopted orphan that a process belongs to.
    Optional<ToolCallId> adoptedOwnerOf(long pid) {
        return orphans.all().stream()
                .filter(OrphanJobs.Orphan::adopted)
                .filter(orphan -> orphan.command().owns(pid))
                .map(orphan -> orphan.record().id())
                .findFirst();
    }

    @Override
    public int stopAll(Optional<AgentSessionId> agent) {
        List<ToolCallId> ids = new ArrayList<>();
        for (LiveCall life : lives.all()) {
            CallState.Stage stage = life.state().stage();
            boolean open = stage == CallState.Stage.STARTING || stage == CallState.Stage.RUNNING;
            if (open && isOf(life.call(), agent)) {
                ids.add(life.id());
            }
        }
        orphans.all().stream()
                .filter(orphan -> isOf(orphan.record().call(), agent))
                .forEach(orphan -> ids.add(orphan.record().id()));
        ids.forEach(this::stop);
        return ids.size();
    }

    private static boolean isOf(ToolCall call, Optional<AgentSessionId> agent) {
        return agent.isEmpty() || call.session().id().equals(agent.get());
    }

    @Override
    public boolean pause(ToolCallId id) {
        Optional<OrphanJobs.Orphan> orphan = orphans.find(id);
        if (orphan.isPresent()) {
            return orphan.get().command().pause();
        }
        Optional<LiveCall> life = lives.find(id);
        return life.isPresent() && kept(() -> life.get().pause());
    }

    @Override
    public void resume(ToolCallId id) {
        orphans.find(id).ifPresent(orphan -> orphan.command().resume());
        lives.find(id)
                .ifPresent(life ->
                        kept(() -> {
                            life.resume();
                            return true;
                        }));
    }

    @Override
    public void raiseOutputLimit(ToolCallId id) {
        lives.find(id)
                .ifPresent(life ->
                        kept(() -> {
                            life.raiseOutputLimit();
                            return true;
                        }));
    }

    /// What is written down when it is done.
    private interface Act {
        boolean done() throws JournalException;
    }

    private static boolean kept(Act act) {
        try {
            return act.done();
        } catch (JournalException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void note(ToolCallId id, String text) {
        String words = text.strip();
        if (words.isEmpty() || words.length() > MAXIMUM_NOTE) {
            throw new IllegalArgumentException(
                    "a note has 1 to %,d characters".formatted(MAXIMUM_NOTE));
        }
        if (ledger.find(id).isEmpty()) {
            return;
        }
        kept(() -> {
            ledger.record(new SupervisionEvent.Steered(id, ledger.now(), JobAct.NOTED, words));
            return true;
        });
        synchronized (this) {
            List<String> unread = notes.computeIfAbsent(id, _ -> new ArrayList<>());
            if (unread.size() == MAXIMUM_NOTES) {
                unread.removeFirst();
            }
            unread.add(words);
        }
    }

    /// The person's notes about a call that no agent has read. They count as read from now on.
    synchronized List<String> takeNotes(ToolCallId id) {
        return Optional.ofNullable(notes.remove(id)).orElse(List.of());
    }

    @Override
    public Optional<ToolCallId> runAgain(ToolCallId id) {
        Optional<CallRecord> record = ledger.find(id).filter(known -> known.status().isFinal());
        if (record.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<ToolCallId> anew = intake.takeAnew(asItRan(record.get()));
            if (anew.isPresent()) {
                ledger.record(
                        new SupervisionEvent.Steered(
                                id, ledger.now(), JobAct.RUN_AGAIN, anew.get().shellName()));
            }
            return anew;
        } catch (JournalException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// With what the person made of the command, and of how it runs.
    private static ToolCall asItRan(CallRecord record) {
        return record.call().withCommand(record.command()).withConditions(record.conditions());
    }

    @Override
    public void adopt(ToolCallId id) {
        if (orphans.adopt(id)) {
            kept(() -> {
                ledger.record(new SupervisionEvent.Steered(id, ledger.now(), JobAct.ADOPTED, ""));
                return true;
            });
        }
    }

    @Override
    public void close() {
        ticker.shutdownNow();
    }
}
