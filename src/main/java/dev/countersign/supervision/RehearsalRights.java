package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.approval.EditedCall;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.ToolCallId;
import java.util.Optional;

/// Says what of a waiting call may be rehearsed or committed: as the agent asked, or as the person
/// edited it. Safe on any thread; blocks as long as the disk does.
final class RehearsalRights {
    private final ApprovalQueue queue;
    private final PersonsDecisions person;
    private final FileFacts disk;

    RehearsalRights(ApprovalQueue queue, PersonsDecisions person, FileFacts disk) {
        this.queue = queue;
        this.person = person;
        this.disk = disk;
    }

    /// The right to rehearse a waiting call; empty when it no longer waits.
    Optional<ApprovedRehearsal> of(ToolCallId id, Optional<EditedCall> edit) {
        return edit.isPresent() ? queue.rehearseEdited(edit.get()) : queue.rehearse(id);
    }

    /// Why what a person made of a call is not taken as they saw it, a sentence.
    Optional<String> obstacle(EditedCall edit) {
        return switch (person.judgedAsSeen(edit)) {
            case APPROVED -> Optional.empty();
            case NO_LONGER_WAITS -> Optional.of("It no longer waits.");
            case JUDGED_ANEW ->
                    Optional.of(
                            "The edited command is assessed otherwise than it was shown, since"
                                    + " rules or files changed; look at it again.");
            case DENIED_BY_RULE -> Optional.of("A rule denies the command as you edited it.");
        };
    }

    /// The script file that is no longer what was judged.
    Optional<ScriptFile> changedScript(ApprovedRehearsal right) {
        return right.changedScript(disk);
    }
}
