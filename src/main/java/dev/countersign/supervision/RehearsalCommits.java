package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.execution.RehearsalPlace;
import dev.countersign.supervision.RehearsalDesk.CommitReply;
import dev.countersign.supervision.rehearsal.ResultCommit;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts in place what a rehearsal left, once the person approved exactly that. Safe on any thread;
/// blocks on the disk.
final class RehearsalCommits {
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

    private static final Logger LOG = LoggerFactory.getLogger(RehearsalCommits.class);

    private final OpenRehearsals open;
    private final RehearsalRights rights;
    private final ApprovalQueue queue;
    private final CallLedger ledger;
    private final CallLives lives;

    RehearsalCommits(
            OpenRehearsals open,
            RehearsalRights rights,
            ApprovalQueue queue,
            CallLedger ledger,
            CallLives lives) {
        this.open = open;
        this.rights = rights;
        this.queue = queue;
        this.ledger = ledger;
        this.lives = lives;
    }

    // ---- the decision

    /// See [RehearsalDesk#commit].
    CommitReply commit(ToolCallId id, ResultDigest wanted, Optional<EditedCall> edit) {
        return open.inTurn(id, () -> commitAlone(id, wanted, edit));
    }

    private CommitReply commitAlone(ToolCallId id, ResultDigest wanted, Optional<EditedCall> edit) {
        Optional<Rehearsing> found = open.find(id);
        if (found.isEmpty()) {
            return refused("The rehearsal was thrown away.");
        }
        Rehearsing play = found.get();
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
        if (!open.isWaiting(play.call().id())) {
            open.discard(play, "the call was decided otherwise");
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
        Optional<String> otherwise = edit.flatMap(rights::obstacle);
        if (otherwise.isPresent()) {
            return otherwise;
        }
        Optional<String> changed =
                rights.of(id, edit)
                        .flatMap(rights::changedScript)
                        .map(script ->
                                "%s changed since the command was assessed."
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

    // ---- in place

    /// Puts in place what was approved. Blocks on the disk.
    Placed putInPlace(ApprovedCall approved) {
        return open.inTurn(approved.id(), () -> putInPlaceAlone(approved));
    }

    private Placed putInPlaceAlone(ApprovedCall approved) {
        Optional<Rehearsing> found = open.find(approved.id());
        if (found.isEmpty()) {
            return new Placed.Refused("the rehearsal is no longer there");
        }
        Rehearsing play = found.get();
        return switch (ResultCommit.apply(play.place(), approved, approved.id().digits())) {
            case ResultCommit.Done.All _ -> {
                keepRecording(play.place(), ledger.recording(approved.id()));
                yield new Placed.Done(
                        play.pid(),
                        play.details(),
                        play.view().ended().orElseThrow(),
                        play.output());
            }
            case ResultCommit.Done.Nothing(String reason) -> {
                play.giveBack();
                open.discard(play, "it could not be committed: " + reason);
                yield new Placed.Refused(reason);
            }
            case ResultCommit.Done.Part(String reason) -> {
                keepRecording(play.place(), ledger.recording(approved.id()));
                yield new Placed.Failed(reason);
            }
        };
    }

    /// What was approved is not put in place after all.
    void drop(ToolCallId id, String reason) {
        open.find(id)
                .ifPresent(play -> {
                    play.giveBack();
                    open.discard(play, reason);
                });
    }

    /// The end of a commit is written down: nothing of the rehearsal is needed any more.
    void placed(ToolCallId id) {
        open.find(id)
                .ifPresent(play -> {
                    open.remove(play);
                    OpenRehearsals.removeQuietly(play.place().folder());
                    play.cleared();
                });
    }

    /// Keeps what a rehearsal printed as the output of its call.
    static void keepRecording(RehearsalPlace place, Path target) {
        try {
            if (Files.isDirectory(place.recording()) && !Files.exists(target)) {
                Files.createDirectories(Optional.ofNullable(target.getParent()).orElseThrow());
                Files.move(place.recording(), target);
            }
        } catch (IOException e) {
            LOG.error("the output of a rehearsal could not be kept as {}", target, e);
        }
    }
}
