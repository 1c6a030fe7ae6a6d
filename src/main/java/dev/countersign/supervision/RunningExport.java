package dev.countersign.supervision;

import java.nio.file.Path;

/// An export on its way. Safe on any thread.
public interface RunningExport {
    /// Ends it; its listener hears of [End.Cancelled], unless it was done already. Returns at once.
    void cancel();

    /// Hears of an export, on its thread. Must not block.
    interface Listener {
        /// It has come this far; told some times a second at most.
        ///
        /// @param doneBytes output read so far
        /// @param allBytes output there is; 0 where the calls have none
        void progressed(long doneBytes, long allBytes);

        /// It is over; the last that is heard.
        void ended(End end);
    }

    /// How an export ended.
    sealed interface End {
        /// The file is there, whole.
        ///
        /// @param bytes the size of the file
        record Written(Path file, int calls, long bytes) implements End {}

        /// Nothing is left of it.
        record Cancelled() implements End {}

        /// Nothing is left of it.
        ///
        /// @param sentence what happened and what to do
        record Failed(String sentence) implements End {}
    }
}
