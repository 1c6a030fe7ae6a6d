package dev.countersign.recording;

import dev.countersign.ansi.ParserState;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Places where reading lines can begin: 40 bytes for each 64 lines. Safe for several threads;
/// every call is short.
///
/// Beyond [#MOST] every other one is dropped, so that a recording of any length takes the same
/// memory: 16 million lines keep their 64 lines, each doubling of that doubles the distance.
final class Checkpoints {

    /// 10 MB of them.
    static final int MOST = 1 << 18;

    /// A line start, and what the command's streams inherit there.
    record Checkpoint(long line, long entry, long offset, ParserState stdout, ParserState stderr) {

        static final Checkpoint START =
                new Checkpoint(0, 0, 0, ParserState.INITIAL, ParserState.INITIAL);
    }

    /// A stretch of lines from one checkpoint to the next; no next one behind the last.
    record Span(Checkpoint start, Optional<Checkpoint> end) {}

    private record Links(String stdout, String stderr) {
        static final Links NONE = new Links("", "");
    }

    private final int most;
    private int distance = 1;
    private int count;

    /// Those that must stay, because readers begin anew there in the middle of a sequence.
    private BitSet fixed = new BitSet();

    private long[] lines = new long[16];
    private long[] entries = new long[16];
    private long[] offsets = new long[16];
    private long[] stdoutStyles = new long[16];
    private long[] stderrStyles = new long[16];

    /// Open hyperlinks are rare, so they are kept apart.
    private Map<Integer, Links> links = new HashMap<>();

    Checkpoints(int most) {
        this.most = most;
        add(Checkpoint.START, true);
    }

    /// How many times farther apart they should be than at first.
    synchronized int distance() {
        return distance;
    }

    /// @param droppable whether reading may as well begin earlier: no sequence was under way
    synchronized void add(Checkpoint checkpoint, boolean droppable) {
        if (count >= most && count >= 2 * fixed.cardinality()) {
            thin();
        }
        fixed.set(count, !droppable);
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

    /// The stretch that a line is in.
    synchronized Span ofLine(long line) {
        int found = Arrays.binarySearch(lines, 0, count, line);
        return span(found >= 0 ? found : -found - 2);
    }

    /// The last checkpoint whose line starts before an offset; the first where there is none.
    synchronized Checkpoint beforeOffset(long offset) {
        int found = Arrays.binarySearch(offsets, 1, count, offset);
        return at((found >= 0 ? found : -found - 1) - 1);
    }

    private Span span(int place) {
        return new Span(
                at(place), place + 1 < count ? Optional.of(at(place + 1)) : Optional.empty());
    }

    private void thin() {
        BitSet stay = new BitSet();
        Map<Integer, Links> kept = new HashMap<>();
        int to = 0;
        for (int from = 0; from < count; from++) {
            if (from % 2 == 1 && !fixed.get(from)) {
                continue;
            }
            lines[to] = lines[from];
            entries[to] = entries[from];
            offsets[to] = offsets[from];
            stdoutStyles[to] = stdoutStyles[from];
            stderrStyles[to] = stderrStyles[from];
            Links open = links.get(from);
            if (open != null) {
                kept.put(to, open);
            }
            stay.set(to, fixed.get(from));
            to++;
        }
        count = to;
        fixed = stay;
        links = kept;
        distance *= 2;
    }
}
