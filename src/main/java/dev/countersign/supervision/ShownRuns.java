package dev.countersign.supervision;

import dev.countersign.execution.RunningCommand;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// What the person can look at of runs: the terminal of one that goes on, the recording of any.
/// Safe on any thread.
final class ShownRuns {
    private final CallLedger ledger;
    private final CallLives lives;
    private final RehearsalRoom rehearsals;

    ShownRuns(CallLedger ledger, CallLives lives, RehearsalRoom rehearsals) {
        this.ledger = ledger;
        this.lives = lives;
        this.rehearsals = rehearsals;
    }

    /// Empty where the command has no terminal, or runs no longer.
    Optional<PersonTerminal> terminal(ToolCallId id) {
        Optional<Instant> started =
                ledger.find(id).flatMap(CallRecord::started).map(SupervisionEvent.Started::at);
        return lives.find(id)
                .flatMap(life -> life.state().command())
                .flatMap(RunningCommand::terminal)
                .map(control ->
                        new EngineTerminal(
                                control,
                                ledger.recording(id),
                                started.orElseGet(ledger::now),
                                ledger.clock()));
    }

    /// The recording of the run or, as long as there is none, of the rehearsal; empty where none
    /// was made or is kept.
    Optional<Path> recordingFolder(ToolCallId id) {
        return ledger.find(id)
                .filter(record -> record.started().isPresent() && record.isOutputKept())
                .map(_ -> ledger.recording(id))
                .or(() -> rehearsals.recording(id));
    }
}
