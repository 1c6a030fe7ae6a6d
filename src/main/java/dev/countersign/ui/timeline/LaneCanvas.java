package dev.countersign.ui.timeline;

import dev.countersign.journal.LaneSpan;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Rectangle2D;
import javafx.geometry.VPos;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Draws the axis and the lanes, and tells what lies under a point. Confined to the FX thread.
final class LaneCanvas extends Region {
    static final double NAMES_WIDTH = 155;

    private static final double AXIS_HEIGHT = 34;
    private static final double LANE_PADDING = 25;
    // The bars have room for so much.
    private static final double LARGEST_TEXT = 1.4;
    private static final double ROW_HEIGHT = 35;
    private static final double BAR_HEIGHT = 22;
    private static final double SMALLEST_BAR = 5;
    private static final double TEXT_ROOM = 34;
    private static final double TICK_ROOM = 90;
    private static final double HATCH_STEP = 5;

    /// A span where it was drawn.
    record Drawn(LaneSpan span, int lane, Rectangle2D place) {}

    private final UiContext context;
    private final Canvas canvas = new Canvas();
    private final Swatches swatches = new Swatches(this::requestLayout);
    private final List<Drawn> drawn = new ArrayList<>();
    private TimelineData data;
    private TimeWindow window;
    private Instant now;
    private Optional<LaneSpan> chosen = Optional.empty();
    private double offset;

    LaneCanvas(UiContext context, TimelineData data) {
        this.context = context;
        this.data = data;
        this.window = data.window();
        this.now = context.clock().instant();
        canvas.setManaged(false);
        getStyleClass().add("lane-canvas");
        getChildren().addAll(canvas, swatches);
        setFocusTraversable(true);
        setMinSize(200, 120);
    }

    void show(TimelineData newData, TimeWindow newWindow, Instant newNow) {
        data = newData;
        window = newWindow;
        now = newNow;
        requestLayout();
    }

    void choose(Optional<LaneSpan> span) {
        chosen = span;
        requestLayout();
    }

    /// Scrolls the lanes; the axis stays.
    void scrollTo(double newOffset) {
        offset = newOffset;
        requestLayout();
    }

    /// How high all lanes are together.
    double contentHeight() {
        return layoutLanes().stream().mapToDouble(LaneCanvas::heightOf).sum();
    }

    /// How much of them is seen.
    double viewHeight() {
        return Math.max(0, getHeight() - AXIS_HEIGHT);
    }

    /// Where in the window a point lies, from 0 to 1.
    double fractionAt(double x) {
        return Math.clamp((x - NAMES_WIDTH) / timeWidth(), 0, 1);
    }

    Optional<Drawn> at(double x, double y) {
        return drawn.reversed().stream().filter(one -> one.place().contains(x, y)).findFirst();
    }

    /// What is drawn, lane by lane in the order of time.
    List<Drawn> drawn() {
        return List.copyOf(drawn);
    }

    private double timeWidth() {
        return Math.max(1, getWidth() - NAMES_WIDTH - 16);
    }

    private Font font(String family, double size) {
        return Font.font(family, size * swatches.textScale(LARGEST_TEXT));
    }

    private double x(Instant time) {
        return NAMES_WIDTH + window.fraction(time) * timeWidth();
    }

    private List<LaneLayout.Lane> layoutLanes() {
        long perPixel = Math.max(1, (long) (window.span().toMillis() / timeWidth()));
        return LaneLayout.of(data.spans(), now, Duration.ofMillis(perPixel * 4));
    }

    private static double heightOf(LaneLayout.Lane lane) {
        return LANE_PADDING + Math.max(2, lane.rows().size()) * ROW_HEIGHT + 8;
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        draw(canvas.getGraphicsContext2D());
    }

    private void draw(GraphicsContext g) {
        drawn.clear();
        g.clearRect(0, 0, getWidth(), getHeight());
        g.setTextBaseline(VPos.CENTER);
        List<TimeTicks.Tick> ticks =
                TimeTicks.of(window, context.zone(), (int) (timeWidth() / TICK_ROOM));
        g.save();
        g.beginPath();
        g.rect(0, AXIS_HEIGHT, getWidth(), viewHeight());
        g.clip();
        double top = AXIS_HEIGHT - offset;
        drawGrid(g, ticks);
        int index = 0;
        for (LaneLayout.Lane lane : layoutLanes()) {
            double height = heightOf(lane);
            if (top + height > AXIS_HEIGHT && top < getHeight()) {
                drawLane(g, lane, index, top);
            }
            top += height;
            line(g, Role.HAIRLINE, 0, top, getWidth(), top);
            index++;
        }
        g.restore();
        drawAxis(g, ticks);
    }

