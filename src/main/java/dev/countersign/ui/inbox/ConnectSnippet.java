package dev.countersign.ui.inbox;

import java.util.List;
import java.util.Optional;

/// What to add to an agent's settings, so that it starts our bridge.
///
/// @param agent as people call it
/// @param command the agent's own command that does it, where it has one
/// @param place where the settings stand
record ConnectSnippet(String agent, Optional<String> command, String place, String settings) {
    /// The agents that are known by name, and any other last.
    ///
    /// @param launcher the absolute path of our start script, or its name
    static List<ConnectSnippet> all(String launcher) {
        String json = json(launcher);
        String word = shellWord(launcher);
        return List.of(
                new ConnectSnippet(
                        "claude-code",
                        Optional.of("claude mcp add countersign -- " + word + " mcp"),
                        "to .mcp.json in the project",
                        mcpServers(json)),
                new ConnectSnippet(
                        "codex",
                        Optional.of("codex mcp add countersign -- " + word + " mcp"),
                        "to ~/.codex/config.toml",
                        """
                        [mcp_servers.countersign]
                        command = %s
                        args = ["mcp"]\
                        """
                                .formatted(json)),
                new ConnectSnippet(
                        "opencode",
                        Optional.empty(),
                        "opencode.json in the project",
                        """
                        {
                          "mcp": {
                            "countersign": { "type": "local", "command": [%s, "mcp"], "enabled": true }
                          }
                        }\
                        """
                                .formatted(json)),
                new ConnectSnippet(
                        "gemini", Optional.empty(), "~/.gemini/settings.json", mcpServers(json)),
                new ConnectSnippet(
                        "any MCP client", Optional.empty(), "as a stdio server", mcpServers(json)));
    }

    private static String mcpServers(String json) {
        return """
        {
          "mcpServers": {
            "countersign": { "command": %s, "args": ["mcp"] }
          }
        }\
        """
                .formatted(json);
    }

    /// A path as a string of JSON, which is one of TOML, too.
    static String json(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /// A path as one word of a shell.
    static String shellWord(String text) {
        boolean plain =
                text.chars().allMatch(c -> Character.isLetterOrDigit(c) || "/._-+".indexOf(c) >= 0);
        return plain ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
