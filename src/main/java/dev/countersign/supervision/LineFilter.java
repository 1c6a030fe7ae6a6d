package dev.countersign.supervision;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Keeps the lines that an agent's pattern finds something in, and gives up when the pattern takes
/// too long: `(x+x+)+\1y` on a line of forty x would take years.
///
/// One filter serves one read. Confined to the thread that reads.
final class LineFilter implements Predicate<String> {
    /// How long all lines of one read may take together.
    static final Duration MAXIMUM_TIME = Duration.ofSeconds(2);

    /// The pattern is beyond what can be afforded. Nothing should count as read.
    static final class TooCostly extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /// What the agent is told.
        static final String REASON =
                "filter takes too long or nests too deeply on this output; nothing was read";

        TooCostly() {
            super(REASON);
        }
    }

    private final Pattern pattern;
    private final long deadline;

    LineFilter(Pattern pattern) {
        this.pattern = pattern;
        this.deadline = System.nanoTime() + MAXIMUM_TIME.toNanos();
    }

    /// @throws TooCostly when the time for all lines is over
    @Override
    public boolean test(String line) {
        try {
            return pattern.matcher(new WatchedText(line, deadline)).find();
        } catch (StackOverflowError _) {
            // The JDK's matcher recurses over repeated groups, as deep as the line is long.
            throw new TooCostly();
        }
    }

    /// A text that looks at the clock now and then while it is read, which is the only way to stop
    /// a matcher.
    private static final class WatchedText implements CharSequence {
        private static final int READS_BETWEEN_LOOKS = 4_096;

        private final String text;
        private final long deadline;
        private int reads;

        WatchedText(String text, long deadline) {
            this.text = text;
            this.deadline = deadline;
        }

        @Override
        public char charAt(int index) {
            reads++;
            if (reads >= READS_BETWEEN_LOOKS) {
                reads = 0;
                if (System.nanoTime() - deadline > 0) {
                    throw new TooCostly();
                }
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