    private void drawGrid(GraphicsContext g, List<TimeTicks.Tick> ticks) {
        line(g, Role.HAIRLINE, NAMES_WIDTH, AXIS_HEIGHT, NAMES_WIDTH, getHeight());
        ticks.forEach(tick ->
                line(g, Role.HAIRLINE, x(tick.at()), AXIS_HEIGHT, x(tick.at()), getHeight()));
    }

    private void drawAxis(GraphicsContext g, List<TimeTicks.Tick> ticks) {
        line(g, Role.HAIRLINE, 0, AXIS_HEIGHT, getWidth(), AXIS_HEIGHT);
        g.setFont(font("Inter", 12));
        g.setTextAlign(TextAlignment.CENTER);
        boolean present = window.contains(now);
        for (TimeTicks.Tick tick : ticks) {
            double x = x(tick.at());
            boolean hidden = present && Math.abs(x - x(now)) < 44;
            if (!hidden && x > NAMES_WIDTH - 1) {
                g.setFill(swatches.color(Role.MUTED));
                g.fillText(tick.label(), Math.max(x, NAMES_WIDTH + 16), AXIS_HEIGHT / 2 + 3);
            }
        }
        if (present) {
            double x = x(now);
            line(g, Role.ACCENT, x, AXIS_HEIGHT - 8, x, getHeight());
            g.setFill(swatches.color(Role.ACCENT_GROUND));
            g.fillRoundRect(x - 20, 9, 40, 22, 8, 8);
            g.setFill(Color.WHITE);
            g.fillText(Words.time(now, now, context.zone()), x, 20);
        }
        g.setTextAlign(TextAlignment.LEFT);
    }

    private void drawLane(GraphicsContext g, LaneLayout.Lane lane, int index, double top) {
        g.setFont(font("Inter SemiBold", 13));
        g.setFill(swatches.color(Role.STRONG));
        g.fillText(cut(Words.oneLine(lane.agent()), 17), 20, top + LANE_PADDING + 11);
        g.setFont(font("Inter", 12));
        g.setFill(swatches.color(Role.MUTED));
        String folder = context.path(Path.of(lane.workspace()));
        g.fillText(cutStart(Words.oneLine(folder), 20), 20, top + LANE_PADDING + 31);
        double y = top + LANE_PADDING;
        for (List<LaneSpan> row : lane.rows()) {
            for (int i = 0; i < row.size(); i++) {
                double limit =
                        i + 1 < row.size() ? x(LaneLayout.start(row.get(i + 1))) : getWidth();
                drawSpan(g, row.get(i), index, y, limit);
            }
            y += ROW_HEIGHT;
        }
    }

    private void drawSpan(GraphicsContext g, LaneSpan span, int lane, double y, double limit) {
        double start = Math.max(NAMES_WIDTH, x(LaneLayout.start(span)));
        double end = Math.min(getWidth(), x(LaneLayout.end(span, now)));
        if (end < NAMES_WIDTH || start > getWidth()) {
            return;
        }
        double width = Math.max(SMALLEST_BAR, end - start);
        Rectangle2D place = new Rectangle2D(start, y, width, BAR_HEIGHT);
        drawn.add(new Drawn(span, lane, place));
        double waitEnd = start;
        if (span.queued().isPresent()) {
            Instant decided = span.decided().orElse(now);
            waitEnd = Math.clamp(x(decided), start, start + width);
            if (span.started().isEmpty()) {
                waitEnd = start + width;
            }
            if (waitEnd - start >= 1) {
                drawWait(g, start, y, waitEnd - start);
            }
        }
        boolean runs = span.status() == CallStatus.RUNNING;
        if (span.started().isPresent() || span.queued().isEmpty()) {
            bar(
                    g,
                    waitEnd,
                    y,
                    Math.max(2, start + width - waitEnd),
                    runs ? Role.HIGHLIGHT : Role.DONE_GROUND,
                    runs ? Role.ACCENT : Role.CHART);
        }
        drawWords(g, span, new Rectangle2D(waitEnd, y, start + width - waitEnd, BAR_HEIGHT), limit);
        if (chosen.filter(one -> one.id().equals(span.id())).isPresent()) {
            g.setStroke(swatches.color(Role.ACCENT));
            g.setLineWidth(2);
            g.strokeRoundRect(start - 2, y - 2, width + 4, BAR_HEIGHT + 4, 8, 8);
        }
    }

