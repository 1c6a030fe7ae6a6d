package dev.countersign.recording;

import dev.countersign.ansi.OutputTruncator;
import java.util.function.Predicate;

/// Passes on the lines that somebody wants to keep. Confined to its caller.
final class LineFilter {

    /// Of a longer line this start decides for all of it.
    static final int MAX_LINE = 64 * 1024;

    private final Predicate<String> keep;
    private final OutputTruncator target;
    private final StringBuilder line = new StringBuilder();

    /// What was decided about the rest of a line that was longer than [#MAX_LINE].
    private boolean decided;

    private boolean kept;

    LineFilter(Predicate<String> keep, OutputTruncator target) {
        this.keep = keep;
        this.target = target;
    }

    void append(CharSequence text) {
        int start = 0;
        for (int index = 0; index < text.length(); index++) {
            if (text.charAt(index) == '\n') {
                appendPart(text, start, index + 1);
                finishLine();
                start = index + 1;
            }
        }
        appendPart(text, start, text.length());
    }

    /// Ends the last line, which has no newline.
    void finish() {
        if (!line.isEmpty() || decided) {
            finishLine();
        }
    }

    private void appendPart(CharSequence text, int start, int end) {
        int next = start;
        while (next < end) {
            int taken = Math.min(end - next, MAX_LINE - line.length());
            line.append(text, next, next + taken);
            next += taken;
            if (line.length() == MAX_LINE) {
                passOn();
            }
        }
    }

    private void finishLine() {
        passOn();
        decided = false;
    }

    private void passOn() {
        if (!decided) {
            boolean ended = !line.isEmpty() && line.charAt(line.length() - 1) == '\n';
            kept = keep.test(ended ? line.substring(0, line.length() - 1) : line.toString());
            decided = true;
        }
        if (kept) {
            target.append(line);
        }
        line.setLength(0);
    }
}
