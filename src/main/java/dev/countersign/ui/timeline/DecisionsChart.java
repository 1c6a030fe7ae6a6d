package dev.countersign.ui.timeline;

import dev.countersign.journal.DaySum;
import dev.countersign.journal.DecisionCount;
import dev.countersign.journal.DecisionKind;
import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import java.time.LocalDate;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// The decisions of fourteen days: by a rule, by the person, denied, one upon the other. Confined
/// to the FX thread.
final class DecisionsChart extends Region {
    private static final double LEFT = 30;
    private static final double BOTTOM = 20;

    private final Canvas canvas = new Canvas();
    private final Swatches swatches = new Swatches(this::requestLayout);
    private List<DaySum> days = List.of();
    private LocalDate today;

    DecisionsChart(LocalDate today) {
        this.today = today;
        canvas.setManaged(false);
        getChildren().addAll(canvas, swatches);
        setMinSize(120, 90);
    }

    void show(List<DaySum> newDays, LocalDate newToday) {
        days = List.copyOf(newDays);
        today = newToday;
        long most = days.stream().mapToLong(DaySum::decisions).max().orElse(0);
        setAccessibleText("Decisions a day in the last fourteen days, %d at most".formatted(most));
        requestLayout();
    }

    /// What stands in one bar.
    record Bar(long byRule, long byPerson, long denied) {
        static Bar of(DaySum sum) {
            long rule = 0;
            long person = 0;
            long refused = 0;
            for (DecisionCount count : sum.counts()) {
                boolean human = count.by().filter(by -> by.kind().equals("human")).isPresent();
                if (count.decision() == DecisionKind.DENIED) {
                    refused += count.calls();
                } else if (count.decision() == DecisionKind.APPROVED && human) {
                    person += count.calls();
                } else if (count.decision() == DecisionKind.APPROVED) {
                    rule += count.calls();
                }
            }
            return new Bar(rule, person, refused);
        }

        long total() {
            return byRule + byPerson + denied;
        }
    }

    /// The next round number that the axis ends at.
    static long roundUp(long most) {
        long step = 1;
        while (step * 10 < most) {
            step *= 10;
        }
        for (long factor : new long[] {1, 2, 4, 5, 10}) {
            if (factor * step >= most) {
                return factor * step;
            }
        }
        return 10 * step;
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        GraphicsContext g = canvas.getGraphicsContext2D();
        g.clearRect(0, 0, getWidth(), getHeight());
        g.setFont(Font.font("Inter", 11.5 * swatches.textScale(1.4)));
        g.setTextBaseline(VPos.CENTER);
        double height = getHeight() - BOTTOM - 8;
        long most = roundUp(days.stream().mapToLong(day -> Bar.of(day).total()).max().orElse(1));
        drawScale(g, most, height);
        double step = (getWidth() - LEFT) / TimelineData.DAYS;
        for (int i = 0; i < TimelineData.DAYS; i++) {
            LocalDate day = today.minusDays(TimelineData.DAYS - 1L - i);
            drawDay(g, day, LEFT + i * step, step, most, height);
        }
    }

    private void drawScale(GraphicsContext g, long most, double height) {
        g.setTextAlign(TextAlignment.RIGHT);
        for (long mark : most < 2 ? new long[] {0, most} : new long[] {0, most / 2, most}) {
            double y = 8 + height * (1 - (double) mark / most);
            g.setStroke(swatches.color(Role.HAIRLINE));
            g.strokeLine(LEFT, Math.round(y) + 0.5, getWidth(), Math.round(y) + 0.5);
            g.setFill(swatches.color(Role.MUTED));
            g.fillText(Long.toString(mark), LEFT - 6, y);
        }
    }

    private void drawDay(
            GraphicsContext g, LocalDate day, double x, double step, long most, double height) {
        double width = Math.max(3, step - 6);
        double left = x + (step - width) / 2;
        Bar bar =
                days.stream()
                        .filter(sum -> sum.day().equals(day))
                        .findFirst()
                        .map(Bar::of)
                        .orElse(new Bar(0, 0, 0));
        double bottom = 8 + height;
        double unit = height / most;
        bottom = drawPiece(g, Role.CHART, left, bottom, width, bar.byRule() * unit);
        bottom = drawPiece(g, Role.ACCENT_GROUND, left, bottom, width, bar.byPerson() * unit);
        drawPiece(g, Role.DANGER, left, bottom, width, bar.denied() * unit);
        boolean labelled = (today.toEpochDay() - day.toEpochDay()) % 2 == 0 || step > 40;
        if (labelled) {
            g.setTextAlign(TextAlignment.CENTER);
            g.setFill(swatches.color(Role.MUTED));
            g.fillText(Integer.toString(day.getDayOfMonth()), left + width / 2, getHeight() - 9);
        }
    }

    private double drawPiece(
            GraphicsContext g, Role role, double x, double bottom, double width, double height) {
        if (height <= 0) {
            return bottom;
        }
        double drawn = Math.max(1.5, height);
        g.setFill(swatches.color(role));
        g.fillRect(x, bottom - drawn, width, drawn);
        return bottom - drawn - 1;
    }
}
