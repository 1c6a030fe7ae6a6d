package dev.countersign.ansi;

/// A colour packed in an `int` of 26 bits: the theme's own, one of 256 of a palette, or 24-bit RGB.
///
/// Palette colours 0 to 15 belong to the theme; 16 to 255 are fixed, see [#fixedPaletteRgb].
public final class TerminalColor {

    /// The theme's own foreground or background.
    public static final int DEFAULT = 0;

    private static final int KIND_SHIFT = 24;
    private static final int PALETTE = 1;
    private static final int RGB = 2;
    private static final int[] CUBE = {0, 95, 135, 175, 215, 255};

    private TerminalColor() {}

    /// Throws `IllegalArgumentException` unless 0 ≤ index ≤ 255.
    public static int palette(int index) {
        return (PALETTE << KIND_SHIFT) | requireByte(index);
    }

    /// Throws `IllegalArgumentException` unless each is from 0 to 255.
    public static int rgb(int red, int green, int blue) {
        return (RGB << KIND_SHIFT)
                | (requireByte(red) << 16)
                | (requireByte(green) << 8)
                | requireByte(blue);
    }

    public static boolean isDefault(int color) {
        return color >>> KIND_SHIFT == 0;
    }

    public static boolean isPalette(int color) {
        return color >>> KIND_SHIFT == PALETTE;
    }

    public static boolean isRgb(int color) {
        return color >>> KIND_SHIFT == RGB;
    }

    /// The palette index of a palette colour.
    public static int paletteIndex(int color) {
        return color & 0xFF;
    }

    public static int red(int color) {
        return (color >>> 16) & 0xFF;
    }

    public static int green(int color) {
        return (color >>> 8) & 0xFF;
    }

    public static int blue(int color) {
        return color & 0xFF;
    }

    /// The RGB colour of palette index 16 to 255: a cube of 6×6×6 and 24 greys, as xterm has them.
    public static int fixedPaletteRgb(int index) {
        if (index < 16 || index > 255) {
            throw new IllegalArgumentException("index: " + index);
        }
        if (index >= 232) {
            int grey = 8 + 10 * (index - 232);
            return rgb(grey, grey, grey);
        }
        int cell = index - 16;
        return rgb(CUBE[cell / 36], CUBE[cell / 6 % 6], CUBE[cell % 6]);
    }

    private static int requireByte(int value) {
        if (value < 0 || value > 255) {
            throw new IllegalArgumentException("colour component: " + value);
        }
        return value;
    }
}
