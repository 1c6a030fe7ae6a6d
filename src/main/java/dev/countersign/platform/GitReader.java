package dev.countersign.platform;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Asks git about a repository without changing it and without running anything that the repository
/// names.
///
/// A repository's own configuration can name programs that git runs when it merely looks at files
/// (`core.fsmonitor`, `filter.x.clean`), and can have missing objects fetched over the network.
/// Where one does, nothing is asked. Safe on any thread; each question blocks for its limit at
/// most.
public final class GitReader {
    private static final int MOST_BYTES = 8 << 20;

    private static final List<String> SWITCHES =
            List.of(
                    "--no-pager",
                    "--no-optional-locks",
                    "--literal-pathspecs",
                    "-c",
                    "core.fsmonitor=false",
                    "-c",
                    "core.hooksPath=/dev/null",
                    "-c",
                    "core.quotePath=false",
                    "-c",
                    "color.ui=false",
                    "-c",
                    "log.showSignature=false",
                    "-c",
                    "submodule.recurse=false");

    private final Path git;
    private final Map<String, String> environment;

    /// @param git the program
    /// @param environment the console's own; only what git needs of it is passed on
    public GitReader(Path git, Map<String, String> environment) {
        this.git = git;
        this.environment = Map.copyOf(environment);
    }

    /// What came of a question.
    public sealed interface Answer {
        /// What git printed.
        record Text(String text) implements Answer {
            /// The pieces between NUL characters.
            public List<String> pieces() {
                return List.of(text.split("\0")).stream().filter(p -> !p.isEmpty()).toList();
            }

            public List<String> lines() {
                return text.lines().filter(line -> !line.isEmpty()).toList();
            }
        }

        /// No answer.
        ///
        /// @param reason a phrase: 'git took too long'
        record NotKnown(String reason) implements Answer {}
    }

    /// Why this repository is not asked: its configuration names programs. Empty when it may be.
    public Optional<String> obstacle(Path directory, Duration limit) {
        return switch (run(
                directory, limit, List.of("config", "--null", "--list", "--show-scope"))) {
            case Answer.NotKnown(String reason) -> Optional.of(reason);
            case Answer.Text text -> obstacle(text.text().split("\0"));
        };
    }

    /// Scope and `key\nvalue` stand in turn.
    private static Optional<String> obstacle(String[] pieces) {
        for (int i = 0; i + 1 < pieces.length; i += 2) {
            boolean own = pieces[i].equals("local") || pieces[i].equals("worktree");
            String key = pieces[i + 1].lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
            if (own && runsPrograms(key)) {
                return Optional.of("this repository has git run programs (%s)".formatted(key));
            }
        }
        return Optional.empty();
    }

    private static boolean runsPrograms(String key) {
        return key.equals("core.fsmonitor")
                || (key.startsWith("filter.") && !key.endsWith(".required"))
                || key.endsWith(".promisor")
                || key.endsWith(".partialclonefilter")
                || key.equals("extensions.partialclone");
    }

    /// The full name of the commit that a revision names.
    public Answer commit(Path directory, Duration limit, String revision) {
        return run(
                directory,
                limit,
                List.of(
                        "rev-parse",
                        "--verify",
                        "--quiet",
                        "--end-of-options",
                        revision + "^{commit}"));
    }

    /// The branch that is checked out, without `refs/heads/`.
    public Answer currentBranch(Path directory, Duration limit) {
        return run(directory, limit, List.of("symbolic-ref", "--quiet", "--short", "HEAD"));
    }

    /// What a branch is pushed to, as `remote\nrefs/heads/name`.
    public Answer upstream(Path directory, Duration limit, String branch) {
        return run(
                directory,
                limit,
                List.of(
                        "for-each-ref",
                        "--format=%(upstream:remotename)%0a%(upstream:remoteref)",
                        "refs/heads/" + branch));
    }

