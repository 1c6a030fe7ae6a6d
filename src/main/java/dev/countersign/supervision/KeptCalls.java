package dev.countersign.supervision;

import dev.countersign.journal.CallExport;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Deletion;
import dev.countersign.journal.DeletionCause;
import dev.countersign.journal.History;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.KeptRun;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.Recording;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is kept of calls: their journal, their index and their recordings together. Safe on any
/// thread.
final class KeptCalls implements HistoryDesk, AutoCloseable {
    /// A sweep takes no longer than this many calls; the next one goes on.
    private static final int MOST_AT_ONCE = 5_000;

    private final Journal journal;
    private final History history;
    private final SecretMasker masker;
    private final Path recordings;
    private final InstantSource clock;
    private final CallExports exports;

    KeptCalls(SupervisorParts.Keeping keeping, InstantSource clock) {
        this.journal = keeping.journal();
        this.history = keeping.history();
        this.masker = keeping.masker();
        this.recordings = keeping.recordings();
        this.clock = clock;
        this.exports = new CallExports(new CallExport(journal::find, this::recording, masker));
    }

    @Override
    public RunningExport export(ExportRequest request, RunningExport.Listener listener) {
        return exports.start(request, listener);
    }

    /// Ends the exports that are on their way. Blocks for a moment.
    @Override
    public void close() {
        exports.close();
    }

    /// Where the recording of a call is, whether there is one or not.
    Path recording(ToolCallId id) {
        return recordings.resolve(id.digits().substring(0, 2)).resolve(id.digits());
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public SecretMasker masker() {
        return masker;
    }

    @Override
    public void star(ToolCallId id, boolean starred) throws JournalException {
        requireKnown(id);
        journal.append(new SupervisionEvent.Starred(id, clock.instant(), starred));
    }

    @Override
    public void note(ToolCallId id, String text) throws JournalException {
        requireKnown(id);
        journal.append(new SupervisionEvent.Noted(id, clock.instant(), text));
    }

    private void requireKnown(ToolCallId id) {
        if (!journal.contains(id)) {
            throw new IllegalArgumentException("there is no call " + id);
        }
    }

    @Override
    public boolean delete(ToolCallId id, Deletion what) throws JournalException {
        return delete(id, what, DeletionCause.PERSON);
    }

    private boolean delete(ToolCallId id, Deletion what, DeletionCause cause)
            throws JournalException {
        Optional<CallRecord> record = journal.find(id);
        if (record.filter(call -> call.status().isFinal()).isEmpty()) {
            return false;
        }
        journal.delete(List.of(new SupervisionEvent.Deleted(id, clock.instant(), what, cause)));
        removeRecording(id);
        return true;
    }

    /// Deletes what the person no longer wants to keep: by age everything but facts and decisions,
    /// then by size the oldest output. Never touches a call that goes on or has a star. Blocks.
    ///
    /// @return how many calls lost something
    int sweep(Optional<Duration> age, long mostOutputBytes) throws JournalException {
        if (!history.state().isCurrent()) {
            return 0;
        }
        for (ToolCallId id : history.deleted()) {
            // A crash may have come between the record of a deletion and the deletion itself.
            removeRecording(id);
        }
        int swept = 0;
        if (age.isPresent()) {
            Instant limit = clock.instant().minus(age.get());
            swept +=
                    delete(
                            history.endedBefore(limit, MOST_AT_ONCE),
                            Deletion.EVERYTHING,
                            DeletionCause.AGE);
        }
        return swept + sweepBySize(mostOutputBytes);
    }

    private int sweepBySize(long most) throws JournalException {
        long surplus = history.keptOutputBytes() - most;
        List<KeptRun> runs = new ArrayList<>();
        for (KeptRun run : surplus > 0 ? history.oldestOutputs(MOST_AT_ONCE) : List.<KeptRun>of()) {
            if (surplus <= 0) {
                break;
            }
            runs.add(run);
            surplus -= run.outputBytes();
        }
        return delete(runs, Deletion.OUTPUT, DeletionCause.SIZE);
    }

    private int delete(List<KeptRun> runs, Deletion what, DeletionCause cause)
            throws JournalException {
        List<SupervisionEvent.Deleted> deletions = new ArrayList<>();
        for (KeptRun run : runs) {
            Optional<CallRecord> record = journal.find(run.id());
            if (record.filter(call -> call.status().isFinal() && !call.isStarred()).isPresent()) {
                deletions.add(new SupervisionEvent.Deleted(run.id(), clock.instant(), what, cause));
            }
        }
        if (!deletions.isEmpty()) {
            journal.delete(deletions);
        }
        for (SupervisionEvent.Deleted deletion : deletions) {
            removeRecording(deletion.id());
        }
        return deletions.size();
    }

    /// Takes the files of a recording away; whoever has them open reads on.
    void removeRecording(ToolCallId id) throws JournalException {
        try {
            Recording.delete(recording(id));
        } catch (IOException e) {
            throw JournalException.of(
                    "The output of %s could not be deleted: %s".formatted(id, e.getMessage()), e);
        }
    }
}
