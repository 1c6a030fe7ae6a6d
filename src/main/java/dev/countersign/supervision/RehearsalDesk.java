package dev.countersign.supervision;

import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.supervision.rehearsal.FileChange;
import dev.countersign.supervision.rehearsal.FileDifference;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// Waiting calls run for show, at the person's wish: seen first, then decided.
///
/// A rehearsal decides nothing, and until its result is committed nothing outside its throw-away
/// copy changes. That it began, ended and was thrown away are events of the call. Safe on any
/// thread; everything but [#find] blocks.
public interface RehearsalDesk {
    /// What cannot be seen in a rehearsal, for the person to read.
    String LIMITS =
            "Nothing outside its throw-away copy has changed. No network, no services; what it"
                    + " leaves running is stopped. A commit carries no access control lists,"
                    + " capabilities or security labels.";

    /// Why a call cannot be rehearsed, a sentence; empty where it can.
    Optional<String> obstacle(ToolCallId id);

    /// Begins to rehearse a waiting call. What an earlier rehearsal left is thrown away.
    ///
    /// @return why it did not begin, a sentence; empty where it did
    /// @throws UncheckedIOException when that it began could not be kept; then it was stopped
    Optional<String> start(ToolCallId id);

    /// The same with a command that the person changed. It begins only while the edited call is
    /// judged as the person saw it.
    ///
    /// @return as [#start]
    /// @throws UncheckedIOException as [#start]
    Optional<String> startEdited(EditedCall edit);

    /// What there is of a call's rehearsal now.
    Optional<RehearsalView> find(ToolCallId id);

    /// How the text of one changed file was and is.
    FileDifference difference(ToolCallId id, FileChange change) throws IOException;

    /// Throws everything away; a command that still runs is stopped.
    ///
    /// @return false where there was nothing
    boolean discard(ToolCallId id);

    /// Approves exactly this result: it is put into the workspace, and nothing is run any more.
    ///
    /// @param result the one that the person saw
    /// @param edit what the person made of the call, where that was rehearsed; the agent is told
    CommitReply commit(ToolCallId id, ResultDigest result, Optional<EditedCall> edit);

    /// What came of the wish to commit.
    sealed interface CommitReply {
        /// It is decided, and put in place at once.
        record Committed() implements CommitReply {}

        /// Nothing was decided.
        ///
        /// @param reason a sentence
        record Refused(String reason) implements CommitReply {}
    }

    /// Where nothing can be rehearsed.
    static RehearsalDesk none() {
        return NoRehearsals.INSTANCE;
    }
}
