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
    private final Map<ToolCallId, CallRecord> records = new LinkedHashMap<>();
    private final Set<Integer> numbers = new HashSet<>();

    CallLedger(int capacity) {
        this.capacity = capacity;
    }

    /// Takes one more event in and tells how its call stands now; empty for a call that is unknown
    /// or no longer held.
    synchronized Optional<CallRecord> apply(SupervisionEvent event) {
        if (event instanceof SupervisionEvent.Received received) {
            CallRecord record = CallRecord.of(received.call());
            records.put(event.id(), record);
            numbers.add(number(event.id()));
            forgetOldest();
            return Optional.of(record);
        }
        return Optional.ofNullable(
                records.computeIfPresent(event.id(), (_, before) -> before.after(event)));
    }

    /// Drops the oldest calls beyond the capacity; those that still go on are kept.
    private void forgetOldest() {
        Iterator<CallRecord> oldest = records.values().iterator();
        int surplus = records.size() - capacity;
        while (surplus > 0 && oldest.hasNext()) {
            if (oldest.next().status().isFinal()) {
                oldest.remove();
                surplus--;
            }
        }
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

    private static Integer number(ToolCallId id) {
        return Integer.parseUnsignedInt(id.digits(), 16);
    }
}
