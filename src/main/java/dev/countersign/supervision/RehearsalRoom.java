package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.RehearsalPlace;
import dev.countersign.execution.Rehearsals;
import dev.countersign.execution.RunningCommand;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.Rehearsal;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.RecordingTotals;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.ScriptFile;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.rehearsal.FileChange;
import dev.countersign.supervision.rehearsal.FileDifference;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.supervision.rehearsal.ResultCommit;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs waiting calls for show, keeps what they left until the person has chosen, and puts it in
/// place once that is approved.
///
/// Each rehearsal has a virtual thread that waits for its end. Safe on any thread.
final class RehearsalRoom implements RehearsalDesk {
    /// What it needs of the console around it.
    record House(
            CallLedger ledger,
            ApprovalQueue queue,
            PersonsDecisions person,
            StartGate gate,
            CommandRuns runs,
            CallLives lives,
            SettingsStore settings) {}

    /// What there is once the result of a rehearsal was to be put in place.
    sealed interface Placed {
        /// It is; what is known of the run that led to it.
        record Done(long pid, RunDetails details, Outcome outcome, CallOutput output)
                implements Placed {}

        /// Nothing is, and nothing has changed.
        ///
        /// @param reason a sentence
        record Refused(String reason) implements Placed {}

        /// It went wrong in the midst of it.
        ///
        /// @param reason a sentence
        record Failed(String reason) implements Placed {}
    }

    private static final Logger LOG = LoggerFactory.getLogger(RehearsalRoom.class);

    /// No system gives a process this number: what is left is found by its marker.
    private static final long NO_PROCESS = Integer.MAX_VALUE;

    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final Duration ORPHAN_PATIENCE = Duration.ofSeconds(6);

    private final Optional<Rehearsals> rehearsals;
    private final ExecutionEngine engine;
    private final FileFacts disk;
    private final CallLedger ledger;
    private final ApprovalQueue queue;
    private final PersonsDecisions person;
    private final StartGate gate;
    private final CommandRuns runs;
    private final CallLives lives;
    private final SettingsStore settings;
    private final Map<ToolCallId, Rehearsing> plays = new ConcurrentHashMap<>();

    /// Of several acts on the same call one is done after the other.
    private final List<ReentrantLock> turns =
            Stream.generate(ReentrantLock::new).limit(64).toList();

    RehearsalRoom(
            Optional<Rehearsals> rehearsals, ExecutionEngine engine, FileFacts disk, House house) {
        this.rehearsals = rehearsals;
        this.engine = engine;
        this.disk = disk;
        this.ledger = house.ledger();
        this.queue = house.queue();
        this.person = house.person();
        this.gate = house.gate();
        this.runs = house.runs();
        this.lives = house.lives();
        this.settings = house.settings();
    }

    private RehearsalLimits limits() {
        return RehearsalLimits.of(settings.current());
    }

    @Override
    public Optional<String> obstacle(ToolCallId id) {
        if (rehearsals.isEmpty()) {
            return Optional.of("Nothing can be rehearsed on this system.");
        }
        Optional<CallRecord> record = ledger.find(id);
        if (record.filter(CallRecord::isWaiting).isEmpty()) {
            return Optional.of("It no longer waits.");
        }
        return rehearsals.get().obstacle(record.get().call().session().workspace());
    }

    // ---- the run

