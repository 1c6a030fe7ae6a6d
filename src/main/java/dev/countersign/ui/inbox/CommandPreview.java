package dev.countersign.ui.inbox;

import dev.countersign.safety.Finding;
import dev.countersign.safety.RiskLevel;
import dev.countersign.ui.CommandLayout;
import dev.countersign.ui.CommandLayout.Row;
import dev.countersign.ui.CommandLayout.Segment;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The first rows of a command for the list; what is cut is counted.
final class CommandPreview {
    /// Of a longer command only so much is broken into rows.
    private static final int LONGEST_LOOKED_AT = 2_000;

    private CommandPreview() {}

    static VBox of(String command, List<Finding> findings, int columns, int mostRows) {
        String head = command.substring(0, headLength(command));
        // Lines are joined, offsets kept: the detail shows them as they are.
        List<Row> rows = CommandLayout.rows(head.replace('\n', ' '), columns);
        boolean cut = rows.size() > mostRows || head.length() < command.length();
        VBox box = new VBox();
        box.getStyleClass().add("command-preview");
        int shown = Math.min(rows.size(), mostRows);
        for (Row row : rows.subList(0, shown)) {
            box.getChildren().add(line(row, findings));
        }
        if (cut) {
            int end = rows.get(shown - 1).end();
            box.getChildren().add(Texts.label(rest(command, end), "meta", "quiet"));
        }
        return box;
    }

    private static int headLength(String command) {
        int length = Math.min(command.length(), LONGEST_LOOKED_AT);
        boolean splitsPair =
                length < command.length() && Character.isHighSurrogate(command.charAt(length - 1));
        return splitsPair ? length - 1 : length;
    }

    private static String rest(String command, int from) {
        long lines = command.chars().skip(from).filter(unit -> unit == '\n').count();
        if (lines > 0) {
            return "… + " + Words.count(lines, "line");
        }
        return "… + " + Words.count(command.length() - from, "character");
    }

    private static HBox line(Row row, List<Finding> findings) {
        HBox line = new HBox();
        for (Segment segment : row.segments()) {
            if (segment.kind() != CommandLayout.Kind.PLAIN) {
                line.getChildren()
                        .add(
                                Texts.fixed(
                                        segment.text(),
                                        "mono",
                                        segment.kind() == CommandLayout.Kind.MARK
                                                ? "hidden-mark"
                                                : "command"));
                continue;
            }
            int at = segment.start();
            while (at < segment.end()) {
                Optional<Finding> finding = findingAt(findings, at);
                int until = nextChange(findings, at, segment.end());
                String text =
                        segment.text().substring(at - segment.start(), until - segment.start());
                Label label = Texts.fixed(text, "mono", "command");
                finding.ifPresent(found -> label.getStyleClass().add(underline(found.level())));
                line.getChildren().add(label);
                at = until;
            }
        }
        return line;
    }

    private static String underline(RiskLevel level) {
        return level.atLeast(RiskLevel.HIGH) ? "underline-danger" : "underline-asks";
    }

    private static Optional<Finding> findingAt(List<Finding> findings, int offset) {
        return findings.stream()
                .filter(finding -> finding.start() <= offset && offset < finding.end())
                .filter(finding -> finding.level().atLeast(RiskLevel.MEDIUM))
                .max((a, b) -> a.level().compareTo(b.level()));
    }

    private static int nextChange(List<Finding> findings, int offset, int end) {
        int next = end;
        for (Finding finding : findings) {
            if (finding.start() > offset) {
                next = Math.min(next, finding.start());
            }
            if (finding.end() > offset) {
                next = Math.min(next, finding.end());
            }
        }
        return next;
    }
}
