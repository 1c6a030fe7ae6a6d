package dev.countersign.ui.inbox;

import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The newest decisions, by whom, at the foot of the list. Confined to the FX thread.
final class DecidedList {
    private static final int KEPT = 5;

    private final UiContext context;
    private final Consumer<ToolCallId> open;
    private final List<CallRecord> newest = new ArrayList<>();
    private final VBox node = new VBox();
    private int shown = KEPT;
    private boolean pointerInside;

    DecidedList(UiContext context, Consumer<ToolCallId> open) {
        this.context = context;
        this.open = open;
        node.getStyleClass().add("decided-list");
        node.setVisible(false);
        node.managedProperty().bind(node.visibleProperty());
        node.setOnMouseEntered(_ -> pointerInside = true);
        node.setOnMouseExited(_ -> {
            pointerInside = false;
            rebuild();
        });
    }

    Node node() {
        return node;
    }

    /// How many rows there is room for.
    void setShown(int rows) {
        if (shown != rows) {
            shown = rows;
            rebuild();
        }
    }

    void apply(Collection<CallRecord> changed) {
        boolean any = false;
        for (CallRecord record : changed) {
            if (record.decided().isEmpty()) {
                continue;
            }
            boolean known = newest.removeIf(before -> before.id().equals(record.id()));
            if (known || isNewerThanOldest(record)) {
                newest.add(record);
                any = true;
            }
        }
        if (!any) {
            return;
        }
        newest.sort(
                (a, b) -> b.decided().orElseThrow().at().compareTo(a.decided().orElseThrow().at()));
        while (newest.size() > KEPT) {
            newest.removeLast();
        }
        if (!pointerInside) {
            rebuild();
        }
    }

    private boolean isNewerThanOldest(CallRecord record) {
        return newest.size() < KEPT
                || record.decided()
                        .orElseThrow()
                        .at()
                        .isAfter(newest.getLast().decided().orElseThrow().at());
    }

    private void rebuild() {
        node.setVisible(!newest.isEmpty());
        node.getChildren().setAll(Texts.label("Decided just now", "meta", "quiet", "list-note"));
        newest.stream().limit(shown).map(this::row).forEach(node.getChildren()::add);
    }

    private Node row(CallRecord record) {
        Decision decision = record.decision().orElseThrow();
        Label command = Texts.label(Words.oneLine(record.command().text()), "mono");
        HBox.setHgrow(command, Priority.ALWAYS);
        command.setMaxWidth(Double.MAX_VALUE);
        String time =
                Words.time(
                        record.decided().orElseThrow().at(),
                        context.clock().instant(),
                        context.zone());
        HBox face =
                new HBox(
                        icon(decision),
                        command,
                        Texts.fixed(by(decision), "meta", "quiet"),
                        Texts.fixed(time, "meta", "quiet", "figures"));
        face.setAlignment(Pos.CENTER_LEFT);
        face.getStyleClass().add("decided-row");
        face.setMouseTransparent(true);
        Button button = new Button();
        button.setGraphic(face);
        button.setMaxWidth(Double.MAX_VALUE);
        button.getStyleClass().addAll("flat", "row-button");
        face.prefWidthProperty().bind(button.widthProperty().subtract(2));
        button.setAccessibleText(
                "%s, %s, %s. Open in history."
                        .formatted(
                                Words.oneLine(record.command().text()),
                                Words.decision(decision),
                                time));
        button.setOnAction(_ -> open.accept(record.id()));
        return button;
    }

    private static FontIcon icon(Decision decision) {
        return switch (decision) {
            case Decision.Approved _ -> Icons.styled(Feather.CHECK, "done");
            case Decision.Denied _ -> Icons.styled(Feather.X, "failed");
            case Decision.Expired _, Decision.Withdrawn _ -> Icons.quiet(Feather.CIRCLE);
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
