package dev.countersign.ui;

import java.util.Locale;
import java.util.Optional;

/// Which characters cannot be seen for what they are, and the labels that are drawn in their place.
///
/// Pure. `safety` judges them; here they are only made visible, whatever the judgement was.
final class HiddenCharacters {
    /// From here on a run of blanks can push text out of sight.
    static final int LONG_BLANK_RUN = 24;

    private HiddenCharacters() {}

    /// The label of a character that has no honest picture of its own, say `ZWSP`.
    static Optional<String> label(int codePoint) {
        if (codePoint >= 0x20 && codePoint < 0x7F) {
            return Optional.empty();
        }
        Optional<String> name = name(codePoint);
        if (name.isPresent()) {
            return name;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR,
                    Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.COMBINING_SPACING_MARK ->
                    Optional.of("U+" + hexadecimal(codePoint));
            default -> Optional.empty();
        };
    }

    private static Optional<String> name(int codePoint) {
        return Optional.ofNullable(
                switch (codePoint) {
                    case 0x07 -> "BEL";
                    case 0x08 -> "BS";
                    case 0x09 -> "TAB";
                    case 0x0D -> "CR";
                    case 0x1B -> "ESC";
                    case 0x7F -> "DEL";
                    case 0xA0 -> "NBSP";
                    case 0xAD -> "SHY";
                    case 0x115F, 0x1160, 0x3164, 0xFFA0 -> "FILLER";
                    case 0x2800 -> "BLANK";
                    case 0x200B -> "ZWSP";
                    case 0x200C -> "ZWNJ";
                    case 0x200D -> "ZWJ";
                    case 0x200E -> "LRM";
                    case 0x200F -> "RLM";
                    case 0x202A -> "LRE";
                    case 0x202B -> "RLE";
                    case 0x202C -> "PDF";
                    case 0x202D -> "LRO";
                    case 0x202E -> "RLO";
                    case 0x2060 -> "WJ";
                    case 0x2066 -> "LRI";
                    case 0x2067 -> "RLI";
                    case 0x2068 -> "FSI";
                    case 0x2069 -> "PDI";
                    case 0xFEFF -> "BOM";
                    default -> null;
                });
    }

    /// The label of a letter that looks like a Latin one and stands beside Latin ones: `о 043E`.
    static Optional<String> lookAlike(int codePoint, boolean besideLatin) {
        if (!besideLatin || codePoint < 0x250 || !Character.isLetter(codePoint)) {
            return Optional.empty();
        }
        Character.UnicodeScript script = Character.UnicodeScript.of(codePoint);
        boolean resembles =
                script == Character.UnicodeScript.CYRILLIC
                        || script == Character.UnicodeScript.GREEK
                        || script == Character.UnicodeScript.ARMENIAN
                        || script == Character.UnicodeScript.CHEROKEE
                        || (codePoint >= 0xFF00 && codePoint <= 0xFF5E)
                        || (codePoint >= 0x1D400 && codePoint <= 0x1D7FF);
        return resembles
                ? Optional.of(Character.toString(codePoint) + " " + hexadecimal(codePoint))
                : Optional.empty();
    }

    /// The text with a bracketed label in place of each character that cannot be seen.
    static String spelledOut(String text) {
        if (text.chars().allMatch(unit -> unit >= 0x20 && unit < 0x7F)) {
            return text;
        }
        StringBuilder result = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(codePoint ->
                        label(codePoint)
                                .ifPresentOrElse(
                                        label -> result.append('[').append(label).append(']'),
                                        () -> result.appendCodePoint(codePoint)));
        return result.toString();
    }

    private static String hexadecimal(int codePoint) {
        return "%04x".formatted(codePoint).toUpperCase(Locale.ROOT);
    }
}
