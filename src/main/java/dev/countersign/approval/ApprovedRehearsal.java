package dev.countersign.approval;

import dev.countersign.safety.FileFacts;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.util.List;
import java.util.Optional;

/// The right to rehearse exactly one waiting call, once: to run it where nothing that it does
/// reaches anything but a throw-away copy.
///
/// Only this package makes one, at a person's wish. It decides nothing: the call waits as before,
/// and nothing can be started for real with it. Immutable.
public final class ApprovedRehearsal {
    private final ToolCall call;
    private final List<ScriptFile> scripts;
    private final Optional<EditedCall> edit;

    /// @param call with the command that is rehearsed
    /// @param scripts the files that it runs, as they were when it was judged
    /// @param edit what a person made of the call; empty where it is as the agent asked
    ApprovedRehearsal(ToolCall call, List<ScriptFile> scripts, Optional<EditedCall> edit) {
        this.call = call;
        this.scripts = List.copyOf(scripts);
        this.edit = edit;
    }

    public ToolCallId id() {
        return call.id();
    }

    /// With the command that is rehearsed.
    public ToolCall call() {
        return call;
    }

    /// What a person made of the call; empty where it is rehearsed as the agent asked.
    public Optional<EditedCall> edit() {
        return edit;
    }

    /// The first of its script files that is no longer what was judged; blocks as long as the disk
    /// does.
    public Optional<ScriptFile> changedScript(FileFacts disk) {
        return JudgedScripts.firstChanged(scripts, disk);
    }

    @Override
    public String toString() {
        return "ApprovedRehearsal[" + call.id() + "]";
    }
}
