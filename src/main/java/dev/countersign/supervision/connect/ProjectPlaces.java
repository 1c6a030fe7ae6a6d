package dev.countersign.supervision.connect;

import dev.countersign.supervision.connect.ProjectPlace.Harm;
import dev.countersign.supervision.connect.ProjectPlace.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Where a project may say something to each agent that lets commands pass us by. Pure data.
///
/// Sources: the agents' documentation and code. Where a person's refusal holds whatever a project
/// says (the denied and excluded tools of claude-code and gemini), nothing is looked for. Other MCP
/// servers are not looked for: of each agent it is said anyway that they do not come here.
final class ProjectPlaces {
    private static final List<String> MARKDOWN = List.of(".md");
    private static final List<String> PROGRAMS = List.of(".ts", ".js", ".mts", ".mjs", ".cjs");

    /// Commands in a prompt that run when it is used, before the model reads it. No hook sees them.
    private static final Look IN_PROMPT = ProjectPlace.text("(!`[^`\\n]|```!)");

    private static final Look HOOKS_IN_HEAD = ProjectPlace.head("(?m)^(hooks|mcpServers)\\s*:");

    /// Of claude-code's settings, what it runs by itself.
    private static final String[] CLAUDE_RUNS = {
        "hooks",
        "statusLine",
        "subagentStatusLine",
        "fileSuggestion",
        "apiKeyHelper",
        "awsAuthRefresh",
        "awsCredentialExport",
        "gcpAuthRefresh",
        "otelHeadersHelper",
        "enabledPlugins",
        "env/CLAUDE_CODE_SHELL",
        "env/CLAUDE_CODE_SHELL_PREFIX",
        "env/CLAUDE_ENV_FILE",
        "env/BASH_ENV",
        "env/NODE_OPTIONS",
        "env/LD_PRELOAD",
        "env/PATH"
    };

    private static final String[] OPENCODE_OPENS = {
        "permission", "tools/bash", "plugin", "mcp/countersign"
    };

    private static final Pattern OPENCODE_PERMISSION = Pattern.compile("\"(permission|tools)\"");

    /// Any of these outside a comment; a shell that is switched off once more does no harm.
    private static final Look CODEX_OPENS =
            ProjectPlace.text(
                    "(?m)^[^#\\n]*\\b((?:shell_tool|unified_exec)\\b(?!\\s*=\\s*false\\b)|config_file\\b|countersign\\b)");

    private static final Look CODEX_HOOKS = ProjectPlace.text("(?m)^[^#\\n]*\\b(hooks)\\b");

    private ProjectPlaces() {}

    static List<ProjectPlace> of(AgentKind agent, ShellUse use) {
        boolean hooked = use == ShellUse.HOOKED;
        return switch (agent) {
            case CLAUDE_CODE -> claudeCode(hooked);
            case CODEX -> codex(hooked);
            case OPENCODE -> opencode();
            case GEMINI -> gemini(hooked);
            case CRUSH -> crush();
        };
    }

    private static List<ProjectPlace> claudeCode(boolean hooked) {
        List<ProjectPlace> places = new ArrayList<>();
        places.add(ProjectPlace.json(Harm.OPENS, ".mcp.json", "mcpServers/countersign"));
        for (String file : List.of(".claude/settings.json", ".claude/settings.local.json")) {
            if (hooked) {
                places.add(
                        ProjectPlace.json(
                                Harm.OPENS,
                                file,
                                "disableAllHooks",
                                "hooks/PreToolUse",
                                "hooks/PermissionRequest"));
            }
            places.add(ProjectPlace.json(Harm.RUNS, file, CLAUDE_RUNS));
        }
        for (String folder : List.of(".claude/agents", ".claude/commands", ".claude/skills")) {
            places.add(ProjectPlace.folder(Harm.RUNS, folder, MARKDOWN, HOOKS_IN_HEAD));
            if (hooked) {
                places.add(ProjectPlace.folder(Harm.RUNS, folder, MARKDOWN, IN_PROMPT));
            }
        }
        return places;
    }

    private static List<ProjectPlace> codex(boolean hooked) {
        Harm ofHooks = hooked ? Harm.OPENS : Harm.RUNS;
        return List.of(
                ProjectPlace.file(Harm.OPENS, ".codex/config.toml", CODEX_OPENS),
                ProjectPlace.file(ofHooks, ".codex/config.toml", CODEX_HOOKS),
                ProjectPlace.json(ofHooks, ".codex/hooks.json", "hooks"),
                // A role is a layer of configuration over all others.
                ProjectPlace.folder(Harm.OPENS, ".codex/agents", List.of(".toml"), CODEX_OPENS),
                ProjectPlace.folder(ofHooks, ".codex/agents", List.of(".toml"), CODEX_HOOKS));
    }

