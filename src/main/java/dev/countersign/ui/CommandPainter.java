package dev.countersign.ui;

import dev.countersign.ui.CommandLayout.Row;
import dev.countersign.ui.CommandLayout.Segment;
import dev.countersign.ui.CommandView.Badge;
import dev.countersign.ui.CommandView.Tint;
import dev.countersign.ui.CommandView.Underline;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;

/// Draws rows of a command: text in its colours, marks for what could hide, lines under what was
/// found, numbers of parts, the selection. Confined to the FX thread.
final class CommandPainter {
    /// What is drawn, as it is for one picture.
    ///
    /// @param tints in the order of the command; they do not overlap
    /// @param underlines from the least to the most serious
    /// @param badges in the order of the command
    /// @param selectionStart UTF-16 offset into the command
    /// @param selectionBehind UTF-16 offset behind the selection; the same where there is none
    /// @param left where the text of each row begins, in pixels
    record Look(
            String command,
            List<Tint> tints,
            List<Underline> underlines,
            Optional<Underline> pointedOut,
            List<Badge> badges,
            int selectionStart,
            int selectionBehind,
            MonoMetrics metrics,
            Font badgeFont,
            double left) {}

    private final Swatches swatches;
    private final Look look;

    CommandPainter(Swatches swatches, Look look) {
        this.swatches = swatches;
        this.look = look;
    }

    /// Draws one row with its top at `top`.
    void drawRow(GraphicsContext pen, Row row, double top) {
        MonoMetrics metrics = look.metrics();
        double left = look.left();
        if (row.line() > 0) {
            pen.setFont(metrics.regular());
            pen.setFill(swatches.color(Swatches.Role.MUTED));
            String number = Integer.toString(row.line());
            double width = number.length() * metrics.cellWidth();
            pen.fillText(
                    number, left - 1.2 * metrics.cellWidth() - width, top + metrics.baseline());
        }
        drawBadge(pen, row, top);
        for (Underline underline : look.underlines()) {
            if (underline.weight() == Underline.Weight.REMOVED) {
                drawRemovedGround(pen, row, left, top, underline);
            }
        }
        double x = left;
        for (Segment segment : row.segments()) {
            drawSelection(pen, segment, row, left, top);
            look.pointedOut()
                    .ifPresent(stretch -> drawGround(pen, segment, row, left, top, stretch));
        }
        for (Segment segment : row.segments()) {
            drawSegment(pen, segment, x, top);
            x += segment.columns() * metrics.cellWidth();
        }
        for (Underline underline : look.underlines()) {
            drawUnderline(pen, row, left, top, underline);
        }
    }

    /// The numbers of the parts that begin on a row: `3`, or `3–5`.
    private void drawBadge(GraphicsContext pen, Row row, double top) {
        List<Badge> here =
                look.badges().stream()
                        .filter(badge -> badge.offset() >= row.start())
                        .filter(badge -> badge.offset() < Math.max(row.end(), row.start() + 1))
                        .toList();
        if (here.isEmpty()) {
            return;
        }
        Underline.Weight weight =
                here.stream().map(Badge::weight).max(Comparator.naturalOrder()).orElseThrow();
        int least = here.getFirst().number();
        int most = here.getLast().number();
        String text = least == most ? Integer.toString(least) : least + "–" + most;
        double height = look.metrics().rowHeight() - 7;
        double width = Math.max(16, text.length() * 7.0 + 6);
        pen.setFill(
                switch (weight) {
                    case DANGER, REMOVED -> swatches.color(Swatches.Role.DANGER_GROUND);
                    case ASKS -> swatches.color(Swatches.Role.WARNING_GROUND);
                    case ALLOWED, ADDED -> swatches.color(Swatches.Role.QUIET_GROUND);
                });
        pen.fillRoundRect(10, top + 3.5, width, height, 6, 6);
        pen.setFill(
                switch (weight) {
                    case DANGER, REMOVED -> swatches.color(Swatches.Role.DANGER);
                    case ASKS -> swatches.color(Swatches.Role.WARNING_TEXT);
                    case ALLOWED, ADDED -> swatches.color(Swatches.Role.MUTED);
                });
        pen.setFont(look.badgeFont());
        pen.fillText(
                text, 10 + (width - text.length() * 6.6) / 2, top + look.metrics().baseline() - 1);
    }

