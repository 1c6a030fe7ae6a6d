package dev.countersign.ansi;

/// How long text is in UTF-8, without encoding it.
final class Utf8Length {

    private Utf8Length() {}

    /// Half of a surrogate pair counts as half of its four bytes.
    static int of(char character) {
        if (character < 0x80) {
            return 1;
        }
        return character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
    }

    static long of(CharSequence text) {
        long bytes = 0;
        for (int index = 0; index < text.length(); index++) {
            bytes += of(text.charAt(index));
        }
        return bytes;
    }

    /// The end of the longest start of `text` that has at most so many bytes.
    static int prefix(CharSequence text, int maxBytes) {
        int bytes = 0;
        int end = 0;
        while (end < text.length()) {
            bytes += of(text.charAt(end));
            if (bytes > maxBytes) {
                break;
            }
            end++;
        }
        return splitsPair(text, end) ? end - 1 : end;
    }

    /// The start of the longest end of `text` that has at most so many bytes.
    static int suffix(CharSequence text, int maxBytes) {
        int bytes = 0;
        int start = text.length();
        while (start > 0) {
            bytes += of(text.charAt(start - 1));
            if (bytes > maxBytes) {
                break;
            }
            start--;
        }
        return splitsPair(text, start) ? start + 1 : start;
    }

    private static boolean splitsPair(CharSequence text, int index) {
        return index > 0
                && index < text.length()
                && Character.isHighSurrogate(text.charAt(index - 1))
                && Character.isLowSurrogate(text.charAt(index));
    }
}
