package dev.countersign.supervision.consequence;

import dev.countersign.platform.GitReader.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What git commands would lose: commits that nothing would reach any more, changes that no commit
/// holds, files that git does not know. Confined to one look.
final class GitConsequences {
    private static final String AS_OF_FETCH = "as of the last fetch";
    private static final String IN_REFLOG = "the reflog keeps them for a while";

    private final GitLook git;
    private final GitCommits commits;
    private final int items;

    GitConsequences(GitLook git, int items) {
        this.git = git;
        this.commits = new GitCommits(git, items);
        this.items = items;
    }

    List<Consequence> of(PlannedCommand command) {
        Optional<GitInvocation> invocation = GitInvocation.of(command);
        if (invocation.isEmpty()) {
            return List.of(notKnown("which repository it is about is only known when it runs"));
        }
        GitInvocation call = invocation.get();
        return switch (call.subcommand()) {
            case "push" -> push(call);
            case "reset" -> reset(call);
            case "clean" -> clean(call);
            case "checkout", "restore", "switch" -> discarded(call);
            case "branch" -> branch(call);
            case "stash" -> stash(call);
            case "rm" -> removed(call);
            case "filter-branch", "filter-repo", "gc", "prune", "reflog", "rebase" ->
                    rewritten(call);
            default -> List.of();
        };
    }

    // ---- push

    private List<Consequence> push(GitInvocation call) {
        boolean lease = call.words().stream().anyMatch(w -> w.startsWith("--force-with-lease"));
        boolean force = call.has('f', "--force") || lease;
        boolean delete = call.has('d', "--delete");
        if (call.has(' ', "--mirror") || call.has(' ', "--prune")) {
            return List.of(notKnown("which branches of the other end it would delete"));
        }
        List<String> operands = call.operands();
        String remote = operands.isEmpty() ? "" : operands.getFirst();
        List<String> refspecs =
                operands.isEmpty() ? List.of() : operands.subList(1, operands.size());
        if (refspecs.isEmpty()) {
            return force ? pushCurrent(call, remote) : List.of();
        }
        List<Consequence> found = new ArrayList<>();
        for (String refspec : refspecs) {
            boolean plus = refspec.startsWith("+");
            String spec = plus ? refspec.substring(1) : refspec;
            int colon = spec.indexOf(':');
            String source = colon < 0 ? spec : spec.substring(0, colon);
            String target = shortName(colon < 0 ? spec : spec.substring(colon + 1));
            if (delete || source.isEmpty()) {
                found.addAll(deletedAt(call, remote, target));
            } else if (force || plus) {
                found.addAll(dropped(call, remote, source, target));
            }
        }
        return found;
    }

    private List<Consequence> pushCurrent(GitInvocation call, String remote) {
        Answer branch = git.ask(call.folder(), (g, limit) -> g.currentBranch(call.folder(), limit));
        if (!(branch instanceof Answer.Text name)) {
            return List.of(notKnown("which commits it would drop"));
        }
        String current = name.text().strip();
        Answer upstream =
                git.ask(call.folder(), (g, limit) -> g.upstream(call.folder(), limit, current));
        List<String> lines = upstream instanceof Answer.Text text ? text.lines() : List.of();
        if (lines.size() < 2) {
            return remote.isEmpty()
                    ? List.of(notKnown("which commits it would drop: the branch has no upstream"))
                    : dropped(call, remote, current, current);
        }
        String where = remote.isEmpty() ? lines.get(0) : remote;
        return dropped(call, where, current, shortName(lines.get(1)));
    }

    private List<Consequence> dropped(
            GitInvocation call, String remote, String source, String target) {
        String known = "refs/remotes/" + remote + "/" + target;
        if (commits.isMissing(call, known)) {
            return List.of(
                    notKnown(
                            "whether it would drop commits from %s on %s: that branch was never fetched"
                                    .formatted(target, remote)));
        }
        return commits.dropped(
                call,
                List.of(known),
                List.of(source),
                "Would drop %%s from %s on %s".formatted(target, remote),
                AS_OF_FETCH);
    }

    private List<Consequence> deletedAt(GitInvocation call, String remote, String target) {
        String known = "refs/remotes/" + remote + "/" + target;
        List<Consequence> alone =
                commits.onlyReachedBy(
                        call,
                        known,
                        "Would delete %s on %s, with %%s that no other branch here holds"
                                .formatted(target, remote),
                        AS_OF_FETCH);
        return alone.isEmpty()
                ? List.of(
                        new Consequence(
                                Consequence.Kind.COMMITS_DROPPED,
                                "Would delete %s on %s; its commits are in other branches too"
                                        .formatted(target, remote),
                                0,
                                List.of(),
                                Optional.of(AS_OF_FETCH)))
                : alone;
    }

