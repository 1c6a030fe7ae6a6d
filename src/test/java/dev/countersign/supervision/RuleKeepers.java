package dev.countersign.supervision;

import dev.countersign.approval.CallJudge;
import dev.countersign.approval.RuleFiles;
import dev.countersign.approval.RuleKeeper;
import dev.countersign.approval.SessionGrants;
import dev.countersign.journal.History;
import dev.countersign.journal.Journal;
import dev.countersign.safety.RiskAssessor;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// Rules for tests, under a folder.
final class RuleKeepers {
    private RuleKeepers() {}

    /// @param judge asks the files and the grants
    record Parts(RuleFiles files, SessionGrants grants, CallJudge judge) {}

    static Parts parts(Path folder) {
        InstantSource clock = InstantSource.system();
        RuleFiles files =
                new RuleFiles(folder.resolve("permissions.json"), folder.resolve("rules"), clock);
        SessionGrants grants = new SessionGrants(clock);
        return new Parts(
                files,
                grants,
                new CallJudge(
                        new RiskAssessor(new DiskFacts()),
                        files::book,
                        grants,
                        new DiskFacts().resolve(folder.resolve("home")),
                        List.of()));
    }

    static RuleKeeper keeper(Parts parts, Journal journal) {
        return new RuleKeeper(
                parts.files(),
                parts.grants(),
                parts.judge(),
                new RecordedCalls(journal, History.none()),
                new JournaledRules(journal, InstantSource.system()));
    }
}
