package dev.countersign.supervision.consequence;

import dev.countersign.platform.GitReader.Answer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which commits a git command would drop. Confined to one look.
final class GitCommits {
    private static final int MOST_REFERENCES = 500;

    private final GitLook git;
    private final int items;

    /// @param items how many commits are named at most
    GitCommits(GitLook git, int items) {
        this.git = git;
        this.items = items;
    }

    boolean isMissing(GitInvocation call, String revision) {
        Answer answer =
                git.ask(call.folder(), (g, limit) -> g.commit(call.folder(), limit, revision));
        return !(answer instanceof Answer.Text);
    }

    /// The commits that nothing else reaches.
    ///
    /// @param sentence with a place for how many there are
    List<Consequence> onlyReachedBy(
            GitInvocation call, String reference, String sentence, String note) {
        Answer answer = git.ask(call.folder(), (g, limit) -> g.references(call.folder(), limit));
        Answer own =
                git.ask(call.folder(), (g, limit) -> g.commit(call.folder(), limit, reference));
        if (!(answer instanceof Answer.Text references) || !(own instanceof Answer.Text)) {
            return List.of(notKnown("which commits it would drop"));
        }
        Set<String> others = new LinkedHashSet<>();
        for (String line : references.lines()) {
            String name = line.substring(line.indexOf(' ') + 1);
            boolean symbolic = name.endsWith("/HEAD");
            if (!name.equals(reference) && !symbolic && !name.startsWith("refs/stash")) {
                others.add(name);
            }
        }
        if (others.size() > MOST_REFERENCES) {
            return List.of(notKnown("which commits it would drop: there are too many branches"));
        }
        return dropped(call, List.of(reference), List.copyOf(others), sentence, note);
    }

    /// The commits that are reached from here and not from there.
    ///
    /// @param sentence with a place for how many there are
    List<Consequence> dropped(
            GitInvocation call,
            List<String> reached,
            List<String> kept,
            String sentence,
            String note) {
        Answer answer =
                git.ask(
                        call.folder(),
                        (g, limit) -> g.commits(call.folder(), limit, reached, kept));
        return switch (answer) {
            case Answer.NotKnown(String reason) ->
                    List.of(notKnown("which commits it would drop: " + reason));
            case Answer.Text text -> commits(text.pieces(), sentence, note);
        };
    }

    private List<Consequence> commits(List<String> lines, String sentence, String note) {
        if (lines.isEmpty()) {
            return List.of();
        }
        String count =
                lines.size() > 1_000
                        ? "more than 1,000 commits"
                        : Sizes.counted(lines.size(), "commit");
        List<Consequence.Item> shown =
                lines.stream()
                        .limit(items)
                        .map(line -> line.split("\u001f", 3))
                        .filter(fields -> fields.length == 3)
                        .map(fields -> new Consequence.Item(fields[0] + " " + fields[1], fields[2]))
                        .toList();
        return List.of(
                new Consequence(
                        Consequence.Kind.COMMITS_DROPPED,
                        sentence.formatted(count),
                        lines.size(),
                        shown,
                        Optional.of(note)));
    }

    private static Consequence notKnown(String what) {
        return Consequence.notKnown("Not known: " + what + ".");
    }
}
