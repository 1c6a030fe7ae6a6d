package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What a person is making of waiting commands, kept for each while they look at another. Confined
/// to the FX thread.
final class EditDrafts {
    private final EditBox editor;
    private final Map<ToolCallId, String> drafts = new HashMap<>();

    /// @param editor where one of them is open at a time
    EditDrafts(EditBox editor) {
        this.editor = editor;
    }

    boolean has(ToolCallId id) {
        return drafts.containsKey(id);
    }

    /// The edit under way of a call, where it is the one in the editor.
    Optional<Subject.Edit> editOf(ToolCallId id) {
        return editor.id().equals(Optional.of(id)) ? editor.edit() : Optional.empty();
    }

    void begin(CallRecord record, String text) {
        drafts.put(record.id(), text);
        editor.open(record, text);
    }

    /// Goes on where the person left it, where there is something to go on with.
    void resume(CallRecord record) {
        Optional.ofNullable(drafts.get(record.id())).ifPresent(text -> editor.open(record, text));
    }

    /// Keeps what stands in the editor now.
    void keep() {
        editor.id()
                .filter(drafts::containsKey)
                .ifPresent(id -> editor.edit().ifPresent(edit -> drafts.put(id, edit.text())));
    }

    /// Keeps it and closes the editor.
    void leave() {
        keep();
        editor.close();
    }

    /// Throws away what stands in the editor.
    void discard() {
        editor.id().ifPresent(drafts::remove);
        editor.close();
    }

    /// The call waits no longer.
    void forget(ToolCallId id) {
        drafts.remove(id);
    }
}
