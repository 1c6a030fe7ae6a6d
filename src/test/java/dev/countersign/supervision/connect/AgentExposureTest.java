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
import org.junit.jupiter.params.provider.EnumSource;

final class AgentExposureTest {
    private static final Launcher LAUNCHER =
            new Launcher("/opt/my own/countersign", Optional.of(Path.of("/data/cs")));

    @TempDir Path person;

    private ConnectPlan.Places places() {
        return new ConnectPlan.Places(person, Map.of());
    }

    private AgentExposure exposure(AgentKind agent) {
        return AgentExposure.of(agent, LAUNCHER, places());
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
        AgentExposure exposure = AgentExposure.ofClient("some client", LAUNCHER, places());
        assertEquals(State.UNKNOWN, exposure.state());
        assertFalse(exposure.state().isClosed());
        assertEquals(List.of(), AgentExposure.files("some client", LAUNCHER, places()));
    }

    @Test
    void aFileThatCannotBeReadIsNotCalledSafe() throws IOException {
        connect(AgentKind.GEMINI, ShellUse.OFF);
        Files.writeString(person.resolve(".gemini").resolve("settings.json"), "{ broken");
        AgentExposure exposure = AgentExposure.of(AgentKind.GEMINI, LAUNCHER, places());
        assertEquals(State.UNKNOWN, exposure.state());
        assertTrue(exposure.words().contains("cannot be read"), exposure.words());
    }
}
