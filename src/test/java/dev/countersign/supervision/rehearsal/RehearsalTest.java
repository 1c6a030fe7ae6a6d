package dev.countersign.supervision.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A rehearsal, committed, leaves what a plain run leaves; discarded, it leaves nothing.
@EnabledOnOs(OS.LINUX)
final class RehearsalTest {
    private static final String SETUP =
            """
            mkdir -p src/deep build docs empty 'with space' locked
            printf 'one\\ntwo\\nthree\\n' > src/a.txt; echo b > src/b.txt; echo c > src/deep/c.log
            echo class > build/A.class; echo class > build/B.class; echo doc > docs/d.md
            ln -s src/a.txt link; ln -s src link-to-folder; ln -s nowhere broken
            echo x > 'with space/star*.txt'; echo ro > ro.txt; chmod 444 ro.txt
            echo tool > run.sh; chmod 755 run.sh; echo k > locked/k; chmod 555 locked
            printf 'all: out/main.o\\nout/main.o: src/a.txt\\n\\tmkdir -p out && tr a-z A-Z < src/a.txt > out/main.o\\n' > Makefile
            ln src/b.txt hard; touch -d '2020-01-01' src/*.txt
            """;

    @TempDir Path folder;

    private Stage stage;
    private Path workspace;

    @BeforeEach
    void setUp() throws Exception {
        stage = new Stage(folder);
        workspace = stage.workspace("rehearsed", SETUP);
    }

    @AfterEach
    void tearDown() throws Exception {
        if (stage != null) {
            stage.close();
        }
        // What the tests locked must not keep the folder from being removed.
        Stage.run(folder, "chmod -R u+rwx .");
    }

    @Test
    void aCommitCarriesUserAttributesAndTimesOfFoldersAndLinks() throws Exception {
        Stage.Played played =
                stage.play(
                        workspace,
                        "mkdir made; echo x > made/x; ln -s x made/link; touch -h -d 2020-02-03"
                                + " made/link; touch -d 2021-02-03 made");
        Path made = played.place().upper(0).resolve("made");
        mark(made, "of-a-folder");
        mark(made.resolve("x"), "of-a-file");
        assertInstanceOf(ResultCommit.Done.All.class, played.commit());
        Path there = workspace.resolve("made");
        assertEquals("of-a-folder", marked(there));
        assertEquals("of-a-file", marked(there.resolve("x")));
        assertEquals(Instant.parse("2021-02-03T00:00:00Z"), day(there));
        assertEquals(Instant.parse("2020-02-03T00:00:00Z"), day(there.resolve("link")));
        played.discard();
    }

    /// To the day, since the machine has a time zone of its own.
    private static Instant day(Path path) throws IOException {
        return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
                .toInstant()
                .atZone(ZoneId.systemDefault())
                .toLocalDate()
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant();
    }

    private static void mark(Path path, String value) throws IOException {
        UserDefinedFileAttributeView view =
                Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
        view.write("mark", StandardCharsets.UTF_8.encode(value));
    }

