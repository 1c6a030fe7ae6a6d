package dev.countersign.supervision.consequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.platform.GitReader;
import dev.countersign.platform.ProgramProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConsequenceFinderTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir private static Path folder;
    private static Workspace template;

    private Workspace workspace;

    @BeforeAll
    static void makeTemplate() throws Exception {
        template = Workspace.create(folder.resolve("template"));
    }

    @BeforeEach
    void copyTemplate() throws Exception {
        workspace = template.copyTo(Files.createTempDirectory(folder, "case").resolve("copy"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm notes.md",
                "rm -f notes.md missing.md",
                "rm -rf build",
                "rm -r build/*",
                "rm *.tmp",
                "rm -rf src/{a,b}.txt",
                "rm 'with space/star*.txt'",
                "rm with\\ space/*",
                "rm -rf ./* ",
                "rm [!a-z]* ; rm ?ink",
                "rm link",
                "rm -rf link-to-folder",
                "rm -r link-to-folder/",
                "rm src",
                "rmdir empty src",
                "cd build && rm -rf classes",
                "(cd build; rm -rf classes) ; true",
                "sudo rm big.tmp || rm big.tmp",
                "unlink scratch.tmp",
                "find . -name '*.class' -delete",
                "find build -type f -name 'A*' -exec rm {} +",
                "find . -name '*.log' -mtime +30 -delete",
                "find build -delete",
                "find . -path ./build -prune -o -delete -quit",
                "git clean -fd",
                "git clean -fdx",
                "git rm -q notes.md other.md",
            })
    void whatWouldBeRemovedIsWhatIsRemoved(String command) throws Exception {
        Consequences told = look(command);
        Map<String, String> before = workspace.state(false);
        workspace.run(command);
        Set<String> gone = Workspace.missing(before, workspace.state(false));
        if (isUnknown(told)) {
            return;
        }
        Set<String> named = named(told, Consequence.Kind.FILES_REMOVED);
        Set<String> goneFiles =
                gone.stream()
                        .filter(name -> !"folder".equals(before.get(name)))
                        .collect(Collectors.toSet());
        if (command.startsWith("git clean")) {
            // git names a folder for all that is in it.
            assertTrue(
                    gone.stream()
                            .allMatch(name ->
                                    named.contains(name)
                                            || named.stream()
                                                    .anyMatch(n ->
                                                            n.endsWith("/")
                                                                    && (name + "/").startsWith(n))),
                    () -> gone + " of " + named);
            return;
        }
        assertEquals(goneFiles, named, told.toString());
    }

    /// What is allowed to be unknown is little: the rows above must mostly be known.
    @Test
    void onlyWhatCannotBeKnownIsUnknown() throws Exception {
        for (String command :
                List.of(
                        "rm -rf $(ls)",
                        "(cd build; rm -rf classes)",
                        "find . -path ./build -prune -o -delete",
                        "rm -rf \"$OUT\"/*",
                        "docker system prune -f",
                        "kill $(pgrep x)",
                        "git -c x=y rebase main")) {
            assertTrue(isUnknown(look(command)), command);
        }
        for (String command :
                List.of("rm -rf build", "ls", "git status", "rm -r $HOME/x", "echo > notes.md")) {
            boolean unknown =
                    look(command).list().stream()
                            .anyMatch(one ->
                                    one.kind() == Consequence.Kind.NOT_KNOWN
                                            && one.sentence().contains("only known"));
            assertEquals(false, unknown, command);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo new > notes.md",
                "echo new >> notes.md",
                "echo new > brand-new.md",
                "cat notes.md >| 'other.md'",
                "ls no-such-file &> other.md",
                "cp notes.md other.md",
                "cp from/* .",
                "cp -r from/. docs",
                "mv notes.md other.md",
                "mv -f from/notes.md .",
                "mv notes.md docs",
                "tee other.md < notes.md",
                "truncate -s 0 notes.md",
                "dd if=/dev/null of=other.md",
                "ln -sf src/b.txt link",
                "cd docs; echo hi > ../notes.md",
            })
    void whatWouldBeOverwrittenIsWhatChanges(String command) throws Exception {
        Consequences told = look(command);
        Map<String, String> before = workspace.state(false);
        workspace.run(command);
        Set<String> changed = Workspace.changed(before, workspace.state(false));
        Set<String> named =
                named(told, Consequence.Kind.FILES_OVERWRITTEN).stream()
                        .map(name ->
                                workspace
                                        .root()
                                        .relativize(workspace.root().resolve(name).normalize())
                                        .toString())
                        .collect(Collectors.toSet());
        if (command.contains(">>")) {
            assertEquals(Set.of(), named);
            return;
        }
        assertEquals(changed, named, told.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sed -i s/e/E/ notes.md other.md", "perl -pi -e s/e/E/ notes.md"})
    void whatWouldBeEditedIsWhatChanges(String command) throws Exception {
        Consequences told = look(command);
        Map<String, String> before = workspace.state(false);
        workspace.run(command);
        assertEquals(
                Workspace.changed(before, workspace.state(false)),
                named(told, Consequence.Kind.FILES_CHANGED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git checkout -- src/a.txt",
                "git checkout .",
                "git restore src",
                "git restore -SW src",
                "git checkout HEAD -- src",
                "git reset -q --hard",
                "git checkout -q -f main",
            })
    void whatWouldBeDiscardedIsWhatChanges(String command) throws Exception {
        Consequences told = look(command);
        Map<String, String> before = workspace.state(false);
        workspace.run(command);
        assertEquals(
                Workspace.changed(before, workspace.state(false)),
                named(told, Consequence.Kind.CHANGES_LOST),
                told.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git reset -q --hard HEAD~2",
                "git reset -q HEAD~1",
                "git branch -D side; git update-ref -d refs/remotes/origin/side",
            })
    void droppedCommitsAreCounted(String command) throws Exception {
        if (command.contains("side")) {
            workspace.run("git push -q origin --delete side");
        }
        Consequences told = look(command.replaceFirst(";.*", ""));
        String counting =
                command.contains("side")
                        ? "git rev-list --branches --count"
                        : "git rev-list main --count";
        long before = commits(counting);
        workspace.run(command);
        long after = commits(counting);
        assertEquals(
                before - after, count(told, Consequence.Kind.COMMITS_DROPPED), told.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git push -f origin main",
                "git push --force",
                "git push origin +main:main",
                "git push --force-with-lease origin main",
                "git push origin --delete side",
                "git push origin :side",
                "git push origin main",
            })
    void commitsDroppedAtTheOtherEndAreCounted(String command) throws Exception {
        workspace.run("git branch -D side; git reset -q --soft HEAD~2; git commit -qm rewritten");
        Consequences told = look(command);
        String other =
                "git --git-dir ../origin.git rev-list %s | sort"
                        .formatted(command.contains("side") ? "--branches" : "main");
        Set<String> before = Set.of(workspace.run(other).split("\n"));
        String said = workspace.run(command);
        Set<String> after = Set.of(workspace.run(other).split("\n"));
        long lost = before.stream().filter(commit -> !after.contains(commit)).count();
        assertEquals(lost, count(told, Consequence.Kind.COMMITS_DROPPED), told + said);
        told.headline().ifPresent(headline -> assertTrue(headline.contains("on origin"), headline));
    }

    @Test
    void stashesAreCounted() throws Exception {
        workspace.run("git stash -q; echo z >> notes.md; git stash -q");
        assertEquals(1, count(look("git stash drop"), Consequence.Kind.CHANGES_LOST));
        assertEquals(2, count(look("git stash clear"), Consequence.Kind.CHANGES_LOST));
    }

    @Test
    void whatGitCouldBringBackIsSaid() throws Exception {
        assertEquals(Optional.of("git can bring it back"), note(look("rm notes.md")));
        assertEquals(Optional.of("1 has changes that no commit holds"), note(look("rm src/a.txt")));
        assertEquals(Optional.of("1 is in no commit"), note(look("rm untracked.txt")));
    }

    @Test
    void processesThatAKillWouldHitAreNamed() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "3141.5926").start();
        try {
            Consequences byNumber = look("kill -9 " + sleeper.pid());
            assertEquals(1, count(byNumber, Consequence.Kind.PROCESSES_ENDED));
            Consequences byName = look("pkill -f 'sleep 3141.5926'");
            assertEquals(
                    List.of("sleep 3141.5926"),
                    byName.list().getFirst().items().stream().map(Consequence.Item::text).toList());
        } finally {
            sleeper.destroyForcibly().waitFor();
        }
    }

    @Test
    void packagesAndTheirScriptsAreNamed() throws Exception {
        Consequences told = look("npm install");
        assertTrue(told.toString().contains("postinstall: echo hi"), told.toString());
        assertEquals(1, told.list().getFirst().count());
    }

    /// What would be hit is what `pgrep` finds by the same words, and what `kill` ends.
    @Test
    void processesThatWouldBeHitAreThoseThatAreHit() throws Exception {
        String name = "cs" + Long.toString(System.nanoTime() % 1_000_000_000L, 36);
        Path program = folder.resolve(name);
        Files.copy(Path.of("/bin/sleep"), program);
        assertTrue(program.toFile().setExecutable(true));
        List<Process> started = new ArrayList<>();
        try {
            for (String time : List.of("3001", "3002", "3003")) {
                started.add(new ProcessBuilder(program.toString(), time).start());
            }
            for (String arguments :
                    List.of(
                            name,
                            "-x " + name,
                            "-f '%s 300[12]'".formatted(name),
                            "-f '%s 3002'".formatted(name),
                            "-x cs",
                            name + "nobody")) {
                Consequences told = look("pkill " + arguments);
                Set<Long> hit = pids(workspace.run("pgrep " + arguments));
                if (isUnknown(told)) {
                    assertTrue(arguments.contains("[") || hit.isEmpty(), arguments);
                } else {
                    assertEquals(hit, hit(told), arguments);
                }
            }
            assertEquals(pids(workspace.run("pgrep -x " + name)), hit(look("killall -9 " + name)));
            Process first = started.getFirst();
            Consequences byNumber = look("kill %d 2>/dev/null".formatted(first.pid()));
            workspace.run("kill %d 2>/dev/null".formatted(first.pid()));
            first.waitFor();
            assertEquals(Set.of(first.pid()), hit(byNumber));
            assertEquals(2, pids(workspace.run("pgrep -x " + name)).size());
        } finally {
            for (Process process : started) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static Set<Long> pids(String lines) {
        return lines.lines().map(Long::parseLong).collect(Collectors.toSet());
    }

    private static Set<Long> hit(Consequences told) {
        return told.list().stream()
                .filter(one -> one.kind() == Consequence.Kind.PROCESSES_ENDED)
                .flatMap(one -> one.items().stream())
                .map(item -> Long.parseLong(item.detail().replace("pid ", "")))
                .collect(Collectors.toSet());
    }

    /// Where there is an npm, it is asked what it runs.
    @ParameterizedTest
    @ValueSource(strings = {"npm install", "npm ci", "npm install --ignore-scripts"})
    void scriptsThatAnInstallWouldRunAreThoseThatItRuns(String command) throws Exception {
        assumeTrue(
                new ProgramProbe(System.getenv("PATH")).find("npm").isPresent(), "there is no npm");
        workspace.run(
                """
                mkdir app app/dep; cd app
                cat > package.json <<'E'
                {"name":"app","version":"1.0.0","dependencies":{"dep":"file:./dep"},
                 "scripts":{"test":"echo test >> ran","prepare":"echo prepare >> ran",
                 "preinstall":"echo preinstall >> ran","postinstall":"echo postinstall >> ran",
                 "postprepare":"echo postprepare >> ran","start":"echo start >> ran"}}
                E
                echo '{"name":"dep","version":"1.0.0","scripts":{"postinstall":"echo dep >> ../ran"}}' > dep/package.json
                npm install --offline --package-lock-only --ignore-scripts > log 2>&1
                """);
        Consequences told = look("cd app && " + command);
        workspace.run("cd app && " + command + " --offline --no-audit --no-fund > log 2>&1");
        Path file = workspace.root().resolve("app/ran");
        Set<String> ran = Files.exists(file) ? Set.copyOf(Files.readAllLines(file)) : Set.of();
        Set<String> named =
                told.list().stream()
                        .flatMap(one -> one.items().stream())
                        .map(Consequence.Item::text)
                        .filter(text -> text.contains(": "))
                        .map(text -> text.replaceFirst(":.*", ""))
                        .collect(Collectors.toSet());
        told.list().stream()
                .flatMap(one -> one.note().stream())
                .filter(note -> note.startsWith("run scripts of their own: "))
                .map(note -> note.substring(note.indexOf(':') + 2))
                .forEach(named::add);
        assertEquals(ran, named, told.toString());
    }

    /// A repository that names programs for git to run is not asked anything.
    @Test
    void aRepositorysOwnProgramsAreNeverRun() throws Exception {
        Path mark = folder.resolve("ran");
        workspace.run(
                "git config filter.evil.clean 'touch "
                        + mark
                        + "; cat';"
                        + " git config core.fsmonitor 'touch "
                        + mark
                        + "';"
                        + " echo '* filter=evil' > .gitattributes; echo z > notes.md");
        Files.deleteIfExists(mark);
        for (String command :
                List.of("rm notes.md", "git reset --hard", "git checkout .", "git clean -fdx")) {
            look(command);
            assertTrue(Files.notExists(mark), command);
        }
    }

    private static boolean isUnknown(Consequences told) {
        return told.list().stream().anyMatch(one -> one.kind() == Consequence.Kind.NOT_KNOWN);
    }

    private static Optional<String> note(Consequences told) {
        return told.list().getFirst().note();
    }

    private static long count(Consequences told, Consequence.Kind kind) {
        return told.list().stream()
                .filter(one -> one.kind() == kind)
                .mapToLong(Consequence::count)
                .sum();
    }

    private static Set<String> named(Consequences told, Consequence.Kind kind) {
        return told.list().stream()
                .filter(one -> one.kind() == kind)
                .flatMap(one -> one.items().stream())
                .map(Consequence.Item::text)
                .collect(Collectors.toSet());
    }

    private long commits(String command) throws Exception {
        return Long.parseLong(workspace.run(command).strip());
    }

    /// Looks, and sees that looking changed nothing.
    private Consequences look(String command) throws IOException {
        Map<String, String> before = workspace.state(true);
        Optional<GitReader> git =
                new ProgramProbe(System.getenv("PATH"))
                        .find("git")
                        .map(path -> new GitReader(path, workspace.environment()));
        Consequences told =
                new ConsequenceFinder(workspace.home(), git, 10_000)
                        .find(command, workspace.root(), LIMIT);
        assertEquals(before, workspace.state(true), "looking changed something");
        return told;
    }
}
