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
        AgentExposure exposure =
                AgentExposure.ofClient("some client", LAUNCHER, places(), List.of());
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
                    CODEX       | HOOKED | .codex/hooks.json           | {"hooks": {"PreToolUse": []}}
                    CODEX       | OFF    | .codex/agents/in/fix.toml   | name = "fix"~[features]~shell_tool = true
                    CODEX       | OFF    | .codex/config.toml          | [agents.fix]~config_file = "elsewhere.toml"
                    OPENCODE    | OFF    | .opencode/agent/in/fix.md   | ---~mode: subagent~permission:~  bash: allow~---~Fix it.
                    OPENCODE    | OFF    | .opencode/agents/fix.md     | ---~tools:~  bash: true~---~Fix it.
                    OPENCODE    | OFF    | .opencode/modes/fix.md      | ---~permission: allow~---~Fix it.
                    CRUSH       | OFF    | .crushrc                    | permissions allow bash
                    CRUSH       | HOOKED | .crush/plugins/x.sh         | hook remove PreToolUse
                    """)
    void whatAProjectSaysGoesBefore(AgentKind agent, ShellUse use, String file, String text)
            throws IOException {
        foundInAProject(agent, use, file, text, State.MAY_BE_OPEN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    CLAUDE_CODE | OFF    | .claude/settings.json         | {"hooks": {"SessionStart": [{"hooks": []}]}}
                    CLAUDE_CODE | HOOKED | .claude/settings.local.json   | {"statusLine": {"type": "command", "command": "x"}}
                    CLAUDE_CODE | HOOKED | .claude/settings.json         | {"env": {"CLAUDE_CODE_SHELL_PREFIX": "x"}}
                    CLAUDE_CODE | HOOKED | .claude/settings.json         | {"enabledPlugins": {"a@b": true}}
                    CLAUDE_CODE | HOOKED | .claude/commands/in/up.md     | ---~allowed-tools: Bash(make *)~---~State: !`make up`
                    CLAUDE_CODE | HOOKED | .claude/skills/up/SKILL.md    | ```!~make up~```
                    CLAUDE_CODE | OFF    | .claude/skills/up/SKILL.md    | ---~name: up~hooks:~  Stop:~---~Go up.
                    CLAUDE_CODE | OFF    | .claude/agents/up.md          | ---~name: up~mcpServers:~  - x~---~Go up.
                    CODEX       | OFF    | .codex/hooks.json             | {"hooks": {"Stop": [{}]}}
                    CODEX       | OFF    | .codex/config.toml            | [[hooks.Stop]]
                    OPENCODE    | OFF    | .opencode/command/up.md       | State: !`make up`
                    OPENCODE    | OFF    | .opencode/plugins/up.ts       | export {}
                    OPENCODE    | OFF    | .opencode/tool/bash.js        | export {}
                    OPENCODE    | OFF    | opencode.json                 | {"formatter": {"x": {"command": ["x"]}}}
                    GEMINI      | HOOKED | .gemini/commands/git/up.toml  | prompt = "!{make up}"
                    GEMINI      | OFF    | .gemini/settings.json         | {"tools": {"discoveryCommand": "x"}}
                    CRUSH       | OFF    | crush.json                    | {"providers": {"x": {"api_key": "$(make key)"}}}
                    """)
    void whatAProjectRunsIsTold(AgentKind agent, ShellUse use, String file, String text)
            throws IOException {
        foundInAProject(agent, use, file, text, State.PROJECT_RUNS);
    }

    private void foundInAProject(
            AgentKind agent, ShellUse use, String file, String text, State state)
            throws IOException {
        connect(agent, use);
        if (agent == AgentKind.CODEX && use == ShellUse.HOOKED) {
            trust(person.resolve(".codex").resolve("hooks.json"), 0);
        }
        Path top = person.resolve("shop");
        Path inner = Files.createDirectories(top.resolve("web"));
        List<Path> project = ProjectSettings.folders(inner, List.of(top));
        assertTrue(exposure(agent, project).state().isClosed(), "without such a file");
        for (Path folder : project) {
            Path written = folder.resolve(file);
            Files.createDirectories(written.getParent());
            Files.writeString(written, text.replace("~", "\n"));
            AgentExposure exposure = exposure(agent, project);
            assertEquals(state, exposure.state(), exposure.words());
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
                    CLAUDE_CODE | OFF    | .claude/commands/up.md   | !`refused, since the shell is`
                    CLAUDE_CODE | HOOKED | .claude/commands/up.md   | ---~allowed-tools: Bash(ls)~---~Important! `ls` lists.
                    CLAUDE_CODE | HOOKED | .claude/agents/up.md     | Say how hooks: work.~---~hooks: here~---
                    CLAUDE_CODE | HOOKED | .claude/skills/up/run.sh | !`a script is run by the shell`
                    CODEX       | OFF    | .codex/agents/fix.toml   | name = "fix"~developer_instructions = "Fix it."
                    OPENCODE    | OFF    | .opencode/agents/fix.md  | ---~mode: subagent~---~permission: as it is
                    OPENCODE    | OFF    | .opencode/commands/up.md | Go up!
                    OPENCODE    | OFF    | .opencode/tool/README.md | none yet
                    GEMINI      | OFF    | .gemini/commands/up.toml | prompt = "!{refused}"
                    GEMINI      | HOOKED | .gemini/commands/up.toml | prompt = "Go up!"
                    CRUSH       | OFF    | crush.json               | {"models": {}, "lsp": {}}
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
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    .config/opencode/opencode.jsonc | {"permission": {"bash": "allow"}}                            | true
                    .config/opencode/agents/fix.md  | ---~permission: allow~---~Fix it.                            | true
                    .opencode/opencode.json         | {"mode": {"build": {"tools": {"bash": true}}}}               | true
                    .config/opencode/opencode.jsonc | {"model": "m", "agent": {"fix": {"prompt": "Fix it."}}}      | false
                    .config/opencode/agents/fix.md  | ---~mode: subagent~---~Fix it.                               | false
                    .config/opencode/plugin/own.ts  | export {}                                                    | false
                    """)
    void otherFilesOfThePersonMayOpenOpencodesShellToo(String file, String text, boolean opens)
            throws IOException {
        connect(AgentKind.OPENCODE, ShellUse.OFF);
        Path written = person.resolve(file);
        Files.createDirectories(written.getParent());
        Files.writeString(written, text.replace("~", "\n"));
        AgentExposure exposure = exposure(AgentKind.OPENCODE);
        assertEquals(opens ? State.MAY_BE_OPEN : State.OFF, exposure.state(), exposure.words());
        assertEquals(opens, exposure.words().contains(written.toString()), exposure.words());
        assertFalse(exposure.words().contains("in this project"), exposure.words());
    }

    @Test
    void anAgentInOpencodesOwnFileMayOpenItsShell() throws IOException {
        connect(AgentKind.OPENCODE, ShellUse.OFF);
        change(
                ".config/opencode/opencode.json",
                "\"permission\"",
                "\"agent\": {\"build\": {\"permission\": {\"bash\": \"allow\"}}}, \"permission\"");
        assertEquals(State.MAY_BE_OPEN, exposure(AgentKind.OPENCODE).state());
    }

    @Test
    void partsOfAProjectMayHaveSkillsOfTheirOwn() throws IOException {
        connect(AgentKind.CLAUDE_CODE, ShellUse.HOOKED);
        Path top = Files.createDirectories(person.resolve("shop"));
        Path skill = top.resolve("services/web/.claude/skills/up/SKILL.md");
        Files.createDirectories(skill.getParent());
        Files.writeString(skill, "State: !`make up`");
        AgentExposure exposure = exposure(AgentKind.CLAUDE_CODE, List.of(top));
        assertEquals(State.PROJECT_RUNS, exposure.state());
        assertTrue(exposure.words().contains(skill.toString()), exposure.words());
        Files.writeString(skill, "Go up.");
        assertEquals(State.HOOKED, exposure(AgentKind.CLAUDE_CODE, List.of(top)).state());
    }

    @Test
    void whatIsTooMuchToLookThroughIsNotCalledClosed() throws IOException {
        connect(AgentKind.OPENCODE, ShellUse.OFF);
        Path top = person.resolve("shop");
        Path commands = Files.createDirectories(top.resolve(".opencode/command"));
        Path longOne = commands.resolve("long.md");
        Files.writeString(longOne, "x".repeat(ProjectSettings.MAXIMUM_BYTES + 1));
        AgentExposure exposure = exposure(AgentKind.OPENCODE, List.of(top));
        assertEquals(State.PROJECT_RUNS, exposure.state());
        assertTrue(exposure.words().contains("longer than 1 MiB"), exposure.words());
        Files.delete(longOne);
        assertEquals(State.OFF, exposure(AgentKind.OPENCODE, List.of(top)).state());

        for (int i = 0; i < ProjectSettings.MAXIMUM_ENTRIES; i++) {
            Files.createFile(commands.resolve(i + ".md"));
        }
        assertEquals(State.PROJECT_RUNS, exposure(AgentKind.OPENCODE, List.of(top)).state());
    }

    @Test
    void aLoopOfLinksIsNotCalledClosed() throws IOException {
        connect(AgentKind.CLAUDE_CODE, ShellUse.HOOKED);
        Path top = person.resolve("shop");
        Path commands = Files.createDirectories(top.resolve(".claude/commands"));
        Files.createSymbolicLink(commands.resolve("again"), commands);
        AgentExposure exposure = exposure(AgentKind.CLAUDE_CODE, List.of(top));
        assertEquals(State.PROJECT_RUNS, exposure.state());
        assertTrue(exposure.words().contains("cannot be read"), exposure.words());
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
