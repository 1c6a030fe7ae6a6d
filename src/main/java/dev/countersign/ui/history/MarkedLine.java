package dev.countersign.ui.history;

import dev.countersign.journal.HitLine;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// A line with the places marked in which the search's words stand. Confined to the FX thread.
final class MarkedLine {
    private static final int MOST_BEFORE = 24;
    private static final int MOST_AFTER = 120;

    private MarkedLine() {}

    /// One row; what is far before the first mark is cut.
    static Region of(HitLine line, String styleClass) {
        HBox row = new HBox();
        row.getStyleClass().add("marked-line");
        String text = line.text();
        int at = line.marks().isEmpty() ? 0 : Math.max(0, line.marks().getFirst().start() - MOST_BEFORE);
        if (at > 0) {
            row.getChildren().add(piece("…", styleClass));
        }
        int end = Math.min(text.length(), at + MOST_BEFORE + MOST_AFTER);
        for (HitLine.Mark mark : line.marks()) {
            if (mark.start() < at || mark.end() > end) {
                continue;
            }
            row.getChildren().add(piece(text.substring(at, mark.start()), styleClass));
            Label hit = piece(text.substring(mark.start(), mark.end()), styleClass);
            hit.getStyleClass().add("hit");
            row.getChildren().add(hit);
            at = mark.end();
        }
        Label rest = Texts.label(spelled(text.substring(at, Math.max(at, end))), "mono", styleClass);
        row.getChildren().add(rest);
        return row;
    }

    private static Label piece(String text, String styleClass) {
        return Texts.fixed(spelled(text), "mono", styleClass);
    }

    /// Blanks at the edges of a piece belong to the line.
    private static String spelled(String text) {
        if (text.isBlank()) {
            return text.replaceAll("\\R", " ");
        }
        int start = 0;
        while (Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        int end = text.length();
        while (Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return " ".repeat(start)
                + Words.oneLine(text.substring(start, end))
                + " ".repeat(text.length() - end);
    }
}
