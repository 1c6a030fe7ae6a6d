package dev.countersign.launcher;

import dev.countersign.approval.OwnCommands;
import dev.countersign.approval.PermissionsFile;
import dev.countersign.approval.RuleFiles;
import dev.countersign.approval.RulesInForce;
import dev.countersign.journal.HistoryIndex;
import dev.countersign.journal.Journal;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.ConsoleStatus.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is wrong with what the console leans on, each with what still holds: rules, settings, the
/// journal, the index. Safe on any thread.
record ConsoleProblems(
        RuleFiles rules,
        SettingsStore settings,
        Journal journal,
        Path journalFolder,
        HistoryIndex history) {
    List<Problem> now() {
        List<Problem> found = new ArrayList<>();
        addOfRules(rules.global(), found);
        rules.workspaces().forEach(workspace -> addOfRules(workspace.file(), found));
        addOfCommands(rules.commands(), found);
        settings.state()
                .problem()
                .ifPresent(problem ->
                        found.add(
                                in(
                                        problem.file(),
                                        problem.sentence()
                                                + ". The last good settings stay in force.")));
        journal.failure()
                .ifPresent(failure ->
                        found.add(
                                in(
                                        journalFolder,
                                        "Decisions and results cannot be kept (%s). Nothing is decided or run until they can."
                                                .formatted(failure))));
        history.state()
                .problem()
                .ifPresent(problem -> found.add(of(problem + " What happens is still kept.")));
        journal.damage()
                .ifPresent(damage ->
                        found.add(
                                of(
                                        "The journal was changed from outside, %s. What follows is still kept."
                                                .formatted(damage))));
        return found;
    }

    private static void addOfRules(PermissionsFile file, List<Problem> found) {
        RulesInForce now = file.current();
        now.problem()
                .ifPresent(problem ->
                        found.add(
                                in(
                                        problem.file(),
                                        problem.sentence()
                                                + ". The last good rules stay in force.")));
        now.pending()
                .ifPresent(pending ->
                        found.add(
                                in(
                                        file.file(),
                                        "%s was changed from outside and loosens: it %s. The rules before it stay in force until you confirm it under Rules."
                                                .formatted(
                                                        file.file(),
                                                        pending.changes().getFirst().words()))));
    }

    private static void addOfCommands(OwnCommands commands, List<Problem> found) {
        commands.problem()
                .ifPresent(problem ->
                        found.add(
                                in(
                                        problem.file(),
                                        problem.sentence()
                                                + ". The last good one stays in force.")));
        commands.pending()
                .ifPresent(pending ->
                        found.add(
                                in(
                                        commands.file(),
                                        "%s was changed from outside: it %s. That counts once you confirm it under Rules."
                                                .formatted(
                                                        commands.file(),
                                                        pending.changes().getFirst().words()))));
    }

    private static Problem in(Path file, String message) {
        return new Problem(message, Optional.of(file));
    }

    private static Problem of(String message) {
        return new Problem(message, Optional.empty());
    }
}
