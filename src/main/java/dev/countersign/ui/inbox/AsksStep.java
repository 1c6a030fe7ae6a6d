package dev.countersign.ui.inbox;

import dev.countersign.approval.Guard;
import dev.countersign.approval.Verdict;
import dev.countersign.supervision.RuleFile;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What will run unasked, what will ask, what never runs, by the rules as they are now. Confined to
/// the FX thread.
final class AsksStep {
    private static final int MOST_RULES = 12;

    private final UiContext context;
    private final VBox node = new VBox();

    AsksStep(UiContext context) {
        this.context = context;
        node.getStyleClass().addAll("guide-box", "guide-asks");
        context.rules().subscribe(() -> context.feed().execute(this::refresh));
        refresh();
    }

    Node node() {
        return node;
    }

    private void refresh() {
        context.background()
                .execute(() -> {
                    List<RuleFile> files = context.rules().files();
                    context.feed().execute(() -> show(files));
                });
    }

    private void show(List<RuleFile> files) {
        GridPane grid = new GridPane();
        ColumnConstraints third = new ColumnConstraints();
        third.setPercentWidth(100.0 / 3);
        grid.getColumnConstraints().addAll(third, third, third);
        grid.getStyleClass().add("asks-columns");
        grid.addRow(
                0,
                column(
                        Feather.CHECK,
                        "done",
                        "Runs at once",
                        "what a rule of yours allows",
                        rules(files, Verdict.ALLOW),
                        "Nothing yet: everything asks."),
                column(
                        Feather.CIRCLE,
                        "waiting",
                        "Asks you",
                        "all the rest, and always what is dangerous or not understood",
                        rules(files, Verdict.ASK),
                        "No rule is needed for it."),
                column(
                        Feather.X,
                        "failed",
                        "Never runs",
                        "what a rule or a guard denies",
                        denied(files),
                        "Nothing."));
        node.getChildren()
                .setAll(
                        grid,
                        Texts.wrapping(
                                "Rules shows and changes them. Approving with Session… adds one"
                                        + " for a while, or for good after a look at your history.",
                                "meta",
                                "quiet"));
    }

    private static List<String> rules(List<RuleFile> files, Verdict verdict) {
        return files.stream()
                .flatMap(file -> file.rules().stream())
                .map(RuleFile.Use::rule)
                .filter(rule -> rule.decision() == verdict)
                .map(rule -> Words.oneLine(rule.id()))
                .distinct()
                .toList();
    }

    private static List<String> denied(List<RuleFile> files) {
        List<String> all = new ArrayList<>(rules(files, Verdict.DENY));
        for (RuleFile file : files) {
            file.guards().entrySet().stream()
                    .filter(guard -> guard.getValue())
                    .map(guard -> words(guard.getKey()))
                    .filter(words -> !all.contains(words))
                    .forEach(all::add);
        }
        return all;
    }

    private static String words(Guard guard) {
        return guard.subject();
    }

    private static Node column(
            Feather icon,
            String colour,
            String title,
            String note,
            List<String> rules,
            String none) {
        HBox head = new HBox(Icons.styled(icon, colour), Texts.fixed(title, "strong"));
        head.getStyleClass().add("tight");
        head.setAlignment(Pos.CENTER_LEFT);
        VBox column = new VBox(head, Texts.wrapping(note, "quiet"));
        column.getStyleClass().add("asks-column");
        if (rules.isEmpty()) {
            column.getChildren().add(Texts.wrapping(none, "meta", "quiet"));
        }
        rules.stream().limit(MOST_RULES).forEach(rule -> column.getChildren().add(rule(rule)));
        if (rules.size() > MOST_RULES) {
            column.getChildren()
                    .add(
                            Texts.label(
                                    "and " + (rules.size() - MOST_RULES) + " more",
                                    "meta",
                                    "quiet"));
        }
        return column;
    }

    /// A rule as it is written; what a guard denies is a sentence and wraps.
    private static Label rule(String id) {
        return id.contains(" ") && Character.isUpperCase(id.charAt(0))
                ? Texts.wrapping(id, "meta")
                : Texts.label(id, "mono", "meta");
    }
}
