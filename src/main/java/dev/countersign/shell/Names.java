package dev.countersign.shell;

/// The characters of shell names; ASCII only, as in bash's UTF-8 locales.
final class Names {
    private Names() {}

    static boolean starts(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    static boolean digit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean continues(int c) {
        return starts(c) || digit(c);
    }

    static boolean special(int c) {
        return c == '@' || c == '*' || c == '#' || c == '?' || c == '-' || c == '$' || c == '!';
    }

    static boolean isName(String text) {
        if (text.isEmpty() || !starts(text.charAt(0))) {
            return false;
        }
        return text.chars().allMatch(Names::continues);
    }
}
