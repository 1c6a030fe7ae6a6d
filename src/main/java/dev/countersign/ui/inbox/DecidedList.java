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
    private List<Row> rows = List.of();
    private boolean pointerInside;

    /// What a row tells.
    private record Row(ToolCallId id, String command, Decision decision, String time) {}

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

    /// Most that happens to a call after its decision changes nothing here.
    private void rebuild() {
        List<Row> now = newest.stream().limit(shown).map(this::row).toList();
        node.setVisible(!newest.isEmpty());
        if (now.equals(rows)) {
            return;
        }
        rows = now;
        List<Node> children = new ArrayList<>();
        children.add(Texts.label("Decided just now", "meta", "quiet", "list-note"));
        rows.forEach(row -> children.add(button(row)));
        node.getChildren().setAll(children);
    }

    private Row row(CallRecord record) {
        return new Row(
                record.id(),
                Words.oneLine(record.command().text()),
                record.decision().orElseThrow(),
                Words.time(
                        record.decided().orElseThrow().at(),
                        context.clock().instant(),
                        context.zone()));
    }

    private Node button(Row row) {
        Decision decision = row.decision();
        Label command = Texts.label(row.command(), "mono");
        HBox.setHgrow(command, Priority.ALWAYS);
        command.setMaxWidth(Double.MAX_VALUE);
        HBox face =
                new HBox(
                        icon(decision),
                        command,
                        Texts.fixed(by(decision), "meta", "quiet"),
                        Texts.fixed(row.time(), "meta", "quiet", "figures"));
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
                        .formatted(row.command(), Words.decision(decision), row.time()));
        button.setOnAction(_ -> open.accept(row.id()));
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