    private void drawRemovedGround(
            GraphicsContext pen, Row row, double left, double top, Underline removed) {
        int start = Math.max(row.start(), removed.start());
        int end = Math.min(row.end(), removed.end());
        if (start >= end) {
            return;
        }
        double from = xOf(row, start, left);
        pen.setFill(swatches.color(Swatches.Role.DANGER_GROUND));
        pen.fillRect(from, top + 2, xOf(row, end, left) - from, look.metrics().rowHeight() - 4);
    }

    private void drawSelection(
            GraphicsContext pen, Segment segment, Row row, double left, double top) {
        int from = Math.max(look.selectionStart(), segment.start());
        int to = Math.min(look.selectionBehind(), segment.end());
        if (from >= to) {
            return;
        }
        double x = xOf(row, from, left);
        pen.setFill(swatches.color(Swatches.Role.SELECTION));
        pen.fillRect(x, top, xOf(row, to, left) - x, look.metrics().rowHeight());
    }

    private void drawGround(
            GraphicsContext pen, Segment segment, Row row, double left, double top, Underline at) {
        if (segment.end() <= at.start() || segment.start() >= at.end()) {
            return;
        }
        double from = xOf(row, Math.max(at.start(), segment.start()), left);
        double to = xOf(row, Math.min(at.end(), segment.end()), left);
        pen.setFill(swatches.color(Swatches.Role.HIGHLIGHT));
        pen.fillRect(from, top, to - from, look.metrics().rowHeight());
    }

    private void drawSegment(GraphicsContext pen, Segment segment, double x, double top) {
        switch (segment.kind()) {
            case PLAIN -> drawPlain(pen, segment, x, top);
            case SINGLE -> {
                pen.setFont(look.metrics().regular());
                pen.setFill(swatches.color(Swatches.Role.STRONG));
                pen.fillText(segment.text(), x, top + look.metrics().baseline());
            }
            case TAB -> {
                pen.setFont(look.metrics().regular());
                pen.setFill(swatches.color(Swatches.Role.MUTED));
                pen.fillText(segment.text(), x, top + look.metrics().baseline());
            }
            case MARK -> drawMark(pen, segment, x, top);
        }
    }

    private void drawMark(GraphicsContext pen, Segment segment, double x, double top) {
        MonoMetrics metrics = look.metrics();
        double width = segment.columns() * metrics.cellWidth() - 2;
        double height = metrics.rowHeight() - 7;
        pen.setFill(swatches.color(Swatches.Role.DANGER_GROUND));
        pen.fillRoundRect(x + 1, top + 3.5, width, height, 4, 4);
        pen.setStroke(swatches.color(Swatches.Role.DANGER));
        pen.setLineWidth(1);
        pen.setLineDashes();
        pen.strokeRoundRect(x + 1.5, top + 3.5, width - 1, height, 4, 4);
        pen.setFill(swatches.color(Swatches.Role.DANGER));
        pen.setFont(metrics.regular());
        // Character by character: a run with a foreign letter in it would be shaped as a whole.
        double at = x + metrics.cellWidth() / 2;
        for (int i = 0; i < segment.text().length(); i++) {
            pen.fillText(segment.text().substring(i, i + 1), at, top + metrics.baseline());
            at += metrics.cellWidth();
        }
    }

