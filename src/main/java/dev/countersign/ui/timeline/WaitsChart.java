package dev.countersign.ui.timeline;

import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// How long calls waited for the person, as bars with the median marked. Confined to the FX thread.
final class WaitsChart extends Region {
    private static final double BOTTOM = 20;
    private static final double TOP = 30;

    private final Canvas canvas = new Canvas();
    private final Swatches swatches = new Swatches(this::requestLayout);
    private WaitBuckets waits = WaitBuckets.of(List.of());

    WaitsChart() {
        canvas.setManaged(false);
        getChildren().addAll(canvas, swatches);
        setMinSize(120, 90);
    }

    void show(WaitBuckets newWaits) {
        waits = newWaits;
        setAccessibleText(
                waits.median()
                        .map(median ->
                                "Time spent waiting for you: median %s, %d %% longer than a minute"
                                        .formatted(Words.duration(median), longer()))
                        .orElse("No call waited for you in the last fourteen days"));
        requestLayout();
    }

    private long longer() {
        return waits.total() == 0 ? 0 : 100 * waits.overAMinute() / waits.total();
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        GraphicsContext g = canvas.getGraphicsContext2D();
        g.clearRect(0, 0, getWidth(), getHeight());
        g.setTextBaseline(VPos.CENTER);
        long most = Math.max(1, waits.counts().stream().mapToLong(Long::longValue).max().orElse(1));
        double step = getWidth() / waits.counts().size();
        double height = getHeight() - BOTTOM - TOP;
        g.setFont(Font.font("Inter", 11.5 * swatches.textScale(1.4)));
        g.setTextAlign(TextAlignment.CENTER);
        for (int i = 0; i < waits.counts().size(); i++) {
            double tall = height * waits.counts().get(i) / most;
            double x = i * step + 3;
            g.setFill(swatches.color(Role.CHART));
            if (tall > 0) {
                double drawn = Math.max(1.5, tall);
                g.fillRoundRect(x, TOP + height - drawn, step - 6, drawn, 4, 4);
            }
            g.setFill(swatches.color(Role.MUTED));
            g.fillText(WaitBuckets.LABELS.get(i), x + (step - 6) / 2, getHeight() - 9);
        }
        g.setStroke(swatches.color(Role.HAIRLINE));
        g.strokeLine(0, TOP + height + 0.5, getWidth(), TOP + height + 0.5);
        waits.median().ifPresent(median -> drawMedian(g, median, step, height));
    }

    private void drawMedian(GraphicsContext g, Duration median, double step, double height) {
        double x = (WaitBuckets.bucket(median) + 0.5) * step;
        g.setStroke(swatches.color(Role.WARNING));
        g.setLineDashes(3, 3);
        g.strokeLine(x, 4, x, TOP + height);
        g.setLineDashes();
        boolean right = x < getWidth() * 0.6;
        g.setTextAlign(right ? TextAlignment.LEFT : TextAlignment.RIGHT);
        double from = right ? x + 6 : x - 6;
        g.setFont(Font.font("Inter SemiBold", 11.5 * swatches.textScale(1.4)));
        g.setFill(swatches.color(Role.WARNING_TEXT));
        g.fillText("median " + Words.duration(median), from, 8);
        g.setFont(Font.font("Inter", 11.5 * swatches.textScale(1.4)));
        g.setFill(swatches.color(Role.MUTED));
        g.fillText(longer() + " % wait longer than 1 min", from, 23);
    }
}
