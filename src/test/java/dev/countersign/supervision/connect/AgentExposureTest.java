package dev.countersign.supervision.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.Launcher;
import dev.countersign.supervision.connect.AgentExposure.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class AgentExposureTest {
    private static final Launcher LAUNCHER =
            new Launcher("/opt/my own/countersign", Optional.of(Path.of("/data/cs")));

    @TempDir Path person;

    private ConnectPlan.Places places() {
        return new ConnectPlan.Places(person, Map.of());
    }

    private AgentExposure exposure(AgentKind agent) {
        return exposure(agent, List.of());
    }

    private AgentExposure exposure(AgentKind agent, List<Path> project) {
        return AgentExposure.of(agent, LAUNCHER, places(), project);
    }

    private void connect(AgentKind agent, ShellUse use) throws IOException {
        AgentFiles.write(
                AgentFiles.preview(ConnectPlan.of(agent, Optional.of(use), LAUNCHER, places())));
    }

    private void change(String file, String from, String to) throws IOException {
        Path path = person.resolve(file);
        String text = Files.readString(path);
        assertTrue(text.contains(from), text);
        Files.writeString(path, text.replace(from, to));
    }

    @ParameterizedTest
    @EnumSource
    void eachAgentIsOpenUntilItsShellIsOff(AgentKind agent) throws IOException {
        assertEquals(State.OPEN, exposure(agent).state());
        assertEquals(
                Optional.of(
                        "'/opt/my own/countersign' --home /data/cs connect %s --write"
                                .formatted(agent.agent())),
                exposure(agent).remedy());
        connect(agent, ShellUse.OPEN);
        assertEquals(State.OPEN, exposure(agent).state());
        connect(agent, ShellUse.OFF);
        AgentExposure off = exposure(agent);
        assertEquals(State.OFF, off.state());
        assertTrue(off.state().isClosed());
        assertEquals(Optional.empty(), off.remedy());
        assertTrue(off.words().contains("do not come here"), off.words());
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE_CODE", "GEMINI", "CRUSH"})
    void aHookedShellComesIntoTheQueue(AgentKind agent) throws IOException {
        connect(agent, ShellUse.HOOKED);
        assertEquals(State.HOOKED, exposure(agent).state());
    }

    @Test
    void hooksThatAreSwitchedOffDoNotCount() throws IOException {
        connect(AgentKind.CLAUDE_CODE, ShellUse.HOOKED);
        change(
                ".claude/settings.json",
                "\"permissions\"",
                "\"disableAllHooks\": true, \"permissions\"");
        assertEquals(State.OPEN, exposure(AgentKind.CLAUDE_CODE).state());
        connect(AgentKind.GEMINI, ShellUse.HOOKED);
        change(
                ".gemini/settings.json",
                "\"mcpServers\"",
                "\"hooksConfig\": {\"enabled\": false}, \"mcpServers\"");
        assertEquals(State.OPEN, exposure(AgentKind.GEMINI).state());
    }

    @Test
    void codexMustTrustOurHook() throws IOException {
        Path hooks = person.resolve(".codex").resolve("hooks.json");
        Files.createDirectories(hooks.getParent());
        Files.writeString(
                hooks, "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"x\", \"hooks\": []}]}}");
        connect(AgentKind.CODEX, ShellUse.HOOKED);
        assertEquals(State.NOT_TRUSTED, exposure(AgentKind.CODEX).state());
        trust(hooks, 0);
        assertEquals(State.NOT_TRUSTED, exposure(AgentKind.CODEX).state(), "another's hook");
        trust(hooks, 1);
        assertEquals(State.HOOKED, exposure(AgentKind.CODEX).state());
    }

    private void trust(Path hooks, int place) throws IOException {
        Path file = person.resolve(".codex").resolve("config.toml");
        Files.writeString(
                file,
                Files.readString(file)
                        + "\n[hooks.state.\"%s:pre_tool_use:%d:0\"]\ntrusted_hash = \"sha256:1f\"\n"
                                .formatted(hooks, place));
    }

    @Test
    void whatAnotherVersionWroteIsOutdatedAndIsTakenBackAllTheSame() throws IOException {
        connect(AgentKind.CODEX, ShellUse.OFF);
        change(".codex/config.toml", ", \"--limit\", \"86400\"", "");
        AgentExposure exposure = exposure(AgentKind.CODEX);
        assertEquals(State.OUTDATED, exposure.state());
        assertTrue(exposure.remedy().isPresent());
        connect(AgentKind.CODEX, ShellUse.OFF);
        assertEquals(State.OFF, exposure(AgentKind.CODEX).state());

        change(".codex/config.toml", ", \"--limit\", \"86400\"", "");
        ConnectPlan plan = ConnectPlan.of(AgentKind.CODEX, Optional.empty(), LAUNCHER, places());
        AgentFiles.writeUndo(AgentFiles.previewUndo(plan));
        Path file = person.resolve(".codex").resolve("config.toml");
        assertFalse(Files.exists(file), "there was none before, so none is left");
    }

    @Test
    void connectingTwiceIsTakenBackToWhatWasThereBeforeTheFirst() throws IOException {
        Path file = person.resolve(".gemini").resolve("settings.json");
        connect(AgentKind.GEMINI, ShellUse.OFF);
        connect(AgentKind.GEMINI, ShellUse.HOOKED);
        ConnectPlan plan =
                ConnectPlan.of(AgentKind.GEMINI, Optional.of(ShellUse.HOOKED), LAUNCHER, places());
        AgentFiles.writeUndo(AgentFiles.previewUndo(plan));
        String left = Files.exists(file) ? Files.readString(file) : "";
        assertFalse(left.contains("countersign"), left);
        try (var files = Files.list(person.resolve(".gemini"))) {
            assertEquals(
                    List.of(), files.filter(one -> one.toString().endsWith("backup")).toList());
        }
    }

    @Test
    void anAgentWhoseFilesNobodyKnowsIsNotCalledSafe() {
        AgentExposure exposure = AgentExposure.ofClient("some client", LAUNCHER, places(), List.of());
        assertEquals(State.UNKNOWN, exposure.state());
        assertFalse(exposure.state().isClosed());
        assertEquals(List.of(), AgentExposure.files("some client", LAUNCHER, places(), List.of()));
    }

    @Test
    void aFileThatCannotBeReadIsNotCalledSafe() throws IOException {
        connect(AgentKind.GEMINI, ShellUse.OFF);
        Files.writeString(person.resolve(".gemini").resolve("settings.json"), "{ broken");
        AgentExposure exposure = exposure(AgentKind.GEMINI);
        assertEquals(State.UNKNOWN, exposure.state());
        assertTrue(exposure.words().contains("cannot be read"), exposure.words());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    CLAUDE_CODE | HOOKED | .claude/settings.json       | {"disableAllHooks": true}
                    CLAUDE_CODE | HOOKED | .claude/settings.local.json | {"hooks": {"PreToolUse": []}}
                    CLAUDE_CODE | HOOKED | .mcp.json                   | {"mcpServers": {"countersign": {"command": "other"}}}
                    CLAUDE_CODE | OFF    | .mcp.json                   | {"mcpServers": {"countersign": {"command": "other"}}}
                    CODEX       | OFF    | .codex/config.toml          | [features] # on~shell_tool = true
                    CODEX       | OFF    | .codex/config.toml          | features = { unified_exec=true }
                    CODEX       | OFF    | .codex/config.toml          | [mcp_servers.countersign]~command = "other"
                    OPENCODE    | OFF    | opencode.json               | {"permission": "allow"}
                    OPENCODE    | OFF    | .opencode/opencode.jsonc    | {/* see */ "tools": {"bash": true},}
                    OPENCODE    | OFF    | opencode.jsonc              | {"agent": {"build": {"permission": {"bash": "allow"}}}}
                    GEMINI      | HOOKED | .gemini/settings.json       | {"hooksConfig": {"enabled": false}}
                    GEMINI      | OFF    | .gemini/settings.json       | {"mcpServers": {"countersign": {}}}
                    CRUSH       | OFF    | .crush.json                 | {"options": {"disabled_tools": []}}
                    CRUSH       | HOOKED | crush.json                  | {"hooks": {"PreToolUse": []}}
                    GEMINI      | HOOKED | .gemini/settings.json       | { broken
                    """)
    void whatAProjectSaysGoesBefore(AgentKind agent, ShellUse use, String file, String text)
            throws IOException {
        connect(agent, use);
        Path top = person.resolve("shop");
        Path inner = Files.createDirectories(top.resolve("web"));
        List<Path> project = ProjectSettings.folders(inner, List.of(top));
        assertTrue(exposure(agent, project).state().isClosed(), "without such a file");
        for (Path folder : project) {
            Path written = folder.resolve(file);
            Files.createDirectories(written.getParent());
            Files.writeString(written, text.replace("~", "\n"));
            AgentExposure exposure = exposure(agent, project);
            assertEquals(State.PROJECT, exposure.state());
            assertFalse(exposure.state().isClosed());
            assertTrue(exposure.words().contains(written.toString()), exposure.words());
            assertTrue(
                    AgentExposure.files(agent.agent(), LAUNCHER, places(), project)
                            .contains(written));
            Files.delete(written);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    CLAUDE_CODE | OFF    | .claude/settings.json | {"permissions": {"allow": ["Bash"]}, "disableAllHooks": true}
                    CLAUDE_CODE | HOOKED | .claude/settings.json | {"permissions": {"allow": ["Bash(ls)"]}, "disableAllHooks": false}
                    CODEX       | OFF    | .codex/config.toml    | model = "m" # shell_tool = true~[features]~shell_tool = false
                    OPENCODE    | OFF    | opencode.json         | {"model": "m", "provider": {}}
                    GEMINI      | OFF    | .gemini/settings.json | {"tools": {"exclude": []}, "hooks": {}}
                    """)
    void whatAProjectMaySayWithoutHarmIsNotHeldAgainstIt(
            AgentKind agent, ShellUse use, String file, String text) throws IOException {
        connect(agent, use);
        Path written = person.resolve("shop").resolve(file);
        Files.createDirectories(written.getParent());
        Files.writeString(written, text.replace("~", "\n"));
        AgentExposure exposure = exposure(agent, List.of(person.resolve("shop")));
        assertTrue(exposure.state().isClosed(), exposure.words());
    }

    @ParameterizedTest
    @EnumSource
    void aHomeFolderThatIsAProjectIsJudgedOnce(AgentKind agent) throws IOException {
        ShellUse use = agent == AgentKind.OPENCODE ? ShellUse.OFF : agent.usualShellUse();
        connect(agent, use);
        assertTrue(exposure(agent, List.of(person)).state().isClosed());
    }

    @Test
    void foldersEndAtTheTopOfTheProject() {
        Path shop = Path.of("/home/ann/shop");
        assertEquals(
                List.of(shop.resolve("web"), shop),
                ProjectSettings.folders(shop.resolve("web"), List.of(shop)));
        assertEquals(List.of(shop), ProjectSettings.folders(shop, List.of(shop)));
        assertEquals(
                List.of(Path.of("/elsewhere/x")),
                ProjectSettings.folders(Path.of("/elsewhere/x"), List.of(shop)));
    }
}
