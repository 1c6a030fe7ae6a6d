package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The texts of a TOML value, whatever lists and tables they stand in.
///
/// @param texts in order
/// @param open a bracket or a text goes on in the next line
record TomlTexts(List<Text> texts, boolean open) {
    private static final List<String> QUOTES = List.of("\"\"\"", "'''", "\"", "'");

    /// @param key by which it stands in a table: `cmd = "x"`
    record Text(Optional<String> key, String value) {}

    TomlTexts {
        texts = List.copyOf(texts);
    }

    static TomlTexts of(CharSequence value) {
        String all = value.toString();
        List<Text> texts = new ArrayList<>();
        int depth = 0;
        int at = 0;
        int outside = 0;
        while (at < all.length()) {
            char c = all.charAt(at);
            if (c == '#') {
                int end = all.indexOf('\n', at);
                at = end < 0 ? all.length() : end;
            } else if (c == '"' || c == '\'') {
                String quote = quoteAt(all, at);
                int end = end(all, at + quote.length(), quote);
                if (end < 0) {
                    return new TomlTexts(texts, quote.length() == 3 || depth > 0);
                }
                Optional<String> key = key(all.substring(outside, at));
                String text = all.substring(at + quote.length(), end);
                texts.add(new Text(key, c == '"' ? unescaped(text) : text));
                at = end + quote.length();
                outside = at;
            } else {
                depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
                at++;
            }
        }
        return new TomlTexts(texts, depth > 0);
    }

    /// The texts that do not stand by one of these keys.
    List<String> without(Set<String> keys) {
        return texts.stream()
                .filter(text -> text.key().filter(keys::contains).isEmpty())
                .map(Text::value)
                .toList();
    }

    private static String quoteAt(String all, int at) {
        return QUOTES.stream().filter(quote -> all.startsWith(quote, at)).findFirst().orElseThrow();
    }

    private static int end(String all, int from, String quote) {
        boolean escapes = quote.charAt(0) == '"';
        for (int i = from; i < all.length(); i++) {
            if (escapes && all.charAt(i) == '\\') {
                i++;
            } else if (all.startsWith(quote, i)) {
                return i;
            }
        }
        return -1;
    }

    /// The name before an `=` at the end.
    private static Optional<String> key(String before) {
        String text = before.stripTrailing();
        if (!text.endsWith("=")) {
            return Optional.empty();
        }
        String name = text.substring(0, text.length() - 1).stripTrailing();
        int start = name.length();
        while (start > 0 && isNamePart(name.charAt(start - 1))) {
            start--;
        }
        return Optional.of(name.substring(start));
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-';
    }

    private static String unescaped(String text) {
        return text.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\").strip();
    }
}
