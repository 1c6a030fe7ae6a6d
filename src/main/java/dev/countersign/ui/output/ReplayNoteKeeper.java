package dev.countersign.ui.output;

import dev.countersign.recording.ReplayNote;
import dev.countersign.recording.ReplayNotes;
import dev.countersign.ui.UiContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A person's notes at places of a replay: read from beside the recording and written there. The
/// disk is waited for in the background. Confined to the FX thread.
final class ReplayNoteKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayNoteKeeper.class);

    private final UiContext context;
    private final Consumer<String> notice;

    /// @param notice tells the person what went wrong
    ReplayNoteKeeper(UiContext context, Consumer<String> notice) {
        this.context = context;
        this.notice = notice;
    }

    /// Reads the notes of a recording; the answer comes in the background.
    void load(Path recording, Consumer<List<ReplayNote>> answer) {
        context.background().execute(() -> answer.accept(read(recording)));
    }

    private static List<ReplayNote> read(Path folder) {
        try {
            return ReplayNotes.read(folder);
        } catch (IOException e) {
            LOG.warn("the notes in {} cannot be read: {}", folder, e.getMessage());
            return List.of();
        }
    }

    /// Adds a note and writes all down. Returns all of them; the ones that were there where there
    /// are too many.
    List<ReplayNote> add(Path recording, List<ReplayNote> there, ReplayNote note) {
        if (there.size() >= ReplayNotes.MOST) {
            notice.accept("There are " + ReplayNotes.MOST + " notes already; no more are kept.");
            return there;
        }
        List<ReplayNote> notes = new ArrayList<>(there);
        notes.add(note);
        context.background().execute(() -> write(recording, notes));
        return notes;
    }

    private void write(Path recording, List<ReplayNote> notes) {
        try {
            ReplayNotes.write(recording, notes);
        } catch (IOException e) {
            LOG.warn("the note could not be kept in {}", recording, e);
            context.feed().execute(() -> notice.accept("The note could not be written down."));
        }
    }
}
