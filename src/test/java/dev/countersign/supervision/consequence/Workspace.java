package dev.countersign.supervision.consequence;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A temporary repository with files of every sort, and a bare one that it pushes to.
final class Workspace {
    private static final String SETUP =
            """
            git init -q --bare ../origin.git
            git init -q -b main
            git remote add origin ../origin.git
            mkdir -p src/deep build/classes docs empty 'with space'
            echo one > src/a.txt; echo two > src/b.txt; echo three > src/deep/c.log
            echo 'class' > build/classes/A.class; echo 'class' > build/classes/B.class
            echo x > 'with space/star*.txt'; echo y > 'with space/plain.txt'
            echo note > notes.md; echo other > other.md; echo hidden > .hidden
            printf 'build/\\n*.tmp\\n' > .gitignore
            ln -s src/a.txt link; ln -s src link-to-folder
            printf '{"dependencies":{"left":"1.0"},"scripts":{"postinstall":"echo hi"}}' > package.json
            git add -A; git commit -qm first
            echo more >> notes.md; git commit -qam second
            echo evenmore >> notes.md; git commit -qam third
            git push -q -u origin main
            git branch side; git checkout -q side; echo s > side.txt; git add side.txt; git commit -qm onside
            git push -q origin side; git checkout -q main
            echo edited >> src/a.txt; echo staged >> src/b.txt; git add src/b.txt
            echo scratch > scratch.tmp; echo untracked > untracked.txt; mkdir junk; echo j > junk/j.txt
            head -c 5000 /dev/zero > big.tmp
            git stash list > /dev/null
            mkdir from; echo new > from/notes.md; echo fresh > from/fresh.md
            touch -d '40 days ago' src/deep/c.log
            """;

    private final Path home;
    private final Path root;

    private Workspace(Path folder) throws IOException {
        this.home = Files.createDirectories(folder.resolve("home"));
        this.root = Files.createDirectories(folder.resolve("work")).toRealPath();
    }

    /// Makes one, which takes a second.
    static Workspace create(Path folder) throws IOException, InterruptedException {
        Workspace workspace = new Workspace(folder);
        workspace.run(SETUP);
        return workspace;
    }

    /// The same once more in another folder.
    Workspace copyTo(Path folder) throws IOException, InterruptedException {
        run(
                "cp -a .. '%s' && cd '%s'/work && git update-index -q --refresh"
                        .formatted(folder, folder));
        return new Workspace(folder);
    }

    Path root() {
        return root;
    }

    Path home() {
        return home;
    }

    Map<String, String> environment() {
        return Map.of("PATH", System.getenv("PATH"), "HOME", home.toString());
    }

    /// Runs it for real.
    ///
    /// @return what it printed
    String run(String command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", command)
                        .directory(root.toFile())
                        .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment());
        for (String who : new String[] {"AUTHOR", "COMMITTER"}) {
            builder.environment().put("GIT_" + who + "_NAME", "t");
            builder.environment().put("GIT_" + who + "_EMAIL", "t@example.org");
        }
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /// Every path with its kind, times and content, without git's own folder where that is wanted.
    Map<String, String> state(boolean withGit) throws IOException {
        Map<String, String> state = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                String name = root.relativize(path).toString();
                if (!name.isEmpty() && (withGit || !name.matches("\\.git(/.*)?"))) {
                    state.put(name, facts(path, withGit));
                }
            }
        }
        return state;
    }

    private static String facts(Path path, boolean withTimes) throws IOException {
        BasicFileAttributes facts =
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String content =
                facts.isRegularFile()
                        ? Files.readString(path, StandardCharsets.ISO_8859_1)
                        : facts.isSymbolicLink()
                                ? Files.readSymbolicLink(path).toString()
                                : "folder";
        return withTimes ? facts.lastModifiedTime() + " " + content : content;
    }

    static Set<String> missing(Map<String, String> before, Map<String, String> after) {
        Set<String> names = new HashSet<>(before.keySet());
        names.removeAll(after.keySet());
        return names;
    }

    static Set<String> changed(Map<String, String> before, Map<String, String> after) {
        Set<String> names = new HashSet<>();
        before.forEach((name, facts) -> {
            if (after.containsKey(name) && !facts.equals(after.get(name))) {
                names.add(name);
            }
        });
        return names;
    }
}
