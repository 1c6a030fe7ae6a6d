package dev.countersign.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The notes of a recording, in the file `notes` of its folder: a line each, nanoseconds since the
/// start, a tab, the words. Every method blocks on the disk. One writer at a time.
public final class ReplayNotes {
    public static final int MOST = 1_000;

    /// No file of ours is longer; what is behind it is not read.
    private static final long MOST_BYTES = 4L * MOST * ReplayNote.MOST_CHARACTERS;

    private ReplayNotes() {}

    /// The notes by time; none where there is no file. Lines that are no notes are passed over.
    public static List<ReplayNote> read(Path folder) throws IOException {
        Path file = file(folder);
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("longer than notes can be: " + file);
            }
            List<ReplayNote> notes = new ArrayList<>();
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            text.lines().limit(MOST).forEach(line -> parse(line).ifPresent(notes::add));
            notes.sort(Comparator.comparing(ReplayNote::at));
            return notes;
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    /// Replaces all notes at once.
    ///
    /// @throws IllegalArgumentException for more than [#MOST]
    public static void write(Path folder, List<ReplayNote> notes) throws IOException {
        if (notes.size() > MOST) {
            throw new IllegalArgumentException("more than " + MOST + " notes");
        }
        StringBuilder text = new StringBuilder();
        notes.forEach(note ->
                text.append(note.at().toNanos()).append('\t').append(note.text()).append('\n'));
        Path fresh = folder.resolve("notes.new");
        Files.deleteIfExists(fresh);
        try (PositionalFile target = RecordingFiles.createFile(fresh)) {
            target.write(StandardCharsets.UTF_8.encode(text.toString()), 0);
        }
        Files.move(fresh, file(folder), StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path file(Path folder) {
        return folder.resolve("notes");
    }

    private static Optional<ReplayNote> parse(String line) {
        int tab = line.indexOf('\t');
        try {
            return tab < 1
                    ? Optional.empty()
                    : Optional.of(
                            ReplayNote.of(
                                    Duration.ofNanos(Long.parseLong(line.substring(0, tab))),
                                    line.substring(tab + 1)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
