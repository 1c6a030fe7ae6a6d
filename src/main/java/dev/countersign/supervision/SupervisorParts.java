package dev.countersign.supervision;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.RuleKeeper;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.journal.History;
import dev.countersign.journal.Journal;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.ToolCall;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What the supervisor is put together from.
///
/// @param problems what is wrong with files of the person's, each a sentence
public record SupervisorParts(
        Keeping keeping,
        Judging judging,
        Running running,
        SettingsStore settings,
        Supplier<List<ConsoleStatus.Problem>> problems,
        World world) {
    /// Where what happens is kept, and how it is read again.
    ///
    /// @param history searches what the journal keeps
    /// @param recordings the folder of all recordings
    /// @param masker hides secrets in what is shown and sent
    public record Keeping(Journal journal, History history, Path recordings, SecretMasker masker) {}

    /// Who judges.
    ///
    /// @param judge assesses a call and asks the rules about it; pure, quick
    /// @param rules what the judge asks, and what the person changes
    /// @param ruleCount how many rules decide now
    public record Judging(
            Function<ToolCall, AssessedCall> judge,
            RuleKeeper rules,
            Supplier<Integer> ruleCount) {}

    /// What commands are run by, and what of the system is asked about it.
    public record Running(ExecutionEngine engine, RunSurroundings surroundings) {}

    /// What comes from outside of the program.
    ///
    /// @param home the person's home folder
    /// @param random ids and tickets are drawn from it
    public record World(Path home, InstantSource clock, RandomGenerator random) {}
}
