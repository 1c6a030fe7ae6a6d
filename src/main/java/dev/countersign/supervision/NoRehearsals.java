package dev.countersign.supervision;

import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.supervision.rehearsal.FileChange;
import dev.countersign.supervision.rehearsal.FileDifference;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.util.Optional;

/// A desk at which nothing can be rehearsed.
enum NoRehearsals implements RehearsalDesk {
    INSTANCE;

    private static final String REASON = "Nothing can be rehearsed here.";

    @Override
    public Optional<String> obstacle(ToolCallId id) {
        return Optional.of(REASON);
    }

    @Override
    public Optional<String> start(ToolCallId id) {
        return Optional.of(REASON);
    }

    @Override
    public Optional<String> startEdited(EditedCall edit) {
        return Optional.of(REASON);
    }

    @Override
    public Optional<RehearsalView> find(ToolCallId id) {
        return Optional.empty();
    }

    @Override
    public FileDifference difference(ToolCallId id, FileChange change) throws IOException {
        throw new IOException(REASON);
    }

    @Override
    public boolean discard(ToolCallId id) {
        return false;
    }

    @Override
    public CommitReply commit(ToolCallId id, ResultDigest result, Optional<EditedCall> edit) {
        return new CommitReply.Refused(REASON);
    }
}
