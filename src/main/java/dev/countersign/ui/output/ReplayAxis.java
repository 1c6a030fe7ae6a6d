package dev.countersign.ui.output;

import dev.countersign.recording.OutputActivity;
import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/// The picture of when a run printed how much, with markers and a knob to scrub. Confined to the FX
/// thread.
final class ReplayAxis extends Region {
    private static final double TOP = 18;
    private static final double BARS = 40;
    private static final double BELOW = 38;
    private static final double BAR_STEP = 5;
    private static final double BAR_WIDTH = 4;
    private static final Duration LEAST_NAMED = Duration.ofSeconds(1);
    private static final double KNOB = 5.5;
    private static final double CLOSE = 6;
    private static final Font LABEL = Font.font("Inter", 11.5);

    /// What is drawn.
    record Picture(
            TimeAxis axis, OutputActivity activity, Duration position, List<ReplayMarker> markers) {
        Picture {
            markers = List.copyOf(markers);
        }
    }

    private final Canvas canvas = new Canvas();
    private final Swatches swatches = new Swatches(this::requestLayout);
    private final Tooltip tooltip = new Tooltip();
    private final Consumer<Duration> scrubbed;
    private Picture picture =
            new Picture(
                    TimeAxis.of(Duration.ZERO, List.of(), Optional.empty()),
                    OutputActivity.NONE,
                    Duration.ZERO,
                    List.of());

    /// @param scrubbed hears to what recorded time the person goes
    ReplayAxis(Consumer<Duration> scrubbed) {
        this.scrubbed = scrubbed;
        getStyleClass().add("replay-axis");
        setId("replay-axis");
        setAccessibleRole(AccessibleRole.SLIDER);
        setFocusTraversable(true);
        setCursor(Cursor.HAND);
        getChildren().addAll(swatches, canvas);
        setMinHeight(TOP + BARS + BELOW);
        setPrefHeight(TOP + BARS + BELOW);
        setMaxHeight(TOP + BARS + BELOW);
        setMinWidth(0);
        setOnMousePressed(event -> {
            requestFocus();
            scrub(event);
        });
        setOnMouseDragged(this::scrub);
        setOnMouseMoved(this::hover);
        Tooltip.install(this, tooltip);
        show(picture);
    }

    void show(Picture now) {
        picture = now;
        setAccessibleText(
                "Time axis, "
                        + RowPainter.time(now.position(), true)
                        + " of "
                        + RowPainter.time(now.axis().duration(), true)
                        + markersInWords());
        requestLayout();
    }

    private String markersInWords() {
        StringBuilder words = new StringBuilder();
        picture.markers()
                .forEach(marker ->
                        words.append("; ")
                                .append(marker.label())
                                .append(" at ")
                                .append(RowPainter.time(marker.at(), true)));
        return words.toString();
    }

    private void scrub(MouseEvent event) {
        Optional<ReplayMarker> marker = markerAt(event.getX(), event.getY());
        scrubbed.accept(marker.map(ReplayMarker::at).orElseGet(() -> timeAt(event.getX())));
        event.consume();
    }

    private void hover(MouseEvent event) {
        String time = RowPainter.time(timeAt(event.getX()), true);
        tooltip.setText(
                markerAt(event.getX(), event.getY())
                        .map(marker -> marker.label() + ", " + RowPainter.time(marker.at(), true))
                        .orElse(time));
    }

    private Optional<ReplayMarker> markerAt(double x, double y) {
        if (y > TOP + BARS) {
            return Optional.empty();
        }
        return picture.markers().stream()
                .filter(marker -> Math.abs(x(marker.at()) - x) <= CLOSE)
                .findFirst();
    }

    private double x(Duration recorded) {
        return KNOB + picture.axis().place(recorded) * Math.max(1, getWidth() - 2 * KNOB);
    }

