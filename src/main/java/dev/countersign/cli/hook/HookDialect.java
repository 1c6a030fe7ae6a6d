package dev.countersign.cli.hook;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// How each agent talks with its hooks. Pure.
///
/// Sources: the agents' own documentation and code, and tries with them (claude-code 2.1, codex
/// 0.169, gemini-cli 0.61; crush by its documentation alone).
public enum HookDialect {
    CLAUDE_CODE("claude-code", Duration.ofMinutes(10), "Bash"),
    CODEX("codex", Duration.ofMinutes(10), "Bash"),
    GEMINI("gemini", Duration.ofMinutes(1), "run_shell_command"),
    CRUSH("crush", Duration.ofSeconds(30), "bash");

    private static final String PRE_TOOL_USE = "PreToolUse";
    private static final String PERMISSION_REQUEST = "PermissionRequest";

    private final String agent;
    private final Duration defaultTimeout;
    private final String shellTool;

    HookDialect(String agent, Duration defaultTimeout, String shellTool) {
        this.agent = agent;
        this.defaultTimeout = defaultTimeout;
        this.shellTool = shellTool;
    }

    /// The name on the command line.
    public String agent() {
        return agent;
    }

    static Optional<HookDialect> named(String name) {
        return List.of(values()).stream().filter(one -> one.agent.equals(name)).findFirst();
    }

    /// After this the agent no longer waits for a hook whose configuration says nothing.
    Duration defaultTimeout() {
        return defaultTimeout;
    }

    // ---- what the agent says

    /// @throws IllegalArgumentException when a shell command is to run and cannot be read
    HookEvent read(ObjectNode input) {
        String session = text(input.path("session_id")).orElse("");
        String event =
                text(input.path("hook_event_name")).or(() -> text(input.path("event"))).orElse("");
        return switch (event) {
            case "SessionEnd" -> new HookEvent.SessionEnded(session);
            case PRE_TOOL_USE, "BeforeTool" -> command(input, session, false);
            case PERMISSION_REQUEST -> command(input, session, true);
            case "PostToolUse", "AfterTool" -> ran(input, session);
            case "" -> throw new IllegalArgumentException("it does not tell which event it is");
            default -> new HookEvent.Other(session);
        };
    }

    private HookEvent command(ObjectNode input, String session, boolean asking) {
        String tool =
                text(input.path("tool_name"))
                        .orElseThrow(() -> new IllegalArgumentException("it names no tool"));
        if (!tool.equals(shellTool)) {
            return new HookEvent.Other(session);
        }
        if (!(input.path("tool_input") instanceof ObjectNode arguments)) {
            throw new IllegalArgumentException("its tool_input is no object");
        }
        String command =
                text(arguments.path("command"))
                        .orElseThrow(() -> new IllegalArgumentException("it has no command"));
        return new HookEvent.Command(
                session,
                asking,
                arguments,
                command,
                text(arguments.path("description")).filter(words -> !words.isBlank()),
                directory(input, arguments),
                arguments.path("run_in_background").asBoolean(false)
                        || arguments.path("is_background").asBoolean(false),
                text(input.path("tool_use_id")));
    }

    private static Optional<String> directory(ObjectNode input, ObjectNode arguments) {
        Optional<String> base = text(input.path("cwd"));
        Optional<String> own =
                text(arguments.path("dir_path"))
                        .or(() -> text(arguments.path("directory")))
                        .or(() -> text(arguments.path("workdir")))
                        .or(() -> text(arguments.path("working_dir")))
                        .filter(path -> !path.isBlank());
        if (own.isEmpty()) {
            return base;
        }
        boolean absolute = own.get().startsWith("/") || base.isEmpty();
        return absolute ? own : Optional.of(base.get() + "/" + own.get());
    }

    private HookEvent ran(ObjectNode input, String session) {
        boolean shell = text(input.path("tool_name")).filter(shellTool::equals).isPresent();
        Optional<String> id = text(input.path("tool_use_id"));
        if (!shell || id.isEmpty()) {
            return new HookEvent.Other(session);
        }
        JsonNode response = input.path("tool_response");
        return new HookEvent.Ran(
                session,
                id.get(),
                response.isString() ? response.stringValue() : HookJson.write(response));
    }

