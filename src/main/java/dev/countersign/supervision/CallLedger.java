package dev.countersign.supervision;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.PendingAppend;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.ToolCallId;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is written down of calls, by the console's clock: the journal, and where recordings are.
///
/// Safe on any thread; writing blocks until it is on the disk.
final class CallLedger {
    private static final Logger LOG = LoggerFactory.getLogger(CallLedger.class);

    private final Journal journal;
    private final InstantSource clock;
    private final Function<ToolCallId, Path> recordings;

    /// @param recordings where the recording of a call is, whether there is one or not
    CallLedger(Journal journal, InstantSource clock, Function<ToolCallId, Path> recordings) {
        this.journal = journal;
        this.clock = clock;
        this.recordings = recordings;
    }

    Instant now() {
        return clock.instant();
    }

    InstantSource clock() {
        return clock;
    }

    /// Keeps an event. It has happened when this returns.
    void record(SupervisionEvent event) throws JournalException {
        journal.append(event);
    }

    /// As [#record], but does not wait.
    PendingAppend begin(SupervisionEvent event) {
        return journal.begin(event);
    }

    /// As [#record], for those who can only throw what is unchecked.
    void recordOrThrow(SupervisionEvent event) {
        try {
            journal.append(event);
        } catch (JournalException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The call as it stands now; empty too when it cannot be read.
    Optional<CallRecord> find(ToolCallId id) {
        try {
            return journal.find(id);
        } catch (JournalException e) {
            LOG.error("{}: {}", id, e.getMessage());
            return Optional.empty();
        }
    }

    /// All calls that are kept, oldest first.
    List<CallRecord> all() {
        return journal.calls();
    }

    boolean contains(ToolCallId id) {
        return journal.contains(id);
    }

    /// Where the recording of a call is, whether there is one or not.
    Path recording(ToolCallId id) {
        return recordings.apply(id);
    }
}
