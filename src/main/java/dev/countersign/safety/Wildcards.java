package dev.countersign.safety;

/// Patterns with `*`, `?` and, where they stand for a file, `[…]`. Takes time in proportion to the
/// pattern and the text, whatever they are. Pure.
final class Wildcards {
    private static final int NONE = -1;

    private Wildcards() {}

    /// Whether a pattern of `*` and `?` stands for the whole text.
    static boolean match(String pattern, String text) {
        return match(pattern, text, false);
    }

    /// Whether the shell may find this file by the pattern, in which nothing stands for a slash. Of
    /// `[…]` it is only known that it stands for one character.
    static boolean mayFind(String pattern, String path) {
        return match(pattern, path, true);
    }

    /// Only the last `*` is ever tried again: what those before it took is the least they could
    /// take, which leaves the most to the others.
    private static boolean match(String pattern, String text, boolean ofFiles) {
        int p = 0;
        int t = 0;
        int star = NONE;
        int again = 0;
        while (t < text.length()) {
            char c = p < pattern.length() ? pattern.charAt(p) : '\0';
            boolean slash = ofFiles && text.charAt(t) == '/';
            if (p < pattern.length() && c == '*') {
                star = p++;
                again = t;
            } else if (p < pattern.length() && isOne(c, ofFiles) && !slash) {
                p = behind(pattern, p);
                t++;
            } else if (p < pattern.length() && c == text.charAt(t)) {
                p++;
                t++;
            } else if (star != NONE && !(ofFiles && text.charAt(again) == '/')) {
                p = star + 1;
                t = ++again;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    private static boolean isOne(char c, boolean ofFiles) {
        return c == '?' || (ofFiles && c == '[');
    }

    private static int behind(String pattern, int at) {
        int end = pattern.charAt(at) == '[' ? pattern.indexOf(']', at + 2) : NONE;
        return Math.max(at, end) + 1;
    }
}
