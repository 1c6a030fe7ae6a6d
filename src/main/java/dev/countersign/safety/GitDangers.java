package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What git can lose, overwrite for others, or be made to run.
final class GitDangers {
    private static final Set<String> GLOBAL_WITH_VALUE =
            Set.of(
                    "-C",
                    "-c",
                    "--git-dir",
                    "--work-tree",
                    "--namespace",
                    "--exec-path",
                    "--super-prefix",
                    "--config-env");
    private static final Set<String> HARMLESS_SETTINGS =
            Set.of(
                    "user.name",
                    "user.email",
                    "color.ui",
                    "core.quotepath",
                    "core.autocrlf",
                    "advice.detachedhead",
                    "init.defaultbranch",
                    "commit.gpgsign",
                    "log.showsignature",
                    "core.abbrev",
                    "diff.renames");

    private GitDangers() {}

    static void find(JudgedCommand command, TargetPaths paths, List<Danger> found) {
        if (!command.name().toLowerCase(Locale.ROOT).equals("git")) {
            return;
        }
        List<ScriptWord> rest = command.rest();
        int next = 0;
        while (next < rest.size() && rest.get(next).prefix().startsWith("-")) {
            ScriptWord option = rest.get(next);
            boolean valued = GLOBAL_WITH_VALUE.contains(option.shown());
            boolean sets = option.is("-c") || option.prefix().startsWith("--config-env");
            if (sets) {
                ScriptWord value = valued && next + 1 < rest.size() ? rest.get(next + 1) : option;
                setting(command, value, found);
            }
            if (option.prefix().startsWith("--exec-path=")) {
                setting(command, option, found);
            }
            if (option.isKnown() && option.prefix().matches("--(git-dir|work-tree)=.*")) {
                ScriptWord folder = option.after(option.prefix().indexOf('=') + 1);
                otherRepository(command, option, folder, paths, found);
            }
            if (valued && next + 1 < rest.size() && !sets) {
                otherRepository(command, option, rest.get(next + 1), paths, found);
            }
            next += valued ? 2 : 1;
        }
        if (next < rest.size() && rest.get(next).isKnown()) {
            String subcommand = rest.get(next).shown().toLowerCase(Locale.ROOT);
            subcommand(command, subcommand, new Words(rest.subList(next + 1, rest.size())), found);
        }
    }

    /// The settings of a repository can name programs that git then runs.
    private static void otherRepository(
            JudgedCommand command,
            ScriptWord option,
            ScriptWord folder,
            TargetPaths paths,
            List<Danger> found) {
        boolean names =
                option.is("-C")
                        || option.prefix().startsWith("--git-dir")
                        || option.prefix().startsWith("--work-tree");
        if (names && paths.place(folder) != TargetPaths.Place.INSIDE) {
            found.add(
                    Danger.of(
                            command,
                            "git.other-repository",
                            RiskLevel.MEDIUM,
                            "Works in a repository outside the workspace, whose settings can make"
                                    + " git run programs."));
        }
    }

    private static void setting(JudgedCommand command, ScriptWord value, List<Danger> found) {
        String text = value.prefix().replace("--config-env=", "").toLowerCase(Locale.ROOT);
        int equals = text.indexOf('=');
        String key = equals < 0 ? text : text.substring(0, equals);
        if (value.isKnown() && HARMLESS_SETTINGS.contains(key)) {
            return;
        }
        found.add(
                Danger.of(
                        command,
                        "git.setting",
                        RiskLevel.HIGH,
                        "Changes a setting of git for this command, by which git can be made to run"
                                + " other programs."));
    }

