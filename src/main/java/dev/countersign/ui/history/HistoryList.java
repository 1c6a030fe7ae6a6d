package dev.countersign.ui.history;

import dev.countersign.journal.HistoryHit;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// The calls that were found, newest first, under the days on which they came; one of them is
/// chosen. Confined to the FX thread.
final class HistoryList {
    /// So many rows before the end more are wanted.
    private static final int MORE_BEFORE_END = 20;

    /// And so many for a person who moves by key, who is slower.
    private static final int MORE_BEFORE_END_BY_KEY = 5;

    /// A list with fewer rows is all that there is.
    private static final int FIRST_FULL_ROW = 50;

    private static final int ROWS_ABOVE_CHOSEN = 3;

    private final UiContext context;
    private final Predicate<ToolCallId> isHidden;
    private final Consumer<ToolCallId> chosenNow;
    private final Runnable wantsMore;
    private final List<HistoryHit> hits = new ArrayList<>();
    private final ObservableList<HistoryRow> rows = FXCollections.observableArrayList();
    private final ListView<HistoryRow> list = new ListView<>(rows);
    private Optional<ToolCallId> chosen = Optional.empty();

    /// @param placeholder stands there while nothing is found
    /// @param isHidden whether a call is about to be deleted
    /// @param chosenNow told when the person chooses a call, the same one too
    /// @param wantsMore told when the end of what is known comes near
    HistoryList(
            UiContext context,
            Node placeholder,
            Predicate<ToolCallId> isHidden,
            Consumer<ToolCallId> chosenNow,
            Runnable wantsMore) {
        this.context = context;
        this.isHidden = isHidden;
        this.chosenNow = chosenNow;
        this.wantsMore = wantsMore;
        list.setId("history");
        list.setAccessibleText("Kept calls, newest first");
        list.getStyleClass().add("edge-to-edge");
        list.setPlaceholder(placeholder);
        list.setCellFactory(_ -> cell());
        VBox.setVgrow(list, Priority.ALWAYS);
    }

    private HistoryCell cell() {
        HistoryCell cell = new HistoryCell(context);
        cell.setOnMousePressed(_ -> {
            if (!cell.isEmpty() && cell.getItem() instanceof HistoryRow.Call(HistoryHit hit)) {
                choose(hit.id());
            }
        });
        cell.indexProperty()
                .subscribe(index -> {
                    int at = index.intValue();
                    if (at >= rows.size() - MORE_BEFORE_END && at > FIRST_FULL_ROW) {
                        wantsMore.run();
                    }
                });
        return cell;
    }

    Node node() {
        return list;
    }

    void focus() {
        list.requestFocus();
    }

    void toTop() {
        list.scrollTo(0);
    }

    /// Whether a person sees the newest and is not about to point at one.
    boolean mayGrowAtTop() {
        return !list.isHover() && isAtTop();
    }

    private boolean isAtTop() {
        return list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                && (flow.getFirstVisibleCell() == null
                        || flow.getFirstVisibleCell().getIndex() == 0);
    }

    // ---- what was found

    boolean isEmpty() {
        return hits.isEmpty();
    }

    int size() {
        return hits.size();
    }

    /// The number of the newest; -1 where there is none.
    long newest() {
        return hits.isEmpty() ? -1 : hits.getFirst().number();
    }

    Optional<HistoryHit> hit(ToolCallId id) {
        return hits.stream().filter(hit -> hit.id().equals(id)).findFirst();
    }

    void clear() {
        hits.clear();
    }

    /// Puts more behind what is there.
    void add(List<HistoryHit> more) {
        hits.addAll(more);
        layRows();
    }

    /// What is listed already is shown as it now is, where it stands.
    void replace(List<HistoryHit> fresh) {
        fresh.forEach(hit -> hits.replaceAll(old -> old.id().equals(hit.id()) ? hit : old));
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i) instanceof HistoryRow.Call(HistoryHit shown)) {
                HistoryRow now = new HistoryRow.Call(hit(shown.id()).orElse(shown));
                if (!now.equals(rows.get(i))) {
                    rows.set(i, now);
                }
            }
        }
    }

    /// Lays the rows anew: what was hidden is another, perhaps.
    void layRows() {
        List<HistoryRow> wanted = new ArrayList<>();
        Instant now = context.clock().instant();
        String day = "";
        for (HistoryHit hit : hits) {
            if (isHidden.test(hit.id())) {
                continue;
            }
            String its = Words.day(hit.receivedAt(), now, context.zone());
            if (!its.equals(day)) {
                day = its;
                wanted.add(new HistoryRow.Day(day));
            }
            wanted.add(new HistoryRow.Call(hit));
        }
        if (!rows.equals(wanted)) {
            rows.setAll(wanted);
            select();
        }
    }

    // ---- the chosen one

    Optional<ToolCallId> chosen() {
        return chosen;
    }

    Optional<HistoryHit> chosenHit() {
        return chosen.flatMap(this::hit);
    }

    void choose(ToolCallId id) {
        chosen = Optional.of(id);
        select();
        chosenNow.accept(id);
    }

    void chooseFirst() {
        choose(hits.getFirst().id());
    }

    /// @param by how many calls further down, or up where it is negative
    void move(int by) {
        List<ToolCallId> order =
                rows.stream()
                        .filter(HistoryRow.Call.class::isInstance)
                        .map(row -> ((HistoryRow.Call) row).hit().id())
                        .toList();
        if (order.isEmpty()) {
            return;
        }
        int at = chosen.map(order::indexOf).orElse(-1);
        choose(order.get(Math.clamp(at + (long) by, 0, order.size() - 1)));
        list.scrollTo(Math.max(0, list.getSelectionModel().getSelectedIndex() - ROWS_ABOVE_CHOSEN));
        if (at + by >= order.size() - MORE_BEFORE_END_BY_KEY) {
            wantsMore.run();
        }
    }

    private void select() {
        int index = -1;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i) instanceof HistoryRow.Call(HistoryHit hit)
                    && chosen.equals(Optional.of(hit.id()))) {
                index = i;
            }
        }
        if (index < 0) {
            list.getSelectionModel().clearSelection();
        } else if (list.getSelectionModel().getSelectedIndex() != index) {
            list.getSelectionModel().clearAndSelect(index);
        }
    }
}
