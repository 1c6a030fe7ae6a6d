package dev.countersign.supervision.consequence;

import dev.countersign.platform.GitReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One look at one script: what each of its commands would do. Confined to it.
final class Look {
    private final Deadline deadline;
    private final FileConsequences files;
    private final FindConsequences find;
    private final GitConsequences repository;
    private final ProcessConsequences processes;
    private final PackageConsequences packages;

    Look(Deadline deadline, Optional<GitReader> git, Path start, int items) {
        this.deadline = deadline;
        GitLook gitLook = new GitLook(git, deadline);
        this.files = new FileConsequences(deadline, gitLook, start, items);
        this.find = new FindConsequences(deadline, files);
        this.repository = new GitConsequences(gitLook, items);
        this.processes = new ProcessConsequences(items);
        this.packages = new PackageConsequences(items);
    }

    List<Consequence> at(PlannedCommand command, WordExpansion expansion) {
        if (deadline.isOver()) {
            return List.of();
        }
        List<Consequence> found = new ArrayList<>(files.redirects(command, expansion));
        if (command.name().isEmpty()) {
            return found;
        }
        if (command.arguments().isEmpty()) {
            doubt(command).ifPresent(found::add);
            return found;
        }
        found.addAll(
                switch (command.name()) {
                    case "rm", "rmdir", "unlink", "shred" -> files.removed(command);
                    case "mv" -> files.moved(command);
                    case "cp" -> files.copied(command);
                    case "ln", "install" -> files.placed(command);
                    case "truncate", "tee", "dd" -> files.emptied(command);
                    case "sed", "perl" -> files.editedInPlace(command);
                    case "chmod", "chown", "chgrp" -> files.marked(command);
                    case "unzip" -> files.unzipped(command);
                    case "find" -> find.found(command);
                    case "git" -> repository.of(command);
                    case "kill", "pkill", "killall" -> processes.ended(command);
                    case "npm", "pnpm", "yarn", "bun", "pip", "pip3" -> packages.installed(command);
                    case "tar" -> tar(command);
                    case "rsync" -> rsync(command);
                    case "docker",
                            "podman",
                            "kubectl",
                            "helm",
                            "terraform",
                            "aws",
                            "gcloud",
                            "az" ->
                            remote(command);
                    default -> List.of();
                });
        return found;
    }

    /// What is said where the words are only known when it runs.
    private static Optional<Consequence> doubt(PlannedCommand command) {
        return switch (command.name()) {
            case "rm", "rmdir", "unlink", "shred", "find" ->
                    Optional.of(
                            Consequence.notKnown(
                                    "Which files '%s' would remove is only known when it runs."
                                            .formatted(command.name())));
            case "mv", "cp", "tee", "dd", "truncate" ->
                    Optional.of(
                            Consequence.notKnown(
                                    "Which files '%s' would overwrite is only known when it runs."
                                            .formatted(command.name())));
            case "kill", "pkill", "killall" ->
                    Optional.of(
                            Consequence.notKnown(
                                    "Which processes it would end is only known when it runs."));
            case "git" ->
                    Optional.of(
                            Consequence.notKnown(
                                    "What git would change is only known when it runs."));
            default -> Optional.empty();
        };
    }

    private static List<Consequence> tar(PlannedCommand command) {
        String first = command.arguments().orElse(List.of()).stream().findFirst().orElse("");
        boolean extracts =
                first.equals("--extract")
                        || first.equals("--get")
                        || (!first.startsWith("--") && first.indexOf('x') >= 0);
        return extracts
                ? List.of(
                        Consequence.notKnown(
                                "Which files the archive would overwrite was not looked at."))
                : List.of();
    }

    private static List<Consequence> rsync(PlannedCommand command) {
        boolean deletes =
                command.arguments().orElse(List.of()).stream()
                        .anyMatch(one ->
                                one.startsWith("--del") || one.equals("--remove-source-files"));
        return deletes
                ? List.of(
                        Consequence.notKnown(
                                "Which files rsync would remove is only known when it runs."))
                : List.of();
    }

    /// What is not on this machine's disk is not asked: asking would reach out.
    private static List<Consequence> remote(PlannedCommand command) {
        boolean deletes =
                command.operands().stream()
                        .anyMatch(one ->
                                List.of(
                                                "rm",
                                                "rmi",
                                                "prune",
                                                "delete",
                                                "destroy",
                                                "uninstall",
                                                "down",
                                                "kill",
                                                "drop")
                                        .contains(one));
        return deletes
                ? List.of(
                        Consequence.notKnown(
                                "What '%s' would delete is not on this disk and was not asked for."
                                        .formatted(command.name())))
                : List.of();
    }
}