    private void drawPlain(GraphicsContext pen, Segment segment, double x, double top) {
        int at = segment.start();
        while (at < segment.end()) {
            Optional<Tint> tint = tintAt(at);
            int until = tint.map(Tint::end).orElse(nextTint(at, segment.end()));
            int to = Math.clamp(until, at + 1, segment.end());
            pen.setFont(fontOf(tint));
            pen.setFill(colorOf(tint));
            pen.fillText(
                    look.command().substring(at, to),
                    x + (at - segment.start()) * look.metrics().cellWidth(),
                    top + look.metrics().baseline());
            at = to;
        }
    }

    /// The tint that covers a place: tints do not overlap and are in order.
    private Optional<Tint> tintAt(int offset) {
        int low = 0;
        int high = look.tints().size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Tint tint = look.tints().get(middle);
            if (tint.end() <= offset) {
                low = middle + 1;
            } else if (tint.start() > offset) {
                high = middle - 1;
            } else {
                return Optional.of(tint);
            }
        }
        return Optional.empty();
    }

    private int nextTint(int offset, int end) {
        int low = 0;
        int high = look.tints().size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (look.tints().get(middle).start() <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < look.tints().size() ? Math.min(end, look.tints().get(low).start()) : end;
    }

    private Font fontOf(Optional<Tint> tint) {
        boolean bold =
                tint.filter(t ->
                                t.kind() == Tint.Kind.COMMAND
                                        || t.kind() == Tint.Kind.KEYWORD
                                        || t.kind() == Tint.Kind.OPERATOR)
                        .isPresent();
        return bold ? look.metrics().bold() : look.metrics().regular();
    }

    private Color colorOf(Optional<Tint> tint) {
        if (tint.isEmpty()) {
            return swatches.color(Swatches.Role.STRONG);
        }
        return swatches.color(
                switch (tint.get().kind()) {
                    case COMMAND -> Swatches.Role.STRONG;
                    case KEYWORD, OPERATOR -> Swatches.Role.OPERATOR;
                    case STRING -> Swatches.Role.STRING;
                    case VARIABLE -> Swatches.Role.VARIABLE;
                    case COMMENT -> Swatches.Role.MUTED;
                    case UNREADABLE -> Swatches.Role.DANGER;
                });
    }

    private void drawUnderline(
            GraphicsContext pen, Row row, double left, double top, Underline underline) {
        int start = Math.max(row.start(), underline.start());
        int end = Math.min(row.end(), underline.end());
        if (start >= end) {
            return;
        }
        double from = xOf(row, start, left);
        double to = xOf(row, end, left);
        double y = top + look.metrics().baseline() + 6;
        pen.setLineDashes();
        switch (underline.weight()) {
            case DANGER -> {
                pen.setFill(swatches.color(Swatches.Role.DANGER));
                pen.fillRect(from, y - 1, to - from, 3);
            }
            case ASKS -> {
                pen.setFill(swatches.color(Swatches.Role.WARNING));
                pen.fillRect(from, y - 1, to - from, 2);
            }
            case ALLOWED -> {
                pen.setStroke(swatches.color(Swatches.Role.ALLOWED));
                pen.setLineWidth(1.5);
                pen.setLineDashes(1.5, 2.5);
                pen.strokeLine(from, y, to, y);
                pen.setLineDashes();
            }
            case ADDED -> {
                pen.setFill(swatches.color(Swatches.Role.SUCCESS));
                pen.fillRect(from, y - 1, to - from, 2);
            }
            case REMOVED -> {
                pen.setFill(swatches.color(Swatches.Role.DANGER));
                pen.fillRect(from, top + look.metrics().baseline() - 5, to - from, 2);
            }
        }
    }

    private double xOf(Row row, int offset, double left) {
        double x = left;
        for (Segment segment : row.segments()) {
            if (offset >= segment.end()) {
                x += segment.columns() * look.metrics().cellWidth();
                continue;
            }
            if (segment.kind() == CommandLayout.Kind.PLAIN) {
                x += Math.max(0, offset - segment.start()) * look.metrics().cellWidth();
            }
            return x;
        }
        return x;
    }
}
