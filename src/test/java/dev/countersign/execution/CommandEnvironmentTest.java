package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandEnvironmentTest {
    private static final String INSTANCE = "0123456789abcdef";
    private static final ToolCallId ID = ToolCallId.of(0x1a2b3c4d);

    @Test
    void whatCouldChangeAShellIsTakenOut() {
        Map<String, String> console =
                Map.of(
                        "PATH", "/bin",
                        "BASH_ENV", "x",
                        "ENV", "x",
                        "SHELLOPTS", "x",
                        "BASHOPTS", "x",
                        "BASH_FUNC_ls%%", "() { :; }",
                        "BASH_FUNC_x", "x",
                        "BASH", "/bin/bash");
        assertEquals(Map.of("PATH", "/bin", "BASH", "/bin/bash"), inherited(console));
    }

    @Test
    void secretsAreTakenOutAndKnown() {
        CommandEnvironment environment =
                new CommandEnvironment(Map.of("PATH", "/bin", "GITHUB_TOKEN", "t"), INSTANCE);
        assertEquals(Map.of("GITHUB_TOKEN", "t"), environment.withheldSecrets());
        assertEquals(
                Map.of("PATH", "/bin", "COUNTERSIGN_RUN", INSTANCE + "-1a2b3c4d"),
                environment.forCall(ID, Map.of()));
    }

    @Test
    void aSecretThatIsLetThroughReachesItsWorkspaceAloneAndStaysKnown() {
        ToolCall call = ToolCalls.call(1, "ls", Path.of("/work/shop"));
        CommandEnvironment environment =
                new CommandEnvironment(Map.of("GITHUB_TOKEN", "t", "NPM_TOKEN", "n"), INSTANCE)
                        .lettingThrough(workspace ->
                                workspace.directory().equals(Path.of("/work/shop"))
                                        ? Set.of("GITHUB_TOKEN", "NO_SUCH_TOKEN")
                                        : Set.of());
        Map<String, String> here = environment.forCall(call, Map.of());
        assertEquals("t", here.get("GITHUB_TOKEN"));
        assertFalse(here.containsKey("NPM_TOKEN"));
        assertFalse(here.containsKey("NO_SUCH_TOKEN"));
        assertEquals(
                "own",
                environment.forCall(call, Map.of("GITHUB_TOKEN", "own")).get("GITHUB_TOKEN"));
        ToolCall elsewhere = ToolCalls.call(1, "ls", Path.of("/work/api"));
        assertFalse(environment.forCall(elsewhere, Map.of()).containsKey("GITHUB_TOKEN"));
        assertEquals(Set.of("GITHUB_TOKEN", "NPM_TOKEN"), environment.withheldSecrets().keySet());
    }

    @Test
    void theConsolesOwnVariablesAreTakenOut() {
        assertEquals(
                Map.of("PATH", "/bin"),
                inherited(Map.of("PATH", "/bin", "COUNTERSIGN_HOME", "x", "COUNTERSIGN_RUN", "y")));
    }

    @Test
    void theCallersLocaleIsGivenBack() {
        assertEquals(
                Map.of("LC_ALL", "de_DE.UTF-8"),
                inherited(Map.of("LC_ALL", "C.UTF-8", "COUNTERSIGN_CALLER_LC_ALL", "de_DE.UTF-8")));
        assertEquals(
                Map.of(), inherited(Map.of("LC_ALL", "C.UTF-8", "COUNTERSIGN_CALLER_LC_ALL", "")));
        assertEquals(Map.of("LC_ALL", "C"), inherited(Map.of("LC_ALL", "C")));
    }

    @Test
    void whatTheCallAddsWinsOverWhatIsInherited() {
        CommandEnvironment environment =
                new CommandEnvironment(Map.of("A", "console", "B", "console"), INSTANCE);
        Map<String, String> variables =
                environment.forCall(ID, Map.of("A", "call", "MY_TOKEN", "given", "ENV", "x"));
        assertEquals("call", variables.get("A"));
        assertEquals("console", variables.get("B"));
        assertEquals("given", variables.get("MY_TOKEN"));
        assertEquals("x", variables.get("ENV"));
    }

    @Test
    void anInstanceThatCouldBeMistakenIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new CommandEnvironment(Map.of(), "a-b"));
    }

    private static Map<String, String> inherited(Map<String, String> console) {
        Map<String, String> variables =
                new HashMap<>(new CommandEnvironment(console, INSTANCE).forCall(ID, Map.of()));
        variables.remove(CommandEnvironment.MARKER);
        return variables;
    }
}
