package dev.countersign.journal;

import dev.countersign.ansi.OutputSanitizer;
import dev.countersign.recording.LineIndex;
import dev.countersign.recording.ReadPosition;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.Recording;
import dev.countersign.recording.StreamKind;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Reads what search sees of a run's output: all of a short one, of a longer one its first and last
/// lines.
final class OutputTexts {
    /// Characters at each end of a run's output that are searched.
    static final int SEARCHED_AT_EACH_END = 32 * 1024;

    /// Of longer recordings the line numbers at the end are counted by newlines alone.
    private static final long LONGEST_EXACT = 8L << 20;

    private static final int LINES_AT_ONCE = 256;

    private final Path recordings;

    OutputTexts(Path recordings) {
        this.recordings = recordings;
    }

    /// @param head the first lines, each with its newline
    /// @param tail the last lines, none where `head` holds all
    /// @param tailLine the number of the first of these
    record Ends(String head, String tail, long tailLine) {
        static final Ends NOTHING = new Ends("", "", 0);
    }

    Ends of(ToolCallId id) throws IOException {
        Path folder = recordings.resolve(id.digits().substring(0, 2)).resolve(id.digits());
        if (!Files.isDirectory(folder)) {
            return Ends.NOTHING;
        }
        try (Recording recording = Recording.recover(folder)) {
            return recording.totals().bytes() <= LONGEST_EXACT
                    ? byLines(recording)
                    : byBytes(recording);
        }
    }

    private static Ends byLines(Recording recording) throws IOException {
        LineIndex index = new LineIndex(recording, StreamKind.ofCommand());
        index.refresh();
        long count = index.lineCount();
        StringBuilder head = new StringBuilder();
        long next = 0;
        while (next < count && head.length() < SEARCHED_AT_EACH_END) {
            List<RecordedLine> lines = index.lines(next, LINES_AT_ONCE);
            for (RecordedLine line : lines) {
                if (head.length() < SEARCHED_AT_EACH_END) {
                    append(head, line);
                    next++;
                }
            }
        }
        return next == count
                ? new Ends(head.toString(), "", count)
                : tail(index, head.toString(), next, count);
    }

    private static Ends tail(LineIndex index, String head, long from, long count)
            throws IOException {
        Deque<String> lines = new ArrayDeque<>();
        long length = 0;
        long first = count;
        while (first > from && length < SEARCHED_AT_EACH_END) {
            long blockStart = Math.max(from, first - LINES_AT_ONCE);
            List<RecordedLine> block = index.lines(blockStart, (int) (first - blockStart));
            for (RecordedLine line : block.reversed()) {
                if (length >= SEARCHED_AT_EACH_END) {
                    break;
                }
                StringBuilder text = new StringBuilder();
                append(text, line);
                lines.addFirst(text.toString());
                length += text.length();
                first--;
            }
        }
        return new Ends(head, String.join("", lines), first);
    }

    private static void append(StringBuilder target, RecordedLine line) {
        String text = line.line().text();
        target.append(text, 0, Math.min(text.length(), SEARCHED_AT_EACH_END)).append('\n');
    }

    private static Ends byBytes(Recording recording) throws IOException {
        StringBuilder head = new StringBuilder();
        OutputSanitizer sanitizer = new OutputSanitizer();
        recording.read(
                ReadPosition.START,
                StreamKind.ofCommand(),
                (stream, time, bytes, offset, length) -> {
                    sanitizer.accept(bytes, offset, length, head);
                    return head.length() < SEARCHED_AT_EACH_END;
                });
        cutToLines(head);
        StringBuilder tail = end(recording);
        int cut = Math.max(0, tail.length() - SEARCHED_AT_EACH_END);
        String last = tail.substring(tail.indexOf("\n", cut) + 1);
        long newlines = last.chars().filter(c -> c == '\n').count();
        return new Ends(head.toString(), last, recording.totals().lines() - newlines);
    }

    /// The text of as many of the last chunks as fill one end.
    private static StringBuilder end(Recording recording) throws IOException {
        long entries = recording.end().entries();
        StringBuilder tail = new StringBuilder();
        for (long chunks = 16; tail.length() < SEARCHED_AT_EACH_END; chunks *= 4) {
            tail.setLength(0);
            OutputSanitizer sanitizer = new OutputSanitizer();
            recording.read(
                    new ReadPosition(Math.max(0, entries - chunks)),
                    StreamKind.ofCommand(),
                    (stream, time, bytes, offset, length) -> {
                        sanitizer.accept(bytes, offset, length, tail);
                        if (tail.length() > 16 * SEARCHED_AT_EACH_END) {
                            tail.delete(0, tail.length() - SEARCHED_AT_EACH_END);
                        }
                        return true;
                    });
            if (chunks >= entries) {
                break;
            }
        }
        return tail;
    }

    private static void cutToLines(StringBuilder head) {
        int limit = Math.min(head.length(), 2 * SEARCHED_AT_EACH_END);
        int end = head.lastIndexOf("\n", limit);
        head.setLength(end < 0 ? limit : Math.min(head.length(), end + 1));
    }
}
