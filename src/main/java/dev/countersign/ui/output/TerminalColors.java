package dev.countersign.ui.output;

import dev.countersign.ansi.Style;
import dev.countersign.ansi.TerminalColor;
import dev.countersign.ui.Swatches;
import java.util.Optional;
import javafx.scene.paint.Color;

/// The colours of packed styles under the theme. Confined to the FX thread.
record TerminalColors(Swatches swatches) {
    private static final double DIM = 0.65;

    /// The colour of letters.
    Color foreground(long style) {
        Color color =
                Style.isInverse(style)
                        ? of(Style.background(style), Swatches.Role.GROUND)
                        : of(Style.foreground(style), Swatches.Role.TEXT);
        return Style.isDim(style) ? color.deriveColor(0, 1, 1, DIM) : color;
    }

    /// The colour behind letters, where it is not the pane's own.
    Optional<Color> background(long style) {
        if (Style.isInverse(style)) {
            return Optional.of(of(Style.foreground(style), Swatches.Role.TEXT));
        }
        if (TerminalColor.isDefault(Style.background(style))) {
            return Optional.empty();
        }
        return Optional.of(of(Style.background(style), Swatches.Role.GROUND));
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
