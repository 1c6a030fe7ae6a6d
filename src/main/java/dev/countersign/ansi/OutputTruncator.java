package dev.countersign.ansi;

/// Keeps of a text of any length what an agent may read, while it goes by.
///
/// Memory is bounded by the limits. Never cuts a character apart. Confined to its caller.
public final class OutputTruncator {

    private static final String SNIP = "[snip]\n";

    private final TruncationPolicy policy;
    private final TruncationLimits limits;
    private final TextCount total = new TextCount();

    /// The start of the text, as far as the policy may need it.
    private final StringBuilder head = new StringBuilder();

    /// The end of the text; at least as long as the policy needs it.
    private final StringBuilder tail = new StringBuilder();

    private boolean gap;

    public OutputTruncator(TruncationPolicy policy, TruncationLimits limits) {
        this.policy = policy;
        this.limits = limits;
    }

    /// Truncates a text that is there as a whole.
    public static TruncatedText truncate(
            CharSequence text, TruncationPolicy policy, TruncationLimits limits) {
        OutputTruncator truncator = new OutputTruncator(policy, limits);
        truncator.append(text);
        return truncator.finish();
    }

    /// Takes in the next part of the text, however it is cut.
    public void append(CharSequence text) {
        total.add(text);
        switch (policy) {
            case TAIL -> appendTail(text, limits.tailBytes());
            case MIDDLE -> {
                appendHead(text, limits.middleBytes() + 1);
                appendTail(text, limits.middleEndBytes());
            }
            case HEAD -> appendHead(text, limits.headCharacters() + 1);
        }
    }

    /// Says that text is missing here that the caller did not read, because [#needsOnlyEnd], and
    /// goes on with what another truncator of the same limits took in since. The totals are then
    /// those of what was read.
    public void skipTo(OutputTruncator rest) {
        gap = true;
        tail.setLength(0);
        tail.append(rest.tail);
        total.add(rest.total);
    }

    /// Whether what comes next can only matter when it is near the end of the text: all but the
    /// last [#endBytes] bytes may be skipped.
    public boolean needsOnlyEnd() {
        return switch (policy) {
            case TAIL -> true;
            case MIDDLE -> total.bytes() > limits.middleBytes();
            case HEAD -> head.length() > limits.headCharacters();
        };
    }

    /// How many bytes at the end of the text can be shown at most.
    public int endBytes() {
        return switch (policy) {
            case TAIL -> limits.tailBytes();
            case MIDDLE -> limits.middleEndBytes();
            case HEAD -> 0;
        };
    }

    /// Whether the end of the text that was appended already fills what can be shown of it.
    public boolean isEndFull() {
        return switch (policy) {
            case TAIL -> TailCut.of(tail, limits.tailLines(), limits.tailBytes()).start() > 0;
            case MIDDLE -> Utf8Length.of(tail) >= limits.middleEndBytes();
            case HEAD -> true;
        };
    }

    /// What to show. The truncator can go on after that.
    public TruncatedText finish() {
        return switch (policy) {
            case TAIL -> finishTail();
            case MIDDLE -> finishMiddle();
            case HEAD -> finishHead();
        };
    }

    private void appendHead(CharSequence text, int characters) {
        int room = characters - head.length();
        if (room > 0) {
            head.append(text, 0, Math.min(room, text.length()));
        }
    }

    /// Keeps one character more than can be shown, to see whether a line starts after it.
    private void appendTail(CharSequence text, int characters) {
        int wanted = characters + 1;
        tail.append(text, Math.max(0, text.length() - wanted), text.length());
        if (tail.length() > 2 * wanted) {
            tail.delete(0, tail.length() - wanted);
        }
    }

    private TruncatedText finishTail() {
        TailCut cut = TailCut.of(tail, limits.tailLines(), limits.tailBytes());
        boolean truncated = gap || cut.start() > 0;
        String limit =
                cut.start() > 0
                        ? limits.describeTail(cut.stoppedByLines())
                        : limits.describe(policy);
        return result(tail.substring(cut.start()), truncated, limit, cut.partialLine());
    }

