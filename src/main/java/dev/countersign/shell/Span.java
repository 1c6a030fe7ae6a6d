package dev.countersign.shell;

/// A stretch of the command: UTF-16 offsets, `end` exclusive.
public record Span(int start, int end) {
    public Span {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("span " + start + ".." + end);
        }
    }

    public int length() {
        return end - start;
    }

    /// The stretch of `source` that this span covers.
    public String of(String source) {
        return source.substring(start, end);
    }

    Span to(Span last) {
        return new Span(start, Math.max(end, last.end));
    }
}
