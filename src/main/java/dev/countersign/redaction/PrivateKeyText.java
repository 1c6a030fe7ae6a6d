package dev.countersign.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the lines of private keys between their `BEGIN` and `END`, also where one of these was cut
/// off. Stateless.
final class PrivateKeyText {
    static final Pattern BEGIN =
            Pattern.compile("-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----");
    static final Pattern END =
            Pattern.compile("-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----");

    static final int MOST_LINES = 400;
    static final Pattern KEY_LINE =
            Pattern.compile(
                    "[ \\t>|+-]{0,8}(?:[A-Za-z0-9+/=\\\\]{4,}|[A-Za-z-]+: [^\\n]*)?[ \\t\\r,\"']*");

    private PrivateKeyText() {}

    /// What follows a `BEGIN` that stands at a place.
    static List<SecretSpan> after(CharSequence text, int begin) {
        Matcher header = BEGIN.matcher(text).region(begin, text.length());
        if (!header.lookingAt()) {
            return List.of();
        }
        Matcher footer = END.matcher(text);
        int from = header.end();
        int end = footer.find(from) ? footer.start() : endOfKeyLines(text, from);
        return wordsBetween(text, from, end);
    }

    /// What precedes an `END` that stands at a place and whose `BEGIN` is not there.
    static List<SecretSpan> before(CharSequence text, int place) {
        if (!END.matcher(text).region(place, text.length()).lookingAt()) {
            return List.of();
        }
        int start = place;
        for (int lines = 0; lines < MOST_LINES && start > 0; lines++) {
            int lineEnd = text.charAt(start - 1) == '\n' ? start - 1 : start;
            int lineStart = lineEnd;
            while (lineStart > 0 && text.charAt(lineStart - 1) != '\n') {
                lineStart--;
            }
            if (!KEY_LINE.matcher(text.subSequence(lineStart, lineEnd)).matches()) {
                break;
            }
            start = lineStart;
        }
        return wordsBetween(text, start, place);
    }

    private static int endOfKeyLines(CharSequence text, int from) {
        int end = from;
        for (int lines = 0; lines < MOST_LINES && end < text.length(); lines++) {
            int lineEnd = end;
            while (lineEnd < text.length() && text.charAt(lineEnd) != '\n') {
                lineEnd++;
            }
            if (!KEY_LINE.matcher(text.subSequence(end, lineEnd)).matches()) {
                break;
            }
            end = Math.min(text.length(), lineEnd + 1);
        }
        return end;
    }

    /// Lines stay lines: only what is no white space is the secret's own.
    private static List<SecretSpan> wordsBetween(CharSequence text, int from, int to) {
        List<SecretSpan> words = new ArrayList<>();
        int start = -1;
        for (int i = from; i < to; i++) {
            boolean blank = Character.isWhitespace(text.charAt(i));
            if (!blank && start < 0) {
                start = i;
            }
            if (blank && start >= 0) {
                words.add(new SecretSpan(start, i));
                start = -1;
            }
        }
        if (start >= 0) {
            words.add(new SecretSpan(start, to));
        }
        return words;
    }
}