    private static Optional<String> text(JsonNode node) {
        return node.isString() ? Optional.of(node.stringValue()) : Optional.empty();
    }

    // ---- what the hook answers

    /// Whether the agent can be told to run another command than it wanted.
    boolean canRewrite(HookEvent.Command command) {
        return switch (this) {
            case CLAUDE_CODE, GEMINI, CRUSH -> true;
            // What codex is about to ask its user for can only be allowed as it is.
            case CODEX -> !command.asking();
        };
    }

    /// Lets the agent run a command.
    ///
    /// @param rewritten the command to run in place of the agent's, where there is one
    Optional<String> allow(HookEvent.Command command, Optional<String> rewritten) {
        ObjectNode input = command.input().deepCopy();
        rewritten.ifPresent(text -> input.put("command", text));
        return switch (this) {
            case CLAUDE_CODE -> Optional.of(claudeAllow(command, input));
            case CODEX -> codexAllow(command, input);
            case GEMINI -> {
                ObjectNode json = object().put("decision", "allow");
                json.putObject("hookSpecificOutput")
                        .put("hookEventName", "BeforeTool")
                        .set("tool_input", input);
                yield Optional.of(HookJson.write(json));
            }
            case CRUSH -> {
                ObjectNode json = object().put("decision", "allow");
                json.set("updated_input", input);
                yield Optional.of(HookJson.write(json));
            }
        };
    }

    private static String claudeAllow(HookEvent.Command command, ObjectNode input) {
        if (command.asking()) {
            ObjectNode decision = object().put("behavior", "allow");
            decision.set("updatedInput", input);
            return permissionRequest(decision);
        }
        ObjectNode output = preToolUse("allow", "approved in Countersign");
        output.set("updatedInput", input);
        return specific(output);
    }

    /// Codex takes an allow only together with what is to run, and for what it is about to ask its
    /// user only without.
    private static Optional<String> codexAllow(HookEvent.Command command, ObjectNode input) {
        if (!command.asking()) {
            ObjectNode output = preToolUse("allow", "approved in Countersign");
            output.set("updatedInput", input);
            return Optional.of(specific(output));
        }
        boolean same = input.path("command").asString("").equals(command.command());
        return same
                ? Optional.of(permissionRequest(object().put("behavior", "allow")))
                : Optional.empty();
    }

    /// Keeps the agent from running the command.
    ///
    /// @param words why, for the agent to read; not blank
    String deny(HookEvent.Command command, String words) {
        return switch (this) {
            case CLAUDE_CODE, CODEX ->
                    command.asking()
                            ? permissionRequest(
                                    object().put("behavior", "deny").put("message", words))
                            : specific(preToolUse("deny", words));
            case GEMINI, CRUSH ->
                    HookJson.write(object().put("decision", "deny").put("reason", words));
        };
    }

    /// Has the agent ask its user itself; empty where it has no way to be told so. To say nothing
    /// is such a way only where the agent is about to ask anyway.
    Optional<String> ask(HookEvent.Command command, String words) {
        return switch (this) {
            case CLAUDE_CODE ->
                    Optional.of(
                            command.asking() ? noOpinion() : specific(preToolUse("ask", words)));
            case CODEX -> command.asking() ? Optional.of(noOpinion()) : Optional.empty();
            case GEMINI ->
                    Optional.of(
                            HookJson.write(
                                    object().put("decision", "ask")
                                            .put("reason", words)
                                            .put("systemMessage", words)));
            case CRUSH -> Optional.empty();
        };
    }

    /// For what does not concern us.
    static String noOpinion() {
        return "{}";
    }

    private static ObjectNode preToolUse(String decision, String reason) {
        return object().put("hookEventName", PRE_TOOL_USE)
                .put("permissionDecision", decision)
                .put("permissionDecisionReason", reason);
    }

    private static String specific(ObjectNode output) {
        ObjectNode json = object();
        json.set("hookSpecificOutput", output);
        return HookJson.write(json);
    }

    private static String permissionRequest(ObjectNode decision) {
        ObjectNode output = object().put("hookEventName", PERMISSION_REQUEST);
        output.set("decision", decision);
        return specific(output);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    public String toString() {
        return agent.toLowerCase(Locale.ROOT);
    }
}