    // ---- the work tree

    private List<Consequence> reset(GitInvocation call) {
        boolean hard = call.words().contains("--hard");
        List<Consequence> found = new ArrayList<>();
        List<String> operands = call.operands();
        boolean paths = call.words().contains("--") || operands.size() > 1;
        if (hard) {
            found.addAll(changes(call, true, List.of()));
        }
        if (!paths && !operands.isEmpty()) {
            Answer branch =
                    git.ask(call.folder(), (g, limit) -> g.currentBranch(call.folder(), limit));
            String name = branch instanceof Answer.Text text ? text.text().strip() : "HEAD";
            found.addAll(
                    commits.dropped(
                            call,
                            List.of("HEAD"),
                            List.of(operands.getFirst()),
                            "Would take %%s off %s".formatted(name),
                            hard ? IN_REFLOG : "their changes stay in the files"));
        }
        return found;
    }

    private List<Consequence> discarded(GitInvocation call) {
        String name = call.subcommand();
        boolean force = call.has('f', "--force") || call.words().contains("--discard-changes");
        int dashes = call.words().indexOf("--");
        List<String> operands = call.operands();
        if (name.equals("restore")) {
            boolean staged = call.has('S', "--staged");
            boolean work = !staged || call.has('W', "--worktree");
            boolean source = call.words().stream().anyMatch(w -> w.matches("-s.*|--source.*"));
            return work && !call.has('p', "--patch")
                    ? changes(call, source || staged, withoutSource(call))
                    : List.of();
        }
        if (name.equals("checkout") && dashes >= 0) {
            List<String> before = call.operandsOf(call.words().subList(0, dashes));
            return changes(
                    call, !before.isEmpty(), call.words().subList(dashes + 1, call.words().size()));
        }
        boolean everything = name.equals("checkout") && operands.equals(List.of("."));
        if (everything) {
            return changes(call, false, operands);
        }
        return force ? changes(call, true, List.of()) : List.of();
    }

    private static List<String> withoutSource(GitInvocation call) {
        List<String> operands = new ArrayList<>(call.operands());
        int at = Math.max(call.words().indexOf("-s"), call.words().indexOf("--source"));
        if (at >= 0 && at + 1 < call.words().size()) {
            operands.remove(call.words().get(at + 1));
        }
        return operands;
    }

    /// @param fromHead whether the index goes too, else only what differs from it
    private List<Consequence> changes(GitInvocation call, boolean fromHead, List<String> paths) {
        Answer answer =
                git.ask(
                        call.folder(),
                        (g, limit) ->
                                fromHead
                                        ? g.changed(call.folder(), limit, paths)
                                        : g.unstaged(call.folder(), limit, paths));
        return switch (answer) {
            case Answer.NotKnown(String reason) ->
                    List.of(notKnown("which changes it would discard: " + reason));
            case Answer.Text text -> {
                List<String> files = text.pieces();
                yield files.isEmpty()
                        ? List.of()
                        : List.of(
                                new Consequence(
                                        Consequence.Kind.CHANGES_LOST,
                                        "Would discard the uncommitted changes of "
                                                + Sizes.counted(files.size(), "file"),
                                        files.size(),
                                        files.stream()
                                                .limit(items)
                                                .map(file -> new Consequence.Item(file, ""))
                                                .toList(),
                                        Optional.of("no commit holds them")));
            }
        };
    }

    private List<Consequence> clean(GitInvocation call) {
        if (call.has('n', "--dry-run") || !call.has('f', "--force")) {
            return List.of();
        }
        boolean plain =
                call.words().stream()
                        .filter(word -> word.startsWith("-"))
                        .allMatch(word -> word.matches("-[fdxXq]+|--force|--quiet|--"));
        if (!plain) {
            return List.of(notKnown("which files git would remove"));
        }
        List<String> options = new ArrayList<>();
        for (char letter : new char[] {'d', 'x', 'X'}) {
            if (call.has(letter, "--no-such-option")) {
                options.add("-" + letter);
            }
        }
        Answer answer =
                git.ask(
                        call.folder(),
                        (g, limit) -> g.cleaned(call.folder(), limit, options, call.operands()));
        return switch (answer) {
            case Answer.NotKnown(String reason) ->
                    List.of(notKnown("which files git would remove: " + reason));
            case Answer.Text text -> cleaned(text.lines());
        };
    }

