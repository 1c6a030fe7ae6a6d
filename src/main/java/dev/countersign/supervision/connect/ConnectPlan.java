package dev.countersign.supervision.connect;

import dev.countersign.settings.Launcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that connects one agent: our tool, allowed beforehand so that nobody is asked twice; its own
/// shell off or hooked; its time limits raised. Pure.
///
/// Sources: the agents' documentation, and tries with claude-code 2.1, codex 0.169, opencode 1.18
/// and gemini-cli 0.61; crush by its documentation alone.
///
/// @param notes what a person should know besides, each a sentence
public record ConnectPlan(
        AgentKind agent, ShellUse shell, List<FilePlan> files, List<String> notes) {
    /// A day: as long as a person may take.
    static final long LIMIT_SECONDS = 86_400;

    private static final String LIMIT_MILLISECONDS = Long.toString(LIMIT_SECONDS * 1_000);
    static final String SERVER = "countersign";

    public ConnectPlan {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
    }

    /// Where agents keep their configuration.
    ///
    /// @param person the person's home folder
    public record Places(Path person, Map<String, String> environment) {
        public Places {
            environment = Map.copyOf(environment);
        }

        private Path folder(String variable, String usual) {
            return Optional.ofNullable(environment.get(variable))
                    .filter(value -> value.startsWith("/"))
                    .map(Path::of)
                    .orElseGet(() -> person.resolve(usual));
        }

        private Path configuration() {
            return folder("XDG_CONFIG_HOME", ".config");
        }

        /// Where an agent reads more of the person's own configuration than where it is connected.
        List<Path> furtherFolders(AgentKind agent) {
            return agent == AgentKind.OPENCODE
                    ? List.of(configuration().resolve("opencode"), person.resolve(".opencode"))
                    : List.of();
        }

        private Path crush() {
            return environment.getOrDefault("CRUSH_GLOBAL_CONFIG", "").startsWith("/")
                    ? folder("CRUSH_GLOBAL_CONFIG", "")
                    : configuration().resolve("crush");
        }
    }

    /// All that connects the agent.
    ///
    /// @param shell empty for what is usual for the agent
    public static ConnectPlan of(
            AgentKind agent, Optional<ShellUse> shell, Launcher launcher, Places places) {
        ShellUse use = shell.orElse(agent.usualShellUse());
        if (use == ShellUse.HOOKED && !agent.canBeHooked()) {
            throw new IllegalArgumentException(agent.agent() + " has no hooks for its shell");
        }
        return switch (agent) {
            case CLAUDE_CODE -> claudeCode(use, launcher, places);
            case CODEX -> codex(use, launcher, places);
            case OPENCODE -> opencode(use, launcher, places);
            case GEMINI -> gemini(use, launcher, places);
            case CRUSH -> crush(use, launcher, places);
        };
    }

    private static ConnectPlan claudeCode(ShellUse use, Launcher launcher, Places places) {
        boolean moved = places.environment().containsKey("CLAUDE_CONFIG_DIR");
        Path folder = places.folder("CLAUDE_CONFIG_DIR", ".claude");
        Path servers = (moved ? folder : places.person()).resolve(".claude.json");
        List<ConfigurationEdit> settings = new ArrayList<>();
        settings.add(add(List.of("permissions", "allow"), quoted("mcp__countersign")));
        settings.add(put(List.of("env", "MCP_TOOL_TIMEOUT"), quoted(LIMIT_MILLISECONDS)));
        switch (use) {
            case OFF -> settings.add(add(List.of("permissions", "deny"), quoted("Bash")));
            case HOOKED -> {
                settings.add(
                        add(
                                List.of("hooks", "PreToolUse"),
                                matched("Bash", hook(AgentKind.CLAUDE_CODE, launcher, ""))));
                settings.add(
                        add(
                                List.of("hooks", "SessionEnd"),
                                unmatched(
                                        "{\"type\": \"command\", \"command\": %s, \"timeout\": 10}"
                                                .formatted(
                                                        quoted(
                                                                launcher.shellLine(
                                                                        "hook", "claude-code"))))));
            }
            case OPEN -> {}
        }
        return new ConnectPlan(
                AgentKind.CLAUDE_CODE,
                use,
                List.of(
                        new FilePlan(
                                servers,
                                false,
                                List.of(
                                        put(
                                                List.of("mcpServers", SERVER),
                                                """
                                                {
                                                  "type": "stdio",
                                                  "command": %s,
                                                  "args": %s
                                                }\
                                                """
                                                        .formatted(
                                                                quoted(launcher.program()),
                                                                bridge(launcher, "claude-code"))))),
                        new FilePlan(folder.resolve("settings.json"), false, settings)),
                List.of("End claude-code before you write: it writes .claude.json itself."));
    }

    private static ConnectPlan codex(ShellUse use, Launcher launcher, Places places) {
        Path folder = places.folder("CODEX_HOME", ".codex");
        List<String> server = List.of("mcp_servers", SERVER);
        List<ConfigurationEdit> edits = new ArrayList<>();
        edits.add(put(at(server, "command"), quoted(launcher.program())));
        edits.add(put(at(server, "args"), patientBridge(launcher, "codex")));
        edits.add(put(at(server, "tool_timeout_sec"), Long.toString(LIMIT_SECONDS)));
        edits.add(put(at(server, "startup_timeout_sec"), "60"));
        edits.add(put(at(server, "default_tools_approval_mode"), quoted("approve")));
        List<String> notes = new ArrayList<>();
        List<FilePlan> files = new ArrayList<>();
        switch (use) {
            case OFF -> {
                edits.add(put(List.of("features", "shell_tool"), "false"));
                edits.add(put(List.of("features", "unified_exec"), "false"));
            }
            case HOOKED -> {
                files.add(
                        new FilePlan(
                                folder.resolve("hooks.json"),
                                false,
                                List.of(
                                        add(
                                                List.of("hooks", "PreToolUse"),
                                                matched(
                                                        "Bash",
                                                        hook(AgentKind.CODEX, launcher, ""))),
                                        add(
                                                List.of("hooks", "PermissionRequest"),
                                                matched(
                                                        "Bash",
                                                        hook(AgentKind.CODEX, launcher, ""))))));
                notes.add(
                        "codex runs a hook only once you have trusted it: start codex and confirm"
                                + " it there.");
                notes.add(
                        "codex's sandbox keeps 'countersign run' from the console's socket;"
                            + " approved commands then fail with 'no console can be reached' unless"
                            + " sandbox_mode lets them.");
            }
            case OPEN -> {}
        }
        files.add(0, new FilePlan(folder.resolve("config.toml"), true, edits));
        return new ConnectPlan(AgentKind.CODEX, use, files, notes);
    }

    private static ConnectPlan opencode(ShellUse use, Launcher launcher, Places places) {
        List<String> command = new ArrayList<>(List.of(launcher.program()));
        command.addAll(launcher.arguments("mcp", "--agent", "opencode"));
        List<ConfigurationEdit> edits = new ArrayList<>();
        edits.add(
                put(
                        List.of("mcp", SERVER),
                        """
                        {
                          "type": "local",
                          "command": %s,
                          "enabled": true,
                          "timeout": %s
                        }\
                        """
                                .formatted(list(command), LIMIT_MILLISECONDS)));
        edits.add(put(List.of("permission", "countersign_*"), quoted("allow")));
        if (use == ShellUse.OFF) {
            edits.add(put(List.of("permission", "bash"), quoted("deny")));
        }
        return new ConnectPlan(
                AgentKind.OPENCODE,
                use,
                List.of(
                        new FilePlan(
                                places.configuration().resolve("opencode").resolve("opencode.json"),
                                false,
                                edits)),
                List.of());
    }

    private static ConnectPlan gemini(ShellUse use, Launcher launcher, Places places) {
        List<ConfigurationEdit> edits = new ArrayList<>();
        edits.add(
                put(
                        List.of("mcpServers", SERVER),
                        """
                        {
                          "command": %s,
                          "args": %s,
                          "timeout": %s,
                          "trust": true
                        }\
                        """
                                .formatted(
                                        quoted(launcher.program()),
                                        patientBridge(launcher, "gemini"),
                                        LIMIT_MILLISECONDS)));
        switch (use) {
            case OFF -> edits.add(add(List.of("tools", "exclude"), quoted("run_shell_command")));
            case HOOKED -> {
                edits.add(
                        add(
                                List.of("hooks", "BeforeTool"),
                                matched(
                                        "run_shell_command",
                                        hook(AgentKind.GEMINI, launcher, "000"))));
                // What the hook puts in place of a command must not be asked about once more.
                edits.add(
                        add(
                                List.of("tools", "allowed"),
                                quoted("run_shell_command(" + launcher.shellLine("run") + ")")));
            }
            case OPEN -> {}
        }
        return new ConnectPlan(
                AgentKind.GEMINI,
                use,
                List.of(
                        new FilePlan(
                                places.person().resolve(".gemini").resolve("settings.json"),
                                false,
                                edits)),
                List.of("gemini uses our tools only in folders that you have trusted there."));
    }

    private static ConnectPlan crush(ShellUse use, Launcher launcher, Places places) {
        List<ConfigurationEdit> edits = new ArrayList<>();
        edits.add(
                put(
                        List.of("mcp", SERVER),
                        """
                        {
                          "type": "stdio",
                          "command": %s,
                          "args": %s,
                          "timeout": %d
                        }\
                        """
                                .formatted(
                                        quoted(launcher.program()),
                                        patientBridge(launcher, "crush"),
                                        LIMIT_SECONDS)));
        for (String tool : List.of("bash", "bash_output", "kill_shell", "list_shells")) {
            edits.add(
                    add(
                            List.of("permissions", "allowed_tools"),
                            quoted("mcp_countersign_" + tool)));
        }
        switch (use) {
            case OFF -> edits.add(add(List.of("options", "disabled_tools"), quoted("bash")));
            case HOOKED ->
                    edits.add(
                            add(
                                    List.of("hooks", "PreToolUse"),
                                    "{\"matcher\": \"^bash$\", \"command\": %s, \"timeout\": %d}"
                                            .formatted(
                                                    quoted(hookLine(AgentKind.CRUSH, launcher)),
                                                    LIMIT_SECONDS)));
            case OPEN -> {}
        }
        return new ConnectPlan(
                AgentKind.CRUSH,
                use,
                List.of(new FilePlan(places.crush().resolve("crush.json"), false, edits)),
                List.of("Written by crush's documentation; nobody has tried it yet."));
    }

    private static String bridge(Launcher launcher, String agent) {
        return list(launcher.arguments("mcp", "--agent", agent));
    }

    /// For an agent that stops waiting when its time is up, whatever it is told meanwhile.
    private static String patientBridge(Launcher launcher, String agent) {
        return list(
                launcher.arguments(
                        "mcp", "--agent", agent, "--limit", Long.toString(LIMIT_SECONDS)));
    }

    static String hookLine(AgentKind agent, Launcher launcher) {
        return launcher.shellLine("hook", agent.agent(), "--timeout", Long.toString(LIMIT_SECONDS));
    }

    /// @param unit what turns seconds into the unit of the agent
    private static String hook(AgentKind agent, Launcher launcher, String unit) {
        return "{\"type\": \"command\", \"command\": %s, \"timeout\": %d%s}"
                .formatted(quoted(hookLine(agent, launcher)), LIMIT_SECONDS, unit);
    }

    private static String matched(String tool, String hook) {
        return "{\"matcher\": %s, \"hooks\": [%s]}".formatted(quoted(tool), hook);
    }

    private static String unmatched(String hook) {
        return "{\"hooks\": [%s]}".formatted(hook);
    }

    private static ConfigurationEdit put(List<String> path, String value) {
        return new ConfigurationEdit.Put(path, value);
    }

    private static ConfigurationEdit add(List<String> path, String element) {
        return new ConfigurationEdit.Add(path, element);
    }

    private static List<String> at(List<String> path, String key) {
        List<String> longer = new ArrayList<>(path);
        longer.add(key);
        return longer;
    }

    private static String list(List<String> words) {
        return "[" + String.join(", ", words.stream().map(ConnectPlan::quoted).toList()) + "]";
    }

    private static String quoted(String text) {
        return JsoncText.quoted(text);
    }

    /// Whether the agent can still run commands that nobody sees, in a sentence or two.
    public String exposure() {
        String shellWords =
                switch (shell) {
                    case OFF -> "Its own shell is off.";
                    case HOOKED -> "Its own shell goes through the queue.";
                    case OPEN ->
                            "Its own shell stays open: it can run commands that nobody sees here.";
                };
        return shellWords + " " + agent.unseen();
    }
}