    /// The command inside where it has room; a cross and the command behind what was refused.
    private void drawWords(GraphicsContext g, LaneSpan span, Rectangle2D bar, double limit) {
        boolean refused =
                switch (span.status()) {
                    case DENIED, EXPIRED -> true;
                    case FAILED,
                            TIMEOUT,
                            KILLED,
                            LOST,
                            COMPLETED,
                            RUNNING,
                            PENDING_APPROVAL,
                            WITHDRAWN,
                            DRY_RUN,
                            HANDED_OVER ->
                            false;
                };
        boolean failed =
                span.status() == CallStatus.FAILED
                        || span.status() == CallStatus.TIMEOUT
                        || span.status() == CallStatus.KILLED
                        || span.status() == CallStatus.LOST;
        double middle = bar.getMinY() + BAR_HEIGHT / 2;
        double end = bar.getMaxX();
        g.setFont(font("JetBrains Mono", 12));
        if (span.started().isPresent() && bar.getWidth() > TEXT_ROOM) {
            g.setFill(swatches.color(Role.TEXT));
            int room = (int) ((bar.getWidth() - 12) / 7.3);
            g.fillText(cut(Words.oneLine(span.command()), room), bar.getMinX() + 6, middle);
        }
        if (failed) {
            g.setFill(swatches.color(Role.DANGER));
            g.fillRect(end - 3, bar.getMinY(), 3, BAR_HEIGHT);
        }
        if ((failed || refused) && end + 14 < limit) {
            cross(g, end + 9, middle, refused ? 5 : 3.5);
        }
        // Words that cross the line of the present would seem to lie ahead of it.
        double border = end < x(now) ? Math.min(limit, x(now)) : limit;
        int room = (int) ((border - end - 26) / 7.3);
        if (refused && room > 4) {
            g.setFill(swatches.color(Role.MUTED));
            g.fillText(cut(Words.oneLine(span.command()), room), end + 20, middle);
        }
    }

    private void cross(GraphicsContext g, double x, double y, double arm) {
        g.setStroke(swatches.color(Role.DANGER));
        g.setLineWidth(2);
        g.strokeLine(x - arm, y - arm, x + arm, y + arm);
        g.strokeLine(x - arm, y + arm, x + arm, y - arm);
    }

    private void bar(GraphicsContext g, double x, double y, double width, Role fill, Role edge) {
        g.setFill(swatches.color(fill));
        g.fillRoundRect(x, y, width, BAR_HEIGHT, 6, 6);
        g.setStroke(swatches.color(edge));
        g.setLineWidth(1);
        g.strokeRoundRect(x + 0.5, y + 0.5, Math.max(1, width - 1), BAR_HEIGHT - 1, 6, 6);
    }

    private void drawWait(GraphicsContext g, double x, double y, double width) {
        hatch(g, swatches, x, y, width, BAR_HEIGHT);
    }

    /// The pattern of waiting, here and in the legend.
    static void hatch(
            GraphicsContext g, Swatches swatches, double x, double y, double width, double height) {
        g.setFill(swatches.color(Role.WARNING_GROUND));
        g.fillRoundRect(x, y, width, height, 6, 6);
        g.save();
        g.beginPath();
        g.rect(x, y, width, height);
        g.clip();
        g.setStroke(swatches.color(Role.WARNING));
        g.setLineWidth(1);
        for (double at = x - height; at < x + width; at += HATCH_STEP) {
            g.strokeLine(at, y + height, at + height, y);
        }
        g.restore();
        g.setStroke(swatches.color(Role.WARNING));
        g.setLineWidth(1);
        g.strokeRoundRect(x + 0.5, y + 0.5, Math.max(1, width - 1), height - 1, 6, 6);
    }

    private void line(GraphicsContext g, Role role, double x1, double y1, double x2, double y2) {
        g.setStroke(swatches.color(role));
        g.setLineWidth(role == Role.ACCENT ? 1.5 : 1);
        g.strokeLine(Math.round(x1) + 0.5, y1, Math.round(x2) + 0.5, y2);
    }

    private static String cut(String text, int room) {
        if (text.length() <= room) {
            return text;
        }
        return room < 2 ? "" : text.substring(0, room - 1) + "…";
    }

    private static String cutStart(String text, int room) {
        return text.length() <= room ? text : "…" + text.substring(text.length() - room + 1);
    }
}
