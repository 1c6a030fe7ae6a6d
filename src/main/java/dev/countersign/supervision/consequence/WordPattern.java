package dev.countersign.supervision.consequence;

import dev.countersign.shell.CommandWord;
import dev.countersign.shell.Unparsed;
import dev.countersign.shell.WordPart;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The characters of a word before bash makes file names of it, with which of them are quoted.
///
/// `a'*'b*` is the text `a*b*` of which the first star is quoted.
record WordPattern(String text, BitSet quoted) {
    private static final int MOST_ALTERNATIVES = 1_000;

    WordPattern {
        quoted = (BitSet) quoted.clone();
    }

    /// The pattern of a word; empty when something in it is only known when it runs.
    ///
    /// @param home what `$HOME` stands for
    static Optional<WordPattern> of(CommandWord word, String home) {
        StringBuilder text = new StringBuilder();
        BitSet quoted = new BitSet();
        return append(word.parts(), false, home, text, quoted)
                ? Optional.of(new WordPattern(text.toString(), quoted))
                : Optional.empty();
    }

    private static boolean append(
            List<WordPart> parts, boolean inQuotes, String home, StringBuilder to, BitSet quoted) {
        for (WordPart part : parts) {
            boolean known =
                    switch (part) {
                        case WordPart.Literal(var _, String value) ->
                                append(value, inQuotes, to, quoted);
                        case WordPart.Escaped(var _, String value) ->
                                append(value, true, to, quoted);
                        case WordPart.SingleQuoted(var _, String value) ->
                                append(value, true, to, quoted);
                        case WordPart.AnsiQuoted(var _, Optional<String> value) ->
                                value.isPresent() && append(value.get(), true, to, quoted);
                        case WordPart.DoubleQuoted(var _, boolean localized, var inner) ->
                                !localized && append(inner, true, home, to, quoted);
                        case WordPart.Parameter parameter ->
                                isHome(parameter) && append(home, true, to, quoted);
                        case WordPart.CommandSubstitution _,
                                WordPart.ProcessSubstitution _,
                                WordPart.Arithmetic _,
                                WordPart.PatternGroup _,
                                WordPart.ArrayElements _,
                                Unparsed _ ->
                                false;
                    };
            if (!known) {
                return false;
            }
        }
        return true;
    }

    private static boolean append(String value, boolean quote, StringBuilder to, BitSet quoted) {
        if (quote) {
            quoted.set(to.length(), to.length() + value.length());
        }
        to.append(value);
        return true;
    }

    private static boolean isHome(WordPart.Parameter parameter) {
        return parameter.name().equals("HOME")
                && parameter.access() == WordPart.Access.VALUE
                && parameter.operator().isEmpty()
                && parameter.subscript().isEmpty();
    }

    private boolean isLive(int index, char wanted) {
        return index < text.length() && text.charAt(index) == wanted && !quoted.get(index);
    }

    /// Whether an unquoted `*`, `?` or `[` is in it.
    boolean isGlob() {
        return IntStream.range(0, text.length())
                .anyMatch(i -> "*?[".indexOf(text.charAt(i)) >= 0 && !quoted.get(i));
    }

    /// Whether an unquoted `~` comes first.
    boolean startsWithTilde() {
        return isLive(0, '~');
    }

    /// The pieces between unquoted slashes… and quoted ones, which bash does not tell apart.
    List<WordPattern> segments() {
        List<WordPattern> segments = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == '/') {
                segments.add(slice(start, i));
                start = i + 1;
            }
        }
        return segments;
    }

    /// The pattern behind its first characters.
    WordPattern from(int start) {
        return slice(Math.min(start, text.length()), text.length());
    }

    /// The text without leading slashes.
    String relativeText() {
        int start = 0;
        while (start < text.length() && text.charAt(start) == '/') {
            start++;
        }
        return text.substring(start);
    }

    private WordPattern slice(int start, int end) {
        return new WordPattern(text.substring(start, end), quoted.get(start, end));
    }

    private WordPattern with(WordPattern next) {
        BitSet marks = (BitSet) quoted.clone();
        next.quoted.stream().forEach(i -> marks.set(text.length() + i));
        return new WordPattern(text + next.text, marks);
    }

    /// What the braces in it make of it, in bash's order; itself where there are none. Empty when
    /// they make too many, or are a sequence, which is not modelled.
    Optional<List<WordPattern>> alternatives() {
        int open = firstBrace();
        if (open < 0) {
            return Optional.of(List.of(this));
        }
        int close = closing(open);
        List<WordPattern> choices = choices(open, close);
        if (choices.size() < 2) {
            return Optional.empty();
        }
        Optional<List<WordPattern>> rest = slice(close + 1, text.length()).alternatives();
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        List<WordPattern> all = new ArrayList<>();
        for (WordPattern choice : choices) {
            Optional<List<WordPattern>> inner = choice.alternatives();
            if (inner.isEmpty()
                    || all.size() + (long) inner.get().size() * rest.get().size()
                            > MOST_ALTERNATIVES) {
                return Optional.empty();
            }
            for (WordPattern middle : inner.get()) {
                rest.get().forEach(end -> all.add(slice(0, open).with(middle).with(end)));
            }
        }
        return Optional.of(all);
    }

    /// The first `{` that a `}` closes; -1 where there is none.
    private int firstBrace() {
        for (int i = 0; i < text.length(); i++) {
            if (isLive(i, '{') && closing(i) > i + 1) {
                return i;
            }
        }
        return -1;
    }

    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            if (isLive(i, '{')) {
                depth++;
            } else if (isLive(i, '}')) {
                depth--;
                if (depth == 0) {
                    return i;
                }
            }
        }
        return -1;
    }

    private List<WordPattern> choices(int open, int close) {
        List<WordPattern> choices = new ArrayList<>();
        int depth = 0;
        int start = open + 1;
        for (int i = open + 1; i <= close; i++) {
            if (isLive(i, '{')) {
                depth++;
            } else if (i < close && isLive(i, '}')) {
                depth--;
            } else if (i == close || (depth == 0 && isLive(i, ','))) {
                choices.add(slice(start, i));
                start = i + 1;
            }
        }
        return choices;
    }

    /// Whether a file name matches this segment as bash's file name patterns do: `*`, `?` and
    /// `[…]`, of which none matches a leading dot.
    boolean matches(String name) {
        if (name.startsWith(".") && !text.startsWith(".")) {
            return false;
        }
        return Glob.matches(this, name);
    }

    boolean isQuoted(int index) {
        return quoted.get(index);
    }
}
