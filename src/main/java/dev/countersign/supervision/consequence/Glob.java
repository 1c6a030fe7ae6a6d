package dev.countersign.supervision.consequence;

/// Bash's file name patterns without `extglob`: `*`, `?`, `[abc]`, `[a-z]`, `[!x]`, `[[:alpha:]]`.
///
/// Takes steps in proportion to pattern times name, whatever the pattern: only the last star is
/// ever gone back to.
final class Glob {
    private Glob() {}

    static boolean matches(WordPattern pattern, String name) {
        int p = 0;
        int n = 0;
        int starPattern = -1;
        int starName = -1;
        while (n < name.length()) {
            int next = p < pattern.text().length() ? step(pattern, p, name.charAt(n)) : -1;
            if (isStar(pattern, p)) {
                starPattern = p++;
                starName = n;
            } else if (next >= 0) {
                p = next;
                n++;
            } else if (starPattern >= 0) {
                p = starPattern + 1;
                n = ++starName;
            } else {
                return false;
            }
        }
        while (isStar(pattern, p)) {
            p++;
        }
        return p == pattern.text().length();
    }

    private static boolean isStar(WordPattern pattern, int at) {
        return at < pattern.text().length()
                && pattern.text().charAt(at) == '*'
                && !pattern.isQuoted(at);
    }

    /// Where the pattern goes on after it matched one character; -1 where it does not.
    private static int step(WordPattern pattern, int at, char c) {
        char wanted = pattern.text().charAt(at);
        if (pattern.isQuoted(at)) {
            return wanted == c ? at + 1 : -1;
        }
        if (wanted == '?') {
            return at + 1;
        }
        if (wanted == '[') {
            int close = closing(pattern.text(), at);
            if (close > 0) {
                return inBrackets(pattern.text().substring(at + 1, close), c) ? close + 1 : -1;
            }
        }
        return wanted == c ? at + 1 : -1;
    }

    private static int closing(String text, int open) {
        int i = open + 1;
        if (i < text.length() && (text.charAt(i) == '!' || text.charAt(i) == '^')) {
            i++;
        }
        if (i < text.length() && text.charAt(i) == ']') {
            i++;
        }
        while (i < text.length() && text.charAt(i) != ']') {
            int classEnd = text.startsWith("[:", i) ? text.indexOf(":]", i + 2) : -1;
            i = classEnd > 0 ? classEnd + 2 : i + 1;
        }
        return i < text.length() ? i : -1;
    }

    private static boolean inBrackets(String set, char c) {
        boolean negated = set.startsWith("!") || set.startsWith("^");
        boolean found = false;
        int i = negated ? 1 : 0;
        while (i < set.length()) {
            int classEnd = set.startsWith("[:", i) ? set.indexOf(":]", i + 2) : -1;
            if (classEnd > 0) {
                found |= inClass(set.substring(i + 2, classEnd), c);
                i = classEnd + 2;
            } else if (i + 2 < set.length() && set.charAt(i + 1) == '-') {
                found |= set.charAt(i) <= c && c <= set.charAt(i + 2);
                i += 3;
            } else {
                found |= set.charAt(i) == c;
                i++;
            }
        }
        return found != negated;
    }

    private static boolean inClass(String name, char c) {
        return switch (name) {
            case "alpha" -> Character.isLetter(c);
            case "digit" -> c >= '0' && c <= '9';
            case "alnum" -> Character.isLetterOrDigit(c);
            case "upper" -> Character.isUpperCase(c);
            case "lower" -> Character.isLowerCase(c);
            case "space" -> Character.isWhitespace(c);
            case "punct" -> c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
            case "xdigit" -> Character.digit(c, 16) >= 0;
            default -> false;
        };
    }
}
