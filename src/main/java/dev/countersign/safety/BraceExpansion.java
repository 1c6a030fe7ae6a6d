package dev.countersign.safety;

import dev.countersign.shell.Span;
import dev.countersign.shell.WordPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `a{b,c}` and `{1..3}`, as bash expands them before anything else. Pure.
final class BraceExpansion {
    /// More words than this are not told apart.
    static final int MOST_WORDS = 64;

    private static final int DEEPEST = 10;
    private static final int LONGEST = 2_000;

    private BraceExpansion() {}

    /// The words that a word becomes; empty when they are too many, or not known.
    static Optional<List<List<WordPart>>> expand(List<WordPart> parts) {
        List<WordPart> units = units(parts);
        if (units.size() > LONGEST) {
            return Optional.empty();
        }
        try {
            return Optional.of(words(units, 0).stream().map(BraceExpansion::joined).toList());
        } catch (TooMany _) {
            return Optional.empty();
        }
    }

    private static final class TooMany extends Exception {
        private static final long serialVersionUID = 1;
    }

    /// Unquoted text character by character, everything else as it is.
    private static List<WordPart> units(List<WordPart> parts) {
        List<WordPart> units = new ArrayList<>();
        for (WordPart part : parts) {
            if (part instanceof WordPart.Literal(Span span, String value)) {
                value.codePoints()
                        .forEach(c -> units.add(new WordPart.Literal(span, Character.toString(c))));
            } else {
                units.add(part);
            }
        }
        return units;
    }

    private static List<WordPart> joined(List<WordPart> units) {
        List<WordPart> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        Optional<Span> at = Optional.empty();
        for (WordPart unit : units) {
            if (unit instanceof WordPart.Literal(Span span, String value)) {
                at = at.or(() -> Optional.of(span));
                text.append(value);
                continue;
            }
            if (at.isPresent()) {
                parts.add(new WordPart.Literal(at.get(), text.toString()));
                text.setLength(0);
                at = Optional.empty();
            }
            parts.add(unit);
        }
        at.ifPresent(span -> parts.add(new WordPart.Literal(span, text.toString())));
        return parts;
    }

    private static List<List<WordPart>> words(List<WordPart> units, int depth) throws TooMany {
        if (depth > DEEPEST) {
            throw new TooMany();
        }
        for (int open = next(units, 0, "{");
                open < units.size();
                open = next(units, open + 1, "{")) {
            int close = matching(units, open);
            if (close < 0 || (open > 0 && is(units.get(open - 1), "$"))) {
                continue;
            }
            Optional<List<List<WordPart>>> choices = choices(units.subList(open + 1, close), depth);
            if (choices.isPresent()) {
                return combined(units, open, close, choices.get(), depth);
            }
        }
        return List.of(units);
    }

    private static List<List<WordPart>> combined(
            List<WordPart> units, int open, int close, List<List<WordPart>> choices, int depth)
            throws TooMany {
        List<List<WordPart>> words = new ArrayList<>();
        List<List<WordPart>> ends = words(units.subList(close + 1, units.size()), depth + 1);
        for (List<WordPart> choice : choices) {
            for (List<WordPart> end : ends) {
                List<WordPart> word = new ArrayList<>(units.subList(0, open));
                word.addAll(choice);
                word.addAll(end);
                words.add(word);
                if (words.size() > MOST_WORDS) {
                    throw new TooMany();
                }
            }
        }
        return words;
    }

    /// What stands between two braces; empty where the braces are just text.
    private static Optional<List<List<WordPart>>> choices(List<WordPart> inside, int depth)
            throws TooMany {
        List<List<WordPart>> choices = new ArrayList<>();
        int start = 0;
        int nested = 0;
        for (int i = 0; i < inside.size(); i++) {
            nested += is(inside.get(i), "{") ? 1 : 0;
            nested -= is(inside.get(i), "}") ? 1 : 0;
            if (nested == 0 && is(inside.get(i), ",")) {
                choices.addAll(words(inside.subList(start, i), depth + 1));
                start = i + 1;
            }
        }
        if (start == 0) {
            return sequence(inside);
        }
        choices.addAll(words(inside.subList(start, inside.size()), depth + 1));
        return Optional.of(choices);
    }

    private static Optional<List<List<WordPart>>> sequence(List<WordPart> inside) throws TooMany {
        List<WordPart> whole = joined(inside);
        if (whole.size() != 1
                || !(whole.getFirst() instanceof WordPart.Literal(Span span, String value))) {
            return Optional.empty();
        }
        String[] ends = value.split("\\.\\.", -1);
        if (ends.length < 2 || ends.length > 3 || ends[0].isEmpty() || ends[1].isEmpty()) {
            return Optional.empty();
        }
        boolean numbers = ends[0].matches("-?\\d{1,9}") && ends[1].matches("-?\\d{1,9}");
        boolean letters = ends[0].matches("[A-Za-z]") && ends[1].matches("[A-Za-z]");
        if (!numbers && !letters) {
            return Optional.empty();
        }
        boolean padded = numbers && (ends[0].matches("-?0\\d.*") || ends[1].matches("-?0\\d.*"));
        if (ends.length == 3 || padded) {
            throw new TooMany();
        }
        int from = numbers ? Integer.parseInt(ends[0]) : ends[0].charAt(0);
        int to = numbers ? Integer.parseInt(ends[1]) : ends[1].charAt(0);
        if (Math.abs(to - from) >= MOST_WORDS) {
            throw new TooMany();
        }
        List<List<WordPart>> words = new ArrayList<>();
        for (int i = from; from <= to ? i <= to : i >= to; i += from <= to ? 1 : -1) {
            String text = numbers ? Integer.toString(i) : Character.toString(i);
            words.add(List.of(new WordPart.Literal(span, text)));
        }
        return Optional.of(words);
    }

    private static int next(List<WordPart> units, int from, String text) {
        int i = from;
        while (i < units.size() && !is(units.get(i), text)) {
            i++;
        }
        return i;
    }

    private static int matching(List<WordPart> units, int open) {
        int nested = 0;
        for (int i = open; i < units.size(); i++) {
            nested += is(units.get(i), "{") ? 1 : 0;
            nested -= is(units.get(i), "}") ? 1 : 0;
            if (nested == 0) {
                return i;
            }
        }
        return -1;
    }

    private static boolean is(WordPart unit, String text) {
        return unit instanceof WordPart.Literal(Span _, String value) && value.equals(text);
    }
}
