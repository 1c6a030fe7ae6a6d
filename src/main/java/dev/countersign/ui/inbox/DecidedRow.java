package dev.countersign.ui.inbox;

import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// One line of the newest decisions, shown again and again for another one: new nodes would have to
/// be given their looks each time. Confined to the FX thread.
final class DecidedRow {
    /// What it tells.
    record Told(ToolCallId id, String command, Decision decision, String time) {}

    private final FontIcon icon = Icons.quiet(Feather.CIRCLE);
    private final Label command = Texts.label("", "mono");
    private final Label by = Texts.fixed("", "meta", "quiet");
    private final Label time = Texts.fixed("", "meta", "quiet", "figures");
    private final Button button = new Button();
    private final Consumer<ToolCallId> open;

    /// @param open shows the call in history
    DecidedRow(Consumer<ToolCallId> open) {
        this.open = open;
        HBox.setHgrow(command, Priority.ALWAYS);
        command.setMaxWidth(Double.MAX_VALUE);
        HBox face = new HBox(icon, command, by, time);
        face.setAlignment(Pos.CENTER_LEFT);
        face.getStyleClass().add("decided-row");
        face.setMouseTransparent(true);
        button.setGraphic(face);
        button.setMaxWidth(Double.MAX_VALUE);
        button.getStyleClass().addAll("flat", "row-button");
        face.prefWidthProperty().bind(button.widthProperty().subtract(2));
    }

    Node node() {
        return button;
    }

    void show(Told told) {
        Icons.show(icon, sign(told.decision()));
        command.setText(told.command());
        by.setText(by(told.decision()));
        time.setText(told.time());
        button.setAccessibleText(
                "%s, %s, %s. Open in history."
                        .formatted(told.command(), Words.decision(told.decision()), told.time()));
        button.setOnAction(_ -> open.accept(told.id()));
    }

    private static Icons.Sign sign(Decision decision) {
        return switch (decision) {
            case Decision.Approved _ -> new Icons.Sign(Feather.CHECK, "done");
            case Decision.Denied _ -> new Icons.Sign(Feather.X, "failed");
            case Decision.Expired _, Decision.Withdrawn _ ->
                    new Icons.Sign(Feather.CIRCLE, "quiet");
        };
    }

    private static String by(Decision decision) {
        return switch (decision) {
            case Decision.Approved(Decider by, var _) -> Words.decider(by);
            case Decision.Denied(Decider by, var _) -> Words.decider(by);
            case Decision.Expired _ -> "expired";
            case Decision.Withdrawn _ -> "withdrawn";
        };
    }
}
