package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// The newest decisions, by whom, at the foot of the list. Stands still under pointer and focus.
/// Confined to the FX thread.
final class DecidedList {
    private static final int KEPT = 5;

    private final UiContext context;
    private final List<CallRecord> newest = new ArrayList<>();
    private final Label title = Texts.label("Decided just now", "meta", "quiet", "list-note");
    private final List<DecidedRow> rows;
    private final VBox node = new VBox();
    private int shown = KEPT;
    private List<DecidedRow.Told> told = List.of();
    private boolean pointerInside;

    /// @param open shows a call in history
    DecidedList(UiContext context, Consumer<ToolCallId> open) {
        this.context = context;
        rows = Stream.generate(() -> new DecidedRow(open)).limit(KEPT).toList();
        node.getStyleClass().add("decided-list");
        node.setVisible(false);
        node.managedProperty().bind(node.visibleProperty());
        node.setOnMouseEntered(_ -> pointerInside = true);
        node.setOnMouseExited(_ -> {
            pointerInside = false;
            showNewest();
        });
        node.focusWithinProperty().addListener((_, _, _) -> showNewest());
    }

    Node node() {
        return node;
    }

    /// How many rows there is room for.
    void setShown(int count) {
        if (shown != count) {
            shown = count;
            show();
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
        showNewest();
    }

    private boolean isNewerThanOldest(CallRecord record) {
        return newest.size() < KEPT
                || record.decided()
                        .orElseThrow()
                        .at()
                        .isAfter(newest.getLast().decided().orElseThrow().at());
    }

    private void showNewest() {
        if (!pointerInside && !node.isFocusWithin()) {
            show();
        }
    }

    /// Most that happens to a call after its decision changes nothing here.
    private void show() {
        List<DecidedRow.Told> now = newest.stream().limit(shown).map(this::told).toList();
        node.setVisible(!newest.isEmpty());
        if (now.equals(told)) {
            return;
        }
        for (int i = 0; i < now.size(); i++) {
            rows.get(i).show(now.get(i));
        }
        if (now.size() != told.size()) {
            List<Node> children = new ArrayList<>();
            children.add(title);
            rows.subList(0, now.size()).forEach(row -> children.add(row.node()));
            node.getChildren().setAll(children);
        }
        told = now;
    }

    private DecidedRow.Told told(CallRecord record) {
        return new DecidedRow.Told(
                record.id(),
                Words.oneLine(record.command().text()),
                record.decision().orElseThrow(),
                Words.time(
                        record.decided().orElseThrow().at(),
                        context.clock().instant(),
                        context.zone()));
    }
}
