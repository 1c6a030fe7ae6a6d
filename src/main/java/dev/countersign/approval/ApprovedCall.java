package dev.countersign.approval;

import dev.countersign.safety.FileFacts;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.util.List;
import java.util.Optional;

/// The right to run exactly one call, once: what was approved, bound to who approved it.
///
/// Only this package makes one, and `execution` takes nothing else, so that nothing can run that
/// was not decided. What runs is what this value holds, byte for byte. Immutable.
public final class ApprovedCall {
    private final ToolCall call;
    private final Decision.Approved decision;
    private final List<ScriptFile> scripts;
    private final Optional<ResultDigest> rehearsed;

    /// @param scripts the files that it runs, as they were when it was approved
    /// @param rehearsed the result that was approved in place of a run
    ApprovedCall(
            ToolCall call,
            Decision.Approved decision,
            List<ScriptFile> scripts,
            Optional<ResultDigest> rehearsed) {
        if (rehearsed.isPresent() != (decision.scope() == ApprovalScope.REHEARSED)) {
            throw new IllegalArgumentException("a result belongs to a decision about one");
        }
        this.rehearsed = rehearsed;
        this.call = call;
        this.decision = decision;
        this.scripts = List.copyOf(scripts);
    }

    public ToolCallId id() {
        return call.id();
    }

    public ToolCall call() {
        return call;
    }

    public Decision.Approved decision() {
        return decision;
    }

    /// The result of a rehearsal that was approved: that is put in place, and nothing is run. Empty
    /// where it is to be run.
    public Optional<ResultDigest> rehearsed() {
        return rehearsed;
    }

    /// The first of its script files that is no longer what was approved; blocks as long as the
    /// disk does.
    public Optional<ScriptFile> changedScript(FileFacts disk) {
        return JudgedScripts.firstChanged(scripts, disk);
    }

    @Override
    public String toString() {
        return "ApprovedCall[" + call.id() + "]";
    }
}