    private Duration timeAt(double x) {
        return picture.axis().at((x - KNOB) / Math.max(1, getWidth() - 2 * KNOB));
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, getWidth(), getHeight());
        pen.setFont(LABEL);
        drawCuts(pen);
        drawBars(pen);
        drawScale(pen);
        drawMarkers(pen);
        drawKnob(pen);
    }

    private void drawBars(GraphicsContext pen) {
        int bars = (int) Math.max(1, (getWidth() - 2 * KNOB) / BAR_STEP);
        double[] stdout = new double[bars];
        double[] stderr = new double[bars];
        OutputActivity activity = picture.activity();
        double most = 0;
        for (int span = 0; span < activity.stdout().size(); span++) {
            Duration middle = activity.span().multipliedBy(2L * span + 1).dividedBy(2);
            int bar = (int) Math.min(bars - 1, picture.axis().place(middle) * bars);
            stdout[bar] += activity.stdout().get(span);
            stderr[bar] += activity.stderr().get(span);
            most = Math.max(most, stdout[bar] + stderr[bar]);
        }
        double base = TOP + BARS;
        double now = x(picture.position());
        for (int bar = 0; bar < bars && most > 0; bar++) {
            double whole = stdout[bar] + stderr[bar];
            if (whole == 0) {
                continue;
            }
            // Roots, so that one loud moment does not flatten all others.
            double height = Math.max(2, Math.sqrt(whole / most) * BARS);
            double lower = height * stdout[bar] / whole;
            double left = KNOB + bar * BAR_STEP;
            boolean played = left < now;
            pen.setFill(swatches.color(played ? Role.PLAYED : Role.TO_PLAY));
            pen.fillRect(left, base - lower, BAR_WIDTH, lower);
            pen.setFill(swatches.color(played ? Role.WARNING : Role.STDERR_TO_PLAY));
            pen.fillRect(left, base - height, BAR_WIDTH, height - lower);
        }
        pen.setStroke(swatches.color(Role.HAIRLINE));
        pen.strokeLine(0, base + 0.5, getWidth(), base + 0.5);
    }

    /// What is cut is hatched as wide as the time that is left of it.
    private void drawCuts(GraphicsContext pen) {
        for (TimeAxis.Cut cut : picture.axis().cuts()) {
            double right = x(cut.to());
            double left = Math.min(x(cut.pauseStart()) + BAR_STEP, right - 4);
            double top = TOP + 6;
            pen.save();
            pen.beginPath();
            pen.rect(left, top, right - left, BARS - 6);
            pen.clip();
            pen.setStroke(swatches.color(Role.MUTED));
            pen.setGlobalAlpha(0.5);
            for (double x = left - BARS; x < right; x += 5) {
                pen.strokeLine(x, TOP + BARS, x + BARS, TOP);
            }
            pen.restore();
        }
    }

    private void drawScale(GraphicsContext pen) {
        double baseline = TOP + BARS + 14;
        pen.setFill(swatches.color(Role.MUTED));
        pen.fillText("0:00", 0, baseline);
        String end = Words.age(picture.axis().duration());
        pen.fillText(end, getWidth() - width(end), baseline);
        double free = width("0:00") + 12;
        double last = getWidth() - width(end) - 12;
        for (TimeAxis.Cut cut : picture.axis().cuts()) {
            String words = Words.duration(cut.length()) + " idle, cut";
            double middle = (x(cut.pauseStart()) + x(cut.to())) / 2;
            double left = middle - width(words) / 2;
            if (cut.length().compareTo(LEAST_NAMED) >= 0
                    && left > free
                    && left + width(words) < last) {
                pen.fillText(words, left, baseline);
                free = left + width(words) + 12;
            }
        }
        for (int part = 1; part < 4; part++) {
            Duration time = picture.axis().at(part / 4.0);
            String words = Words.age(time);
            double left = x(time) - width(words) / 2;
            if (left > free
                    && left + width(words) < last
                    && picture.axis().cuts().isEmpty()
                    && picture.axis().duration().toSeconds() >= 4) {
                pen.fillText(words, left, baseline);
                free = left + width(words) + 12;
            }
        }
    }

    /// A line for each; words where there is room, the end's first.
    private void drawMarkers(GraphicsContext pen) {
        List<double[]> taken = new ArrayList<>();
        for (ReplayMarker marker : picture.markers()) {
            pen.setFill(swatches.color(role(marker)));
            double x = x(marker.at());
            pen.fillRect(Math.clamp(x - 0.5, 0, getWidth() - 1), TOP - 12, 1.2, BARS + 12);
        }
        for (ReplayMarker marker : picture.markers().reversed()) {
            String label = shortened(marker.label());
            double wide = width(label);
            double x = x(marker.at());
            double left = x + wide + 6 > getWidth() ? x - wide - 5 : x + 5;
            if (taken.stream().noneMatch(t -> left < t[1] + 8 && left + wide > t[0] - 8)) {
                pen.setFill(swatches.color(role(marker)));
                pen.fillText(label, left, TOP - 5);
                taken.add(new double[] {left, left + wide});
            }
        }
    }

    private static Role role(ReplayMarker marker) {
        return switch (marker.kind()) {
            case STDERR -> Role.WARNING_TEXT;
            case ERROR, BAD_END -> Role.DANGER;
            case GOOD_END -> Role.SUCCESS;
            case NOTE -> Role.ACCENT;
        };
    }

    private static String shortened(String label) {
        return label.length() <= 24 ? label : label.substring(0, 23) + "…";
    }

    private void drawKnob(GraphicsContext pen) {
        double x = x(picture.position());
        double base = TOP + BARS;
        pen.setFill(swatches.color(Role.KNOB));
        pen.fillRect(x - 1, TOP - 14, 2, BARS + 14);
        pen.fillOval(x - KNOB, base - KNOB + 1, 2 * KNOB, 2 * KNOB);
        String time = RowPainter.time(picture.position(), true);
        double wide = width(time) + 12;
        double left = Math.clamp(x - wide / 2, 0, Math.max(0, getWidth() - wide));
        pen.fillRoundRect(left, base + 19, wide, 17, 6, 6);
        pen.setFill(swatches.color(Role.GROUND));
        pen.fillText(time, left + 6, base + 31.5);
    }

    private static double width(String text) {
        Text measured = new Text(text);
        measured.setFont(LABEL);
        return measured.getLayoutBounds().getWidth();
    }
}
