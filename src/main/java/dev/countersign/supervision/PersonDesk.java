package dev.countersign.supervision;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.ToolCallId;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// All that the person in front of the window can see and do.
///
/// Safe on any thread. What blocks on the disk says so; everything else answers at once.
public interface PersonDesk {
    /// The calls that are kept, oldest first, each as it stands now.
    List<CallRecord> calls();

    /// Hears every change from now on, in order, on a thread of the supervisor.
    ///
    /// @return ends the subscription when run
    Runnable subscribe(Listener listener);

    /// Approves a waiting call, once. Blocks until the decision is on the disk.
    ///
    /// @return false when it no longer waits: decided, withdrawn or expired meanwhile
    /// @throws UncheckedIOException when the decision could not be kept; then the call still waits
    boolean approve(ToolCallId id);

    /// Denies a waiting call. Blocks until the decision is on the disk.
    ///
    /// @return false when it no longer waits
    /// @throws UncheckedIOException when the decision could not be kept; then the call still waits
    boolean deny(ToolCallId id, Optional<String> reason);

    /// Has a running call stopped with its whole tree; what ends it is told as an event.
    void stop(ToolCallId id);

    /// The folder of a call's recorded output, for `recording` to open; empty when it never
    /// started.
    Optional<Path> recordingFolder(ToolCallId id);

    /// The agents that are connected now, in the order they came.
    List<AgentSession> agents();

    /// What stands in the status bar.
    ConsoleStatus status();

    /// Hears what changes. Must not block and must not throw.
    interface Listener {
        /// A call changed by an event, and is now as the record says.
        void changed(SupervisionEvent event, CallRecord record);

        /// An agent came or went.
        void agentsChanged(List<AgentSession> agents);

        /// Something the person should know, or the end of it, see [PersonDesk#status()].
        void statusChanged();

        /// The window is to be brought to the person's eye: somebody started the console again.
        default void raiseRequested() {}
    }
}
