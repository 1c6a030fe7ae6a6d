package dev.countersign.ui.inbox;

import dev.countersign.settings.Launcher;
import dev.countersign.supervision.connect.AgentKind;
import dev.countersign.supervision.connect.ConnectPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What to add to an agent's settings, so that it starts our bridge.
///
/// @param agent as people call it
/// @param command our command that does it, where we know the agent's files
/// @param place where the settings stand
/// @param exposure what the agent can still do that nobody sees; empty where that is not known
record ConnectSnippet(
        String agent,
        Optional<String> command,
        String place,
        String settings,
        Optional<String> exposure) {
    /// The agents that are known by name, and any other last.
    ///
    /// @param program the absolute path of our start script, or its name
    /// @param person the person's home folder
    static List<ConnectSnippet> all(String program, Path person) {
        Launcher launcher = launcher(program);
        ConnectPlan.Places places = new ConnectPlan.Places(person, System.getenv());
        List<ConnectSnippet> snippets = new ArrayList<>();
        for (AgentKind agent : AgentKind.values()) {
            ConnectPlan plan = ConnectPlan.of(agent, Optional.empty(), launcher, places);
            snippets.add(
                    new ConnectSnippet(
                            agent.agent(),
                            Optional.of(launcher.shellLine("connect", agent.agent(), "--write")),
                            shown(plan.files().getFirst().file(), person),
                            plan.files().getFirst().alone().strip(),
                            Optional.of(plan.exposure())));
        }
        snippets.add(anyOther(launcher));
        return snippets;
    }

    /// How agents start us.
    static Launcher launcher(String program) {
        return new Launcher(
                program, Launcher.ofThisProcess(Optional.empty(), System.getenv()).home());
    }

    private static String shown(Path file, Path person) {
        return file.startsWith(person) ? "~/" + person.relativize(file) : file.toString();
    }

    private static ConnectSnippet anyOther(Launcher launcher) {
        return new ConnectSnippet(
                "any MCP client",
                Optional.empty(),
                "as a stdio server",
                """
                {
                  "mcpServers": {
                    "countersign": { "command": %s, "args": [%s] }
                  }
                }\
                """
                        .formatted(
                                json(launcher.program()),
                                String.join(
                                        ", ",
                                        launcher.arguments("mcp").stream()
                                                .map(ConnectSnippet::json)
                                                .toList())),
                Optional.of("As long as it has a shell of its own, it can run commands unseen."));
    }

    /// A path as a string of JSON, which is one of TOML, too.
    static String json(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /// A path as one word of a shell.
    static String shellWord(String text) {
        return Launcher.shellWord(text);
    }
}
