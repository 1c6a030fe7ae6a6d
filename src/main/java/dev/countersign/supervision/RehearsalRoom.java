package dev.countersign.supervision;

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
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.RecordingTotals;
import dev.countersign.safety.ScriptFile;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.rehearsal.FileChange;
import dev.countersign.supervision.rehearsal.FileDifference;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs waiting calls for show, and shows what they left until the person has chosen.
///
/// Each rehearsal has a virtual thread that waits for its end. Safe on any thread.
final class RehearsalRoom implements RehearsalDesk {
    private static final Logger LOG = LoggerFactory.getLogger(RehearsalRoom.class);

    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private final Optional<Rehearsals> rehearsals;
    private final ExecutionEngine engine;
    private final SettingsStore settings;
    private final OpenRehearsals open;
    private final RehearsalRights rights;
    private final RehearsalCommits commits;
    private final CallLedger ledger;
    private final StartGate gate;
    private final CommandRuns runs;

    /// @param parts with what rehearsals are run by, and whether there are any
    RehearsalRoom(
            SupervisorParts parts,
            OpenRehearsals open,
            RehearsalRights rights,
            CallServices services) {
        this.rehearsals = parts.running().surroundings().rehearsals();
        this.engine = parts.running().engine();
        this.settings = parts.settings();
        this.open = open;
        this.rights = rights;
        this.commits = services.rehearsals();
        this.ledger = services.ledger();
        this.gate = services.gate();
        this.runs = services.runs();
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

    @Override
    public Optional<String> start(ToolCallId id) {
        return open.inTurn(id, () -> startAlone(id, Optional.empty()));
    }

    @Override
    public Optional<String> startEdited(EditedCall edit) {
        ToolCallId id = edit.assessed().id();
        return open.inTurn(id, () -> startAlone(id, Optional.of(edit)));
    }

    private Optional<String> startAlone(ToolCallId id, Optional<EditedCall> edit) {
        Optional<String> obstacle = obstacle(id).or(() -> edit.flatMap(rights::obstacle));
        if (obstacle.isPresent()) {
            return obstacle;
        }
        open.discard(id, "it was rehearsed again");
        Optional<ApprovedRehearsal> right = rights.of(id, edit);
        if (right.isEmpty()) {
            return Optional.of("It no longer waits.");
        }
        Optional<String> held = gate.rehearsalObstacle(right.get().call());
        if (held.isPresent()) {
            return held;
        }
        int most = limits().atOnce();
        if (open.count() >= most) {
            return Optional.of("%d rehearsals are open; discard one first.".formatted(most));
        }
        Optional<ScriptFile> changed = rights.changedScript(right.get());
        if (changed.isPresent()) {
            return Optional.of(
                    "%s changed since the command was assessed; let the agent call again."
                            .formatted(changed.get().named()));
        }
        return begin(right.get());
    }

    private Optional<String> begin(ApprovedRehearsal right) {
        Rehearsals layers = rehearsals.orElseThrow();
        RehearsalPlace place = layers.place(right.call());
        try {
            RehearsalPlace.remove(place.folder());
            Instant since = place.create();
            CallOutput output =
                    runs.createOutput(place.recording(), () -> {}, () -> stopAtLimit(right.id()));
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
            OpenRehearsals.removeQuietly(place.folder());
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            OpenRehearsals.removeQuietly(place.folder());
            return Optional.of("It could not be rehearsed: " + e.getMessage());
        }
    }

    private void attend(Rehearsing play) throws IOException {
        ToolCallId id = play.call().id();
        open.add(play);
        try {
            ledger.record(
                    new SupervisionEvent.RehearsalStarted(
                            id,
                            play.command().startedAt(),
                            play.pid(),
                            play.details(),
                            play.edited()));
        } catch (JournalException e) {
            open.remove(play);
            play.command().kill(StopCause.CONSOLE_CLOSING);
            play.output().close();
            throw e;
        }
        Thread.ofVirtual().name("rehearsal-" + id.digits()).start(() -> watch(play));
        if (!open.isWaiting(id)) {
            // Decided while it was being started.
            Thread.ofVirtual().start(() -> open.discard(id, "the call was decided"));
        }
    }

    private void stopAtLimit(ToolCallId id) {
        Thread.ofVirtual()
                .start(() ->
                        open.find(id)
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
            open.discard(play, "what it left could not be read: " + e.getMessage());
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
        return open.find(id).map(Rehearsing::view);
    }

    /// Where the output of a call's rehearsal is; empty where there is none.
    Optional<Path> recording(ToolCallId id) {
        return open.find(id).map(play -> play.place().recording());
    }

    @Override
    public FileDifference difference(ToolCallId id, FileChange change) throws IOException {
        Rehearsing play =
                open.find(id).orElseThrow(() -> new IOException("the rehearsal was thrown away"));
        return FileDifference.of(play.place(), change);
    }

    @Override
    public boolean discard(ToolCallId id) {
        return open.discard(id, "the person discarded it");
    }

    /// The call was decided, one way or the other: only what was committed is still of use. Returns
    /// at once.
    void decided(SupervisionEvent.Decided event, CallRecord record) {
        if (open.find(event.id()).isPresent() && !record.isRehearsed()) {
            Thread.ofVirtual()
                    .name("discard-" + event.id().digits())
                    .start(() -> open.discard(event.id(), "the call was decided otherwise"));
        }
    }

    // ---- commit

    @Override
    public CommitReply commit(ToolCallId id, ResultDigest wanted, Optional<EditedCall> edit) {
        return commits.commit(id, wanted, edit);
    }

    /// Throws everything away, at the end of the console.
    void close() {
        open.close();
    }
}
