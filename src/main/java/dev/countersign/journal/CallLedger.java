package dev.countersign.journal;

import dev.countersign.toolcall.ToolCallId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The state that the events add up to: the newest calls whole, of older ones only that they exist.
///
/// Thread-safe; guarded by its own lock.
final class CallLedger {
    private final int capacity;
    private final long weightLimit;
    private long weight;
    private final Map<ToolCallId, CallRecord> records = new LinkedHashMap<>();
    private final Set<Integer> numbers = new HashSet<>();

    /// @param capacity how many calls are held whole
    /// @param weightLimit how many characters of text they may hold together
    CallLedger(int capacity, long weightLimit) {
        this.capacity = capacity;
        this.weightLimit = weightLimit;
    }

    /// Takes one more event in and tells how its call stands now; empty for a call that is unknown
    /// or no longer held.
    synchronized Optional<CallRecord> apply(SupervisionEvent event) {
        if (event instanceof SupervisionEvent.Received received) {
            CallRecord record = CallRecord.of(received.call());
            put(record);
            numbers.add(number(event.id()));
            forgetOldest();
            return Optional.of(record);
        }
        Optional<CallRecord> after =
                Optional.ofNullable(records.get(event.id())).map(before -> before.after(event));
        after.ifPresent(this::put);
        if (after.filter(record -> record.status().isFinal()).isPresent()) {
            forgetOldest();
        }
        return after;
    }

    private void put(CallRecord record) {
        CallRecord before = records.put(record.id(), record);
        weight += record.weight() - (before == null ? 0 : before.weight());
    }

    /// Drops the oldest calls beyond the limits; those that still go on are kept.
    private void forgetOldest() {
        Iterator<CallRecord> oldest = records.values().iterator();
        while ((records.size() > capacity || weight > weightLimit) && oldest.hasNext()) {
            CallRecord record = oldest.next();
            if (record.status().isFinal()) {
                oldest.remove();
                weight -= record.weight();
            }
        }
    }

    /// Remembers that there were these calls.
    synchronized void remember(Set<Integer> calls) {
        numbers.addAll(calls);
    }

    /// The numbers of all calls there ever were.
    synchronized Set<Integer> numbers() {
        return Set.copyOf(numbers);
    }

    synchronized Optional<CallRecord> find(ToolCallId id) {
        return Optional.ofNullable(records.get(id));
    }

    synchronized List<CallRecord> records() {
        return new ArrayList<>(records.values());
    }

    /// How many calls there ever were.
    synchronized int size() {
        return numbers.size();
    }

    synchronized boolean contains(ToolCallId id) {
        return numbers.contains(number(id));
    }

    static Integer number(ToolCallId id) {
        return Integer.parseUnsignedInt(id.digits(), 16);
    }
}
