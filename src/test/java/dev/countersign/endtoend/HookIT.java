package dev.countersign.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.launcher.LiveConsole;
import dev.countersign.toolcall.CallStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The real start script as an agent's hook, and as the command that it puts in place of another.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HookIT {
    private static final String RULES =
            "{\"bash\":{\"*\":\"ask\",\"echo*\":\"allow\",\"printf*\":\"allow\",\"exit*\":\"allow\",\"sleep*\":\"allow\",\"touch*\":\"deny\"}}";
    private static final JsonMapper JSON = JsonMapper.shared();

    private LiveConsole console;
    private Path workspace;

    /// What came of a process.
    private record Done(int code, String output, String error) {}

    @BeforeEach
    void open() throws IOException {
        console = new LiveConsole(RULES);
        workspace = Files.createDirectory(console.home().resolve("work"));
    }

    @AfterEach
    void close() throws IOException {
        console.close();
    }

    private Process start(Path home, Map<String, String> environment, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(ConsoleProcess.script().toString()));
        command.addAll(List.of("--home", home.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(workspace.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Done finish(Process process, String input) throws IOException, InterruptedException {
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Done(process.waitFor(), output.strip(), error.strip());
    }

    private String asked(String command) {
        return JSON.writeValueAsString(
                Map.of(
                        "session_id", "s-1",
                        "cwd", workspace.toString(),
                        "hook_event_name", "PreToolUse",
                        "tool_name", "Bash",
                        "tool_input", Map.of("command", command, "description", "A test"),
                        "tool_use_id", "t-1"));
    }

    private Process hook(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("hook", "claude-code"));
        arguments.addAll(List.of(more));
        return start(console.home(), Map.of(), arguments);
    }

    private static JsonNode decision(Done done) {
        assertEquals(0, done.code(), done.error());
        return JSON.readTree(done.output()).path("hookSpecificOutput");
    }

    @Test
    void anAllowedCommandRunsInTheConsoleAndItsOutputAndCodeComeBack() throws Exception {
        JsonNode allowed =
                decision(finish(hook(), asked("echo out é; echo bad >&2; echo $PWD; exit 7")));
        assertEquals("allow", allowed.path("permissionDecision").asString());
        String replacement = allowed.path("updatedInput").path("command").asString();
        assertTrue(replacement.contains(" run "), replacement);
        assertEquals("A test", allowed.path("updatedInput").path("description").asString());
        assertTrue(console.calls().getFirst().started().isEmpty());

        // As an agent's shell would run it, from elsewhere.
        Process shell =
                new ProcessBuilder("/bin/sh", "-c", replacement)
                        .directory(Path.of("/").toFile())
                        .start();
        Done done = finish(shell, "");
        assertEquals(new Done(7, "out é\n" + workspace, "bad"), done);
        assertEquals(CallStatus.FAILED, console.calls().getFirst().status());
        assertEquals("claude-code", console.calls().getFirst().call().session().name());
        assertEquals(Optional.of("A test"), console.calls().getFirst().call().summary());

        Done again = finish(new ProcessBuilder("/bin/sh", "-c", replacement).start(), "");
        assertEquals(1, again.code());
        assertTrue(again.error().contains("nothing was run"), again.error());
    }

    @Test
    void aPersonsApprovalAndDenialReachTheHook() throws Exception {
        Process approved = hook();
        approved.getOutputStream().write(asked("ls -d .").getBytes(StandardCharsets.UTF_8));
        approved.getOutputStream().close();
        console.desk().approve(console.awaitWaiting("ls -d"));
        assertEquals("allow", decision(finish(approved, "")).path("permissionDecision").asString());

        Process denied = hook();
        denied.getOutputStream().write(asked("rm -r x").getBytes(StandardCharsets.UTF_8));
        denied.getOutputStream().close();
        console.desk().deny(console.awaitWaiting("rm -r x"), Optional.of("keep it for now"));
        JsonNode answer = decision(finish(denied, ""));
        assertEquals("deny", answer.path("permissionDecision").asString());
        assertTrue(
                answer.path("permissionDecisionReason").asString().contains("keep it for now"),
                answer.toString());
    }

    @Test
    void aRuleDeniesAndNamesItself() throws Exception {
        JsonNode answer = decision(finish(hook(), asked("touch made")));
        assertEquals("deny", answer.path("permissionDecision").asString());
        assertTrue(
                answer.path("permissionDecisionReason").asString().contains("rule touch*"),
                answer.toString());
        assertFalse(Files.exists(workspace.resolve("made")));
    }

    @Test
    void itAnswersBeforeTheAgentsDeadlineWhenNobodyDoes() throws Exception {
        JsonNode answer = decision(finish(hook("--timeout", "3"), asked("make")));
        assertEquals("deny", answer.path("permissionDecision").asString());
        assertTrue(
                answer.path("permissionDecisionReason").asString().contains("nobody answered"),
                answer.toString());
        console.await("it expired", call -> call.status() == CallStatus.EXPIRED);
    }

    @Test
    void anInterruptedHookLeavesNothingWaiting() throws Exception {
        Process hook = hook();
        hook.getOutputStream().write(asked("make").getBytes(StandardCharsets.UTF_8));
        hook.getOutputStream().close();
        console.awaitWaiting("make");
        hook.destroy();
        assertEquals(2, hook.waitFor());
        console.await("it is withdrawn", call -> call.status() == CallStatus.WITHDRAWN);
    }

    @Test
    void anInterruptedRunStopsItsCommand() throws Exception {
        String replacement =
                decision(finish(hook(), asked("echo up; sleep 600")))
                        .path("updatedInput")
                        .path("command")
                        .asString();
        Process shell = new ProcessBuilder("/bin/sh", "-c", "exec " + replacement).start();
        assertEquals("up", shell.inputReader(StandardCharsets.UTF_8).readLine());
        shell.destroy();
        console.await("it is stopped", call -> call.status() == CallStatus.KILLED);
        shell.waitFor();
    }

    @Test
    void withoutAConsoleOrWithoutJavaNothingIsAllowed() throws Exception {
        Path empty = Files.createDirectory(console.home().resolve("empty"));
        Done ask = finish(start(empty, Map.of(), List.of("hook", "claude-code")), asked("ls"));
        assertEquals("ask", decision(ask).path("permissionDecision").asString());
        Done codex = finish(start(empty, Map.of(), List.of("hook", "codex")), asked("ls"));
        assertEquals("deny", decision(codex).path("permissionDecision").asString());

        for (String java : List.of("/bin/false", "/nonexistent/java", "/bin/true")) {
            Done broken =
                    finish(
                            start(
                                    console.home(),
                                    Map.of("COUNTERSIGN_JAVA", java),
                                    List.of("hook", "codex")),
                            asked("ls"));
            assertEquals(2, broken.code(), java);
            assertTrue(broken.error().contains("not run"), broken.error());
        }
        for (List<String> unusual :
                List.of(
                        List.of("hook", "some-agent"),
                        List.of("hook", "codex", "--timeout", "soon"),
                        List.of("hook", "codex", "--debug", "--nonsense"))) {
            Done refused = finish(start(console.home(), Map.of(), unusual), asked("ls"));
            assertEquals(2, refused.code(), unusual::toString);
            assertFalse(refused.error().isBlank(), unusual::toString);
        }
        Done options =
                finish(
                        start(
                                console.home(),
                                Map.of("COUNTERSIGN_JAVA_OPTS", "-XX:NoSuchFlag"),
                                List.of("hook", "codex")),
                        asked("ls"));
        assertEquals(2, options.code());
        assertFalse(options.error().isBlank());
    }
}
