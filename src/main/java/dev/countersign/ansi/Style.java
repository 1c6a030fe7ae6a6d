package dev.countersign.ansi;

/// How a character looks, packed in one `long`: two colours of [TerminalColor] and six attributes.
///
/// Packed because interned style objects made parsing several times slower.
public final class Style {

    /// The theme's own colours and no attribute.
    public static final long DEFAULT = 0;

    private static final int BACKGROUND_SHIFT = 26;
    private static final long COLOR_MASK = (1L << 26) - 1;
    private static final long BOLD = 1L << 52;
    private static final long DIM = 1L << 53;
    private static final long ITALIC = 1L << 54;
    private static final long UNDERLINE = 1L << 55;
    private static final long INVERSE = 1L << 56;
    private static final long STRIKE = 1L << 57;

    /// Bits above these are free for the line under construction.
    static final int BITS = 58;

    private Style() {}

    /// A colour of [TerminalColor].
    public static int foreground(long style) {
        return (int) (style & COLOR_MASK);
    }

    /// A colour of [TerminalColor].
    public static int background(long style) {
        return (int) ((style >>> BACKGROUND_SHIFT) & COLOR_MASK);
    }

    public static boolean isBold(long style) {
        return (style & BOLD) != 0;
    }

    public static boolean isDim(long style) {
        return (style & DIM) != 0;
    }

    public static boolean isItalic(long style) {
        return (style & ITALIC) != 0;
    }

    public static boolean isUnderline(long style) {
        return (style & UNDERLINE) != 0;
    }

    public static boolean isInverse(long style) {
        return (style & INVERSE) != 0;
    }

    public static boolean isStrike(long style) {
        return (style & STRIKE) != 0;
    }

    public static long withForeground(long style, int color) {
        return (style & ~COLOR_MASK) | (color & COLOR_MASK);
    }

    public static long withBackground(long style, int color) {
        return (style & ~(COLOR_MASK << BACKGROUND_SHIFT))
                | ((color & COLOR_MASK) << BACKGROUND_SHIFT);
    }

    public static long withBold(long style, boolean on) {
        return on ? style | BOLD : style & ~BOLD;
    }

    public static long withDim(long style, boolean on) {
        return on ? style | DIM : style & ~DIM;
    }

    public static long withItalic(long style, boolean on) {
        return on ? style | ITALIC : style & ~ITALIC;
    }

    public static long withUnderline(long style, boolean on) {
        return on ? style | UNDERLINE : style & ~UNDERLINE;
    }

    public static long withInverse(long style, boolean on) {
        return on ? style | INVERSE : style & ~INVERSE;
    }

    public static long withStrike(long style, boolean on) {
        return on ? style | STRIKE : style & ~STRIKE;
    }

    /// For people who read a failing test: `bold fg=palette 1 bg=#102030`.
    public static String describe(long style) {
        StringBuilder text = new StringBuilder();
        append(text, isBold(style), "bold");
        append(text, isDim(style), "dim");
        append(text, isItalic(style), "italic");
        append(text, isUnderline(style), "underline");
        append(text, isInverse(style), "inverse");
        append(text, isStrike(style), "strike");
        append(text, !TerminalColor.isDefault(foreground(style)), "fg=" + name(foreground(style)));
        append(text, !TerminalColor.isDefault(background(style)), "bg=" + name(background(style)));
        return text.isEmpty() ? "plain" : text.toString();
    }

    private static void append(StringBuilder text, boolean present, String word) {
        if (present) {
            text.append(text.isEmpty() ? "" : " ").append(word);
        }
    }

    private static String name(int color) {
        if (TerminalColor.isPalette(color)) {
            return "palette " + TerminalColor.paletteIndex(color);
        }
        return "#%06x".formatted(color & 0xFFFFFF);
    }
}
