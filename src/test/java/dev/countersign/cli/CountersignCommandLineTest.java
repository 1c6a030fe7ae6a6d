package dev.countersign.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.mcp.FakeGateway;
import dev.countersign.mcp.SocketBinding;
import dev.countersign.mcp.SocketListener;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ExecutionMode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
final class CountersignCommandLineTest {
    @TempDir Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter error = new StringWriter();
    private final List<Path> opened = new ArrayList<>();

    private int run(String... arguments) {
        return run(List.of(), arguments);
    }

    private int run(List<DoctorCheck.Examination> examinations, String... arguments) {
        CountersignCommand root =
                new CountersignCommand(
                        options -> {
                            opened.add(options.paths().socket());
                            return ExitCode.DONE;
                        },
                        Map.of("COUNTERSIGN_HOME", folder.toString(), "HOME", "/nowhere"));
        return new CountersignCommandLine(root)
                .with(new McpCommand(root))
                .with(new DoctorCommand(root, examinations))
                .with(new DemoCommand(root))
                .writingTo(new PrintWriter(out, true), new PrintWriter(error, true))
                .execute(arguments);
    }

    @Test
    void withoutACommandTheWindowIsOpened() {
        assertEquals(0, run());
        assertEquals(0, run("--home", "/elsewhere"));
        assertEquals(
                List.of(folder.resolve("run/console.sock"), Path.of("/elsewhere/run/console.sock")),
                opened);
    }

    @Test
    void versionAndHelpOpenNothing() {
        assertEquals(0, run("--version"));
        assertTrue(out.toString().startsWith("countersign "), out.toString());
        assertEquals(0, run("--help"));
        assertTrue(out.toString().contains("doctor"), out.toString());
        assertTrue(out.toString().contains("Exit codes"), out.toString());
        assertEquals(0, run("demo", "--help"));
        assertTrue(out.toString().contains("--workdir"), out.toString());
        assertEquals(List.of(), opened);
    }

    @Test
    void wrongCommandLineIsExplainedAndEndsWith2() {
        assertEquals(2, run("--hom", "/x"));
        assertTrue(error.toString().contains("--hom"), error.toString());
        assertEquals(2, run("nonsense"));
        assertEquals(2, run("doctor", "--nonsense"));
        assertEquals(List.of(), opened);
    }

    @Test
    void failureIsASentenceAndItsTraceOnlyForDebugging() {
        List<DoctorCheck.Examination> failing =
                List.of(_ -> {
                    throw new IllegalStateException("the disk is on fire");
                });
        assertEquals(4, run(failing, "doctor"));
        assertEquals("countersign: the disk is on fire\n", error.toString());
        assertEquals(4, run(failing, "doctor", "--debug"));
        assertTrue(error.toString().contains("\tat "), error.toString());
    }

    @Test
    void doctorEndsWith0WhenOnlyExtrasAreMissingAndWith4Otherwise() {
        List<DoctorCheck.Examination> healthy =
                List.of(_ -> DoctorCheck.ok("a", "fine"), _ -> DoctorCheck.warning("b", "less"));
        assertEquals(0, run(healthy, "doctor"));
        assertEquals(
                """
                ok       a              fine
                warning  b              less
                The console can work here.
                """,
                out.toString());
        assertEquals(4, run(List.of(_ -> DoctorCheck.missing("c", "no")), "doctor"));
    }

    @Test
    void doctorAnswersInJson() {
        assertEquals(0, run(new PlatformChecks(System.getenv()).all(), "doctor", "--json"));
        JsonNode answer = JsonMapper.shared().readTree(out.toString());
        assertTrue(answer.get("works").booleanValue());
        List<String> names =
                answer.get("checks").valueStream().map(c -> c.get("name").stringValue()).toList();
        assertEquals(
                List.of(
                        "java",
                        "caches",
                        "shell",
                        "engine",
                        "setsid",
                        "sandbox",
                        "rehearsals",
                        "notifications",
                        "tray",
                        "git",
                        "display",
                        "libraries",
                        "configuration",
                        "state",
                        "disk",
                        "settings",
                        "rules",
                        "agents",
                        "socket"),
                names);
        JsonNode socket = answer.get("checks").get(names.indexOf("socket"));
        assertTrue(socket.get("words").stringValue().endsWith("no console runs"));
        JsonNode shell = answer.get("checks").get(names.indexOf("shell"));
        assertTrue(shell.get("words").stringValue().contains("bash"), shell.toString());
    }

    @Test
    void demoWithoutAConsoleSaysWhatToDo() {
        assertEquals(3, run("demo"));
        assertTrue(error.toString().contains("no console runs"), error.toString());
    }

    @Test
    void demoAsksForEverythingAndFollowsItToTheEnd() throws Exception {
        FakeGateway gateway = new FakeGateway();
        AtomicBoolean done = new AtomicBoolean();
        try (SocketListener listener =
                assertInstanceOf(
                                SocketBinding.Bound.class,
                                SocketListener.bind(folder.resolve("run/console.sock")))
                        .listener()) {
            listener.serve(gateway, "0.1.0");
            Thread person =
                    Thread.ofPlatform()
                            .start(() -> {
                                int answered = 0;
                                while (!done.get()) {
                                    if (gateway.calls.size() > answered) {
                                        decide(gateway.calls.get(answered));
                                        answered++;
                                    }
                                    Thread.onSpinWait();
                                }
                            });
            assertEquals(0, run("demo", "--fast"), error::toString);
            done.set(true);
            person.join();
        }
        var told = gateway.introductions.getFirst();
        assertEquals("demo-agent", told.name().orElseThrow());
        assertFalse(told.directory().orElseThrow().toFile().exists());
        assertTrue(gateway.requests.size() >= 12, out.toString());
        assertTrue(out.toString().contains("→ bg kill_shell shell_00000001"), out.toString());
        assertTrue(
                gateway.requests.stream().anyMatch(call -> call.flaggedDangerous().orElse(false)));
        assertTrue(gateway.requests.stream().allMatch(call -> call.summary().isPresent()));
    }

    private static void decide(FakeGateway.TakenCall call) {
        boolean server = call.request().mode() == ExecutionMode.BACKGROUND;
        call.answer(
                FakeGateway.withStatus(
                        server ? CallStatus.RUNNING : CallStatus.COMPLETED,
                        "",
                        call.request().command().text()));
    }
}
