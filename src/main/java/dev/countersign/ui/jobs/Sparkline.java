package dev.countersign.ui.jobs;

import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import java.util.EnumSet;
import java.util.Optional;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;

/// How much a job printed in each of the last sixty seconds. Confined to the FX thread.
final class Sparkline extends Region {
    private static final double HEIGHT = 18;

    private final Canvas canvas = new Canvas();
    private final Swatches swatches =
            new Swatches(EnumSet.of(Role.HAIRLINE, Role.ACCENT, Role.CHART), this::requestLayout);
    private Optional<JobRow.OfJob> job = Optional.empty();

    Sparkline() {
        canvas.setManaged(false);
        getChildren().addAll(canvas, swatches);
        setMinSize(40, HEIGHT);
        setPrefSize(90, HEIGHT);
        setMaxHeight(HEIGHT);
        setMouseTransparent(true);
    }

    void show(Optional<JobRow.OfJob> newJob) {
        job = newJob;
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        GraphicsContext g = canvas.getGraphicsContext2D();
        g.clearRect(0, 0, getWidth(), getHeight());
        job.ifPresent(one -> draw(g, one));
    }

    private void draw(GraphicsContext g, JobRow.OfJob one) {
        long most = 1;
        for (int i = 0; i < JobRow.OfJob.HISTORY; i++) {
            most = Math.max(most, one.rate(i));
        }
        double step = getWidth() / (JobRow.OfJob.HISTORY - 1);
        double[] xs = new double[JobRow.OfJob.HISTORY];
        double[] ys = new double[JobRow.OfJob.HISTORY];
        for (int i = 0; i < JobRow.OfJob.HISTORY; i++) {
            xs[i] = i * step;
            ys[i] = getHeight() - 2 - (getHeight() - 4) * one.rate(i) / most;
        }
        g.setStroke(swatches.color(Role.HAIRLINE));
        g.setLineWidth(1);
        g.strokeLine(0, getHeight() - 1.5, getWidth(), getHeight() - 1.5);
        g.setStroke(swatches.color(one.state().isOpen() ? Role.ACCENT : Role.CHART));
        g.setLineWidth(1.25);
        g.strokePolyline(xs, ys, xs.length);
    }
}
