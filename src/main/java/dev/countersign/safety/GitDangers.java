package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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

    // By subcommand.
    private static final Map<String, Loss> LOSSES =
            Map.ofEntries(
                    of(
                            "reset",
                            words -> words.has("--hard") || words.has("--merge"),
                            "git.reset-hard",
                            "Throws away all uncommitted changes, and commits that only this branch"
                                    + " holds.",
                            "git stash, or git reset --keep"),
                    of(
                            "clean",
                            words ->
                                    words.letter('f', "--force") && !words.letter('n', "--dry-run"),
                            "git.clean",
                            "Deletes files that git does not track; git cannot bring them back.",
                            "git clean -n shows what would go"),
                    of(
                            "checkout",
                            words -> words.namesFiles() || words.letter('f', "--force"),
                            "git.discard",
                            "Throws away uncommitted changes in the files it names.",
                            "git stash"),
                    of(
                            "restore",
                            words ->
                                    !words.letter('S', "--staged")
                                            || words.letter('W', "--worktree"),
                            "git.discard",
                            "Throws away uncommitted changes in the files it names.",
                            "git stash"),
                    of(
                            "switch",
                            words -> words.letter('f', "--force") || words.has("--discard-changes"),
                            "git.discard",
                            "Throws away uncommitted changes.",
                            "git stash"),
                    of(
                            "read-tree",
                            words -> words.has("--reset"),
                            "git.discard",
                            "Throws away uncommitted changes.",
                            "git stash"),
                    of(
                            "checkout-index",
                            words -> words.letter('f', "--force"),
                            "git.discard",
                            "Throws away uncommitted changes.",
                            "git stash"),
                    of(
                            "rm",
                            words -> words.letter('f', "--force"),
                            "git.rm-force",
                            "Deletes files even where their changes are not committed.",
                            ""),
                    of(
                            "submodule",
                            words -> words.has("deinit") && words.letter('f', "--force"),
                            "git.discard",
                            "Deletes submodules with their uncommitted changes.",
                            ""),
                    of(
                            "worktree",
                            words -> words.has("remove") && words.letter('f', "--force"),
                            "git.worktree",
                            "Deletes a working tree with its uncommitted changes.",
                            ""),
                    of(
                            "branch",
                            words ->
                                    words.letter('D', "-D")
                                            || (words.letter('d', "--delete")
                                                    && words.letter('f', "--force")),
                            "git.branch-delete",
                            "Deletes a branch even where its commits are nowhere else.",
                            "git branch -d"),
                    of(
                            "stash",
                            words -> words.has("drop") || words.has("clear"),
                            "git.stash-drop",
                            "Deletes stashed changes.",
                            ""),
                    of(
                            "reflog",
                            words -> words.has("expire") || words.has("delete"),
                            "git.reflog",
                            "Deletes the record by which lost commits are found again.",
                            ""),
                    of(
                            "gc",
                            words -> words.starts("--prune="),
                            "git.prune",
                            "Deletes commits that no branch holds; they cannot be found again.",
                            ""),
                    of(
                            "prune",
                            _ -> true,
                            "git.prune",
                            "Deletes commits that no branch holds; they cannot be found again.",
                            ""),
                    of(
                            "filter-branch",
                            _ -> true,
                            "git.rewrite",
                            "Rewrites the whole history.",
                            ""),
                    of("filter-repo", _ -> true, "git.rewrite", "Rewrites the whole history.", ""),
                    of(
                            "update-ref",
                            _ -> true,
                            "git.update-ref",
                            "Changes directly what a branch points to.",
                            ""),
                    of(
                            "replace",
                            words -> !words.letter('l', "--list"),
                            "git.update-ref",
                            "Changes directly what a branch points to.",
                            ""));

    private GitDangers() {}

    /// What a subcommand loses of the working tree or of the history.
    ///
    /// @param instead a safer way; empty text where there is none
    private record Loss(Predicate<Words> when, String id, String message, String instead) {
        Danger at(JudgedCommand command) {
            Danger danger = Danger.of(command, id, RiskLevel.HIGH, message).losing(message);
            return instead.isEmpty() ? danger : danger.instead(instead);
        }
    }

    private static Map.Entry<String, Loss> of(
            String subcommand, Predicate<Words> when, String id, String message, String instead) {
        return Map.entry(subcommand, new Loss(when, id, message, instead));
    }

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
            case "tag" -> tag(command, words, found);
            case "add", "stage" -> addAll(command, words, found);
            default ->
                    Optional.ofNullable(LOSSES.get(subcommand))
                            .filter(loss -> loss.when().test(words))
                            .ifPresent(loss -> found.add(loss.at(command)));
        }
    }

    private static void tag(JudgedCommand command, Words words, List<Danger> found) {
        if (words.letter('d', "--delete") || words.letter('f', "--force")) {
            found.add(Danger.of(command, "git.tag", RiskLevel.MEDIUM, "Deletes or moves a tag."));
        }
    }

    private static void addAll(JudgedCommand command, Words words, List<Danger> found) {
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

    /// The words behind a subcommand.
    private record Words(List<ScriptWord> words) {
        boolean has(String text) {
            return words.stream().anyMatch(word -> word.shown().equalsIgnoreCase(text));
        }

        boolean namesFiles() {
            return has("--") || has(".") || has("./") || has(":/");
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