    private static void subcommand(
            JudgedCommand command, String subcommand, Words words, List<Danger> found) {
        switch (subcommand) {
            case "push" -> push(command, words, found);
            case "reset" -> {
                if (words.has("--hard") || words.has("--merge")) {
                    found.add(
                            loss(
                                            command,
                                            "git.reset-hard",
                                            "Throws away all uncommitted changes, and commits that"
                                                    + " only this branch holds.")
                                    .instead("git stash, or git reset --keep"));
                }
            }
            case "clean" -> {
                boolean dry = words.letter('n', "--dry-run");
                if (words.letter('f', "--force") && !dry) {
                    found.add(
                            loss(
                                            command,
                                            "git.clean",
                                            "Deletes files that git does not track; git cannot"
                                                    + " bring them back.")
                                    .instead("git clean -n shows what would go"));
                }
            }
            case "checkout" -> checkout(command, words, found);
            case "restore" -> {
                boolean indexOnly =
                        words.letter('S', "--staged") && !words.letter('W', "--worktree");
                if (!indexOnly) {
                    found.add(
                            loss(
                                            command,
                                            "git.discard",
                                            "Throws away uncommitted changes in the files it"
                                                    + " names.")
                                    .instead("git stash"));
                }
            }
            case "switch" -> {
                if (words.letter('f', "--force") || words.has("--discard-changes")) {
                    found.add(
                            loss(command, "git.discard", "Throws away uncommitted changes.")
                                    .instead("git stash"));
                }
            }
            case "branch" -> {
                boolean forced =
                        words.letter('D', "-D")
                                || (words.letter('d', "--delete") && words.letter('f', "--force"));
                if (forced) {
                    found.add(
                            loss(
                                            command,
                                            "git.branch-delete",
                                            "Deletes a branch even where its commits are nowhere"
                                                    + " else.")
                                    .instead("git branch -d"));
                }
            }
            case "stash" -> {
                if (words.has("drop") || words.has("clear")) {
                    found.add(loss(command, "git.stash-drop", "Deletes stashed changes."));
                }
            }
            case "reflog" -> {
                if (words.has("expire") || words.has("delete")) {
                    found.add(
                            loss(
                                    command,
                                    "git.reflog",
                                    "Deletes the record by which lost commits are found again."));
                }
            }
            case "gc", "prune" -> {
                if (subcommand.equals("prune") || words.starts("--prune=")) {
                    found.add(
                            loss(
                                    command,
                                    "git.prune",
                                    "Deletes commits that no branch holds; they cannot be found"
                                            + " again."));
                }
            }
            case "filter-branch", "filter-repo" ->
                    found.add(loss(command, "git.rewrite", "Rewrites the whole history."));
            case "update-ref", "replace" -> {
                boolean lists = subcommand.equals("replace") && words.letter('l', "--list");
                if (!lists) {
                    found.add(
                            loss(
                                    command,
                                    "git.update-ref",
                                    "Changes directly what a branch points to."));
                }
            }
            case "read-tree", "checkout-index" -> {
                boolean overwrites =
                        subcommand.equals("read-tree")
                                ? words.has("--reset")
                                : words.letter('f', "--force");
                if (overwrites) {
                    found.add(
                            loss(command, "git.discard", "Throws away uncommitted changes.")
                                    .instead("git stash"));
                }
            }
            case "submodule" -> {
                if (words.has("deinit") && words.letter('f', "--force")) {
                    found.add(
                            loss(
                                    command,
                                    "git.discard",
                                    "Deletes submodules with their uncommitted changes."));
                }
            }
            case "worktree" -> {
                if (words.has("remove") && words.letter('f', "--force")) {
                    found.add(
                            loss(
                                    command,
                                    "git.worktree",
                                    "Deletes a working tree with its uncommitted changes."));
                }
            }
            case "rm" -> {
                if (words.letter('f', "--force")) {
                    found.add(
                            loss(
                                    command,
                                    "git.rm-force",
                                    "Deletes files even where their changes are not committed."));
                }
            }
            case "tag" -> {
                if (words.letter('d', "--delete") || words.letter('f', "--force")) {
                    found.add(
                            Danger.of(
                                    command,
                                    "git.tag",
                                    RiskLevel.MEDIUM,
                                    "Deletes or moves a tag."));
                }
            }
            case "add", "stage" -> {
                boolean all =
                        words.letter('A', "--all")
                                || words.has(".")
                                || words.has("*")
                                || words.has("./")
                                || words.has(":/");
                if (all && !words.letter('n', "--dry-run")) {
                    found.add(
                            Danger.of(
                                            command,
                                            "git.add-all",
                                            RiskLevel.MEDIUM,
                                            "Adds every changed file, wanted or not.")
                                    .instead("git add with the files' names"));
                }
            }
            default -> {}
        }
    }

    private static void push(JudgedCommand command, Words words, List<Danger> found) {
        boolean forced =
                words.letter('f', "--force")
                        || words.has("--mirror")
                        || words.words().stream().anyMatch(word -> word.prefix().startsWith("+"));
        if (forced) {
            found.add(
                    Danger.of(
                                    command,
                                    "git.force-push",
                                    RiskLevel.HIGH,
                                    "Overwrites the branch of the others; commits that they pushed"
                                            + " can be lost.")
                            .losing("Commits on the remote branch that are not here would be lost.")
                            .instead("git push --force-with-lease"));
        }
        boolean deletes =
                words.letter('d', "--delete")
                        || words.has("--prune")
                        || words.words().stream().anyMatch(word -> word.prefix().startsWith(":"));
        if (deletes) {
            found.add(
                    Danger.of(
                                    command,
                                    "git.push-delete",
                                    RiskLevel.HIGH,
                                    "Deletes a branch or tag on the remote.")
                            .losing("A branch or tag on the remote would be deleted."));
        }
    }

    private static void checkout(JudgedCommand command, Words words, List<Danger> found) {
        boolean paths = words.has("--") || words.has(".") || words.has("./") || words.has(":/");
        if (paths || words.letter('f', "--force")) {
            found.add(
                    loss(
                                    command,
                                    "git.discard",
                                    "Throws away uncommitted changes in the files it names.")
                            .instead("git stash"));
        }
    }

    private static Danger loss(JudgedCommand command, String id, String message) {
        return Danger.of(command, id, RiskLevel.HIGH, message).losing(message);
    }

    /// The words behind a subcommand.
    private record Words(List<ScriptWord> words) {
        boolean has(String text) {
            return words.stream().anyMatch(word -> word.shown().equalsIgnoreCase(text));
        }

        boolean starts(String text) {
            return words.stream().anyMatch(word -> word.prefix().startsWith(text));
        }

        /// Letters behind one that takes a value are that value: `-bfeature`.
        private static boolean hasLetter(String text, char letter) {
            if (!text.startsWith("-") || text.startsWith("--")) {
                return false;
            }
            for (int i = 1; i < text.length(); i++) {
                if (text.charAt(i) == letter) {
                    return true;
                }
                if ("bBcCmeos".indexOf(text.charAt(i)) >= 0) {
                    return false;
                }
            }
            return false;
        }

        boolean letter(char letter, String longName) {
            List<String> options = new ArrayList<>();
            for (ScriptWord word : words) {
                if (word.is("--")) {
                    break;
                }
                options.add(word.prefix());
            }
            return options.stream()
                    .anyMatch(text -> text.equals(longName) || hasLetter(text, letter));
        }
    }
}