    private TruncatedText finishMiddle() {
        String limit = limits.describe(policy);
        if (!gap && total.bytes() <= limits.middleBytes()) {
            return result(head.toString(), false, limit, false);
        }
        int headEnd = Utf8Length.prefix(head, limits.middleEndBytes());
        int tailStart = Utf8Length.suffix(tail, limits.middleEndBytes());
        String first = head.substring(0, headEnd);
        String last = tail.substring(tailStart);
        boolean wholeLines =
                endsLine(head, headEnd) && (tailStart == 0 || endsLine(tail, tailStart));
        TextCount shown = new TextCount();
        shown.add(first);
        long lines = shown.lines();
        TextCount shownLast = new TextCount();
        shownLast.add(last);
        return new TruncatedText(
                first + (endsLine(first, first.length()) ? "" : "\n") + SNIP + last,
                true,
                policy,
                limit,
                lines + shownLast.lines(),
                shown.bytes() + shownLast.bytes(),
                !wholeLines,
                total.lines(),
                total.bytes());
    }

    private TruncatedText finishHead() {
        String limit = limits.describe(policy);
        boolean truncated = gap || head.length() > limits.headCharacters();
        if (head.length() <= limits.headCharacters()) {
            return result(head.toString(), truncated, limit, false);
        }
        int end = limits.headCharacters();
        if (Character.isHighSurrogate(head.charAt(end - 1))
                && Character.isLowSurrogate(head.charAt(end))) {
            end--;
        }
        boolean partial = !endsLine(head, end) && head.charAt(end) != '\n';
        return result(head.substring(0, end), truncated, limit, partial);
    }

    private TruncatedText result(String text, boolean truncated, String limit, boolean partial) {
        TextCount shown = new TextCount();
        shown.add(text);
        return new TruncatedText(
                text,
                truncated,
                policy,
                limit,
                shown.lines(),
                shown.bytes(),
                partial,
                total.lines(),
                total.bytes());
    }

    private static boolean endsLine(CharSequence text, int end) {
        return end == 0 || text.charAt(end - 1) == '\n';
    }

    /// Counts what goes by.
    private static final class TextCount {

        private long bytes;
        private long newlines;
        private boolean openLine;

        void add(CharSequence text) {
            int length = text.length();
            for (int index = 0; index < length; index++) {
                char character = text.charAt(index);
                bytes += Utf8Length.of(character);
                if (character == '\n') {
                    newlines++;
                }
            }
            openLine = length == 0 ? openLine : text.charAt(length - 1) != '\n';
        }

        void add(TextCount rest) {
            bytes += rest.bytes;
            newlines += rest.newlines;
            openLine = rest.bytes == 0 ? openLine : rest.openLine;
        }

        long bytes() {
            return bytes;
        }

        long lines() {
            return newlines + (openLine ? 1 : 0);
        }
    }

    /// Where the shown end of a text starts: whole lines within both limits, or the end of the last
    /// line when that alone is longer.
    private record TailCut(int start, boolean stoppedByLines, boolean partialLine) {

        static TailCut of(CharSequence text, int maxLines, int maxBytes) {
            int bytes = 0;
            int lines = 0;
            int lineStart = text.length();
            for (int index = text.length() - 1; index >= 0; index--) {
                char character = text.charAt(index);
                if (character == '\n' && index != text.length() - 1) {
                    lines++;
                    lineStart = index + 1;
                    if (lines == maxLines) {
                        return new TailCut(lineStart, true, false);
                    }
                }
                bytes += Utf8Length.of(character);
                if (bytes > maxBytes) {
                    return lineStart < text.length()
                            ? new TailCut(lineStart, false, false)
                            : new TailCut(Utf8Length.suffix(text, maxBytes), false, true);
                }
            }
            return new TailCut(0, false, false);
        }
    }
}
