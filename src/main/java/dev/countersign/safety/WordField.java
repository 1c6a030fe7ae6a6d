package dev.countersign.safety;

import dev.countersign.shell.Span;
import java.util.List;
import java.util.Optional;

/// One word while its expansions are put together. Confined to one assessment.
final class WordField {
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder path = new StringBuilder();
    private final List<String> variables;
    private int knownLength = -1;
    private boolean pathKnown = true;
    private boolean glob;
    private boolean fromHome;
    private boolean present;
    private boolean empty = true;

    WordField(List<String> variables) {
        this.variables = variables;
    }

    /// @param live not quoted: patterns count
    void append(String piece, boolean live) {
        if (live) {
            glob |= isPattern(piece);
        }
        text.append(piece);
        path.append(piece);
        present |= !piece.isEmpty() || !live;
        empty &= piece.isEmpty();
    }

    void appendTilde(String piece) {
        fromHome = empty;
        append(piece, true);
    }

    /// A piece that is only known when it runs.
    void append(ScriptValue value, boolean live) {
        if (value.text().isPresent()) {
            append(value.text().get(), live);
            return;
        }
        if (knownLength < 0) {
            knownLength = text.length();
        }
        boolean leads = value.path().isPresent() && (!value.fromHome() || empty);
        if (leads) {
            fromHome |= value.fromHome();
            glob |= value.pattern();
            path.append(value.path().get());
        } else {
            pathKnown = false;
        }
        present = true;
        empty = false;
    }

    void quoted() {
        present = true;
    }

    boolean isPresent() {
        return present;
    }

    /// A pattern directly behind a temporary folder: where `mktemp` fails, `"$folder"/*` is `/*`.
    void everythingWhenEmpty() {
        if (path.toString().equals(VariableReader.TEMPORARY)) {
            pathKnown = false;
        }
    }

    ScriptWord word(String source, Span at) {
        boolean known = knownLength < 0;
        String value = text.toString();
        Optional<String> leads = pathKnown ? Optional.of(path.toString()) : Optional.empty();
        return new ScriptWord(
                source,
                at.start(),
                at.end(),
                known ? Optional.of(value) : Optional.empty(),
                known ? value : value.substring(0, knownLength),
                known ? Optional.of(value) : leads,
                glob,
                fromHome,
                variables);
    }

    ScriptValue value() {
        boolean known = knownLength < 0 && !glob && !fromHome;
        return new ScriptValue(
                known ? Optional.of(text.toString()) : Optional.empty(),
                pathKnown ? Optional.of(path.toString()) : Optional.empty(),
                glob,
                fromHome);
    }

    static boolean isPattern(String piece) {
        int open = piece.indexOf('[');
        return piece.indexOf('*') >= 0
                || piece.indexOf('?') >= 0
                || (open >= 0 && piece.indexOf(']', open) > 0);
    }
}
