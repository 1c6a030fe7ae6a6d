package dev.countersign.ui.history;

import dev.countersign.journal.DecidedBy;
import dev.countersign.journal.DecisionKind;
import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HitLine;
import dev.countersign.safety.RiskLevel;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A day or a call in the list, with the line in which the search's words stand. Confined to the FX
/// thread.
final class HistoryCell extends ListCell<HistoryRow> {
    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");

    private final UiContext context;

    HistoryCell(UiContext context) {
        this.context = context;
        getStyleClass().add("history-cell");
        setAccessibleRole(AccessibleRole.LIST_ITEM);
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable HistoryRow row, boolean empty) {
        super.updateItem(row, empty);
        pseudoClassStateChanged(HEADING, !empty && row instanceof HistoryRow.Day);
        if (row == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        switch (row) {
            case HistoryRow.Day(String words) -> {
                setGraphic(Texts.label(words, "meta", "quiet"));
                setAccessibleText(words);
            }
            case HistoryRow.Call(HistoryHit hit) -> show(hit);
        }
    }

    private void show(HistoryHit hit) {
        String about = about(hit);
        Optional<HitLine> inCommand = line(hit, HitLine.Where.COMMAND);
        Region command =
                inCommand.isPresent()
                        ? MarkedLine.of(inCommand.get(), "command")
                        : Texts.label(Words.oneLine(hit.command()), "mono", "command");
        HBox.setHgrow(command, Priority.ALWAYS);
        command.setMaxWidth(Double.MAX_VALUE);
        HBox top =
                new HBox(
                        StateIcon.of(hit.status()), command, Texts.fixed(by(hit), "meta", "quiet"));
        top.getStyleClass().add("history-top");
        top.setAlignment(Pos.CENTER_LEFT);
        VBox box = new VBox(top, bottom(hit, about));
        hit.lines().stream()
                .filter(one -> one.where() != HitLine.Where.COMMAND)
                .limit(1)
                .forEach(one -> {
                    HBox line = new HBox(MarkedLine.of(one, "quiet"));
                    line.getStyleClass().add("history-line");
                    box.getChildren().add(line);
                });
        setGraphic(box);
        setAccessibleText(
                "%s. %s. %s %s."
                        .formatted(
                                StateIcon.word(hit.status()),
                                Words.oneLine(hit.command()),
                                Words.oneLine(hit.agent()),
                                about));
    }

    private Node bottom(HistoryHit hit, String about) {
        Label line = Texts.label(about, "meta", "quiet");
        line.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(line, Priority.ALWAYS);
        HBox bottom = new HBox(line);
        bottom.getStyleClass().add("history-bottom");
        bottom.setAlignment(Pos.CENTER_LEFT);
        if (hit.starred()) {
            bottom.getChildren().add(Icons.styled(Feather.STAR, "starred"));
        }
        hit.level()
                .filter(level -> level.atLeast(RiskLevel.MEDIUM))
                .ifPresent(level -> bottom.getChildren().add(LevelMark.chip(level)));
        return bottom;
    }

    private static Optional<HitLine> line(HistoryHit hit, HitLine.Where where) {
        return hit.lines().stream().filter(one -> one.where() == where).findFirst();
    }

    private String about(HistoryHit hit) {
        StringBuilder words =
                new StringBuilder(context.path(Path.of(hit.workspace())))
                        .append(", ")
                        .append(
                                Words.time(
                                        hit.receivedAt(),
                                        context.clock().instant(),
                                        context.zone()));
        hit.ran().ifPresent(time -> words.append(", ").append(Words.duration(time)));
        if (hit.exitCode().orElse(0) != 0) {
            words.append(", exit ").append(hit.exitCode().getAsInt());
        }
        hit.note().ifPresent(note -> words.append(", note: ").append(Words.oneLine(note)));
        if (!hit.outputKept()) {
            words.append(", output deleted");
        }
        return words.toString();
    }

    private static String by(HistoryHit hit) {
        Optional<DecidedBy> by = hit.decidedBy();
        if (by.isPresent()) {
            return by.get().kind().equals("human") ? "by you" : "by " + by.get().kind();
        }
        return hit.decision().map(DecisionKind::wireName).orElse("waiting");
    }
}