    private static List<ProjectPlace> opencode() {
        List<ProjectPlace> places = new ArrayList<>();
        for (String folder : List.of("", ".opencode/")) {
            for (String file : List.of("opencode.json", "opencode.jsonc")) {
                places.addAll(opencodeFile(folder + file));
                places.add(ProjectPlace.json(Harm.OPENS, folder + file, OPENCODE_OPENS));
                places.add(
                        ProjectPlace.json(Harm.RUNS, folder + file, "command", "formatter", "lsp"));
            }
        }
        places.addAll(opencodeAgents(".opencode/"));
        for (String folder : List.of("command", "commands")) {
            places.add(ProjectPlace.folder(Harm.RUNS, ".opencode/" + folder, MARKDOWN, IN_PROMPT));
        }
        for (String folder : List.of("plugin", "plugins", "tool", "tools")) {
            places.add(
                    ProjectPlace.folder(
                            Harm.RUNS,
                            ".opencode/" + folder,
                            PROGRAMS,
                            new Look.Presence("a program that opencode runs as its own")));
        }
        return places;
    }

    /// Agents, and modes as they were called, may allow what is denied otherwise.
    private static List<ProjectPlace> opencodeFile(String file) {
        return List.of("agent", "mode").stream()
                .map(key ->
                        ProjectPlace.file(
                                Harm.OPENS, file, new Look.Inside(key, OPENCODE_PERMISSION)))
                .toList();
    }

    private static List<ProjectPlace> opencodeAgents(String folder) {
        return List.of("agent", "agents", "mode", "modes").stream()
                .map(name ->
                        ProjectPlace.folder(
                                Harm.OPENS,
                                folder + name,
                                MARKDOWN,
                                ProjectPlace.head("(?m)^(permission|tools)\\s*:")))
                .toList();
    }

    /// Where the person's own configuration beside the file that connects the agent may open its
    /// shell again, below each of the folders that [ConnectPlan.Places#furtherFolders] names. What
    /// the person's own definitions run is the person's.
    static List<ProjectPlace> ofPerson(AgentKind agent) {
        if (agent != AgentKind.OPENCODE) {
            return List.of();
        }
        List<ProjectPlace> places = new ArrayList<>(opencodeAgents(""));
        for (String file : List.of("config.json", "opencode.json", "opencode.jsonc")) {
            places.addAll(opencodeFile(file));
            places.add(ProjectPlace.json(Harm.OPENS, file, "permission", "tools/bash"));
        }
        return places;
    }

    private static List<ProjectPlace> gemini(boolean hooked) {
        List<ProjectPlace> places = new ArrayList<>();
        String settings = ".gemini/settings.json";
        places.add(ProjectPlace.json(Harm.OPENS, settings, "mcpServers/countersign"));
        if (hooked) {
            places.add(ProjectPlace.json(Harm.OPENS, settings, "hooksConfig", "hooks"));
            places.add(
                    ProjectPlace.folder(
                            Harm.RUNS,
                            ".gemini/commands",
                            List.of(".toml"),
                            ProjectPlace.text("(!\\{)")));
        }
        places.add(
                ProjectPlace.json(
                        Harm.RUNS,
                        settings,
                        "hooks",
                        "tools/discoveryCommand",
                        "tools/callCommand",
                        "toolDiscoveryCommand",
                        "toolCallCommand"));
        return places;
    }

    private static List<ProjectPlace> crush() {
        List<ProjectPlace> places = new ArrayList<>();
        for (String file : List.of("crush.json", ".crush.json")) {
            places.add(
                    ProjectPlace.json(
                            Harm.OPENS,
                            file,
                            "options/disabled_tools",
                            "hooks",
                            "permissions",
                            "mcp/countersign"));
            places.add(ProjectPlace.json(Harm.RUNS, file, "lsp"));
            places.add(ProjectPlace.file(Harm.RUNS, file, ProjectPlace.text("(\\$\\()")));
        }
        Look script = new Look.Presence("a script that crush runs when it starts");
        for (String file : List.of("crushrc", ".crushrc")) {
            places.add(ProjectPlace.file(Harm.OPENS, file, script));
        }
        places.add(ProjectPlace.folder(Harm.OPENS, ".crush/plugins", List.of(".sh"), script));
        return places;
    }
}
