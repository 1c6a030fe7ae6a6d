package dev.countersign.approval;

import dev.countersign.safety.FileContent;
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
/// and nothing can be started for real with it.
public final class ApprovedRehearsal {
    private final ToolCall call;
    private final List<ScriptFile> scripts;

    /// @param scripts the files that it runs, as they were when it was judged
    ApprovedRehearsal(ToolCall call, List<ScriptFile> scripts) {
        this.call = call;
        this.scripts = List.copyOf(scripts);
    }

    public ToolCallId id() {
        return call.id();
    }

    public ToolCall call() {
        return call;
    }

    /// The first of its script files that is no longer what was judged; blocks as long as the disk
    /// does.
    public Optional<ScriptFile> changedScript(FileFacts disk) {
        return scripts.stream()
                .filter(file ->
                        !disk.content(file.path()).map(FileContent::sha256).equals(file.sha256()))
                .findFirst();
    }

    @Override
    public String toString() {
        return "ApprovedRehearsal[" + call.id() + "]";
    }
}
