package dev.countersign.approval;

import java.util.List;
import java.util.Optional;

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

    /// The words of a command as patterns see them.
    static String words(List<Optional<String>> words) {
        StringBuilder text = new StringBuilder();
        for (Optional<String> word : words) {
            text.append(text.isEmpty() ? "" : " ").append(word.orElse(String.valueOf(UNRESOLVED)));
        }
        return text.toString();
    }

    /// The command without the folder of its first word: `sudo x` for `/usr/bin/sudo x`.
    static String withoutFolder(String words) {
        String firstWord = firstWord(words);
        int slash = firstWord.lastIndexOf('/');
        return slash < 0 ? words : words.substring(slash + 1);
    }

    static String firstWord(String words) {
        int space = words.indexOf(' ');
        return space < 0 ? words : words.substring(0, space);
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
