package dev.countersign.cli;

import dev.countersign.approval.ApprovalPolicy;
import dev.countersign.approval.Circumstances;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.RuleBook;
import dev.countersign.safety.AssessmentRequest;
import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.CommandKnowledge;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.supervision.DiskFacts;
import dev.countersign.supervision.WorkspaceFinder;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Workspace;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Judges commands as the console would. Looks at the disk to resolve paths, and at nothing else.
/// Confined to one thread.
final class CommandChecker {
    private final RiskAssessor assessor;
    private final Function<Workspace, RuleBook> rules;
    private final DiskFacts disk;
    private final Path directory;
    private final Path home;
    private final List<Path> ownFolders;
    private final Map<Path, Workspace> workspaces = new HashMap<>();

    private CommandChecker(
            RiskAssessor assessor,
            Function<Workspace, RuleBook> rules,
            DiskFacts disk,
            Path directory,
            Path home,
            List<Path> ownFolders) {
        this.assessor = assessor;
        this.rules = rules;
        this.disk = disk;
        this.directory = directory;
        this.home = home;
        this.ownFolders = ownFolders;
    }

    static CommandChecker create(
            CountersignPaths paths,
            CommandKnowledge knowledge,
            Function<Workspace, RuleBook> rules,
            Path directory,
            Path home) {
        DiskFacts disk = new DiskFacts();
        return new CommandChecker(
                new RiskAssessor(disk, knowledge),
                rules,
                disk,
                disk.resolve(directory),
                disk.resolve(home),
                paths.ownFolders().stream().map(disk::resolve).toList());
    }

    /// @param workingDirectory where the command would start; else the checker's own directory
    CheckAnswer check(String command, Optional<String> workingDirectory) {
        Path start;
        try {
            new CommandText(command);
            start = workingDirectory.map(directory::resolve).map(disk::resolve).orElse(directory);
        } catch (InvalidPathException wrong) {
            return new CheckAnswer.Refused("cwd is no path: " + wrong.getReason());
        } catch (IllegalArgumentException wrong) {
            return new CheckAnswer.Refused(String.valueOf(wrong.getMessage()));
        }
        Workspace workspace = workspaces.computeIfAbsent(start, WorkspaceFinder::of);
        CommandAnalysis analysis =
                assessor.assess(
                        new AssessmentRequest(
                                command, start, workspace, home, Map.of(), ownFolders));
        PolicyVerdict verdict =
                ApprovalPolicy.judge(
                        analysis, new Circumstances(workspace, home, false), rules.apply(workspace));
        return new CheckAnswer.Judged(command, analysis.assessment(), verdict);
    }
}
