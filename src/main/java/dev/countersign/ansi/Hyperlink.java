package dev.countersign.ansi;

/// A part of a line that a program marked as a link (OSC 8).
///
/// The target is data from the program: show it before it is opened, and open it only on request.
///
/// @param start UTF-16 index into the text, inclusive
/// @param end UTF-16 index into the text, exclusive
/// @param target without control characters, at most [#MAX_TARGET] long, of any scheme
public record Hyperlink(int start, int end, String target) {

    /// The limit that other terminals keep, too.
    public static final int MAX_TARGET = 2083;

    public Hyperlink {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("range: " + start + ".." + end);
        }
        if (target.isEmpty() || target.length() > MAX_TARGET) {
            throw new IllegalArgumentException("length of target: " + target.length());
        }
    }

    /// The target of an OSC payload `8;parameters;target`; empty for anything else, for the end of
    /// a link, and for a target that is too long or holds control characters.
    static String targetOf(String payload) {
        int separator = payload.indexOf(';', 2);
        if (!isHyperlink(payload) || separator < 0) {
            return "";
        }
        String target = payload.substring(separator + 1);
        boolean plain = target.chars().noneMatch(Character::isISOControl);
        return plain && target.length() <= MAX_TARGET ? target : "";
    }

    static boolean isHyperlink(String payload) {
        return payload.startsWith("8;");
    }
}
