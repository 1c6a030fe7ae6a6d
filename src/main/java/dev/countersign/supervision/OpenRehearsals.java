package dev.countersign.supervision;

import dev.countersign.execution.RehearsalPlace;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rehearsals that are open, and the one way in which they are thrown away. Safe on any thread.
final class OpenRehearsals {
    private static final Logger LOG = LoggerFactory.getLogger(OpenRehearsals.class);

    private final CallLedger ledger;
    private final Map<ToolCallId, Rehearsing> plays = new ConcurrentHashMap<>();

    /// Of several acts on the same call one is done after the other.
    private final List<ReentrantLock> turns =
            Stream.generate(ReentrantLock::new).limit(64).toList();

    OpenRehearsals(CallLedger ledger) {
        this.ledger = ledger;
    }

    /// Does something with a call while nobody else here does something with it. Blocks until then.
    <T> T inTurn(ToolCallId id, Supplier<T> act) {
        ReentrantLock turn = turns.get(Math.floorMod(id.hashCode(), turns.size()));
        turn.lock();
        try {
            return act.get();
        } finally {
            turn.unlock();
        }
    }

    Optional<Rehearsing> find(ToolCallId id) {
        return Optional.ofNullable(plays.get(id));
    }

    int count() {
        return plays.size();
    }

    void add(Rehearsing play) {
        plays.put(play.call().id(), play);
    }

    void remove(Rehearsing play) {
        plays.remove(play.call().id(), play);
    }

    /// Whether a call waits for its decision.
    boolean isWaiting(ToolCallId id) {
        return ledger.find(id).filter(CallRecord::isWaiting).isPresent();
    }

    // ---- throwing away

    /// Throws a rehearsal away, once.
    ///
    /// @param reason a phrase, for history
    /// @return false where there is nothing, or somebody else has it
    boolean discard(ToolCallId id, String reason) {
        Optional<Rehearsing> play = find(id);
        return play.isPresent() && discard(play.get(), reason);
    }

    boolean discard(Rehearsing play, String reason) {
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
            remove(play);
            play.cleared();
        }
        return true;
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

    /// What cannot be taken away is logged.
    static void removeQuietly(Path folder) {
        try {
            RehearsalPlace.remove(folder);
        } catch (IOException e) {
            LOG.error("a rehearsal could not be taken away: {}", folder, e);
        }
    }
}