    private <T> T inTurn(ToolCallId id, Supplier<T> act) {
        ReentrantLock turn = turns.get(Math.floorMod(id.hashCode(), turns.size()));
        turn.lock();
        try {
            return act.get();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public Optional<String> start(ToolCallId id) {
        return inTurn(id, () -> startAlone(id, Optional.empty()));
    }

    @Override
    public Optional<String> startEdited(EditedCall edit) {
        ToolCallId id = edit.assessed().id();
        return inTurn(id, () -> startAlone(id, Optional.of(edit)));
    }

    private Optional<String> startAlone(ToolCallId id, Optional<EditedCall> edit) {
        Optional<String> obstacle = obstacle(id).or(() -> edit.flatMap(this::editObstacle));
        if (obstacle.isPresent()) {
            return obstacle;
        }
        discard(id, "it was rehearsed again");
        Optional<ApprovedRehearsal> right =
                right(id, edit);
        if (right.isEmpty()) {
            return Optional.of("It no longer waits.");
        }
        Optional<String> held = gate.rehearsalObstacle(right.get().call());
        if (held.isPresent()) {
            return held;
        }
        int most = limits().atOnce();
        if (plays.size() >= most) {
            return Optional.of("%d rehearsals are open; discard one first.".formatted(most));
        }
        Optional<ScriptFile> changed = right.get().changedScript(disk);
        if (changed.isPresent()) {
            return Optional.of(
                    "%s changed since the command was judged; let the agent call again."
                            .formatted(changed.get().named()));
        }
        return begin(right.get());
    }

    private Optional<ApprovedRehearsal> right(ToolCallId id, Optional<EditedCall> edit) {
        return edit.isPresent() ? queue.rehearseEdited(edit.get()) : queue.rehearse(id);
    }

    /// Why what a person made of a call is not taken as they saw it, a sentence.
    private Optional<String> editObstacle(EditedCall edit) {
        return switch (person.judgedAsSeen(edit)) {
            case APPROVED -> Optional.empty();
            case NO_LONGER_WAITS -> Optional.of("It no longer waits.");
            case JUDGED_ANEW ->
                    Optional.of(
                            "The edited command is judged otherwise than it was shown, since rules"
                                    + " or files changed; look at it again.");
            case DENIED_BY_RULE -> Optional.of("A rule denies the command as you edited it.");
        };
    }

    private Optional<String> begin(ApprovedRehearsal right) {
        Rehearsals layers = rehearsals.orElseThrow();
        RehearsalPlace place = layers.place(right.call());
        try {
            RehearsalPlace.remove(place.folder());
            Instant since = place.create();
            CallOutput output =
                    runs.createOutput(
                            place.recording(), () -> {}, () -> stopAtLimit(right.id()));
            return switch (engine.rehearse(right, layers, place, output)) {
                case StartResult.Failed failed -> {
                    output.close();
                    RehearsalPlace.remove(place.folder());
                    yield Optional.of("It could not be rehearsed: " + failed.message() + ".");
                }
                case StartResult.Started(RunningCommand command) -> {
                    attend(new Rehearsing(right, place, since, output, command));
                    yield Optional.empty();
                }
            };
        } catch (JournalException e) {
            removeQuietly(place.folder());
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            removeQuietly(place.folder());
            return Optional.of("It could not be rehearsed: " + e.getMessage());
        }
    }

    private void attend(Rehearsing play) throws IOException {
        ToolCallId id = play.call().id();
        plays.put(id, play);
        try {
            ledger.record(
                    new SupervisionEvent.RehearsalStarted(
                            id,
                            play.command().startedAt(),
                            play.pid(),
                            play.details(),
                            play.edited()));
        } catch (JournalException e) {
            plays.remove(id, play);
            play.command().kill(StopCause.CONSOLE_CLOSING);
            play.output().close();
            throw e;
        }
        Thread.ofVirtual().name("rehearsal-" + id.digits()).start(() -> watch(play));
        if (ledger.find(id).filter(CallRecord::isWaiting).isEmpty()) {
            // Decided while it was being started.
            Thread.ofVirtual().start(() -> discard(id, "the call was decided"));
        }
    }

    private void stopAtLimit(ToolCallId id) {
        Thread.ofVirtual()
                .start(() ->
                        Optional.ofNullable(plays.get(id))
                                .ifPresent(play -> {
                                    play.output().liftLimit();
                                    play.command().readOn();
                                    play.command().stop(StopCause.LIMIT);
                                }));
    }

    private void watch(Rehearsing play) {
        try {
            Outcome outcome = awaitEnd(play);
            play.output().finish();
            if (!play.isGone()) {
                ended(play, outcome);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.error("{}: the rehearsal cannot be read", play.call().id(), e);
            play.over();
            discard(play, "what it left could not be read: " + e.getMessage());
        } finally {
            play.over();
        }
    }

    private Outcome awaitEnd(Rehearsing play) throws InterruptedException {
        Duration longest = limits().longest();
        Duration limit =
                play.call().timeout().compareTo(longest) < 0 ? play.call().timeout() : longest;
        Instant until = play.command().startedAt().plus(limit);
        Optional<Outcome> outcome = play.command().await(LOOK_EVERY);
        while (outcome.isEmpty()) {
            if (!ledger.now().isBefore(until)) {
                play.command().timeOut(limit);
                return play.command().await();
            }
            if (gate.isDiskLow() || play.output().held().isPresent()) {
                // What is rehearsed is not worth waiting for room, and may be what takes it.
                play.output().giveUp();
                play.command().readOn();
                play.command().stop(StopCause.LIMIT);
            }
            outcome = play.command().await(LOOK_EVERY);
        }
        return outcome.get();
    }

    private void ended(Rehearsing play, Outcome outcome) throws IOException {
        Instant now = ledger.now();
        play.end(outcome, now, limits().result());
        RehearsalResult result = play.view().result().orElseThrow();
        RecordingTotals totals = play.output().totals();
        ledger.record(
                new SupervisionEvent.RehearsalEnded(
                        play.call().id(),
                        now,
                        outcome,
                        totals.bytes(),
                        totals.lines(),
                        Optional.of(result.digest()),
                        result.count(FileChange.Kind.ADDED),
                        result.count(FileChange.Kind.CHANGED),
                        result.count(FileChange.Kind.REMOVED)));
    }

    // ---- what it left

    @Override
    public Optional<RehearsalView> find(ToolCallId id) {
        return Optional.ofNullable(plays.get(id)).map(Rehearsing::view);
    }

    /// Where the output of a call's rehearsal is; empty where there is none.
    Optional<Path> recording(ToolCallId id) {
        return Optional.ofNullable(plays.get(id)).map(play -> play.place().recording());
    }

    @Override
    public FileDifference difference(ToolCallId id, FileChange change) throws IOException {
        Rehearsing play = plays.get(id);
        if (play == null) {
            throw new IOException("the rehearsal was thrown away");
        }
        return FileDifference.of(play.place(), change);
    }

    @Override
    public boolean discard(ToolCallId id) {
        return discard(id, "the person discarded it");
    }

    private boolean discard(ToolCallId id, String reason) {
        Rehearsing play = plays.get(id);
        return play != null && discard(play, reason);
    }

    private boolean discard(Rehearsing play, String reason) {
        return inTurn(play.call().id(), () -> discardAlone(play, reason));
    }

    private boolean discardAlone(Rehearsing play, String reason) {
        if (!play.claimDiscard()) {
            return false;
        }
        ToolCallId id = play.call().id();
        try {
            play.stop();
            play.output().close();
            RehearsalPlace.remove(play.place().folder());
            ledger.record(new SupervisionEvent.RehearsalDiscarded(id, ledger.now(), reason));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.error("{}: the rehearsal could not be thrown away whole", id, e);
        } finally {
            plays.remove(id, play);
            play.cleared();
        }
        return true;
    }

    /// The call was decided, one way or the other: only what was committed is still of use. Returns
    /// at once.
    void decided(SupervisionEvent.Decided event, CallRecord record) {
        if (plays.containsKey(event.id()) && !record.isRehearsed()) {
            Thread.ofVirtual()
                    .name("discard-" + event.id().digits())
                    .start(() -> discard(event.id(), "the call was decided otherwise"));
        }
    }

    /// Throws everything away, at the end of the console.
    void close() {
        try {
            for (Rehearsing play : plays.values()) {
                if (!discard(play, "the console was closed")) {
                    play.awaitCleared();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- commit

    @Override
    public CommitReply commit(ToolCallId id, ResultDigest wanted, Optional<EditedCall> edit) {
        return inTurn(id, () -> commitAlone(id, wanted, edit));
    }

    private CommitReply commitAlone(
            ToolCallId id, ResultDigest wanted, Optional<EditedCall> edit) {
        Rehearsing play = plays.get(id);
        if (play == null) {
            return refused("The rehearsal was thrown away.");
        }
        Optional<String> obstacle = commitObstacle(play, wanted, edit);
        if (obstacle.isPresent()) {
            return refused(obstacle.get());
        }
        if (!play.take()) {
            return refused("The rehearsal was thrown away.");
        }
        boolean decided = false;
        try {
            Optional<String> drift =
                    ResultCommit.prepare(
                            play.place(), play.view().result().orElseThrow(), id.digits());
            if (drift.isPresent()) {
                return refused(drift.get());
            }
            decided = queue.approveRehearsed(id, wanted, edit);
            return decided ? new CommitReply.Committed() : refused("It no longer waits.");
        } catch (IOException e) {
            return refused("The commit could not be prepared: " + e.getMessage());
        } finally {
            if (!decided) {
                play.giveBack();
                discardIfDecided(play);
            }
        }
    }

    private void discardIfDecided(Rehearsing play) {
        if (ledger.find(play.call().id()).filter(CallRecord::isWaiting).isEmpty()) {
            discard(play, "the call was decided otherwise");
        }
    }

    private static CommitReply refused(String reason) {
        return new CommitReply.Refused(reason);
    }

    private Optional<String> commitObstacle(
            Rehearsing play, ResultDigest wanted, Optional<EditedCall> edit) {
        ToolCallId id = play.call().id();
        RehearsalView view = play.view();
        if (!edit.map(made -> made.assessed().call().command()).equals(play.edited())) {
            return Optional.of("What was rehearsed is not the command that stands here now.");
        }
        if (isRunByAgent(id)) {
            return Optional.of(
                    "The agent runs this command itself once it is approved, so a result cannot be"
                            + " committed for it.");
        }
        Optional<String> otherwise = edit.flatMap(this::editObstacle);
        if (otherwise.isPresent()) {
            return otherwise;
        }
        Optional<String> changed =
                right(id, edit)
                        .flatMap(right -> right.changedScript(disk))
                        .map(script ->
                                "%s changed since the command was judged."
                                        .formatted(script.named()));
        return view.commitObstacle()
                .or(() -> changed)
                .or(() ->
                        view.result().filter(result -> result.digest().equals(wanted)).isPresent()
                                ? Optional.empty()
                                : Optional.of("This is not the result that was shown."));
    }

    /// Whether the agent itself runs what is approved.
    private boolean isRunByAgent(ToolCallId id) {
        return lives.find(id)
                .filter(life -> life.delivery() == LiveCall.Delivery.BY_AGENT)
                .isPresent();
    }

    /// Puts in place what was approved. Blocks on the disk.
    Placed putInPlace(ApprovedCall approved) {
        return inTurn(approved.id(), () -> putInPlaceAlone(approved));
    }

    private Placed putInPlaceAlone(ApprovedCall approved) {
        Rehearsing play = plays.get(approved.id());
        if (play == null) {
            return new Placed.Refused("the rehearsal is no longer there");
        }
        return switch (ResultCommit.apply(play.place(), approved, approved.id().digits())) {
            case ResultCommit.Done.All _ -> {
                keepRecording(play.place(), approved.id());
                yield new Placed.Done(
                        play.pid(),
                        play.details(),
                        play.view().ended().orElseThrow(),
                        play.output());
            }
            case ResultCommit.Done.Nothing(String reason) -> {
                play.giveBack();
                discard(play, "it could not be committed: " + reason);
                yield new Placed.Refused(reason);
            }
            case ResultCommit.Done.Part(String reason) -> {
                keepRecording(play.place(), approved.id());
                yield new Placed.Failed(reason);
            }
        };
    }

    /// What was approved is not put in place after all.
    void drop(ToolCallId id, String reason) {
        Rehearsing play = plays.get(id);
        if (play != null) {
            play.giveBack();
            discard(play, reason);
        }
    }

    /// The end of a commit is written down: nothing of the rehearsal is needed any more.
    void placed(ToolCallId id) {
        Rehearsing play = plays.remove(id);
        if (play != null) {
            removeQuietly(play.place().folder());
            play.cleared();
        }
    }

    private void keepRecording(RehearsalPlace place, ToolCallId id) {
        Path target = ledger.recording(id);
        try {
            if (Files.isDirectory(place.recording()) && !Files.exists(target)) {
                Files.createDirectories(Optional.ofNullable(target.getParent()).orElseThrow());
                Files.move(place.recording(), target);
            }
        } catch (IOException e) {
            LOG.error("{}: the output of its rehearsal could not be kept", id, e);
        }
    }

    // ---- after a crash

    /// Ends what an earlier console left: stops processes, finishes a commit that was decided, and
    /// takes all layers away. Nothing is run. Blocks.
    ///
    /// @return what is to be written down
    List<SupervisionEvent> recover(List<CallRecord> records) throws IOException {
        List<SupervisionEvent> events = new ArrayList<>();
        if (rehearsals.isEmpty()) {
            return events;
        }
        Path folder = rehearsals.get().folder();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> left = Files.list(folder)) {
                left.forEach(this::stopWhatIsLeft);
            }
        }
        for (CallRecord record : records) {
            Optional<Rehearsal> rehearsal = record.rehearsal().filter(Rehearsal::isThere);
            if (rehearsal.isEmpty() || record.finished().isPresent()) {
                continue;
            }
            if (record.isRehearsed()) {
                events.addAll(finish(record, rehearsal.get()));
            } else if (!record.status().isFinal() || rehearsal.get().isThere()) {
                events.add(
                        new SupervisionEvent.RehearsalDiscarded(
                                record.id(), ledger.now(), "the console ended"));
            }
        }
        RehearsalPlace.remove(folder);
        return events;
    }

    private void stopWhatIsLeft(Path folder) {
        try {
            Optional<String> marker = RehearsalPlace.markerIn(folder);
            if (marker.isEmpty()) {
                return;
            }
            RunDetails details = new RunDetails(marker.get(), 0, "", RunConditions.PLAIN);
            engine.orphan(NO_PROCESS, details)
                    .kill()
                    .get(ORPHAN_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | ExecutionException | TimeoutException e) {
            LOG.error("what a rehearsal left running could not be stopped: {}", folder, e);
        }
    }

    private List<SupervisionEvent> finish(CallRecord record, Rehearsal rehearsal) {
        Optional<SupervisionEvent.RehearsalEnded> ended = rehearsal.ended();
        Optional<ResultDigest> wanted = ended.flatMap(SupervisionEvent.RehearsalEnded::result);
        RehearsalPlace place = rehearsals.orElseThrow().place(record.call());
        Optional<ResultCommit.Done> done =
                wanted.flatMap(digest -> ResultCommit.finish(place, digest, record.id().digits()));
        keepRecording(place, record.id());
        boolean all = done.filter(ResultCommit.Done.All.class::isInstance).isPresent();
        LOG.atWarn()
                .addKeyValue("call", record.id())
                .log("a commit that the console's end cut short: {}", done);
        List<SupervisionEvent> events = new ArrayList<>();
        if (record.started().isEmpty()) {
            events.add(
                    new SupervisionEvent.Started(
                            record.id(),
                            ledger.now(),
                            rehearsal.started().pid(),
                            rehearsal.started().details()));
        }
        events.add(
                new SupervisionEvent.Finished(
                        record.id(),
                        ledger.now(),
                        all ? ended.orElseThrow().outcome() : new Outcome.Lost(),
                        ended.map(SupervisionEvent.RehearsalEnded::outputBytes).orElse(0L),
                        ended.map(SupervisionEvent.RehearsalEnded::outputLines).orElse(0L)));
        return events;
    }

    private static void removeQuietly(Path folder) {
        try {
            RehearsalPlace.remove(folder);
        } catch (IOException e) {
            LOG.error("a rehearsal could not be taken away: {}", folder, e);
        }
    }
}
