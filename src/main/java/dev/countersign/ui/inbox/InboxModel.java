package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// The rows of the list and the chosen one, so kept that nothing moves under a person's hand.
///
/// New calls go to the end, or into the row of calls that they are like, unless that row is looked
/// at. A row that no longer waits stays in its place as long as the pointer is on the list and it
/// can be seen, and as long as it is the chosen one and somebody else ended its waiting. Confined
/// to the FX thread.
final class InboxModel {
    /// One row: a call or several alike; waiting, or left standing after its waiting has ended.
    ///
    /// @param order rows are in the order of this number
    /// @param members never empty; all but the first wait
    record Row(long order, List<CallRecord> members) {
        Row {
            members = List.copyOf(members);
        }

        ToolCallId id() {
            return members.getFirst().id();
        }

        CallRecord record() {
            return members.getFirst();
        }

        boolean isWaiting() {
            return members.getFirst().isWaiting();
        }

        boolean isBatch() {
            return members.size() > 1;
        }

        List<ToolCallId> ids() {
            return members.stream().map(CallRecord::id).toList();
        }
    }

    /// So many calls can be looked over and decided together.
    static final int LARGEST_BATCH = 20;

    /// What an agent asks for at once arrives in this time; later comers do not change a row that
    /// is looked at.
    static final Duration TOGETHER = Duration.ofMillis(400);

    private final InstantSource clock;
    private final IntSupplier lastVisible;
    private final ObservableList<Row> rows = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<Optional<Row>> chosen =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Map<ToolCallId, Long> orderOf = new HashMap<>();
    private final Map<ToolCallId, Instant> listedSince = new HashMap<>();
    private final Map<Object, Long> newestOfKind = new HashMap<>();
    private final Set<ToolCallId> decidedHere = new HashSet<>();
    private final Set<ToolCallId> single = new HashSet<>();
    private long lastOrder;
    private boolean pointerOnList;
    private boolean movedByKey;

