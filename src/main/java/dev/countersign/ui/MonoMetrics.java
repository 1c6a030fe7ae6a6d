package dev.countersign.ui;

import javafx.scene.text.Font;
import javafx.scene.text.FontPosture;
import javafx.scene.text.FontWeight;
import javafx.scene.text.Text;

/// The fixed-width font at one size and the box of its cells, in pixels.
///
/// @param baseline from the top of a row to the line that letters stand on
public record MonoMetrics(
        Font regular, Font bold, Font italic, double cellWidth, double rowHeight, double baseline) {
    private static final int SAMPLE = 100;

    /// Measures the font.
    ///
    /// @param size of the font in pixels
    /// @param rowHeight in pixels
    public static MonoMetrics of(double size, double rowHeight) {
        Font regular = Font.font(Fonts.MONO, size);
        Text sample = new Text("0".repeat(SAMPLE));
        sample.setFont(regular);
        double ascent = -sample.getLayoutBounds().getMinY();
        double height = sample.getLayoutBounds().getHeight();
        return new MonoMetrics(
                regular,
                Font.font(Fonts.MONO, FontWeight.BOLD, size),
                Font.font(Fonts.MONO, FontPosture.ITALIC, size),
                sample.getLayoutBounds().getWidth() / SAMPLE,
                rowHeight,
                Math.round((rowHeight - height) / 2 + ascent));
    }
}