    private List<Consequence> cleaned(List<String> lines) {
        List<String> names =
                lines.stream()
                        .filter(line -> line.startsWith("Would remove "))
                        .map(line -> line.substring("Would remove ".length()))
                        .toList();
        if (names.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Consequence(
                        Consequence.Kind.FILES_REMOVED,
                        "Would remove %s that git does not know"
                                .formatted(Sizes.counted(names.size(), "path")),
                        names.size(),
                        names.stream().limit(items).map(n -> new Consequence.Item(n, "")).toList(),
                        Optional.of("git cannot bring them back")));
    }

    private List<Consequence> removed(GitInvocation call) {
        if (call.words().contains("--cached") || call.has('n', "--dry-run")) {
            return List.of();
        }
        Answer answer =
                git.ask(
                        call.folder(),
                        (g, limit) -> g.tracked(call.folder(), limit, call.operands()));
        if (!(answer instanceof Answer.Text text)) {
            return List.of(notKnown("which files git would remove"));
        }
        List<String> files = text.pieces();
        return files.isEmpty()
                ? List.of()
                : List.of(
                        new Consequence(
                                Consequence.Kind.FILES_REMOVED,
                                "Would remove " + Sizes.counted(files.size(), "file"),
                                files.size(),
                                files.stream()
                                        .limit(items)
                                        .map(file -> new Consequence.Item(file, ""))
                                        .toList(),
                                Optional.of("the last commit still has them")));
    }

    // ---- branches and stashes

    private List<Consequence> branch(GitInvocation call) {
        boolean delete = call.has('D', "--delete") || call.has('d', "--delete");
        if (!delete) {
            return List.of();
        }
        List<Consequence> found = new ArrayList<>();
        for (String name : call.operands()) {
            String reference =
                    call.has('r', "--remotes") ? "refs/remotes/" + name : "refs/heads/" + name;
            found.addAll(
                    commits.onlyReachedBy(
                            call,
                            reference,
                            "Would drop %%s that only %s holds".formatted(name),
                            IN_REFLOG));
        }
        return found;
    }

    private List<Consequence> stash(GitInvocation call) {
        List<String> operands = call.operands();
        String what = operands.isEmpty() ? "push" : operands.getFirst();
        if (!what.equals("clear") && !what.equals("drop")) {
            return List.of();
        }
        Answer answer = git.ask(call.folder(), (g, limit) -> g.stashes(call.folder(), limit));
        if (!(answer instanceof Answer.Text text)) {
            return List.of(notKnown("which stashes it would drop"));
        }
        String wanted = operands.size() > 1 ? operands.get(1) : "stash@{0}";
        List<Consequence.Item> stashes =
                text.lines().stream()
                        .map(line -> line.split("\u001f", 2))
                        .filter(fields ->
                                what.equals("clear")
                                        || fields[0].equals(wanted)
                                        || fields[0].equals("stash@{" + wanted + "}"))
                        .map(fields -> new Consequence.Item(fields[fields.length - 1], fields[0]))
                        .toList();
        return stashes.isEmpty()
                ? List.of()
                : List.of(
                        new Consequence(
                                Consequence.Kind.CHANGES_LOST,
                                "Would drop "
                                        + (stashes.size() == 1
                                                ? "1 stash"
                                                : stashes.size() + " stashes"),
                                stashes.size(),
                                stashes.stream().limit(items).toList(),
                                Optional.of("no branch holds them")));
    }

    private static List<Consequence> rewritten(GitInvocation call) {
        return switch (call.subcommand()) {
            case "filter-branch", "filter-repo" ->
                    List.of(notKnown("which commits it would rewrite"));
            case "rebase" ->
                    call.words().stream().anyMatch(w -> w.matches("--(abort|continue|quit|skip)"))
                            ? List.of()
                            : List.of(notKnown("which commits it would write anew"));
            default ->
                    call.words().stream().anyMatch(w -> w.matches("expire|delete|--prune.*"))
                                    || call.subcommand().equals("prune")
                            ? List.of(
                                    notKnown("which unreachable commits it would delete for good"))
                            : List.of();
        };
    }

    private static String shortName(String reference) {
        return reference.startsWith("refs/heads/")
                ? reference.substring("refs/heads/".length())
                : reference;
    }

    private static Consequence notKnown(String what) {
        return Consequence.notKnown("Not known: " + what + ".");
    }
}
