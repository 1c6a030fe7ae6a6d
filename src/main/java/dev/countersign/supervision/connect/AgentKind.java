package dev.countersign.supervision.connect;

import java.util.List;
import java.util.Optional;

/// An agent that can be connected by changing its configuration.
public enum AgentKind {
    CLAUDE_CODE("claude-code"),
    CODEX("codex"),
    OPENCODE("opencode"),
    GEMINI("gemini"),
    CRUSH("crush");

    private final String name;

    AgentKind(String name) {
        this.name = name;
    }

    /// The name on the command line, and the one that the agent's sessions have.
    public String agent() {
        return name;
    }

    public static Optional<AgentKind> named(String name) {
        return List.of(values()).stream().filter(kind -> kind.name.equals(name)).findFirst();
    }

    /// The agent that calls itself so when it connects.
    public static Optional<AgentKind> ofClient(String clientName) {
        return List.of(values()).stream()
                .filter(kind -> clientName.toLowerCase(java.util.Locale.ROOT).contains(kind.name))
                .findFirst();
    }

    /// What becomes of its own shell unless a person says otherwise.
    ShellUse usualShellUse() {
        return switch (this) {
            case CLAUDE_CODE -> ShellUse.HOOKED;
            case CODEX, OPENCODE, GEMINI, CRUSH -> ShellUse.OFF;
        };
    }

    /// Whether its own shell can be put behind a hook by its configuration.
    public boolean canBeHooked() {
        return switch (this) {
            case CLAUDE_CODE, CODEX, GEMINI, CRUSH -> true;
            case OPENCODE -> false;
        };
    }

    /// What of it the console does not see even when its shell is off or hooked.
    String unseen() {
        return switch (this) {
            case CLAUDE_CODE ->
                    "Its other tools (files, web, other MCP servers, PowerShell) do not come here.";
            case CODEX ->
                    "Its other tools (patches to files, other MCP servers) do not come here.";
            case OPENCODE -> "Its other tools and plugins do not come here.";
            case GEMINI ->
                    "Its other tools (files, web, other MCP servers) do not come here.";
            case CRUSH ->
                    "Its other tools do not come here; hooks do not see the calls of its sub-agents.";
        };
    }
}
