package dev.countersign.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What all readers of one text share. Confined to one call of [ShellParser].
final class Reading {
    /// Deeper than any script a person wrote, and shallow enough for the smallest stacks that we
    /// run on.
    static final int DEPTH_LIMIT = 100;

    /// Backticks and here-documents inside one another.
    private static final int COPY_LIMIT = 8;

    final String source;
    final List<Unparsed> unparsed = new ArrayList<>();
    private final Highlight.@Nullable Kind @Nullable [] paint;
    private int depth;
    private int substitutions;
    private int copies;
    private long steps;

    /// Bash 5.2 thinks that it is in a `case` (it does not count them) and misreads `for x`, a
    /// line's end, `in`.
    boolean inCase;

    /// How many `coproc` are around: bash 5.2 takes a word `in` there for that of a loop.
    int coprocesses;

    Reading(String source, boolean highlighting) {
        this.source = source;
        this.paint = highlighting ? new Highlight.Kind[source.length()] : null;
    }

    long steps() {
        return steps;
    }

    void count(int characters) {
        steps += characters;
    }

    void enter(Span at) {
        if (++depth > DEPTH_LIMIT) {
            throw new Stop.TooDeep(at);
        }
    }

    void leave() {
        depth--;
    }

    int depth() {
        return depth;
    }

    /// A text that has to be copied to be read, inside `copies` others: the limit bounds time and
    /// space.
    void enterCopy(Span at) {
        if (++copies > COPY_LIMIT) {
            throw new Stop.TooDeep(at);
        }
    }

    void leaveCopy() {
        copies--;
    }

    void enterSubstitution() {
        substitutions++;
    }

    void leaveSubstitution() {
        substitutions--;
    }

    boolean inSubstitution() {
        return substitutions > 0;
    }

    /// Back to a depth that was left by a [Stop].
    void restore(int formerDepth) {
        depth = formerDepth;
    }

    /// @param word a word that is no keyword of a loop, as it stands
    void plainWord(Span span, String word) {
        if (coprocesses > 0 && word.equals("in")) {
            unparsed(span, "'in' inside a 'coproc'.");
        }
    }

    Unparsed unparsed(Span span, String reason) {
        Unparsed node = new Unparsed(span, reason);
        unparsed.add(node);
        return node;
    }

    void paint(Span span, Highlight.Kind kind) {
        if (paint == null) {
            return;
        }
        count(span.length());
        for (int i = span.start(); i < span.end(); i++) {
            paint[i] = kind;
        }
    }

    Highlight.@Nullable Kind @Nullable [] painted() {
        return paint;
    }

    String slice(Span span) {
        return span.of(source);
    }
}
