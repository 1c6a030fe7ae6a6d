package dev.countersign.recording;

import dev.countersign.ansi.ParserState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Places where reading lines can begin: 40 bytes for each 64 lines. Safe for several threads;
/// every call is short.
final class Checkpoints {

    /// A line start, and what the command's streams inherit there.
    record Checkpoint(long line, long entry, long offset, ParserState stdout, ParserState stderr) {

        static final Checkpoint START =
                new Checkpoint(0, 0, 0, ParserState.INITIAL, ParserState.INITIAL);
    }

    private record Links(String stdout, String stderr) {
        static final Links NONE = new Links("", "");
    }

    private int count;
    private long[] lines = new long[16];
    private long[] entries = new long[16];
    private long[] offsets = new long[16];
    private long[] stdoutStyles = new long[16];
    private long[] stderrStyles = new long[16];

    /// Open hyperlinks are rare, so they are kept apart.
    private final Map<Integer, Links> links = new HashMap<>();

    Checkpoints() {
        add(Checkpoint.START);
    }

    synchronized void add(Checkpoint checkpoint) {
        if (count == lines.length) {
            int capacity = count + count / 2;
            lines = Arrays.copyOf(lines, capacity);
            entries = Arrays.copyOf(entries, capacity);
            offsets = Arrays.copyOf(offsets, capacity);
            stdoutStyles = Arrays.copyOf(stdoutStyles, capacity);
            stderrStyles = Arrays.copyOf(stderrStyles, capacity);
        }
        lines[count] = checkpoint.line();
        entries[count] = checkpoint.entry();
        offsets[count] = checkpoint.offset();
        stdoutStyles[count] = checkpoint.stdout().style();
        stderrStyles[count] = checkpoint.stderr().style();
        Links open = new Links(checkpoint.stdout().link(), checkpoint.stderr().link());
        if (!open.equals(Links.NONE)) {
            links.put(count, open);
        }
        count++;
    }

    synchronized Checkpoint at(int place) {
        Links open = links.getOrDefault(place, Links.NONE);
        return new Checkpoint(
                lines[place],
                entries[place],
                offsets[place],
                new ParserState(stdoutStyles[place], open.stdout()),
                new ParserState(stderrStyles[place], open.stderr()));
    }

    synchronized int count() {
        return count;
    }

    /// The last checkpoint at or before a line.
    synchronized int ofLine(long line) {
        int found = Arrays.binarySearch(lines, 0, count, line);
        return found >= 0 ? found : -found - 2;
    }

    /// The last checkpoint whose line starts before an offset; the first where there is none.
    synchronized int beforeOffset(long offset) {
        int found = Arrays.binarySearch(offsets, 1, count, offset);
        return (found >= 0 ? found : -found - 1) - 1;
    }
}
