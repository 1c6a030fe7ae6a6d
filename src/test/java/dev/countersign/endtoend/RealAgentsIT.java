package dev.countersign.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.launcher.LiveConsole;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Agents that nobody here wrote, taken from npm, connected by `countersign connect` and driven
/// offline: their model is a script on loopback.
@Tag("agents")
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RealAgentsIT {
    private static final String RULES =
            "{\"bash\":{\"*\":\"ask\",\"echo*\":\"allow\",\"sleep*\":\"allow\",\"touch*\":\"deny\"}}";
    private static final Path PACKAGES =
            Path.of(System.getProperty("countersign.agents", "target/agents")).toAbsolutePath();
    private static final Path MODULES = PACKAGES.resolve("node_modules");

    /// An agent and its package.
    enum Agent {
        CLAUDE_CODE("claude-code", "@anthropic-ai/claude-code", "claude"),
        CODEX("codex", "@openai/codex", "codex"),
        OPENCODE("opencode", "opencode-ai", "opencode"),
        GEMINI("gemini", "@google/gemini-cli", "gemini");

        private final String name;
        private final String npm;
        private final String program;

        Agent(String name, String npm, String program) {
            this.name = name;
            this.npm = npm;
            this.program = program;
        }
    }

    private LiveConsole console;
    private Path person;
    private Path workspace;

    @BeforeEach
    void open() throws IOException {
        console = new LiveConsole(RULES);
        person = Files.createDirectory(console.home().resolve("person"));
        workspace = Files.createDirectory(console.home().resolve("work"));
    }

    @AfterEach
    void close() throws Exception {
        // Agents leave helpers behind that still write for a moment.
        for (int i = 0; ; i++) {
            try {
                console.close();
                return;
            } catch (IOException e) {
                if (i == 20) {
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofMillis(250).toNanos());
            }
        }
    }

    static void install(Agent agent) throws IOException, InterruptedException {
        if (Files.isDirectory(MODULES.resolve(agent.npm))) {
            return;
        }
        Files.createDirectories(PACKAGES);
        Process npm =
                new ProcessBuilder("npm", "install", "--no-audit", "--no-fund", agent.npm)
                        .directory(PACKAGES.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assumeTrue(npm.waitFor() == 0, "npm cannot fetch " + agent.npm + ": skipped");
    }

    private Map<String, String> environment(String url) {
        return Map.ofEntries(
                Map.entry("HOME", person.toString()),
                Map.entry("PATH", System.getenv("PATH")),
                Map.entry("TERM", "dumb"),
                Map.entry("COUNTERSIGN_NO_START", "1"),
                Map.entry("ANTHROPIC_BASE_URL", url),
                Map.entry("ANTHROPIC_API_KEY", "none"),
                Map.entry("ANTHROPIC_MODEL", "scripted"),
                Map.entry("DISABLE_AUTOUPDATER", "1"),
                Map.entry("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
                Map.entry("ENABLE_TOOL_SEARCH", "false"),
                Map.entry("MCP_CONNECTION_NONBLOCKING", "false"),
                Map.entry("OPENAI_API_KEY", "none"),
                Map.entry("GEMINI_API_KEY", "none"),
                Map.entry("GOOGLE_GEMINI_BASE_URL", url),
                Map.entry("GEMINI_CLI_TRUST_WORKSPACE", "true"),
                Map.entry("OPENCODE_DISABLE_AUTOUPDATE", "1"),
                Map.entry("OPENCODE_DISABLE_MODELS_FETCH", "1"),
                Map.entry("OPENCODE_DISABLE_DEFAULT_PLUGINS", "1"));
    }

    private void connect(Agent agent, String url, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(
                List.of(
                        ConsoleProcess.script().toString(),
                        "--home",
                        console.home().toString(),
                        "connect",
                        agent.name,
                        "--write"));
        command.addAll(List.of(more));
        if (agent == Agent.GEMINI) {
            Path settings = person.resolve(".gemini").resolve("settings.json");
            Files.createDirectories(settings.getParent());
            Files.writeString(
                    settings,
                    "{\"security\": {\"auth\": {\"selectedType\": \"gemini-api-key\"}}}\n");
        }
        Process connecting = builder(command, url).redirectErrorStream(true).start();
        String said =
                new String(connecting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, connecting.waitFor(), said);
        assertTrue(said.contains("Written."), said);
        addModel(agent, url);
    }

    /// What only makes the agent ask our script in place of a model.
    private void addModel(Agent agent, String url) throws IOException {
        switch (agent) {
            case CODEX -> {
                Path file = person.resolve(".codex").resolve("config.toml");
                Files.writeString(
                        file,
                        """
                        model = "scripted"
                        model_provider = "loopback"

                        %s

                        [model_providers.loopback]
                        name = "loopback"
                        base_url = "%s/v1"
                        env_key = "OPENAI_API_KEY"
                        wire_api = "responses"
                        """
                                .formatted(Files.readString(file), url));
            }
            case OPENCODE ->
                    Files.writeString(
                            workspace.resolve("opencode.json"),
                            """
                            {"model": "loopback/scripted", "small_model": "loopback/scripted",
                             "provider": {"loopback": {"npm": "@ai-sdk/openai-compatible",
                               "options": {"baseURL": "%s/v1", "apiKey": "none"},
                               "models": {"scripted": {"tool_call": true}}}}}
                            """
                                    .formatted(url));
            case CLAUDE_CODE, GEMINI -> {}
        }
    }

    private ProcessBuilder builder(List<String> command, String url) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(workspace.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment(url));
        return builder;
    }

    /// Where npm has put the agent's program.
    static String program(Agent agent) {
        return MODULES.resolve(".bin").resolve(agent.program).toString();
    }

    private Process start(Agent agent, String url, String... more) throws IOException {
        return startSaying("go", agent, url, more);
    }

    private Process startSaying(String prompt, Agent agent, String url, String... more)
            throws IOException {
        List<String> command = new ArrayList<>(usual(agent, program(agent), prompt));
        command.addAll(List.of(more));
        return builder(command, url)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
    }

    private static List<String> usual(Agent agent, String program, String prompt) {
        return switch (agent) {
            case CLAUDE_CODE -> List.of(program, "-p", prompt);
            case CODEX ->
                    List.of(
                            program,
                            "exec",
                            "--skip-git-repo-check",
                            "--dangerously-bypass-approvals-and-sandbox",
                            prompt);
            case OPENCODE -> List.of(program, "run", "--model", "loopback/scripted", prompt);
            case GEMINI -> List.of(program, "--model", "gemini-2.5-pro", "-p", prompt);
        };
    }

    private Path log() {
        return console.home().resolve("agent.txt");
    }

    private String said(ScriptedModel model) throws IOException {
        StringBuilder text = new StringBuilder(Files.readString(log()));
        for (String request : model.seen()) {
            text.append('\n').append(request, 0, Math.min(request.length(), 400));
            text.append(
                    request.replaceAll("(?s).*?\"name\":\"([A-Za-z_0-9-]+)\"", "[$1]")
                            .replaceAll("][^\\[]*$", "]"));
        }
        return text.toString();
    }

    private void finish(Process process, ScriptedModel model) throws Exception {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            stop(process);
            throw new AssertionError("the agent did not end: " + said(model));
        }
        assertFalse(model.withResult().isEmpty(), () -> unchecked(model));
    }

    private String unchecked(ScriptedModel model) {
        try {
            return said(model);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void stop(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.waitFor();
    }

    private static Map<String, String> command(String text) {
        return Map.of("command", text, "summary", "try what the console does with it");
    }

    @ParameterizedTest
    @EnumSource
    void itCallsBashAndReadsTheOutput(Agent agent) throws Exception {
        install(agent);
        try (ScriptedModel model = new ScriptedModel("bash", command("echo out-of-$((40+2))"))) {
            connect(agent, model.url(), "--shell", "off");
            finish(start(agent, model.url()), model);
            assertTrue(model.withResult().getFirst().contains("out-of-42"), said(model));
            assertEquals(CallStatus.COMPLETED, console.calls().getFirst().status());
        }
    }

    @ParameterizedTest
    @EnumSource
    void itWaitsForASlowApproval(Agent agent) throws Exception {
        install(agent);
        try (ScriptedModel model = new ScriptedModel("bash", command("ls -d / # slow"))) {
            connect(agent, model.url(), "--shell", "off");
            Process process = start(agent, model.url());
            ToolCallId id = console.awaitWaiting("# slow");
            // Longer than a progress message takes, and than any hasty limit.
            LockSupport.parkNanos(Duration.ofSeconds(12).toNanos());
            assertTrue(console.desk().approve(id));
            finish(process, model);
            assertTrue(
                    model.withResult().getFirst().contains("exit code 0")
                            || model.withResult().getFirst().contains("\\\"exitCode\\\":0")
                            || model.withResult().getFirst().contains("exitCode"),
                    said(model));
            assertEquals(1, console.calls().size(), "nothing runs twice");
        }
    }

    @ParameterizedTest
    @EnumSource
    void itIsToldOfADenialWithItsReason(Agent agent) throws Exception {
        install(agent);
        try (ScriptedModel model = new ScriptedModel("bash", command("rm -r important"))) {
            connect(agent, model.url(), "--shell", "off");
            Process process = start(agent, model.url());
            console.desk()
                    .deny(console.awaitWaiting("rm -r"), Optional.of("keep-that-folder please"));
            finish(process, model);
            assertTrue(
                    model.withResult().getFirst().contains("keep-that-folder please"), said(model));
        }
    }

    @ParameterizedTest
    @EnumSource
    void itLeavesNothingWaitingWhenItIsInterrupted(Agent agent) throws Exception {
        install(agent);
        try (ScriptedModel model = new ScriptedModel("bash", command("make everything"))) {
            connect(agent, model.url(), "--shell", "off");
            Process process = start(agent, model.url());
            console.awaitWaiting("make everything");
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
            process.descendants()
                    .filter(child ->
                            child.info()
                                    .command()
                                    .filter(c -> c.contains(agent.program))
                                    .isPresent())
                    .forEach(child -> interrupt(child.pid()));
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                stop(process);
            }
            console.await("it is withdrawn", call -> call.status() == CallStatus.WITHDRAWN);
            assertTrue(console.calls().stream().noneMatch(CallRecord::isWaiting));
        }
    }

    private static void interrupt(long pid) {
        try {
            new ProcessBuilder("kill", "-INT", Long.toString(pid)).start().waitFor();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE_CODE", "GEMINI"})
    void itsOwnShellGoesThroughTheHook(Agent agent) throws Exception {
        install(agent);
        String tool = agent == Agent.GEMINI ? "run_shell_command" : "Bash";
        try (ScriptedModel model =
                new ScriptedModel(
                        tool,
                        Map.of(
                                "command",
                                "echo hooked-$((40+2)) >&2; ls -d /",
                                "description",
                                "Try"))) {
            connect(agent, model.url(), "--shell", "hooked");
            Process process = start(agent, model.url());
            console.desk().approve(console.awaitWaiting("hooked-"));
            finish(process, model);
            assertTrue(model.withResult().getFirst().contains("hooked-42"), said(model));
            CallRecord call = console.calls().getFirst();
            assertEquals(CallStatus.COMPLETED, call.status());
            assertEquals(agent.name, call.call().session().name());
        }
    }

    /// What a project defines, and whether the agent then runs it past us.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    CLAUDE_CODE | hooked | .claude/commands/up.md           | ---~allowed-tools: Bash(touch *)~---~!`touch unseen`            | /up |                | true
                    CLAUDE_CODE | off    | .claude/commands/up.md           | ---~allowed-tools: Bash(touch *)~---~!`touch unseen`            | /up |                | false
                    CLAUDE_CODE | off    | .claude/settings.json            | {"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"touch unseen"}]}]}} | go | | true
                    OPENCODE    | off    | .opencode/command/up.md          | Say: !`touch unseen`                                            | go  | --command up   | true
                    OPENCODE    | off    | .opencode/plugin/up.js           | import {writeFileSync} from "fs"; export const Up = async () => { writeFileSync("unseen", ""); return {} } | go | | true
                    """)
    void whatAProjectDefinesIsToldWhereItRunsUnseen(
            Agent agent,
            String shell,
            String file,
            String text,
            String prompt,
            String more,
            boolean runs)
            throws Exception {
        install(agent);
        Path definition = workspace.resolve(file);
        Files.createDirectories(definition.getParent());
        Files.writeString(definition, text.replace("~", "\n"));
        try (ScriptedModel model = new ScriptedModel("bash", command("echo done"))) {
            connect(agent, model.url(), "--shell", shell);
            Process process =
                    startSaying(
                            prompt,
                            agent,
                            model.url(),
                            more == null ? new String[0] : more.split(" ", -1));
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                stop(process);
            }
            assertEquals(runs, Files.exists(workspace.resolve("unseen")), said(model));
            assertTrue(
                    console.calls().stream()
                            .noneMatch(call -> call.call().command().text().contains("touch")),
                    "nothing of it came here");
            assertEquals(runs, toldOfProject(agent));
        }
    }

    private boolean toldOfProject(Agent agent) throws Exception {
        Process doctor =
                builder(
                                List.of(
                                        ConsoleProcess.script().toString(),
                                        "--home",
                                        console.home().toString(),
                                        "doctor"),
                                "http://127.0.0.1:9")
                        .redirectErrorStream(true)
                        .start();
        String said = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(said.contains(agent.name + ": "), said);
        return said.contains("but in this project");
    }

    private Process startPrompting(ScriptedModel model) throws Exception {
        connect(Agent.CLAUDE_CODE, model.url(), "--shell", "open");
        return start(
                Agent.CLAUDE_CODE,
                model.url(),
                "--permission-prompt-tool",
                "mcp__countersign__approve");
    }

    private static Map<String, String> ownCall(String command) {
        return Map.of("command", command, "description", "Make a folder");
    }

    @Test
    void itsPermissionPromptIsApprovedAndTheCommandRunsInTheConsole() throws Exception {
        install(Agent.CLAUDE_CODE);
        try (ScriptedModel model =
                new ScriptedModel(
                        "Bash", ownCall("mkdir made && echo prompted-$((40+2)) && exit 3"))) {
            Process process = startPrompting(model);
            ToolCallId id = console.awaitWaiting("mkdir made");
            assertFalse(Files.exists(workspace.resolve("made")));
            // Longer than progress takes.
            LockSupport.parkNanos(Duration.ofSeconds(12).toNanos());
            assertTrue(console.desk().approve(id));
            finish(process, model);
            assertTrue(model.withResult().getFirst().contains("prompted-42"), said(model));
            assertTrue(Files.isDirectory(workspace.resolve("made")));
            CallRecord call = console.calls().getFirst();
            assertEquals(CallStatus.FAILED, call.status(), "exit code 3, seen by the console");
            assertEquals(1, console.calls().size());
        }
    }

    @Test
    void itsPermissionPromptIsDeniedWithTheReason() throws Exception {
        install(Agent.CLAUDE_CODE);
        try (ScriptedModel model = new ScriptedModel("Bash", ownCall("mkdir made"))) {
            Process process = startPrompting(model);
            console.desk()
                    .deny(console.awaitWaiting("mkdir made"), Optional.of("no-folders please"));
            finish(process, model);
            assertTrue(model.withResult().getFirst().contains("no-folders please"), said(model));
            assertFalse(Files.exists(workspace.resolve("made")));
        }
    }

    @Test
    void aPermissionPromptOfNoShellIsDenied() throws Exception {
        install(Agent.CLAUDE_CODE);
        try (ScriptedModel model =
                new ScriptedModel(
                        "Write",
                        Map.of(
                                "file_path",
                                workspace.resolve("written.txt").toString(),
                                "content",
                                "text"))) {
            Process process = startPrompting(model);
            finish(process, model);
            assertTrue(
                    model.withResult().getFirst().contains("looks at shell commands alone"),
                    said(model));
            assertFalse(Files.exists(workspace.resolve("written.txt")));
        }
    }

    @Test
    void theInspectorsCommandLineListsAndCalls() throws Exception {
        Path inspector = MODULES.resolve(".bin").resolve("mcp-inspector");
        if (!Files.exists(inspector)) {
            Process npm =
                    new ProcessBuilder(
                                    "npm",
                                    "install",
                                    "--no-audit",
                                    "--no-fund",
                                    "@modelcontextprotocol/inspector")
                            .directory(Files.createDirectories(PACKAGES).toFile())
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            assumeTrue(npm.waitFor() == 0, "npm cannot fetch the inspector: skipped");
        }
        Process process =
                builder(
                                List.of(
                                        inspector.toString(),
                                        "--cli",
                                        ConsoleProcess.script().toString(),
                                        "--home",
                                        console.home().toString(),
                                        "mcp",
                                        "--method",
                                        "tools/call",
                                        "--tool-name",
                                        "bash",
                                        "--tool-arg",
                                        "command=echo inspected",
                                        "--tool-arg",
                                        "summary=see that it is called"),
                                "http://127.0.0.1:9")
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(said.contains("inspected"), said);
    }
}