    /// The commits that one set of revisions reaches and another does not, newest first, at most
    /// 1,001, each a piece `hash US subject US date` (US is U+001F).
    public Answer commits(
            Path directory, Duration limit, List<String> reached, List<String> notReached) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "log",
                                "-z",
                                "--max-count=1001",
                                "--no-decorate",
                                "--no-ext-diff",
                                "--no-textconv",
                                "--format=%h%x1f%s%x1f%cs"));
        arguments.add("--end-of-options");
        arguments.addAll(reached);
        notReached.forEach(revision -> arguments.add("^" + revision));
        return run(directory, limit, arguments);
    }

    /// All refs, to see what else reaches a commit: `hash name`, a line each.
    public Answer references(Path directory, Duration limit) {
        return run(directory, limit, List.of("for-each-ref", "--format=%(objectname) %(refname)"));
    }

    /// The tracked paths whose content differs from the last commit, staged or not; relative to the
    /// top level.
    public Answer changed(Path directory, Duration limit, List<String> paths) {
        return differing(directory, limit, List.of("HEAD", "--"), paths);
    }

    /// The paths whose content differs from the index; relative to the top level.
    public Answer unstaged(Path directory, Duration limit, List<String> paths) {
        return differing(directory, limit, List.of("--"), paths);
    }

    private Answer differing(
            Path directory, Duration limit, List<String> from, List<String> paths) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "diff",
                                "--name-only",
                                "--no-renames",
                                "-z",
                                "--no-ext-diff",
                                "--no-textconv",
                                "--ignore-submodules=all"));
        arguments.addAll(from);
        arguments.addAll(paths);
        return run(directory, limit, arguments);
    }

    /// The tracked ones among the paths; relative to the top level.
    public Answer tracked(Path directory, Duration limit, List<String> paths) {
        List<String> arguments = new ArrayList<>(List.of("ls-files", "-z", "--full-name", "--"));
        arguments.addAll(paths);
        return run(directory, limit, arguments);
    }

    /// What `git clean` would remove, in git's own words.
    ///
    /// @param options of `clean`, chosen by the caller from `-d`, `-x`, `-X` and `-ff`
    public Answer cleaned(
            Path directory, Duration limit, List<String> options, List<String> paths) {
        List<String> arguments = new ArrayList<>(List.of("clean", "--dry-run"));
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(paths);
        return run(directory, limit, arguments);
    }

    /// The stashes, newest first, `name US subject`, a line each.
    public Answer stashes(Path directory, Duration limit) {
        return run(directory, limit, List.of("stash", "list", "--format=%gd%x1f%s"));
    }

    private Answer run(Path directory, Duration limit, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(git.toString()));
        command.addAll(SWITCHES);
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectInput(new File("/dev/null"))
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        List.of("PATH", "HOME", "XDG_CONFIG_HOME")
                .forEach(name -> {
                    String value = environment.get(name);
                    if (value != null) {
                        builder.environment().put(name, value);
                    }
                });
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("GIT_OPTIONAL_LOCKS", "0");
        builder.environment().put("GIT_TERMINAL_PROMPT", "0");
        builder.environment().put("GIT_NO_LAZY_FETCH", "1");
        try {
            return answer(builder.start(), limit);
        } catch (IOException failure) {
            return new Answer.NotKnown("git cannot be started");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Answer.NotKnown("the look was interrupted");
        }
    }

    private static Answer answer(Process process, Duration limit) throws InterruptedException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Thread reader =
                Thread.ofPlatform()
                        .daemon()
                        .name("git-answer")
                        .start(() -> {
                            try (InputStream output = process.getInputStream()) {
                                printed.writeBytes(output.readNBytes(MOST_BYTES));
                            } catch (IOException _) {
                                // What was read so far is incomplete; the exit code then says so.
                            }
                        });
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Answer.NotKnown("git took too long");
            }
            reader.join(limit);
            if (process.exitValue() != 0) {
                return new Answer.NotKnown("git does not know");
            }
            return printed.size() >= MOST_BYTES
                    ? new Answer.NotKnown("git's answer is too long")
                    : new Answer.Text(printed.toString(StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }
}
