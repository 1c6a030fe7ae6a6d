package dev.countersign.cli;

import dev.countersign.approval.ApprovalPolicy;
import dev.countersign.approval.PermissionRules;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.safety.AssessmentRequest;
import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Judges commands as the console would. Looks at the disk to resolve paths, and at nothing else.
/// Confined to one thread.
final class CommandChecker {
    private final RiskAssessor assessor;
    private final PermissionRules rules;
    private final Path directory;
    private final Path home;
    private final List<Path> ownFolders;
    private final Map<Path, Workspace> workspaces = new HashMap<>();

    private CommandChecker(
            RiskAssessor assessor,
            PermissionRules rules,
            Path directory,
            Path home,
            List<Path> ownFolders) {
        this.assessor = assessor;
        this.rules = rules;
        this.directory = directory;
        this.home = home;
        this.ownFolders = ownFolders;
    }

    static CommandChecker create(
            CountersignPaths paths, PermissionRules rules, Path directory, Path home) {
        return new CommandChecker(
                new RiskAssessor(CommandChecker::resolve),
                rules,
                resolve(directory),
                resolve(home),
                List.of(
                        resolve(paths.configuration()),
                        resolve(paths.state()),
                        resolve(paths.socket())));
    }

    /// @param workingDirectory where the command would start; else the checker's own directory
    CheckAnswer check(String command, Optional<String> workingDirectory) {
        Path start;
        try {
            new CommandText(command);
            start =
                    workingDirectory
                            .map(directory::resolve)
                            .map(CommandChecker::resolve)
                            .orElse(directory);
        } catch (InvalidPathException wrong) {
            return new CheckAnswer.Refused("cwd is no path: " + wrong.getReason());
        } catch (IllegalArgumentException wrong) {
            return new CheckAnswer.Refused(String.valueOf(wrong.getMessage()));
        }
        Workspace workspace = workspaces.computeIfAbsent(start, CommandChecker::workspace);
        CommandAnalysis analysis =
                assessor.assess(
                        new AssessmentRequest(
                                command, start, workspace, home, Map.of(), ownFolders));
        PolicyVerdict verdict = ApprovalPolicy.judge(analysis, false, rules);
        return new CheckAnswer.Judged(command, analysis.assessment(), verdict);
    }

    /// The git top level, found by looking for `.git` upwards; else the folder itself.
    private static Workspace workspace(Path start) {
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) {
                return new Workspace(List.of(folder), start);
            }
        }
        return Workspace.of(start);
    }

    /// The path with the links of its existing part resolved.
    static Path resolve(Path path) {
        Path normal = path.toAbsolutePath().normalize();
        for (Path existing = normal; existing != null; existing = existing.getParent()) {
            Optional<Path> real = realPath(existing);
            if (real.isPresent()) {
                return real.get().resolve(existing.relativize(normal)).normalize();
            }
        }
        return normal;
    }

    /// Empty when it is not there, or not to be looked at.
    private static Optional<Path> realPath(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
