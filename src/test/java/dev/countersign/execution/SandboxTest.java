package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.ApprovedCalls;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.Sandbox;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Real commands in real sandboxes, where the system has them. The folders are not below `/tmp`,
/// which is a sandbox's own.
@ParameterizedClass
@EnumSource(EngineKind.class)
@Timeout(120)
class SandboxTest {
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private final EngineKind kind;
    private final CapturedOutput output = new CapturedOutput();
    private Path base = TARGET;
    private Path workspace = TARGET;
    private Path own = TARGET;
    private Sandboxes sandboxes = new Sandboxes(Map.of(), TARGET, List.of());
    private Optional<ExecutionEngine> engine = Optional.empty();

    SandboxTest(EngineKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(TARGET);
        base = Files.createTempDirectory(TARGET.toRealPath(), "sandbox");
        workspace = Files.createDirectory(base.resolve("workspace"));
        own = Files.createDirectory(base.resolve("own"));
        Files.writeString(own.resolve("secret"), "the console's own");
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.put("DOCKER_HOST", "unix:///var/run/docker.sock");
        sandboxes = new Sandboxes(variables, Path.of("/home/nobody"), List.of(own));
        SandboxAvailability availability = sandboxes.availability();
        assumeTrue(availability instanceof SandboxAvailability.Available, availability::toString);
        engine =
                Optional.of(
                        kind.open(
                                new ShellFinder(variables),
                                new CommandEnvironment(
                                        variables, "%016x".formatted(System.nanoTime())),
                                sandboxes));
    }

    @AfterEach
    void close() throws IOException {
        engine.ifPresent(ExecutionEngine::close);
        try (var files = Files.walk(base)) {
            for (Path each : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(each);
            }
        }
    }

    @Test
    void itWritesInTheWorkspaceAlone() throws Exception {
        run(
                "echo in > inside; echo out > "
                        + base.resolve("outside")
                        + " || echo refused; echo tmp > /tmp/countersign-own && echo own tmp",
                false);
        // Where the checkout itself lies below /tmp, what is written outside lands in the
        // sandbox's.
        boolean inOwnTmp = base.startsWith(Path.of("/tmp"));
        assertEquals((inOwnTmp ? "" : "refused\n") + "own tmp\n", output.stdout());
        assertEquals("in\n", Files.readString(workspace.resolve("inside")));
        assertFalse(Files.exists(base.resolve("outside")));
        assertFalse(Files.exists(Path.of("/tmp/countersign-own")));
    }

    @Test
    void itSeesNothingOfTheConsoleNorOfSockets() throws Exception {
        run(
                "cat "
                        + own
                        + "/secret; ls -A /run | wc -l; ls /var/run/docker.sock;"
                        + " echo \"$DOCKER_HOST$XDG_RUNTIME_DIR$SSH_AUTH_SOCK$DISPLAY\"",
                false);
        assertEquals("0\n\n", output.stdout());
    }

    /// Each program that the loader starts complains once of a library that is not there: the shell
    /// inside does, bubblewrap outside must not have been asked for it.
    @Test
    void whatAnAgentHasLoadedIsLoadedInsideOnly() throws Exception {
        ToolCall call =
                new CallBuilder("echo \"$LD_PRELOAD\"", workspace)
                        .variable("LD_PRELOAD", "/no/such/library.so")
                        .build()
                        .call();
        started(call, false, false).await();
        assertEquals("/no/such/library.so\n", output.stdout());
        assertEquals(
                1, output.stderr().lines().filter(line -> line.contains("LD_PRELOAD")).count());
    }

    @Test
    void itReachesTheNetworkOnlyIfItMay() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String connect =
                    "(: </dev/tcp/127.0.0.1/%d) 2>/dev/null && echo reached || echo closed"
                            .formatted(server.getLocalPort());
            run(connect, false);
            run(connect, true);
        }
        assertEquals("closed\nreached\n", output.stdout());
    }

    @Test
    void aSocketInItsOwnFolderIsNotReached() throws Exception {
        Path socket = own.resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(
                    UnixDomainSocketAddress.of(Path.of("").toAbsolutePath().relativize(socket)));
            run("[ -S " + socket + " ] && echo there || echo hidden", true);
        }
        assertEquals("hidden\n", output.stdout());
    }

    @Test
    void aStopEndsEverythingInIt() throws Exception {
        RunningCommand command =
                start(
                        "trap '' TERM; (setsid sleep 300 &); echo ready; sleep 301; sleep 302",
                        false);
        output.awaitStdout("ready");
        Eventually.holds(() -> sleeps(command) == 2, () -> command.processes().toString());
        command.stop(StopCause.HUMAN);
        assertInstanceOf(Outcome.Stopped.class, command.await());
        assertEquals(List.of(), command.survivors());
        assertEquals(List.of(), command.processes());
    }

    private static long sleeps(RunningCommand command) {
        return command.processes().stream()
                .filter(process -> process.name().equals("sleep"))
                .count();
    }

    @Test
    void exitCodesComeThrough() throws Exception {
        assertEquals(new Outcome.Exited(7), run("exit 7", false));
    }

    @Test
    void aTerminalWorksInIt() throws Exception {
        assumeTrue(kind == EngineKind.LINUX);
        RunningCommand command =
                started(
                        new CallBuilder("read x; [ -t 0 ] && echo \"got $x\"", workspace)
                                .pseudoTerminal()
                                .build()
                                .call(),
                        true,
                        false);
        assertTrue(command.terminal().orElseThrow().type(new byte[] {'h', 'i', '\r'}));
        assertEquals(new Outcome.Exited(0), command.await());
        assertTrue(output.stdout().endsWith("got hi\r\n"), output.stdout());
    }

    @Test
    void withoutBubblewrapItIsSaid() {
        Sandboxes none =
                new Sandboxes(Map.of(), base, List.of(), List.of(base.resolve("no-bwrap")));
        SandboxAvailability.Absent absent =
                assertInstanceOf(SandboxAvailability.Absent.class, none.availability());
        assertTrue(absent.reason().contains("install"), absent.reason());
        Sandboxes broken = new Sandboxes(Map.of(), base, List.of(), List.of(Path.of("/bin/false")));
        assertInstanceOf(SandboxAvailability.Absent.class, broken.availability());
    }

    private Outcome run(String command, boolean network) throws InterruptedException {
        return start(command, network).await();
    }

    private RunningCommand start(String command, boolean network) {
        return started(new CallBuilder(command, workspace).build().call(), false, network);
    }

    private RunningCommand started(ToolCall call, boolean terminal, boolean network) {
        ToolCall shutIn =
                call.withConditions(new RunConditions(terminal, Optional.of(new Sandbox(network))));
        return assertInstanceOf(
                        StartResult.Started.class,
                        engine.orElseThrow().start(ApprovedCalls.of(shutIn), output))
                .command();
    }
}
