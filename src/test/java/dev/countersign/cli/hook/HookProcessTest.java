package dev.countersign.cli.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.Launcher;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What each agent reads of its hook, with a console that answers as a test says.
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HookProcessTest {
    private static final String TICKET = "0123456789abcdef0123456789abcdef";

    @TempDir private Path folder;

    /// What came of a hook.
    private record Answer(int code, String output, String error) {}

    private Answer run(HookDialect dialect, String input) {
        return run(dialect, input, Duration.ofSeconds(30), new ByteArrayOutputStream());
    }

    private Answer run(HookDialect dialect, String input, Duration patience, OutputStream output) {
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        int code =
                new HookProcess(
                                dialect,
                                new HookProcess.Surroundings(
                                        new ByteArrayInputStream(
                                                input.getBytes(StandardCharsets.UTF_8)),
                                        output,
                                        error,
                                        folder.resolve("s"),
                                        new Launcher("/opt/my own/countersign", Optional.empty()),
                                        folder),
                                Instant.now().plus(patience))
                        .run();
        return new Answer(
                code, output.toString().strip(), error.toString(StandardCharsets.UTF_8).strip());
    }

    private static String before(HookDialect dialect) {
        return before(dialect, "rm -rf \\\"build\\\"");
    }

    private static String before(HookDialect dialect, String command) {
        return switch (dialect) {
            case CLAUDE_CODE ->
                    """
                    {"session_id":"s","cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Bash",\
                    "tool_input":{"command":"%s","description":"Remove it","timeout":5000},\
                    "tool_use_id":"t"}\
                    """
                            .formatted(command);
            case CODEX ->
                    """
                    {"session_id":"s","turn_id":"1","cwd":"/w","hook_event_name":"PreToolUse",\
                    "model":"m","permission_mode":"default","tool_name":"Bash",\
                    "tool_input":{"command":"%s"},"tool_use_id":"t"}\
                    """
                            .formatted(command);
            case GEMINI ->
                    """
                    {"session_id":"s","cwd":"/w","hook_event_name":"BeforeTool","timestamp":"x",\
                    "tool_name":"run_shell_command","tool_input":{"command":"%s",\
                    "description":"Remove it","dir_path":"sub"}}\
                    """
                            .formatted(command);
            case CRUSH ->
                    """
                    {"event":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"bash",\
                    "tool_input":{"command":"%s","description":"Remove it"}}\
                    """
                            .formatted(command);
        };
    }

    private static String asking(HookDialect dialect) {
        return before(dialect).replace("PreToolUse", "PermissionRequest");
    }

    @ParameterizedTest
    @EnumSource
    void anApprovedCommandIsReplacedByItsTicket(HookDialect dialect) throws IOException {
        try (ScriptedConsole console =
                new ScriptedConsole(
                        folder.resolve("s"),
                        "{\"verdict\":\"run\",\"ticket\":\"" + TICKET + "\"}")) {
            Answer answer = run(dialect, before(dialect));

            String line = "'/opt/my own/countersign' run " + TICKET;
            String wanted =
                    switch (dialect) {
                        case CLAUDE_CODE ->
                                """
                                {"hookSpecificOutput":{"hookEventName":"PreToolUse",\
                                "permissionDecision":"allow",\
                                "permissionDecisionReason":"approved in Countersign",\
                                "updatedInput":{"command":"%s","description":"Remove it","timeout":5000}}}\
                                """;
                        case CODEX ->
                                """
                                {"hookSpecificOutput":{"hookEventName":"PreToolUse",\
                                "permissionDecision":"allow",\
                                "permissionDecisionReason":"approved in Countersign",\
                                "updatedInput":{"command":"%s"}}}\
                                """;
                        case GEMINI ->
                                """
                                {"decision":"allow","hookSpecificOutput":{"hookEventName":"BeforeTool",\
                                "tool_input":{"command":"%s","description":"Remove it","dir_path":"sub"}}}\
                                """;
                        case CRUSH ->
                                """
                                {"decision":"allow","updated_input":{"command":"%s",\
                                "description":"Remove it"}}\
                                """;
                    };
            assertEquals(new Answer(0, wanted.formatted(line), ""), answer);
            String asked = console.received().getLast();
            assertTrue(asked.contains("\"command\":\"rm -rf \\\"build\\\"\""), asked);
            assertTrue(asked.contains("\"rewritable\":true"), asked);
            String directory = dialect == HookDialect.GEMINI ? "/w/sub" : "/w";
            assertTrue(asked.contains("\"cwd\":\"" + directory + "\""), asked);
            assertTrue(console.received().getFirst().contains("\"session\":\"s\""));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDenialCarriesItsReason(HookDialect dialect) throws IOException {
        try (ScriptedConsole console =
                new ScriptedConsole(
                        folder.resolve("s"),
                        "{\"verdict\":\"refused\",\"words\":\"permission denied by the person:"
                                + " é\"}")) {
            Answer answer = run(dialect, before(dialect));
            String wanted =
                    switch (dialect) {
                        case CLAUDE_CODE, CODEX ->
                                """
                                {"hookSpecificOutput":{"hookEventName":"PreToolUse",\
                                "permissionDecision":"deny",\
                                "permissionDecisionReason":"permission denied by the person: é"}}\
                                """;
                        case GEMINI, CRUSH ->
                                """
                                {"decision":"deny","reason":"permission denied by the person: é"}\
                                """;
                    };
            assertEquals(new Answer(0, wanted, ""), answer);
            assertEquals(2, console.received().size());
        }
    }

    @ParameterizedTest
    @CsvSource({"CLAUDE_CODE,ask", "CODEX,deny", "GEMINI,ask", "CRUSH,deny"})
    void withoutAConsoleTheAgentAsksOrNothingRuns(HookDialect dialect, String decision) {
        Answer answer = run(dialect, before(dialect));
        assertEquals(0, answer.code());
        assertTrue(answer.output().contains("ecision\":\"" + decision + "\""), answer.output());
        assertTrue(answer.output().contains("Countersign is not running"), answer.output());
        assertFalse(answer.output().contains("allow\""), answer.output());
    }

    @Test
    void anAgentThatIsAboutToAskIsLetAskWhenNoConsoleRuns() {
        assertEquals(new Answer(0, "{}", ""), run(HookDialect.CODEX, asking(HookDialect.CODEX)));
        assertEquals(
                new Answer(0, "{}", ""),
                run(HookDialect.CLAUDE_CODE, asking(HookDialect.CLAUDE_CODE)));
    }

    @Test
    void permissionRequestsHaveAFormOfTheirOwn() throws IOException {
        try (ScriptedConsole console =
                new ScriptedConsole(
                        folder.resolve("s"),
                        "{\"verdict\":\"run\",\"ticket\":\"" + TICKET + "\"}",
                        "{\"verdict\":\"refused\",\"words\":\"no\"}",
                        "{\"verdict\":\"handOver\"}",
                        "{\"verdict\":\"handOver\",\"edited\":\"rm -r build\"}")) {
            assertTrue(
                    run(HookDialect.CLAUDE_CODE, asking(HookDialect.CLAUDE_CODE))
                            .output()
                            .startsWith(
                                    "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":{\"behavior\":\"allow\",\"updatedInput\":{\"command\":\"'/opt/my"
                                        + " own/countersign' run "));
            assertEquals(
                    "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":{\"behavior\":\"deny\",\"message\":\"no\"}}}",
                    run(HookDialect.CLAUDE_CODE, asking(HookDialect.CLAUDE_CODE)).output());
            assertEquals(
                    "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":{\"behavior\":\"allow\"}}}",
                    run(HookDialect.CODEX, asking(HookDialect.CODEX)).output());
            assertTrue(console.received().getLast().contains("\"rewritable\":false"));
            Answer edited = run(HookDialect.CODEX, asking(HookDialect.CODEX));
            assertTrue(edited.output().contains("\"behavior\":\"deny\""), edited.output());
            assertTrue(edited.output().contains("rm -r build"), edited.output());
        }
    }

    @Test
    void itsOwnReplacementIsNotAskedAboutAgain() throws IOException {
        String own = "'/opt/my own/countersign' run " + TICKET;
        try (ScriptedConsole console =
                new ScriptedConsole(folder.resolve("s"), "{\"open\":true}")) {
            Answer answer =
                    run(
                            HookDialect.CODEX,
                            asking(HookDialect.CODEX).replace("rm -rf \\\"build\\\"", own));
            assertTrue(answer.output().contains("\"behavior\":\"allow\""), answer.output());
            assertTrue(console.received().getLast().contains("countersign/ticket"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/bin/countersign run " + TICKET,
                "'/opt/my own/countersign' run " + TICKET + "; rm x",
                "x='/opt/my own/countersign' run " + TICKET,
            })
    void whatOnlyLooksLikeItGoesToTheQueue(String command) throws IOException {
        try (ScriptedConsole console =
                new ScriptedConsole(
                        folder.resolve("s"), "{\"verdict\":\"refused\",\"words\":\"no\"}")) {
            run(HookDialect.CODEX, before(HookDialect.CODEX, command));
            assertTrue(console.received().getLast().contains("countersign/hook"));
        }
    }

    @Test
    void aConsoleThatEndsOrFailsRefuses() throws IOException {
        try (ScriptedConsole console = new ScriptedConsole(folder.resolve("s"), "hang up")) {
            Answer answer = run(HookDialect.CLAUDE_CODE, before(HookDialect.CLAUDE_CODE));
            assertTrue(answer.output().contains("\"deny\""), answer.output());
            assertTrue(answer.output().contains("ended before it answered"), answer.output());
            assertFalse(console.received().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"verdict\":\"sure\"}", "{}", "[]", "\"allow\"", "{\"verdict\":true}"})
    void anUnknownAnswerRefuses(String verdict) throws IOException {
        try (ScriptedConsole console = new ScriptedConsole(folder.resolve("s"), verdict)) {
            Answer answer = run(HookDialect.CRUSH, before(HookDialect.CRUSH));
            assertTrue(answer.output().startsWith("{\"decision\":\"deny\""), answer.output());
            assertFalse(console.received().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "[]",
                "{}",
                "{\"hook_event_name\":\"PreToolUse\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{}}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":7}}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\",\"command\":\"rm"
                    + " x\"}}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}"
                    + " {}"
            })
    void whatCannotBeReadIsRefused(String input) {
        Answer answer = run(HookDialect.CLAUDE_CODE, input);
        assertEquals(2, answer.code());
        assertEquals("", answer.output());
        assertTrue(answer.error().contains("could not assess"), answer.error());
    }

    @Test
    void tooLongAMessageIsRefused() {
        Answer answer =
                run(
                        HookDialect.CLAUDE_CODE,
                        before(
                                HookDialect.CLAUDE_CODE,
                                "x".repeat(HookProcess.MAXIMUM_INPUT_BYTES)));
        assertEquals(2, answer.code());
        assertTrue(answer.error().contains("4 MiB"), answer.error());
    }

    @Test
    void otherToolsAndEventsAreNoConcernOfOurs() {
        for (String input :
                List.of(
                        "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Read\",\"tool_input\":{}}",
                        "{\"hook_event_name\":\"Stop\"}",
                        "{\"hook_event_name\":\"SessionEnd\",\"session_id\":\"s\"}")) {
            assertEquals(new Answer(0, "{}", ""), run(HookDialect.CLAUDE_CODE, input));
        }
    }

    @Test
    void anAnswerThatCannotBeWrittenIsARefusal() {
        OutputStream broken =
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException("broken pipe");
                    }

                    @Override
                    public String toString() {
                        return "";
                    }
                };
        Answer answer =
                run(
                        HookDialect.CLAUDE_CODE,
                        before(HookDialect.CLAUDE_CODE),
                        Duration.ofSeconds(30),
                        broken);
        assertEquals(2, answer.code());
    }

    @Test
    void theConsoleIsToldToAnswerBeforeTheDeadline() throws IOException {
        try (ScriptedConsole console =
                new ScriptedConsole(
                        folder.resolve("s"),
                        "{\"verdict\":\"unanswered\",\"words\":\"nobody answered\"}")) {
            Answer answer =
                    run(
                            HookDialect.GEMINI,
                            before(HookDialect.GEMINI),
                            Duration.ofSeconds(20),
                            new ByteArrayOutputStream());
            assertEquals("{\"decision\":\"deny\",\"reason\":\"nobody answered\"}", answer.output());
            String asked = console.received().getLast();
            long within = Long.parseLong(asked.replaceAll(".*\"withinMs\":([0-9]+).*", "$1"));
            assertTrue(within > 0 && within <= 20_000, asked);
        }
        assertEquals(Duration.ofSeconds(590), HookProcess.patience(Duration.ofSeconds(600)));
        assertEquals(Duration.ofSeconds(54), HookProcess.patience(Duration.ofSeconds(60)));
        assertEquals(Duration.ofMillis(500), HookProcess.patience(Duration.ofSeconds(1)));
    }

    @Test
    void argumentsAreRead() {
        assertTrue(HookLaunch.parse(new String[] {"hook", "codex"}).isPresent());
        assertTrue(
                HookLaunch.parse(
                                new String[] {
                                    "--home", "/x", "hook", "gemini", "--timeout", "3600"
                                })
                        .isPresent());
        for (String[] arguments :
                List.of(
                        new String[] {"hook"},
                        new String[] {"hook", "nobody"},
                        new String[] {"hook", "codex", "--timeout", "soon"},
                        new String[] {"hook", "codex", "--timeout", "0"},
                        new String[] {"hook", "codex", "more"},
                        new String[] {"mcp"})) {
            assertTrue(HookLaunch.parse(arguments).isEmpty());
        }
        assertTrue(RunLaunch.parse(new String[] {"run", TICKET}).isPresent());
        assertTrue(RunLaunch.parse(new String[] {"--home", "/x", "run", TICKET}).isPresent());
        assertTrue(RunLaunch.parse(new String[] {"run", "--help"}).isEmpty());
        assertTrue(RunLaunch.parse(new String[] {"run"}).isEmpty());
    }
}
