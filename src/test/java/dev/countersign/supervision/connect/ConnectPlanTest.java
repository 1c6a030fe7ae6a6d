package dev.countersign.supervision.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Connecting and taking it back, on real files.
final class ConnectPlanTest {
    private static final Launcher LAUNCHER =
            new Launcher("/opt/my own/countersign", Optional.of(Path.of("/data/cs")));

    @TempDir private Path person;

    private ConnectPlan plan(AgentKind agent, ShellUse use) {
        return ConnectPlan.of(
                agent, Optional.of(use), LAUNCHER, new ConnectPlan.Places(person, Map.of()));
    }

    static Stream<Arguments> everyWay() {
        List<Arguments> ways = new ArrayList<>();
        for (AgentKind agent : AgentKind.values()) {
            for (ShellUse use : ShellUse.values()) {
                if (use != ShellUse.HOOKED || agent.canBeHooked()) {
                    ways.add(Arguments.of(agent, use));
                }
            }
        }
        return ways.stream();
    }

    private static String comment(FilePlan file) {
        return file.toml()
                ? """
                # mine
                model = "gpt"   # kept

                [mcp_servers.other]
                command = "x"
                notes = \"\"\"
                [features]
                \"\"\"

                [features]
                web_search = true # also kept

                [profiles.a]
                x = 1
                """
                : """
                // mine
                {
                  "theme": "dark", /* kept */
                  "mcpServers": { "other": { "command": "x" } },
                  "mcp": { "other": { "command": ["x"] } },
                  "permissions": {
                    "allow": ["Read"], // also kept
                  },
                  "hooks": { "PreToolUse": [ { "matcher": "Write", "hooks": [] } ] },
                }
                """;
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void connectingTwiceIsConnectingOnceAndDisconnectingRestoresEveryByte(
            AgentKind agent, ShellUse use) throws IOException {
        ConnectPlan plan = plan(agent, use);
        for (FilePlan file : plan.files()) {
            Files.createDirectories(file.file().getParent());
            Files.writeString(file.file(), comment(file));
        }
        AgentFiles.write(AgentFiles.preview(plan));
        assertTrue(AgentFiles.preview(plan).stream().allMatch(AgentFiles.Change::isNone));
        assertEquals(
                Optional.of(use),
                AgentFiles.connectedAs(agent, LAUNCHER, new ConnectPlan.Places(person, Map.of())));
        for (FilePlan file : plan.files()) {
            String text = Files.readString(file.file());
            assertTrue(text.contains("mine") && text.contains("also kept"), text);
            assertTrue(Files.exists(AgentFiles.backup(file.file())));
        }
        String first = Files.readString(plan.files().getFirst().file());
        assertTrue(first.contains("/data/cs"), "the home is handed on: " + first);
        assertTrue(first.contains("/opt/my own/countersign"), first);

        AgentFiles.writeUndo(AgentFiles.previewUndo(plan));
        for (FilePlan file : plan.files()) {
            assertEquals(comment(file), Files.readString(file.file()));
            assertFalse(Files.exists(AgentFiles.backup(file.file())));
        }
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void whatDidNotExistIsGoneAgain(AgentKind agent, ShellUse use) throws IOException {
        ConnectPlan plan = plan(agent, use);
        AgentFiles.write(AgentFiles.preview(plan));
        for (FilePlan file : plan.files()) {
            assertTrue(Files.exists(file.file()));
        }
        AgentFiles.writeUndo(AgentFiles.previewUndo(plan));
        for (FilePlan file : plan.files()) {
            assertFalse(Files.exists(file.file()));
        }
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void whatThePersonChangedSinceStays(AgentKind agent, ShellUse use) throws IOException {
        ConnectPlan plan = plan(agent, use);
        for (FilePlan file : plan.files()) {
            Files.createDirectories(file.file().getParent());
            Files.writeString(file.file(), comment(file));
        }
        AgentFiles.write(AgentFiles.preview(plan));
        for (FilePlan file : plan.files()) {
            String text = Files.readString(file.file());
            Files.writeString(
                    file.file(),
                    file.toml() ? text + "\n[later]\ny = 2\n" : text.replace("dark", "light"));
        }
        AgentFiles.writeUndo(AgentFiles.previewUndo(plan));
        for (FilePlan file : plan.files()) {
            String text = Files.readString(file.file());
            assertTrue(text.contains(file.toml() ? "[later]" : "light"), text);
            assertTrue(text.contains("also kept"), text);
            assertFalse(text.contains("countersign"), text);
            if (file.toml()) {
                TomlText.of(text);
            } else {
                JsoncText.of(text);
            }
        }
    }

    @Test
    void codexGetsItsTablesAndLimits() throws IOException {
        AgentFiles.Change change =
                AgentFiles.preview(plan(AgentKind.CODEX, ShellUse.OFF)).getFirst();
        assertEquals(
                """
                [mcp_servers.countersign]
                command = "/opt/my own/countersign"
                args = ["--home", "/data/cs", "mcp", "--agent", "codex", "--limit", "86400"]
                tool_timeout_sec = 86400
                startup_timeout_sec = 60
                default_tools_approval_mode = "approve"

                [features]
                shell_tool = false
                unified_exec = false
                """,
                change.after().orElseThrow());
    }

    @Test
    void claudeCodeGetsItsHookAndItsPermission() throws IOException {
        String settings =
                AgentFiles.preview(plan(AgentKind.CLAUDE_CODE, ShellUse.HOOKED))
                        .get(1)
                        .after()
                        .orElseThrow();
        for (String part :
                List.of(
                        "\"mcp__countersign\"",
                        "\"MCP_TOOL_TIMEOUT\": \"86400000\"",
                        "\"matcher\": \"Bash\"",
                        "'/opt/my own/countersign' --home /data/cs hook claude-code --timeout"
                                + " 86400",
                        "\"timeout\": 86400")) {
            assertTrue(settings.contains(part), settings);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "{", "{\"a\" 1}", "{\"a\":1}}", "{\"hooks\": 7}", "nonsense"})
    void aFileThatIsNotUnderstoodIsNotChanged(String text) throws IOException {
        Path file = person.resolve(".gemini").resolve("settings.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        IOException refusal =
                assertThrows(
                        IOException.class,
                        () -> AgentFiles.preview(plan(AgentKind.GEMINI, ShellUse.HOOKED)));
        assertTrue(refusal.toString().contains("nothing was changed"), refusal.toString());
        assertEquals(text, Files.readString(file));
    }

    @Test
    void whatIsStillUnseenIsSaid() {
        assertTrue(plan(AgentKind.CODEX, ShellUse.OPEN).exposure().contains("nobody sees here"));
        for (AgentKind agent : AgentKind.values()) {
            assertTrue(plan(agent, ShellUse.OFF).exposure().startsWith("Its own shell is off."));
        }
    }

    @Test
    void previewShowsOnlyTheLinesThatChange() throws IOException {
        Path file = person.resolve(".codex").resolve("config.toml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "model = \"gpt\"\n");
        List<String> lines =
                AgentFiles.preview(plan(AgentKind.CODEX, ShellUse.OPEN)).getFirst().lines();
        assertTrue(lines.stream().allMatch(line -> line.startsWith("+ ")), lines.toString());
        assertFalse(lines.toString().contains("model"), lines.toString());
    }

    @Test
    void crushIsConnectedWhereItIsToldToKeepItsConfiguration() {
        ConnectPlan.Places moved =
                new ConnectPlan.Places(person, Map.of("CRUSH_GLOBAL_CONFIG", "/elsewhere"));
        ConnectPlan plan = ConnectPlan.of(AgentKind.CRUSH, Optional.empty(), LAUNCHER, moved);
        assertEquals(Path.of("/elsewhere/crush.json"), plan.files().getFirst().file());
        assertEquals(
                person.resolve(".config/crush/crush.json"),
                plan(AgentKind.CRUSH, ShellUse.OFF).files().getFirst().file());
    }
}