    private static String marked(Path path) throws IOException {
        UserDefinedFileAttributeView view =
                Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
        ByteBuffer value = ByteBuffer.allocate(view.size("mark"));
        view.read("mark", value);
        return StandardCharsets.UTF_8.decode(value.flip()).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "make -s",
                "echo begun > begun; rm src/b.txt; exit 3",
                "rm -rf build src",
                "rm -rf ./* ",
                "sed -i s/two/TWO/ src/a.txt",
                "sed -i s/nothing/else/ src/a.txt",
                "mv src lib; mv lib/deep .",
                "mkdir farm; for i in 1 2 3; do ln -s ../src/a.txt farm/$i; done; ln -sfn docs"
                        + " link",
                "rm -rf src && mkdir src && echo new > src/n.txt",
                "rm -rf src && mkdir -p src/deep && echo new > src/deep/n.txt && chmod 700 src",
                "rm -rf src && echo file > src",
                "rm run.sh && mkdir run.sh && echo in > run.sh/in",
                "rm link && echo file > link",
                "rm docs/d.md && ln -s ../src docs/d.md",
                "chmod 600 run.sh; chmod 711 docs; chmod u+w ro.txt; echo more >> ro.txt",
                "echo more >> 'with space/star*.txt'; cp -r src 'with space/copy'",
                "touch -d 2021-02-03 src/a.txt",
                "echo x > new; ln new new2; chmod 640 new",
                "chmod u+w locked; echo in > locked/in; rm locked/k; chmod 555 locked",
                "mkdir -p a/b/c/d; cd a/b; echo deep > c/d/e; chmod 500 c",
                "printf 'no\\0text' > binary; : > none",
                "rmdir empty; mkdir empty; touch empty/.keep",
                "true",
                "git init -q . && git -c user.name=t -c user.email=t@e add src docs && git -c"
                        + " user.name=t -c user.email=t@e status -s >/dev/null && rm -rf .git",
            })
    void commitLeavesWhatAPlainRunLeavesAndDiscardNothing(String command) throws Exception {
        Path plain = stage.workspace("plain", SETUP);
        int code = Stage.run(plain, command);
        Map<String, String> untouched = Stage.exactState(workspace);

        Stage.Played discarded = stage.play(workspace, command);
        assertEquals(new Outcome.Exited(code), discarded.outcome(), discarded.output());
        assertEquals(untouched, Stage.exactState(workspace), "before any commit");
        discarded.discard();
        assertEquals(untouched, Stage.exactState(workspace), "after the discard");

        Stage.Played played = stage.play(workspace, command);
        assertEquals(Optional.empty(), played.result().obstacle());
        assertInstanceOf(ResultCommit.Done.All.class, played.commit());
        played.discard();
        assertEquals(Stage.state(plain), Stage.state(workspace));
        assertNothingIsLeft();
    }

    @Test
    void whatItWouldDoIsTold() throws Exception {
        RehearsalResult result =
                stage.play(
                                workspace,
                                "rm -rf build; echo new > src/n; sed -i s/two/TWO/ src/a.txt;"
                                        + " chmod 600 run.sh; ln -sf docs broken")
                        .result();
        assertEquals(
                List.of(
                        "CHANGED broken",
                        "REMOVED build",
                        "REMOVED build/A.class",
                        "REMOVED build/B.class",
                        "CHANGED run.sh",
                        "CHANGED src/a.txt",
                        "ADDED src/n"),
                result.changes().stream()
                        .map(change -> change.kind() + " " + change.path())
                        .toList());
        assertEquals("would add 1, change 3 and remove 3", result.words());
    }

    @Test
    void nothingOutsideAndNoNetworkIsReached() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Path outside = Files.createDirectory(folder.resolve("outside"));
            Stage.Played played =
                    stage.play(
                            workspace,
                            "(: </dev/tcp/127.0.0.1/%d) 2>/dev/null && echo reached || echo closed; echo x > %s/x || echo refused; echo y > %s/y; ls /run | wc -l; ls %s/own 2>/dev/null | wc -l"
                                    .formatted(
                                            server.getLocalPort(),
                                            outside,
                                            Path.of(System.getProperty("user.home")),
                                            folder));
            assertTrue(played.output().startsWith("closed\n"), played.output());
            assertFalse(Files.exists(outside.resolve("x")));
            assertEquals(List.of(), played.result().changes());
            assertTrue(played.output().strip().endsWith("0\n0"), played.output());
        }
    }

    @Test
    void whatTheCallAddsToTheEnvironmentReachesTheCommandAlone() throws Exception {
        Path trap = Files.createDirectories(workspace.resolve("trap"));
        Path mark = folder.resolve("sprung");
        for (String program : List.of("mount", "bwrap", "sh", "unshare", "rm")) {
            Path fake = trap.resolve(program);
            Files.writeString(fake, "#!/bin/bash\ntouch " + mark + "\n");
            boolean _ = fake.toFile().setExecutable(true);
        }
        Stage.Played played =
                stage.play(
                        workspace,
                        "echo \"$GREETING $PATH\"",
                        Map.of(
                                "GREETING",
                                "hi, = \"there\"\nü",
                                "PATH",
                                trap + ":/usr/bin:/bin",
                                "ENV",
                                trap.resolve("mount").toString(),
                                "LD_PRELOAD",
                                trap.resolve("none.so").toString()));
        assertTrue(
                played.output().contains("hi, = \"there\"\nü " + trap + ":/usr/bin:/bin"),
                played.output());
        assertFalse(Files.exists(mark));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo drift >> src/a.txt",
                "touch src/a.txt",
                "rm src/a.txt",
                "rm src/a.txt; mkdir src/a.txt",
                "echo fresh > src/new.txt",
                "echo newcomer > build/C.class",
                "chmod 600 build/A.class",
                "rm -rf build",
                "cp src/a.txt t; mv t src/a.txt",
                "mv src ../elsewhere; ln -s ../elsewhere src",
                "mv src ../elsewhere; mkdir ../empty-one; ln -s ../empty-one src",
            })
    void aDriftIsRefused(String drift) throws Exception {
        Stage.Played played =
                stage.play(
                        workspace, "sed -i s/two/2/ src/a.txt; rm -r build; echo n > src/new.txt");
        Stage.run(workspace, drift);
        Map<String, String> drifted = Stage.exactState(workspace);
        ResultCommit.Done.Nothing refused =
                assertInstanceOf(ResultCommit.Done.Nothing.class, played.commit());
        assertTrue(refused.reason().contains("changed since it was rehearsed"), refused.reason());
        assertEquals(drifted, Stage.exactState(workspace));
    }

    /// What is added must not land where a link that came since leads.
    @Test
    void nothingIsWrittenThroughALink() throws Exception {
        Stage.Played played = stage.play(workspace, "echo n > docs/new.txt");
        Stage.run(workspace, "mv docs ../outside; ln -s ../outside docs");
        assertInstanceOf(ResultCommit.Done.Nothing.class, played.commit());
        assertFalse(Files.exists(workspace.resolve("../outside/new.txt")));
        assertEquals(
                Optional.empty(),
                ResultCommit.finish(played.place(), played.result().digest(), "test"));
    }

    @Test
    void aDriftElsewhereDoesNotMatter() throws Exception {
        Stage.Played played = stage.play(workspace, "sed -i s/two/2/ src/a.txt");
        Stage.run(workspace, "echo more >> docs/d.md; echo fresh > src/fresh");
        assertInstanceOf(ResultCommit.Done.All.class, played.commit());
        assertEquals("one\n2\nthree\n", Files.readString(workspace.resolve("src/a.txt")));
    }

    @Test
    void aDriftWhileItIsRehearsedIsRefused() throws Exception {
        Path flag = workspace.resolve("flag");
        Thread person =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                Stage.run(folder, "echo drift >> rehearsed/ws/src/a.txt");
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        Stage.Played played;
        try {
            // It waits until the other text shows, which the layer lets through.
            played =
                    stage.play(
                            workspace,
                            "until grep -q drift src/a.txt; do :; done; echo x >> src/a.txt");
        } finally {
            person.join();
        }
        assertFalse(Files.exists(flag));
        String words = played.result().obstacle().orElse("");
        // Where the other one was quicker than the start, it is no drift.
        boolean before = words.isEmpty();
        assertTrue(before || words.contains("changed while it was rehearsed"), words);
    }

    @Test
    void anotherResultThanTheOneApprovedIsNotPutInPlace() throws Exception {
        Stage.Played played = stage.play(workspace, "echo good > src/new.txt");
        assertEquals(
                Optional.empty(), ResultCommit.prepare(played.place(), played.result(), "test"));
        Files.writeString(played.place().upper(0).resolve("src/new.txt"), "evil");
        Map<String, String> before = Stage.exactState(workspace);
        assertInstanceOf(ResultCommit.Done.Nothing.class, played.commit());
        assertEquals(before.keySet(), Stage.exactState(workspace).keySet());
        assertFalse(Files.exists(workspace.resolve("src/new.txt")));
    }

    /// As after kill -9 between any two steps.
    @Test
    void aCommitCutShortIsFinished() throws Exception {
        String command =
                "rm -rf build; sed -i s/two/2/ src/a.txt; mkdir fresh; echo f > fresh/f; ln -s f"
                        + " fresh/l";
        Path plain = stage.workspace("plain", SETUP);
        Stage.run(plain, command);
        Stage.Played played = stage.play(workspace, command);
        assertEquals(
                Optional.empty(), ResultCommit.prepare(played.place(), played.result(), "test"));
        Stage.run(
                workspace,
                "rm -r build; mkdir fresh; mkdir .countersign-test; echo half >"
                        + " .countersign-test/1");
        Optional<ResultCommit.Done> done =
                ResultCommit.finish(played.place(), played.result().digest(), "test");
        assertEquals(Optional.of(new ResultCommit.Done.All()), done);
        assertEquals(Stage.state(plain), Stage.state(workspace));
    }

    @Test
    void aCommitCutShortIsLeftWhereSomethingElseChanged() throws Exception {
        Stage.Played played = stage.play(workspace, "rm -rf build; sed -i s/two/2/ src/a.txt");
        assertEquals(
                Optional.empty(), ResultCommit.prepare(played.place(), played.result(), "test"));
        Stage.run(workspace, "rm -r build; echo person > src/a.txt");
        Optional<ResultCommit.Done> done =
                ResultCommit.finish(played.place(), played.result().digest(), "test");
        assertInstanceOf(ResultCommit.Done.Part.class, done.orElseThrow());
        assertEquals("person\n", Files.readString(workspace.resolve("src/a.txt")));
    }

    @Test
    void pipesAndTooMuchCannotBeCommitted() throws Exception {
        assertTrue(
                stage.play(workspace, "mkfifo p").result().obstacle().orElse("").contains("(p)"));
        Stage.Played many = stage.play(workspace, "for i in {1..40}; do echo $i > f$i; done");
        RehearsalResult bounded =
                RehearsalResult.read(
                        many.place(), java.time.Instant.MAX, new ResultLimits(10, 1000));
        assertTrue(bounded.obstacle().orElse("").contains("more than 10 files"));
        assertTrue(bounded.changes().size() <= 11);
    }

    @Test
    void namesThatAreNoTextAreKept() throws Exception {
        String command = "printf x > $'\\377\\376'; printf y > $'a\\nb'; mv $'a\\nb' 'c:d,e\\f'";
        Path plain = stage.workspace("plain", SETUP);
        Stage.run(plain, command);
        Stage.Played played = stage.play(workspace, command);
        assertInstanceOf(ResultCommit.Done.All.class, played.commit());
        assertEquals(listing(plain), listing(workspace));
    }

    private static String listing(Path workspace) throws Exception {
        Process process =
                new ProcessBuilder("ls", "-1bN", "--quoting-style=c")
                        .directory(workspace.toFile())
                        .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void nothingStaysBehind() throws Exception {
        Stage.Played played =
                stage.play(
                        workspace,
                        "(setsid sleep 300 &); sleep 301 & mkdir -p x/y; chmod 000 x/y x; echo"
                                + " done");
        assertEquals(new Outcome.Exited(0), played.outcome());
        played.discard();
        assertNothingIsLeft();
        assertFalse(
                ProcessHandle.allProcesses()
                        .anyMatch(process ->
                                process.info()
                                        .commandLine()
                                        .filter(line -> line.matches("sleep 30[01]"))
                                        .isPresent()));
    }

    private void assertNothingIsLeft() throws IOException {
        Path own = stage.rehearsals().folder();
        try (var left = Files.list(own)) {
            assertEquals(List.of(), left.toList());
        }
        assertFalse(Files.readString(Path.of("/proc/mounts")).contains(folder.toString()));
        assertFalse(Files.exists(workspace.resolve(".countersign-test")));
    }

    @Test
    void whereItCannotBeDoneItIsSaid() throws Exception {
        assertTrue(
                stage.rehearsals()
                        .obstacle(dev.countersign.toolcall.Workspace.of(Path.of("/")))
                        .orElse("")
                        .contains("whole disk"));
        assertTrue(
                stage.rehearsals()
                        .obstacle(dev.countersign.toolcall.Workspace.of(folder.toRealPath()))
                        .orElse("")
                        .contains("its own files"));
        assertTrue(
                stage.rehearsals()
                        .obstacle(dev.countersign.toolcall.Workspace.of(Path.of("/dev")))
                        .orElse("")
                        .contains("mounted"));
    }
}
