package dev.countersign.supervision;

import dev.countersign.journal.Deletion;
import dev.countersign.journal.History;
import dev.countersign.journal.JournalException;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.toolcall.ToolCallId;

/// What the person can do with what is kept. Safe on any thread; all but [#history] and [#masker]
/// block on the disk.
public interface HistoryDesk {
    /// Searches and adds up; its own methods block.
    History history();

    /// Hides secrets in what is shown: those that look like secrets, and the values of the
    /// variables that commands do not get. Quick; for every line that is drawn.
    SecretMasker masker();

    /// Marks a call to be found again, or takes the mark away.
    void star(ToolCallId id, boolean starred) throws JournalException;

    /// Writes something beside a call; an empty text takes it away.
    ///
    /// @param text at most 4,000 characters
    void note(ToolCallId id, String text) throws JournalException;

    /// Deletes what is kept of a call but its facts and its decision.
    ///
    /// @return false while the call goes on: nothing was deleted then
    boolean delete(ToolCallId id, Deletion what) throws JournalException;

    /// Writes calls to a file for others, secrets masked, on a thread of its own; returns at once.
    RunningExport export(ExportRequest request, RunningExport.Listener listener);

    /// Of windows and tests that keep nothing.
    static HistoryDesk none() {
        return new HistoryDesk() {
            @Override
            public History history() {
                return History.none();
            }

            @Override
            public SecretMasker masker() {
                return SecretMasker.byForm();
            }

            @Override
            public void star(ToolCallId id, boolean starred) {}

            @Override
            public void note(ToolCallId id, String text) {}

            @Override
            public boolean delete(ToolCallId id, Deletion what) {
                return false;
            }

            @Override
            public RunningExport export(ExportRequest request, RunningExport.Listener listener) {
                listener.ended(new RunningExport.End.Failed("Nothing is kept here."));
                return () -> {};
            }
        };
    }
}
