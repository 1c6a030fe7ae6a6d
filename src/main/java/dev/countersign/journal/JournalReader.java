package dev.countersign.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Reads the lines of the journal in their order, across its segments, and tells where they are.
///
/// Confined to its caller's thread; shares nothing but the files with the writer.
final class JournalReader implements Closeable {
    private final List<Path> segments;
    private final JournalPosition from;
    private int place;
    private Optional<LineReader> lines = Optional.empty();
    private Optional<TextReader> texts = Optional.empty();
    private long lineNumber;

    /// Reads from a position on.
    JournalReader(Path folder, JournalPosition from) throws IOException {
        this.segments = JournalFiles.segments(folder);
        this.from = from;
        this.place = 0;
        while (place < segments.size()
                && JournalFiles.numberOf(segments.get(place)) < from.segment()) {
            place++;
        }
        open();
    }

    static JournalReader ofAll(Path folder) throws IOException {
        return new JournalReader(folder, JournalPosition.START);
    }

    private void open() throws IOException {
        close();
        lineNumber = 0;
        if (place >= segments.size()) {
            lines = Optional.empty();
            texts = Optional.empty();
            return;
        }
        Path segment = segments.get(place);
        boolean first = JournalFiles.numberOf(segment) == from.segment();
        lines = Optional.of(new LineReader(segment, first ? from.line() : 0));
        texts =
                Optional.of(
                        new TextReader(JournalFiles.textsBeside(segment), first ? from.text() : 0));
    }

    /// Moves to the next line. Returns whether there is one.
    boolean next() throws IOException {
        while (lines.isPresent()) {
            if (lines.get().next()) {
                lineNumber++;
                return true;
            }
            place++;
            open();
        }
        return false;
    }

    /// The line as it stands in the file.
    LineReader raw() {
        return lines.orElseThrow();
    }

    Path segment() {
        return segments.get(place);
    }

    int segmentNumber() {
        return JournalFiles.numberOf(segment());
    }

    /// Counted from 1 in its segment; right only where reading began at the segment's start.
    long lineNumber() {
        return lineNumber;
    }

    JournalEntry entry(JournalLine line) throws IOException {
        return texts.orElseThrow().entry(line);
    }

    /// The position in front of the line that was read last; its sequence and head are those of the
    /// line itself.
    JournalPosition at(JournalLine line) {
        return new JournalPosition(
                segmentNumber(),
                raw().lineOffset(),
                texts.orElseThrow().offset(),
                line.sequence(),
                line.hash());
    }

    /// The position behind the line that was read last.
    JournalPosition after(JournalLine line) {
        return new JournalPosition(
                segmentNumber(),
                raw().offset(),
                texts.orElseThrow().offset(),
                line.sequence(),
                line.hash());
    }

    /// How lines of one call's events look from outside.
    static byte[] markOf(String digits) {
        return ("\"call\":\"" + digits + "\"").getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        if (lines.isPresent()) {
            lines.get().close();
        }
        if (texts.isPresent()) {
            texts.get().close();
        }
    }
}
