package dev.countersign.ui.history;

import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskLevel;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// One kept call in the list.
final class HistoryCell extends ListCell<CallRecord> {
    private final UiContext context;

    HistoryCell(UiContext context) {
        this.context = context;
        getStyleClass().add("history-cell");
        setAccessibleRole(AccessibleRole.LIST_ITEM);
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable CallRecord record, boolean empty) {
        super.updateItem(record, empty);
        if (record == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        String about = about(record);
        Label command = Texts.label(Words.oneLine(record.command().text()), "mono", "command");
        command.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(command, Priority.ALWAYS);
        HBox top =
                new HBox(
                        StateIcon.of(record.status()),
                        command,
                        Texts.fixed(by(record), "meta", "quiet"));
        top.getStyleClass().add("history-top");
        top.setAlignment(Pos.CENTER_LEFT);
        Label line = Texts.label(about, "meta", "quiet");
        line.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(line, Priority.ALWAYS);
        HBox bottom = new HBox(line);
        bottom.getStyleClass().add("history-bottom");
        bottom.setAlignment(Pos.CENTER_LEFT);
        record.assessed()
                .map(assessed -> assessed.assessment().level())
                .filter(level -> level.atLeast(RiskLevel.MEDIUM))
                .ifPresent(level -> bottom.getChildren().add(LevelMark.chip(level)));
        setGraphic(new VBox(top, bottom));
        setAccessibleText(
                "%s. %s. %s %s."
                        .formatted(
                                StateIcon.word(record.status()),
                                Words.oneLine(record.command().text()),
                                Words.oneLine(record.call().session().name()),
                                about));
    }

    private String about(CallRecord record) {
        StringBuilder words =
                new StringBuilder(context.path(record.call().session().workspace().directory()))
                        .append(", ")
                        .append(
                                Words.time(
                                        record.call().receivedAt(),
                                        context.clock().instant(),
                                        context.zone()));
        if (record.finished().isPresent()) {
            Words.runTime(record, context.clock().instant())
                    .ifPresent(t -> words.append(", ").append(Words.duration(t)));
        }
        record.outcome()
                .filter(outcome -> !outcome.succeeded())
                .ifPresent(outcome -> words.append(", ").append(Words.outcome(outcome)));
        reason(record).ifPresent(reason -> words.append(", denied: “").append(reason).append("”"));
        return words.toString();
    }

    private static Optional<String> reason(CallRecord record) {
        return record.decision().orElse(null) instanceof Decision.Denied(var _, var reason)
                ? reason.map(Words::oneLine)
                : Optional.empty();
    }

    private static String by(CallRecord record) {
        return record.decision()
                .map(decision ->
                        switch (decision) {
                            case Decision.Approved(Decider by, var _) -> "by " + Words.decider(by);
                            case Decision.Denied(Decider by, var _) -> "by " + Words.decider(by);
                            case Decision.Expired _ -> "expired";
                            case Decision.Withdrawn _ -> "withdrawn";
                        })
                .orElse(record.dryRun().isPresent() ? "dry run" : "waiting");
    }
}
