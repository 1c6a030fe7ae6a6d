package dev.countersign.shell;

import java.util.List;

/// The lines after a `<<`; found only after the redirect itself. Confined to the parser until it is
/// handed out.
public final class HereDocument {
    private final String delimiter;
    private final boolean quoted;
    private final boolean stripsTabs;
    private Span span = new Span(0, 0);
    private List<WordPart> parts = List.of();

    HereDocument(String delimiter, boolean quoted, boolean stripsTabs) {
        this.delimiter = delimiter;
        this.quoted = quoted;
        this.stripsTabs = stripsTabs;
    }

    void complete(Span body, List<WordPart> content) {
        span = body;
        parts = List.copyOf(content);
    }

    /// The line that ends it, after quote removal.
    public String delimiter() {
        return delimiter;
    }

    /// The delimiter was quoted: nothing in the body expands.
    public boolean quoted() {
        return quoted;
    }

    /// `<<-`: leading tabs of each line are dropped.
    public boolean stripsTabs() {
        return stripsTabs;
    }

    /// Where the body stands, without the line of the delimiter.
    public Span span() {
        return span;
    }

    /// The body, read as in double quotes unless `quoted`.
    public List<WordPart> parts() {
        return parts;
    }
}
