package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// The rows of the list and the chosen one, so kept that nothing moves under a person's hand.
///
/// New calls go to the end. A call that no longer waits stays in its place as long as the pointer
/// is on the list, and as long as it is the chosen one and somebody else ended its waiting.
/// Confined to the FX thread.
final class InboxModel {
    /// One row: waiting, or left standing after its waiting has ended.
    record Row(CallRecord record) {
        ToolCallId id() {
            return record.id();
        }

        boolean isWaiting() {
            return record.isWaiting();
        }
    }

    private final InstantSource clock;
    private final ObservableList<Row> rows = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<Optional<Row>> chosen =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Map<ToolCallId, Instant> listedSince = new HashMap<>();
    private final Set<ToolCallId> decidedHere = new HashSet<>();
    private boolean pointerOnList;
    private boolean movedByKey;

    InboxModel(InstantSource clock) {
        this.clock = clock;
    }

    ObservableList<Row> rows() {
        return FXCollections.unmodifiableObservableList(rows);
    }

    ReadOnlyObjectProperty<Optional<Row>> chosenProperty() {
        return chosen.getReadOnlyProperty();
    }

    Optional<Row> chosen() {
        return chosen.get();
    }

    /// Whether the last move was made by key.
    boolean movedByKey() {
        return movedByKey;
    }

    /// How long the call has been in the list.
    Duration listedFor(ToolCallId id) {
        Instant since = listedSince.get(id);
        return since == null ? Duration.ZERO : Duration.between(since, clock.instant());
    }

    void apply(Collection<CallRecord> changed) {
        changed.forEach(this::apply);
        if (chosen.get().isEmpty() && !rows.isEmpty()) {
            movedByKey = false;
            chosen.set(Optional.of(rows.getFirst()));
        }
    }

    void choose(ToolCallId id, boolean byKey) {
        int index = indexOf(id);
        if (index < 0) {
            return;
        }
        movedByKey = byKey;
        chosen.set(Optional.of(rows.get(index)));
        sweep();
    }

    /// Moves by key; stays at the ends.
    void move(int distance) {
        if (rows.isEmpty()) {
            return;
        }
        int from = chosen.get().map(row -> indexOf(row.id())).orElse(-1);
        int to = Math.clamp(from + distance, 0, rows.size() - 1);
        if (to == from && !rows.get(to).isWaiting()) {
            // The last one left and it is over: leaving it clears the list.
            chosen.set(Optional.empty());
            sweep();
            return;
        }
        choose(rows.get(to).id(), true);
    }

    /// The person has decided about it here: the next one that waits is chosen.
    void decided(ToolCallId id) {
        decidedHere.add(id);
        if (chosen.get().filter(row -> row.id().equals(id)).isEmpty()) {
            return;
        }
        movedByKey = false;
        chosen.set(neighbour(indexOf(id)));
    }

    /// The decision could not be kept: the call waits as before and is looked at again.
    void notDecided(ToolCallId id) {
        decidedHere.remove(id);
        choose(id, false);
    }

    void pointerOnList(boolean on) {
        pointerOnList = on;
        sweep();
    }

    private Optional<Row> neighbour(int index) {
        for (int at = index + 1; at < rows.size(); at++) {
            if (awaitsPerson(rows.get(at))) {
                return Optional.of(rows.get(at));
            }
        }
        for (int at = index - 1; at >= 0; at--) {
            if (awaitsPerson(rows.get(at))) {
                return Optional.of(rows.get(at));
            }
        }
        return Optional.empty();
    }

    private boolean awaitsPerson(Row row) {
        return row.isWaiting() && !decidedHere.contains(row.id());
    }

    private void apply(CallRecord record) {
        boolean listed = listedSince.containsKey(record.id());
        if (!listed) {
            if (record.isWaiting()) {
                listedSince.put(record.id(), clock.instant());
                rows.add(new Row(record));
            }
            return;
        }
        int index = indexOf(record.id());
        Row row = new Row(record);
        if (record.isWaiting() || staysInPlace(record.id())) {
            rows.set(index, row);
            if (chosen.get().filter(before -> before.id().equals(record.id())).isPresent()) {
                chosen.set(Optional.of(row));
            }
            return;
        }
        remove(index);
    }

    private boolean staysInPlace(ToolCallId id) {
        boolean isChosen = chosen.get().filter(row -> row.id().equals(id)).isPresent();
        return pointerOnList || (isChosen && !decidedHere.contains(id));
    }

    private void remove(int index) {
        Row row = rows.get(index);
        if (chosen.get().filter(chosenRow -> chosenRow.id().equals(row.id())).isPresent()) {
            movedByKey = false;
            chosen.set(neighbour(index));
        }
        rows.remove(index);
        listedSince.remove(row.id());
        decidedHere.remove(row.id());
    }

    /// Takes out what was left standing and need not stay.
    private void sweep() {
        for (int index = rows.size() - 1; index >= 0; index--) {
            Row row = rows.get(index);
            if (!row.isWaiting() && !staysInPlace(row.id())) {
                remove(index);
            }
        }
    }

    private int indexOf(ToolCallId id) {
        for (int index = 0; index < rows.size(); index++) {
            if (rows.get(index).id().equals(id)) {
                return index;
            }
        }
        return -1;
    }
}
