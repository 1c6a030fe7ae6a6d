package dev.countersign.ui.timeline;

import dev.countersign.journal.DecidedBy;
import dev.countersign.journal.DecisionCount;
import dev.countersign.journal.DecisionKind;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.geometry.HPos;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/// Who approved and who denied, with a bar for each. Confined to the FX thread.
final class DecidersView extends GridPane {
    private static final int MOST_APPROVING = 5;
    private static final int MOST_DENYING = 2;

    /// What a line is about; the colour of its bar.
    enum Kind {
        BY_PERSON("by-person"),
        BY_RULE("by-rule"),
        DENIED("refused");

        private final String styleClass;

        Kind(String styleClass) {
            this.styleClass = styleClass;
        }
    }

    /// One line of it.
    ///
    /// @param code whether the words are a rule's own
    record Row(String words, boolean code, Kind kind, long calls) {}

    DecidersView() {
        getStyleClass().add("deciders");
        ColumnConstraints name = new ColumnConstraints();
        name.setPercentWidth(42);
        ColumnConstraints bar = new ColumnConstraints();
        bar.setHgrow(Priority.ALWAYS);
        ColumnConstraints count = new ColumnConstraints();
        count.setHalignment(HPos.RIGHT);
        getColumnConstraints().addAll(name, bar, count);
    }

    void show(List<DecisionCount> counts) {
        getChildren().clear();
        List<Row> rows = rows(counts);
        if (rows.isEmpty()) {
            add(Texts.wrapping("Nothing was decided yet.", "quiet"), 0, 0, 3, 1);
            return;
        }
        long most = rows.stream().mapToLong(Row::calls).max().orElse(1);
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            Label name = Texts.label(row.words(), "meta");
            if (row.code()) {
                name.getStyleClass().add("mono");
            }
            add(name, 0, i);
            add(bar(row, (double) row.calls() / most), 1, i);
            add(
                    Texts.fixed(
                            String.format(Locale.ENGLISH, "%,d", row.calls()), "meta", "figures"),
                    2,
                    i);
        }
    }

    private static Region bar(Row row, double share) {
        Region fill = new Region();
        fill.getStyleClass().addAll("decider-bar", row.kind().styleClass);
        StackPane track = new StackPane(fill);
        track.getStyleClass().add("decider-track");
        fill.maxWidthProperty().bind(track.widthProperty().multiply(Math.max(0.01, share)));
        return track;
    }

    /// The largest of those who approved and of those who denied, the rest in one line each.
    static List<Row> rows(List<DecisionCount> counts) {
        List<Row> rows = new ArrayList<>();
        rows.addAll(largest(counts, DecisionKind.APPROVED, MOST_APPROVING, "others", Kind.BY_RULE));
        rows.addAll(
                largest(counts, DecisionKind.DENIED, MOST_DENYING, "others denied", Kind.DENIED));
        return rows;
    }

    private static List<Row> largest(
            List<DecisionCount> counts, DecisionKind kind, int most, String others, Kind restKind) {
        List<Row> all =
                counts.stream()
                        .filter(count -> count.decision() == kind)
                        .flatMap(count ->
                                count.by().stream()
                                        .map(by ->
                                                kind == DecisionKind.DENIED
                                                        ? denied(by, count.calls())
                                                        : approved(by, count.calls())))
                        .toList();
        List<Row> rows = new ArrayList<>(all.stream().limit(most - 1L).toList());
        List<Row> rest = all.subList(rows.size(), all.size());
        if (rest.size() == 1) {
            rows.add(rest.getFirst());
        } else if (rest.size() > 1) {
            rows.add(
                    new Row(
                            rest.size() + " " + others,
                            false,
                            restKind,
                            rest.stream().mapToLong(Row::calls).sum()));
        }
        return rows;
    }

    private static Row approved(DecidedBy by, long calls) {
        return switch (by.kind()) {
            case "human" -> new Row("you, once", false, Kind.BY_PERSON, calls);
            case "grant" -> new Row("you, for a session", false, Kind.BY_PERSON, calls);
            default -> new Row(rule(by), true, Kind.BY_RULE, calls);
        };
    }

    private static Row denied(DecidedBy by, long calls) {
        return by.kind().equals("human")
                ? new Row("denied by you", false, Kind.DENIED, calls)
                : new Row("denied: " + rule(by), true, Kind.DENIED, calls);
    }

    private static String rule(DecidedBy by) {
        return Words.oneLine(by.rule().orElse(by.kind()));
    }
}
