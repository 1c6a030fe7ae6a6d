package dev.countersign.ui.inbox;

import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// The calls that wait, oldest first, a line each; what the model has chosen is selected. Confined
/// to the FX thread.
final class WaitingList {
    private final InboxModel model;
    private final ListView<InboxModel.Row> list = new ListView<>();
    private final Label count = Texts.label("", "quiet");
    private final HBox head = new HBox();
    private boolean compact;

    /// @param isEdited whether a call's command is being edited
    /// @param pointed told when the pointer came onto the list or left it
    WaitingList(
            UiContext context, InboxModel model, Predicate<ToolCallId> isEdited, Runnable pointed) {
        this.model = model;
        head.getChildren()
                .setAll(
                        Texts.fixed("Waiting", "strong"),
                        count,
                        Texts.spring(),
                        Texts.fixed("oldest first", "meta", "quiet"));
        head.getStyleClass().add("list-head");
        head.setAlignment(Pos.CENTER_LEFT);
        list.setItems(model.rows());
        list.setId("waiting");
        list.setAccessibleText("Waiting calls, oldest first");
        list.getStyleClass().add("edge-to-edge");
        list.setCellFactory(_ -> cell(context, isEdited));
        list.widthProperty().addListener((_, _, _) -> list.refresh());
        list.hoverProperty()
                .addListener((_, _, hover) -> {
                    model.pointerOnList(hover);
                    pointed.run();
                });
        VBox.setVgrow(list, Priority.ALWAYS);
    }

    private WaitingCell cell(UiContext context, Predicate<ToolCallId> isEdited) {
        WaitingCell cell = new WaitingCell(context, list, isEdited, () -> compact);
        cell.setOnMousePressed(_ -> {
            InboxModel.Row row = cell.getItem();
            if (row != null && !cell.isEmpty()) {
                model.choose(row.id(), false);
            }
        });
        return cell;
    }

    Node node() {
        return list;
    }

    /// What stands above the list where there is room.
    Node head() {
        return head;
    }

    void setCount(int waiting) {
        count.setText(Integer.toString(waiting));
    }

    void setCompact(boolean now) {
        compact = now;
        list.refresh();
    }

    /// Draws its cells anew.
    void refresh() {
        list.refresh();
    }

    boolean isInScene() {
        return list.getScene() != null;
    }

    void focus() {
        list.requestFocus();
    }

    /// Selects what the model has chosen.
    void select() {
        Optional<InboxModel.Row> row = model.chosen();
        if (row.isEmpty()) {
            list.getSelectionModel().clearSelection();
            return;
        }
        int index = model.indexOfChosen();
        if (list.getSelectionModel().getSelectedIndex() != index) {
            list.getSelectionModel().clearAndSelect(index);
        }
        if (list.getFocusModel().getFocusedIndex() != index) {
            list.getFocusModel().focus(index);
        }
    }

    /// Scrolls to what is chosen, with the row above it, so that one sees that there is one.
    void scrollToChosen() {
        list.scrollTo(Math.max(0, model.indexOfChosen() - 1));
    }

    /// Index of the last row that can be seen; 0 where nothing was laid out yet.
    int lastVisible() {
        return list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                        && flow.getLastVisibleCell() != null
                ? flow.getLastVisibleCell().getIndex()
                : 0;
    }
}
