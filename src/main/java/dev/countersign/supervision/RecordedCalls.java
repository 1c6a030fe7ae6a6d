package dev.countersign.supervision;

import dev.countersign.approval.PastCall;
import dev.countersign.approval.PastCalls;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Journal;
import java.util.List;

/// History as the journal has it. Safe on any thread.
public record RecordedCalls(Journal journal) implements PastCalls {
    @Override
    public List<PastCall> newest(int most) {
        List<CallRecord> records = journal.calls();
        return records
                .subList(Math.max(0, records.size() - most), records.size())
                .reversed()
                .stream()
                .map(record ->
                        new PastCall(
                                record.call(),
                                record.assessed().map(assessed -> assessed.assessment().level()),
                                record.decision()))
                .toList();
    }
}