    /// @param lastVisible the index of the last row that can be seen at least in part
    InboxModel(InstantSource clock, IntSupplier lastVisible) {
        this.clock = clock;
        this.lastVisible = lastVisible;
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

    int indexOfChosen() {
        return chosen.get().map(row -> indexOf(row.order())).orElse(-1);
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
        List<Row> fresh = new ArrayList<>();
        Map<Long, Integer> freshAt = new HashMap<>();
        Set<Long> over = new HashSet<>();
        for (CallRecord record : changed) {
            Long order = orderOf.get(record.id());
            if (order == null) {
                if (record.isWaiting()) {
                    arrive(record, fresh, freshAt);
                }
            } else {
                change(order, record, over);
            }
        }
        rows.addAll(fresh);
        remove(over);
        if (chosen.get().isEmpty() && !rows.isEmpty()) {
            movedByKey = false;
            chosen.set(Optional.of(rows.getFirst()));
        }
    }

    private void arrive(CallRecord record, List<Row> fresh, Map<Long, Integer> freshAt) {
        listedSince.put(record.id(), clock.instant());
        Optional<Object> kind =
                single.contains(record.id()) ? Optional.empty() : Alikeness.kind(record);
        Long like = kind.map(newestOfKind::get).orElse(null);
        if (like != null && join(like, record, fresh, freshAt)) {
            return;
        }
        long order = ++lastOrder;
        orderOf.put(record.id(), order);
        kind.ifPresent(k -> newestOfKind.put(k, order));
        freshAt.put(order, fresh.size());
        fresh.add(new Row(order, List.of(record)));
    }

    private boolean join(
            long order, CallRecord record, List<Row> fresh, Map<Long, Integer> freshAt) {
        Integer place = freshAt.get(order);
        int index = place == null ? indexOf(order) : place;
        List<Row> list = place == null ? rows : fresh;
        if (index < 0) {
            return false;
        }
        Row row = list.get(index);
        boolean isLookedAt =
                chosen.get().filter(now -> now.order() == order).isPresent()
                        && listedFor(row.id()).compareTo(TOGETHER) > 0;
        if (isLookedAt
                || row.members().size() >= LARGEST_BATCH
                || !row.isWaiting()
                || !Alikeness.alike(row.record(), record)) {
            return false;
        }
        List<CallRecord> members = new ArrayList<>(row.members());
        members.add(record);
        orderOf.put(record.id(), order);
        Row joined = new Row(order, members);
        list.set(index, joined);
        if (chosen.get().filter(now -> now.order() == order).isPresent()) {
            chosen.set(Optional.of(joined));
        }
        return true;
    }

    private void change(long order, CallRecord record, Set<Long> over) {
        int index = indexOf(order);
        if (index < 0) {
            return;
        }
        Row row = rows.get(index);
        List<CallRecord> members = new ArrayList<>();
        for (CallRecord member : row.members()) {
            CallRecord now = member.id().equals(record.id()) ? record : member;
            if (now.isWaiting()) {
                members.add(now);
            }
        }
        if (members.isEmpty()) {
            members.add(record);
        }
        for (CallRecord member : row.members()) {
            if (members.stream().noneMatch(left -> left.id().equals(member.id()))) {
                forget(member.id());
            }
        }
        replace(index, new Row(order, members));
        if (!rows.get(index).isWaiting()) {
            over.add(order);
        }
    }

    private void replace(int index, Row row) {
        Row before = rows.get(index);
        rows.set(index, row);
        if (chosen.get().filter(now -> now.order() == before.order()).isPresent()) {
            chosen.set(Optional.of(row));
        }
    }

    void choose(ToolCallId id, boolean byKey) {
        Long order = orderOf.get(id);
        int index = order == null ? -1 : indexOf(order);
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
        int from = chosen.get().map(row -> indexOf(row.order())).orElse(-1);
        int to = Math.clamp(from + distance, 0, rows.size() - 1);
        if (to == from && !rows.get(to).isWaiting()) {
            // The last one left and it is over: leaving it clears the list.
            chosen.set(Optional.empty());
            sweep();
            return;
        }
        choose(rows.get(to).id(), true);
    }

    /// Takes the calls of a row apart, each into a row of its own in the same place.
    void separate(Row row) {
        int index = indexOf(row.order());
        if (index < 0 || !row.isBatch()) {
            return;
        }
        single.addAll(row.ids());
        // Rows behind are numbered anew, so that order stays what it says.
        List<Row> behind = new ArrayList<>(rows.subList(index + 1, rows.size()));
        List<Row> apart = new ArrayList<>();
        row.members().forEach(member -> apart.add(new Row(0, List.of(member))));
        apart.addAll(behind);
        List<Row> numbered = new ArrayList<>();
        newestOfKind.clear();
        for (Row old : apart) {
            Row now = new Row(++lastOrder, old.members());
            now.ids().forEach(id -> orderOf.put(id, now.order()));
            numbered.add(now);
        }
        rows.remove(index, rows.size());
        rows.addAll(numbered);
        movedByKey = false;
        chosen.set(Optional.of(numbered.getFirst()));
    }

    /// The person has decided about it here: the next one that waits is chosen.
    void decided(List<ToolCallId> ids) {
        decidedHere.addAll(ids);
        Optional<Row> row = chosen.get();
        if (row.isEmpty() || !decidedHere.containsAll(row.get().ids())) {
            return;
        }
        movedByKey = false;
        chosen.set(neighbour(indexOf(row.get().order())));
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
        return row.isWaiting() && !decidedHere.containsAll(row.ids());
    }

    private boolean staysInPlace(Row row, int index) {
        boolean isChosen = chosen.get().filter(now -> now.order() == row.order()).isPresent();
        return (pointerOnList && index <= lastVisible.getAsInt())
                || (isChosen && !decidedHere.contains(row.id()));
    }

    /// Takes out what was left standing and need not stay.
    private void sweep() {
        Set<Long> over = new HashSet<>();
        for (Row row : rows) {
            if (!row.isWaiting()) {
                over.add(row.order());
            }
        }
        remove(over);
    }

    private void remove(Set<Long> over) {
        List<Row> leaving = new ArrayList<>();
        for (long order : over) {
            int index = indexOf(order);
            if (index >= 0
                    && !rows.get(index).isWaiting()
                    && !staysInPlace(rows.get(index), index)) {
                leaving.add(rows.get(index));
            }
        }
        for (Row row : leaving) {
            if (chosen.get().filter(now -> now.order() == row.order()).isPresent()) {
                movedByKey = false;
                chosen.set(neighbour(indexOf(row.order())));
            }
            row.ids().forEach(this::forget);
        }
        if (leaving.size() == 1) {
            rows.remove(indexOf(leaving.getFirst().order()));
        } else if (!leaving.isEmpty()) {
            // One change for many, whatever the number: a flood must not cost a layout a row.
            Set<Row> gone = Collections.newSetFromMap(new IdentityHashMap<>());
            gone.addAll(leaving);
            rows.removeAll(gone);
        }
        if (rows.isEmpty()) {
            newestOfKind.clear();
        }
    }

    private void forget(ToolCallId id) {
        orderOf.remove(id);
        listedSince.remove(id);
        decidedHere.remove(id);
        single.remove(id);
    }

    /// Where a row stands; rows are in the order of their numbers.
    private int indexOf(long order) {
        int low = 0;
        int high = rows.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long there = rows.get(middle).order();
            if (there == order) {
                return middle;
            }
            if (there < order) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
