package dev.countersign.approval;

/// The short form's pattern: `*` stands for any characters, everything else for itself.
///
/// Worked example: `git push*` matches `git push` and `git push origin`, and not `git pull`.
record CommandPattern(String text) {
    /// The longest pattern, in UTF-16 units.
    static final int MAXIMUM_LENGTH = 1_000;

    /// In the text of a command, stands for what is not known before it runs. No pattern holds it,
    /// so that only a `*` covers it: then the pattern matches whatever it turns out to be.
    static final char UNRESOLVED = '\uFFFF';

    static final CommandPattern EVERYTHING = new CommandPattern("*");

    /// Whether the pattern matches the whole of a text.
    boolean matches(String command) {
        int star = text.indexOf('*');
        if (star < 0) {
            return text.equals(command);
        }
        return command.regionMatches(0, text, 0, star) && matchesFrom(star, command, star);
    }

    // Only the last star needs to be tried again: what stood before it matched as early as it
    // could.
    private boolean matchesFrom(int patternStart, String command, int commandStart) {
        int p = patternStart;
        int c = commandStart;
        int afterStar = -1;
        int retry = -1;
        while (c < command.length()) {
            if (p < text.length() && text.charAt(p) == '*') {
                p++;
                afterStar = p;
                retry = c;
            } else if (p < text.length() && text.charAt(p) == command.charAt(c)) {
                p++;
                c++;
            } else if (afterStar >= 0) {
                p = afterStar;
                retry++;
                c = retry;
            } else {
                return false;
            }
        }
        while (p < text.length() && text.charAt(p) == '*') {
            p++;
        }
        return p == text.length();
    }

    /// Whether the pattern begins with exactly this command: `frob*` and `frob -x` name `frob`,
    /// while `fro*` does not.
    boolean names(String firstWord) {
        if (!text.startsWith(firstWord)) {
            return false;
        }
        if (text.length() == firstWord.length()) {
            return true;
        }
        char next = text.charAt(firstWord.length());
        return next == ' ' || next == '*';
    }
}
