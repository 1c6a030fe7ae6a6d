package dev.countersign.ui.output;

import dev.countersign.ansi.Style;
import dev.countersign.ansi.TerminalColor;
import dev.countersign.ui.Swatches;
import java.util.Arrays;
import java.util.Optional;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;

/// The colours of packed styles under the theme. Letters that a program gave nearly the colour of
/// their ground are drawn in one that can be read, so that nothing is hidden. Confined to the FX
/// thread.
final class TerminalColors {
    private static final double DIM = 0.65;

    /// What separators and large text need by WCAG; less counts as hidden.
    private static final double LEAST_CONTRAST = 3;

    private static final int KNOWN = 256;

    /// The colours of one style.
    private record Ink(long style, Color letters, Optional<Color> ground) {}

    private final Swatches swatches;
    private final @Nullable Ink[] known = new Ink[KNOWN];

    TerminalColors(Swatches swatches) {
        this.swatches = swatches;
    }

    /// The theme changed.
    void forget() {
        Arrays.fill(known, null);
    }

    /// The colour of letters.
    Color foreground(long style) {
        return ink(style).letters();
    }

    /// The colour behind letters, where it is not the pane's own.
    Optional<Color> background(long style) {
        return ink(style).ground();
    }

    private Ink ink(long style) {
        int slot = (int) ((style * 0x9E37_79B9_7F4A_7C15L) >>> 56);
        Ink found = known[slot];
        if (found != null && found.style() == style) {
            return found;
        }
        Ink made = make(style);
        known[slot] = made;
        return made;
    }

    private Ink make(long style) {
        boolean inverse = Style.isInverse(style);
        Color letters = of(Style.foreground(style), Swatches.Role.TEXT);
        Color ground = of(Style.background(style), Swatches.Role.GROUND);
        boolean own = !inverse && TerminalColor.isDefault(Style.background(style));
        Color front = inverse ? ground : letters;
        Color behind = inverse ? letters : ground;
        Color dimmed = Style.isDim(style) ? front.interpolate(behind, 1 - DIM) : front;
        return new Ink(
                style, readable(dimmed, behind), own ? Optional.empty() : Optional.of(behind));
    }

    private Color readable(Color letters, Color ground) {
        if (contrast(letters, ground) >= LEAST_CONTRAST) {
            return letters;
        }
        Color dark = swatches.color(Swatches.Role.TEXT);
        Color light = swatches.color(Swatches.Role.GROUND);
        return contrast(dark, ground) >= contrast(light, ground) ? dark : light;
    }

    /// By WCAG 2: from 1 to 21.
    static double contrast(Color one, Color other) {
        double first = luminance(one);
        double second = luminance(other);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double luminance(Color color) {
        return 0.2126 * linear(color.getRed())
                + 0.7152 * linear(color.getGreen())
                + 0.0722 * linear(color.getBlue());
    }

    private static double linear(double part) {
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }

    private Color of(int color, Swatches.Role standard) {
        if (TerminalColor.isDefault(color)) {
            return swatches.color(standard);
        }
        if (TerminalColor.isRgb(color)) {
            return rgb(color);
        }
        int index = TerminalColor.paletteIndex(color);
        return index < 16 ? swatches.ansi(index) : rgb(TerminalColor.fixedPaletteRgb(index));
    }

    private static Color rgb(int color) {
        return Color.rgb(
                TerminalColor.red(color), TerminalColor.green(color), TerminalColor.blue(color));
    }
}
