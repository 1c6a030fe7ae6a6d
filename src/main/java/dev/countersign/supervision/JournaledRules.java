package dev.countersign.supervision;

import dev.countersign.approval.RuleEvent;
import dev.countersign.approval.RuleLog;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import java.io.UncheckedIOException;
import java.time.InstantSource;

/// Keeps in the journal what a person does about rules. Safe on any thread; blocks on the disk.
public record JournaledRules(Journal journal, InstantSource clock) implements RuleLog {
    @Override
    public void record(RuleEvent event) {
        try {
            journal.append(new SupervisionEvent.RulesChanged(clock.instant(), event));
        } catch (JournalException e) {
            throw new UncheckedIOException(e);
        }
    }
}
