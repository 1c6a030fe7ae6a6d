package dev.countersign.supervision.consequence;

import dev.countersign.platform.GitReader;
import dev.countersign.platform.GitReader.Answer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/// Asks git within the deadline of one look, and only where asking runs nothing of the
/// repository's. Confined to one look.
final class GitLook {
    private static final Duration LONGEST_QUESTION = Duration.ofSeconds(2);

    private final Optional<GitReader> git;
    private final Deadline deadline;
    private final Map<Path, Optional<String>> obstacles = new HashMap<>();

    GitLook(Optional<GitReader> git, Deadline deadline) {
        this.git = git;
        this.deadline = deadline;
    }

    /// The top of the work tree around a folder, found without git.
    static Optional<Path> top(Path folder) {
        for (Path at = folder; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    /// Asks, where there is a git, a repository, and nothing against it.
    Answer ask(Path folder, BiFunction<GitReader, Duration, Answer> question) {
        if (git.isEmpty()) {
            return new Answer.NotKnown("there is no git on the search path");
        }
        Optional<Path> top = top(folder);
        if (top.isEmpty()) {
            return new Answer.NotKnown("this is no git repository");
        }
        Optional<String> obstacle =
                obstacles.computeIfAbsent(top.get(), place -> git.get().obstacle(place, limit()));
        if (obstacle.isPresent()) {
            return new Answer.NotKnown(obstacle.get());
        }
        return question.apply(git.get(), limit());
    }

    private Duration limit() {
        Duration left = deadline.left();
        return left.compareTo(LONGEST_QUESTION) < 0 ? left : LONGEST_QUESTION;
    }

    /// What git could bring back of files that go away: 'git has 12 of them as they are; 3 are in
    /// no commit.' Empty outside a repository.
    ///
    /// @param roots the paths that were named, the files lie at or below them
    Optional<String> recovery(Path folder, List<Path> roots, List<Path> files) {
        Optional<Path> top = top(folder);
        if (top.isEmpty() || files.isEmpty()) {
            return Optional.empty();
        }
        List<String> paths =
                roots.stream()
                        .filter(root -> root.startsWith(top.get()))
                        .map(Path::toString)
                        .toList();
        if (paths.isEmpty()) {
            return Optional.of("git cannot bring them back: they lie outside the repository");
        }
        Answer tracked = ask(folder, (reader, limit) -> reader.tracked(top.get(), limit, paths));
        Answer changed = ask(folder, (reader, limit) -> reader.changed(top.get(), limit, paths));
        return switch (tracked) {
            case Answer.NotKnown(String reason) ->
                    Optional.of("whether git could bring them back is not known: " + reason);
            case Answer.Text all ->
                    Optional.of(
                            recovery(
                                    files,
                                    resolved(top.get(), all),
                                    changed instanceof Answer.Text some
                                            ? resolved(top.get(), some)
                                            : resolved(top.get(), all)));
        };
    }

    private static String recovery(List<Path> files, Set<Path> tracked, Set<Path> changed) {
        long kept = files.stream().filter(f -> tracked.contains(f) && !changed.contains(f)).count();
        long edited =
                files.stream().filter(f -> tracked.contains(f) && changed.contains(f)).count();
        long unknown = files.size() - kept - edited;
        if (kept == files.size()) {
            return files.size() == 1 ? "git can bring it back" : "git can bring all of them back";
        }
        StringBuilder words = new StringBuilder();
        if (kept > 0) {
            words.append("git can bring back ").append(kept).append(" of them; ");
        }
        if (edited > 0) {
            words.append(edited == 1 ? "1 has" : edited + " have");
            words.append(" changes that no commit holds");
        }
        if (unknown > 0) {
            words.append(edited > 0 ? "; " : "");
            words.append(unknown == 1 ? "1 is" : unknown + " are").append(" in no commit");
        }
        return words.toString();
    }

    static Set<Path> resolved(Path top, Answer.Text answer) {
        Set<Path> paths = new HashSet<>();
        for (String piece : answer.pieces()) {
            try {
                paths.add(top.resolve(piece));
            } catch (InvalidPathException _) {
                // A name that is no text here: nothing of ours is called so.
            }
        }
        return paths;
    }
}
