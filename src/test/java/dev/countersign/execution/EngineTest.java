package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedCalls;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(EngineKind.class)
@Timeout(120)
class EngineTest {
    private static final String INSTANCE = "%016x".formatted(System.nanoTime());

    private final EngineKind kind;

    @TempDir Path folder;
    private final CapturedOutput output = new CapturedOutput();
    private ExecutionEngine engine;
    private Path directory;

    EngineTest(EngineKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void openEngine() throws IOException {
        directory = folder.toRealPath();
        engine = open(System.getenv());
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    @Test
    void outputAndExitCodeComeBack() throws Exception {
        assertEquals(new Outcome.Exited(0), run("echo hello"));
        assertEquals("hello\n", output.stdout());
        assertEquals("", output.stderr());
    }

    @Test
    void aFailureKeepsItsCode() throws Exception {
        assertEquals(new Outcome.Exited(3), run("exit 3"));
        assertEquals(new Outcome.Exited(127), run("no-such-program-here"));
    }

    @Test
    void stderrIsToldApart() throws Exception {
        run("echo out; echo err >&2");
        assertEquals("out\n", output.stdout());
        assertEquals("err\n", output.stderr());
    }

    @Test
    void mergedOutputKeepsItsOrder() throws Exception {
        String command = "for i in 1 2 3 4 5 6 7 8 9; do echo o$i; echo e$i >&2; done";
        await(start(call(command).merged()));
        assertEquals(
                "o1\ne1\no2\ne2\no3\ne3\no4\ne4\no5\ne5\no6\ne6\no7\ne7\no8\ne8\no9\ne9\n",
                output.stdout());
        assertEquals("", output.stderr());
    }

    @Test
    void runsInTheDirectoryOfTheCall() throws Exception {
        run("pwd -P");
        assertEquals(directory + "\n", output.stdout());
    }

    @Test
    void aDirectoryWithASpaceAndAnAccentIsEntered() throws Exception {
        Path odd = Files.createDirectory(directory.resolve("a é ü"));
        await(start(new CallBuilder("pwd -P", odd)));
        assertEquals(odd + "\n", output.stdout());
    }

    @Test
    void stdinIsEmpty() throws Exception {
        assertEquals(new Outcome.Exited(0), run("cat; readlink /proc/self/fd/0"));
        assertEquals("/dev/null\n", output.stdout());
    }

    @Test
    void nothingButTheThreeStreamsIsInherited() throws Exception {
        run("ls -l /proc/$$/fd; true");
        List<String> open = output.stdout().lines().filter(line -> line.contains(" -> ")).toList();
        assertEquals(3, open.size(), output.stdout());
        assertTrue(open.getFirst().endsWith(" 0 -> /dev/null"), open.getFirst());
    }

    @Test
    void signalsAreAsAFreshShellHasThem() throws Exception {
        run("grep -E 'SigBlk|SigIgn' /proc/self/status; yes | head -1");
        // Who starts these tests in the background has them ignore what a terminal sends; only
        // Java's own way of starting a process hands that on.
        long handedOn = engine.name().equals("portable") ? ignoredHere() : 0;
        long ignored = Long.parseLong(field("SigIgn"), 16) & ~handedOn;
        assertEquals("0000000000000000", field("SigBlk"));
        assertEquals(0, ignored & 0x7fff_ffff, "ignored signals: " + field("SigIgn"));
        assertEquals("", output.stderr());
    }

    private static long ignoredHere() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseLong(line.substring(7).strip(), 16))
                    .findFirst()
                    .orElse(0);
        }
    }

    @Test
    void hasASessionAndAGroupOfItsOwn() throws Exception {
        RunningCommand command = start(call("cut -d' ' -f1,5,6 /proc/$$/stat; echo $$"));
        await(command);
        long pid = command.pid();
        assertEquals("%d %d %d\n%d\n".formatted(pid, pid, pid, pid), output.stdout());
    }

    @Test
    void everyByteOfTheCommandArrives() throws Exception {
        run("printf '%s' 'é😀\u202e\u0001\t\n\\x'\\''' | od -An -v -tx1 | tr -d ' \\n'");
        assertEquals("c3a9f09f9880e280ae01090a5c7827", output.stdout());
    }

    @Test
    void aCommandOfTheGreatestLengthArrives() throws Exception {
        String start = "printf %s ${#BASH_EXECUTION_STRING} #";
        run(start + "x".repeat(CommandText.MAXIMUM_BYTES - start.length()));
        assertEquals(Integer.toString(CommandText.MAXIMUM_BYTES), output.stdout());
    }

    @Test
    void theEnvironmentIsCleanedAndAddedTo() throws Exception {
        engine.close();
        Map<String, String> console = new HashMap<>(System.getenv());
        console.put("BASH_ENV", directory.resolve("startup").toString());
        console.put("BASH_FUNC_ls%%", "() { echo replaced; }");
        console.put("SHELLOPTS", "errexit");
        console.put("MY_TOKEN", "hush");
        console.put("COUNTERSIGN_HOME", "/nowhere");
        console.put("GREETING", "grüße");
        Files.writeString(directory.resolve("startup"), "echo started");
        engine = open(console);
        await(
                start(
                        call("ls -d .; echo \"$GREETING $ADDED\"; env | grep -E 'MY_|COUNTERSIGN_'")
                                .variable("ADDED", "é\nx")));
        List<String> lines = output.stdout().lines().toList();
        assertEquals(List.of(".", "grüße é", "x"), lines.subList(0, 3), output.stderr());
        assertEquals(4, lines.size(), output.stdout());
        assertTrue(lines.get(3).startsWith("COUNTERSIGN_RUN=" + INSTANCE), lines.get(3));
    }

    @Test
    void aCallCannotReplaceTheMarker() throws Exception {
        await(start(call("echo $COUNTERSIGN_RUN").variable("COUNTERSIGN_RUN", "mine")));
        assertTrue(output.stdout().startsWith(INSTANCE), output.stdout());
    }

    @Test
    void aVariableThatCannotBePassedIsRefused() {
        assertFailed(StartFailure.UNKNOWN, call("true").variable("A=B", "x"));
        assertFailed(StartFailure.UNKNOWN, call("true").variable("A", "x\0y"));
        assertFailed(StartFailure.UNKNOWN, call("true").variable("A", "\ud800"));
    }

    @Test
    void aMissingDirectoryIsToldBeforeAnythingRuns() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertFailed(
                StartFailure.INVALID_WORKDIR,
                new CallBuilder("touch /tmp/never", directory.resolve("gone")));
        assertFailed(StartFailure.INVALID_WORKDIR, new CallBuilder("true", file));
    }

    @Test
    void withoutABashNothingStarts() {
        engine.close();
        engine =
                kind.open(
                        new ShellFinder(Map.of(), _ -> false),
                        new CommandEnvironment(Map.of(), INSTANCE));
        assertFailed(StartFailure.SHELL_NOT_FOUND, call("true"));
    }

    @Test
    void aShellThatCannotBeExecutedIsToldSo() throws IOException {
        assumeTrue(kind != EngineKind.PORTABLE, "setsid stands between Java and the shell there");
        Path broken = Files.writeString(directory.resolve("bash"), "no program");
        engine.close();
        engine =
                kind.open(
                        new ShellFinder(Map.of("SHELL", broken.toString()), broken::equals),
                        new CommandEnvironment(Map.of(), INSTANCE));
        assertFailed(StartFailure.SHELL_NOT_FOUND, call("true"));
    }

    @Test
    void aShellThatDoesNotStartFallsBackToTheNext() throws Exception {
        assumeTrue(kind != EngineKind.PORTABLE, "setsid stands between Java and the shell there");
        Path broken = Files.writeString(directory.resolve("bash"), "no program");
        engine.close();
        engine =
                kind.open(
                        new ShellFinder(
                                Map.of("SHELL", broken.toString()),
                                path -> path.equals(broken) || Files.isExecutable(path)),
                        new CommandEnvironment(Map.of(), INSTANCE));
        RunningCommand command = start(call("echo $0"));
        assertEquals(new Outcome.Exited(0), await(command));
        assertEquals("/bin/bash\n", output.stdout());
        assertEquals("/bin/bash", command.details().shell());
    }

    @Test
    void anotherShellRunsOnlyWhatWasApprovedForIt() throws Exception {
        ApprovedCall approved =
                ApprovedCalls.of(call("echo $0").build().call().withOtherShell(Path.of("/bin/sh")));
        assertEquals(new Outcome.Exited(0), await(started(engine.start(approved, output))));
        assertEquals("/bin/sh\n", output.stdout());
    }

    @Test
    void whatTheSinkDoesNotTakeIsOfferedAgainAndNothingIsLost() throws Exception {
        AtomicBoolean open = new AtomicBoolean();
        AtomicInteger refused = new AtomicInteger();
        RunningCommand command =
                started(
                        engine.start(
                                call("seq 1 50000; echo err >&2").build(),
                                (stream, bytes) -> {
                                    if (!open.get()) {
                                        refused.incrementAndGet();
                                        return false;
                                    }
                                    return output.accept(stream, bytes);
                                }));
        Eventually.holds(() -> refused.get() > 0, () -> "nothing was offered");
        command.readOn();
        assertEquals(Optional.empty(), command.await(Duration.ofMillis(50)));
        open.set(true);
        command.readOn();
        assertEquals(new Outcome.Exited(0), await(command));
        assertEquals(expectedLength(50_000), output.stdoutLength());
        assertEquals("err\n", output.stderr());
        assertEquals(Optional.empty(), command.outputFailure());
    }

    @Test
    void aTreeIsHeldAndGoesOn() throws Exception {
        RunningCommand command =
                startAndAwaitReady(
                        "(setsid bash -c 'sleep 300; true' &); echo ready; sleep 301; true");
        Eventually.holds(
                () -> command.processes().size() == 4, () -> command.processes().toString());
        assertTrue(command.pause());
        Eventually.holds(() -> stopped(command) == 4, () -> "held: " + stopped(command));
        command.resume();
        Eventually.holds(() -> stopped(command) == 0, () -> "held: " + stopped(command));
        assertTrue(command.pause());
        command.stop(StopCause.HUMAN);
        assertInstanceOf(Outcome.Stopped.class, await(command));
    }

    private static long stopped(RunningCommand command) {
        ProcessTable table = ProcessTable.ofThisSystem();
        return command.processes().stream()
                .flatMap(process -> table.find(process.pid()).stream())
                .filter(entry -> entry.load().stopped())
                .count();
    }

    @Test
    void aKillAsksNobody() throws Exception {
        RunningCommand command =
                startAndAwaitReady("trap 'echo asked' TERM; echo ready; while true; do :; done");
        command.kill(StopCause.HUMAN);
        assertEquals(new Outcome.Stopped(StopCause.HUMAN, "SIGKILL"), await(command));
        assertEquals("ready\n", output.stdout());
    }

    @Test
    void aPersonTypesIntoATerminalAndResizesIt() throws Exception {
        String command =
                "trap 'stty size; n=1' WINCH; echo ready; until [ \"$n\" ]; do sleep 0.01; done;"
                        + " read line; echo \"got $line\"; cat";
        RunningCommand running = start(call(command).pseudoTerminal());
        output.awaitStdout("ready");
        TerminalControl terminal = running.terminal().orElseThrow();
        terminal.resize(99, 33);
        output.awaitStdout("33 99");
        assertTrue(terminal.type("hello\r".getBytes(StandardCharsets.UTF_8)));
        output.awaitStdout("got hello");
        assertTrue(terminal.type("x\n\u0004".getBytes(StandardCharsets.UTF_8)));
        assertEquals(new Outcome.Exited(0), await(running));
        assertFalse(terminal.type("y".getBytes(StandardCharsets.UTF_8)));
        terminal.resize(80, 24);
    }

    @Test
    void controlCInterruptsWhatRunsOnATerminal() throws Exception {
        RunningCommand running = start(call("echo ready; sleep 300").pseudoTerminal());
        output.awaitStdout("ready");
        Eventually.holds(
                () ->
                        running.processes().stream()
                                .anyMatch(process -> process.name().equals("sleep")),
                () -> running.processes().toString());
        assertTrue(running.terminal().orElseThrow().type(new byte[] {3}));
        assertEquals(new Outcome.Signalled("SIGINT"), await(running));
    }

    @Test
    void aDeathBySignalIsNamed() throws Exception {
        assertEquals(new Outcome.Signalled("SIGKILL"), run("kill -9 $$"));
        assertEquals(new Outcome.Signalled("SIGTERM"), run("kill $$"));
        assertEquals(new Outcome.Signalled("SIGSEGV"), run("ulimit -c 0; kill -SEGV $$"));
    }

    @Test
    void exitCodesThatLookLikeSignalsAreExitCodesWhereThatCanBeTold() throws Exception {
        assumeTrue(kind != EngineKind.PORTABLE, "Java's own processes do not tell");
        assertEquals(new Outcome.Exited(137), run("exit 137"));
        assertEquals(new Outcome.Exited(143), run("exit 143"));
    }

    @Test
    void aStopEndsTheTreeByTermWhereThatIsEnough() throws Exception {
        RunningCommand command = startAndAwaitReady("sleep 300 & sleep 301 & echo ready; wait");
        List<ProcessIdentity> tree = command.processes();
        assertEquals(3, tree.size(), tree.toString());
        command.stop(StopCause.HUMAN);
        command.stop(StopCause.AGENT);
        assertEquals(new Outcome.Stopped(StopCause.HUMAN, "SIGTERM"), await(command));
        assertGone(tree);
    }

    @Test
    void whatIgnoresTermIsKilled() throws Exception {
        RunningCommand command =
                startAndAwaitReady("trap '' TERM; sleep 300 & echo ready; while :; do wait; done");
        List<ProcessIdentity> tree = command.processes();
        command.stop(StopCause.AGENT);
        assertEquals(new Outcome.Stopped(StopCause.AGENT, "SIGKILL"), await(command));
        assertGone(tree);
    }

    @Test
    void anOrderlyEndAfterTermIsStillAStop() throws Exception {
        RunningCommand command =
                startAndAwaitReady("trap 'echo bye; exit 0' TERM; echo ready; sleep 300 & wait");
        command.stop(StopCause.HUMAN);
        assertEquals(new Outcome.Stopped(StopCause.HUMAN, "SIGTERM"), await(command));
        assertEquals("ready\nbye\n", output.stdout());
    }

    @Test
    void whatLeftTheSessionIsFoundByItsParent() throws Exception {
        stopsAll("env -i setsid sleep 300 & sleep 301 & echo ready; wait", 3);
    }

    @Test
    void whatLeftTheSessionAndItsParentIsFoundByTheMarker() throws Exception {
        stopsAll(
                "(setsid sleep 300 &); (setsid nohup sleep 301 &); echo ready; sleep 302; true", 4);
    }

    @Test
    void jobsWithGroupsOfTheirOwnAreFound() throws Exception {
        stopsAll("set -m; sleep 300 & (sleep 301 & sleep 302) & echo ready; wait", 5);
    }

    @Test
    void whatClearedItsEnvironmentIsFoundByItsSession() throws Exception {
        stopsAll("(env -i sleep 300 &); echo ready; sleep 302; true", 3);
    }

    @Test
    void aStoppedProcessIsKilledToo() throws Exception {
        stopsAll("sleep 300 & kill -STOP $!; echo ready; wait", 2);
    }

    @Test
    void aTimeOutIsToldWithItsTime() throws Exception {
        RunningCommand command = startAndAwaitReady("sleep 300 & echo ready; wait");
        List<ProcessIdentity> tree = command.processes();
        command.timeOut(Duration.ofSeconds(7));
        command.stop(StopCause.HUMAN);
        assertEquals(new Outcome.TimedOut(Duration.ofSeconds(7)), await(command));
        assertGone(tree);
    }

    @Test
    void awaitingWithALimitGivesUpAndChangesNothing() throws Exception {
        RunningCommand command = startAndAwaitReady("echo ready; sleep 300");
        assertEquals(Optional.empty(), command.await(Duration.ofMillis(20)));
        assertTrue(command.owns(command.pid()));
        command.stop(StopCause.HUMAN);
        assertInstanceOf(Outcome.Stopped.class, await(command));
        assertFalse(command.owns(command.pid()));
    }

    @Test
    void ownsItsTreeAndNothingElse() throws Exception {
        RunningCommand other = startAndAwaitReady("echo ready; sleep 299");
        CapturedOutput pids = new CapturedOutput();
        RunningCommand command =
                started(
                        engine.start(
                                call("sleep 300 & a=$!; setsid sleep 301 & echo $a $! end; wait")
                                        .build(),
                                pids));
        pids.awaitStdout("end\n");
        List<String> words = List.of(pids.stdout().split(" ", -1));
        assertTrue(command.owns(Long.parseLong(words.get(0))));
        assertTrue(command.owns(Long.parseLong(words.get(1))));
        assertFalse(command.owns(other.pid()));
        assertFalse(command.owns(ProcessHandle.current().pid()));
        assertFalse(command.owns(1));
        assertFalse(command.owns(0));
        assertFalse(command.owns(Long.MAX_VALUE));
    }

    @Test
    void aDaemonThatKeepsThePipeDoesNotHoldTheCommand() throws Exception {
        RunningCommand command = start(call("sleep 300 & echo done"));
        assertEquals(new Outcome.Exited(0), await(command));
        assertEquals("done\n", output.stdout());
        List<ProcessIdentity> left = command.processes();
        assertEquals(1, left.size(), left.toString());
        command.stop(StopCause.HUMAN);
        assertGone(left);
        assertEquals(new Outcome.Exited(0), await(command));
    }

    @Test
    void aDaemonThatFloodsThePipeDoesNotHoldTheCommand() throws Exception {
        RunningCommand command = start(call("yes & echo done"));
        assertEquals(new Outcome.Exited(0), await(command));
        long after = output.stdoutLength();
        List<ProcessIdentity> left = command.processes();
        command.stop(StopCause.HUMAN);
        assertGone(left);
        assertEquals(after, output.stdoutLength());
    }

    @Test
    void whatAHelperPrintsAfterTheShellIsStillRead() throws Exception {
        run("sleep 0.1; echo one > >(read x; sleep 0.05; echo \"late $x\")");
        assertEquals("late one\n", output.stdout());
    }

    @Test
    void longOutputArrivesWhole() throws Exception {
        run("seq 1 1500000; seq 1 200000 >&2");
        assertEquals(expectedLength(1_500_000), output.stdoutLength());
        assertTrue(output.stdout().endsWith("\n1499999\n1500000\n"));
        assertEquals(expectedLength(200_000), output.stderr().length());
    }

    @Test
    void theLastBytesOfAQuickCommandAreNeverLost() throws Exception {
        for (int i = 0; i < 50; i++) {
            CapturedOutput each = new CapturedOutput();
            RunningCommand command =
                    started(
                            engine.start(
                                    call("head -c 60000 /dev/zero; echo x >&2").build(), each));
            assertEquals(new Outcome.Exited(0), await(command));
            assertEquals(60_000, each.stdoutLength());
            assertEquals("x\n", each.stderr());
        }
    }

    @Test
    void aSinkThatFailsIsToldAndTheCommandWaits() throws Exception {
        RunningCommand command =
                started(
                        engine.start(
                                call("echo first; yes").build(),
                                (_, _) -> {
                                    throw new IOException("disk full");
                                }));
        Eventually.holds(
                () -> command.outputFailure().isPresent(), () -> "the failure was not told");
        assertTrue(command.outputFailure().orElseThrow().contains("disk full"));
        assertEquals(Optional.empty(), command.await(Duration.ofMillis(50)));
        command.stop(StopCause.HUMAN);
        assertInstanceOf(Outcome.Stopped.class, await(command));
    }

    @Test
    void aTerminalIsOneWithASizeAndWithoutPagers() throws Exception {
        String command =
                "[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo tty; stty size; echo err >&2;"
                        + " (: </dev/tty) 2>/dev/null || echo none; echo $TERM $PAGER $GIT_PAGER";
        assertEquals(new Outcome.Exited(0), await(start(call(command).pseudoTerminal())));
        // pty4j knows no other terminal than a controlling one.
        String controlling = kind == EngineKind.PORTABLE ? "" : "none\r\n";
        assertEquals(
                "tty\r\n30 120\r\nerr\r\n" + controlling + "xterm-256color cat cat\r\n",
                output.stdout());
        assertEquals("", output.stderr());
    }

    @Test
    void longOutputOfATerminalArrivesWhole() throws Exception {
        await(start(call("seq 1 50000").pseudoTerminal()));
        assertEquals(expectedLength(50_000) + 50_000, output.stdoutLength());
        assertTrue(output.stdout().endsWith("\r\n49999\r\n50000\r\n"));
    }

    @Test
    void aCommandOnATerminalCanBeStopped() throws Exception {
        RunningCommand command = start(call("echo ready; sleep 300; true").pseudoTerminal());
        output.awaitStdout("ready");
        command.stop(StopCause.HUMAN);
        assertEquals(new Outcome.Stopped(StopCause.HUMAN, "SIGTERM"), await(command));
    }

    @Test
    void closingStopsEverythingAndEndsStarting() throws Exception {
        List<RunningCommand> commands = new ArrayList<>();
        RunningCommand ended = start(call("(setsid sleep 303 &) ; echo over"));
        await(ended);
        for (int i = 0; i < 5; i++) {
            CapturedOutput ready = new CapturedOutput();
            String command = "trap '' TERM; (setsid sleep 300 &); echo ready; sleep 301; true";
            commands.add(started(engine.start(call(command).build(), ready)));
            ready.awaitStdout("ready");
        }
        Eventually.holds(
                () -> commands.stream().allMatch(command -> command.processes().size() == 3),
                () -> commands.stream().map(RunningCommand::processes).toList().toString());
        List<ProcessIdentity> processes = new ArrayList<>(ended.processes());
        assertEquals(1, processes.size());
        commands.forEach(command -> processes.addAll(command.processes()));
        engine.close();
        for (RunningCommand command : commands) {
            Outcome expected = new Outcome.Stopped(StopCause.CONSOLE_CLOSING, "SIGKILL");
            assertEquals(Optional.of(expected), command.await(Duration.ZERO));
        }
        assertGone(processes);
        assertFailed(StartFailure.UNKNOWN, call("echo no"));
    }

    @Test
    void twoHundredRunsLeaveNothingBehind() throws Exception {
        for (int i = 0; i < 20; i++) {
            run("true");
        }
        Eventually.holds(() -> ownThreads() == 0, () -> "threads: " + threadNames());
        long descriptors = descriptors();
        // What engines of other tests in this JVM left behind when they were closed.
        List<ProcessEntry> before = zombies();
        List<RunningCommand> commands = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            commands.add(start(call("echo x; echo y >&2; exit " + i % 3)));
            if (commands.size() == 10) {
                for (RunningCommand command : commands) {
                    await(command);
                }
                commands.clear();
            }
        }
        Eventually.holds(() -> ownThreads() == 0, () -> "threads: " + threadNames());
        Eventually.holds(
                () -> descriptors() <= descriptors,
                () -> "descriptors: %d before, %d after".formatted(descriptors, descriptors()));
        Eventually.holds(() -> before.containsAll(zombies()), () -> "zombies: " + zombies());
    }

    @Test
    void quietCommandsDoNotStarveVirtualThreads() throws Exception {
        List<RunningCommand> commands = new ArrayList<>();
        CountDownLatch allStarted = new CountDownLatch(64);
        for (int i = 0; i < 64; i++) {
            Thread.startVirtualThread(() -> {
                RunningCommand command = start(call("sleep 300"));
                synchronized (commands) {
                    commands.add(command);
                }
                allStarted.countDown();
                try {
                    await(command);
                } catch (InterruptedException exception) {
                    throw new AssertionError(exception);
                }
            });
        }
        assertTrue(allStarted.await(60, TimeUnit.SECONDS));
        AtomicBoolean ran = new AtomicBoolean();
        Thread.startVirtualThread(() -> ran.set(true));
        Eventually.holds(ran::get, () -> "virtual threads stand still");
        synchronized (commands) {
            commands.forEach(command -> command.stop(StopCause.HUMAN));
            for (RunningCommand command : commands) {
                assertInstanceOf(Outcome.Stopped.class, await(command));
            }
        }
    }

    private ExecutionEngine open(Map<String, String> console) {
        return kind.open(
                new ShellFinder(System.getenv()), new CommandEnvironment(console, INSTANCE));
    }

    private void stopsAll(String text, int expectedProcesses) throws Exception {
        RunningCommand command = startAndAwaitReady(text);
        Eventually.holds(
                () -> command.processes().size() == expectedProcesses,
                () -> command.processes().toString());
        List<ProcessIdentity> tree = command.processes();
        command.stop(StopCause.HUMAN);
        assertInstanceOf(Outcome.Stopped.class, await(command));
        assertEquals(List.of(), command.survivors());
        assertGone(tree);
    }

    private CallBuilder call(String command) {
        return new CallBuilder(command, directory);
    }

    private Outcome run(String command) throws InterruptedException {
        return await(start(call(command)));
    }

    private RunningCommand startAndAwaitReady(String command) throws InterruptedException {
        RunningCommand running = start(call(command));
        output.awaitStdout("ready");
        return running;
    }

    private RunningCommand start(CallBuilder call) {
        return started(engine.start(call.build(), output));
    }

    private static RunningCommand started(StartResult result) {
        return assertInstanceOf(StartResult.Started.class, result).command();
    }

    private void assertFailed(StartFailure failure, CallBuilder call) {
        StartResult.Failed failed =
                assertInstanceOf(StartResult.Failed.class, engine.start(call.build(), output));
        assertEquals(failure, failed.failure(), failed.message());
    }

    private static Outcome await(RunningCommand command) throws InterruptedException {
        return command.await(Duration.ofSeconds(60))
                .orElseThrow(() -> new AssertionError(command.id() + " did not end"));
    }

    private static void assertGone(List<ProcessIdentity> processes) {
        ProcessTable table = ProcessTable.ofThisSystem();
        for (ProcessIdentity process : processes) {
            Eventually.holds(
                    () ->
                            table.find(process.pid())
                                    .filter(now -> now.identity().isSameProcessAs(process))
                                    .filter(now -> !now.ended())
                                    .isEmpty(),
                    () -> "still there: " + process);
        }
    }

    private String field(String name) {
        return output.stdout()
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf('\t') + 1))
                .findFirst()
                .orElseThrow();
    }

    private static long expectedLength(int last) {
        long length = 0;
        for (int i = 1; i <= last; i++) {
            length += Integer.toString(i).length() + 1;
        }
        return length;
    }

    private static long ownThreads() {
        return threadNames().size();
    }

    private static List<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("shell_"))
                .toList();
    }

    private static long descriptors() {
        try (Stream<Path> entries = Files.list(Path.of("/proc/self/fd"))) {
            return entries.count();
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    private static List<ProcessEntry> zombies() {
        long self = ProcessHandle.current().pid();
        return ProcessTable.ofThisSystem().snapshot().stream()
                .filter(entry -> entry.parent() == self && entry.ended())
                .toList();
    }
}
