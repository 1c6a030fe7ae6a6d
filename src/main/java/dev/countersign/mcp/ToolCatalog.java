package dev.countersign.mcp;

import dev.countersign.supervision.AgentLimits;
import dev.countersign.toolcall.AgentSession;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools as they are listed to agents, with their schemas.
final class ToolCatalog {
    static final String BASH = "bash";
    static final String BASH_OUTPUT = "bash_output";
    static final String KILL_SHELL = "kill_shell";
    static final String LIST_SHELLS = "list_shells";

    /// For agents that ask a tool before they run something themselves.
    static final String APPROVE = "approve";

    /// Agents that have no such prompts; a tool without a use would only confuse their models.
    private static final List<String> WITHOUT_PROMPTS =
            List.of("codex", "opencode", "gemini", "crush");

    static final String INSTRUCTIONS =
            """
            Commands run on the user's machine, in their project, after a person has looked at them: \
            each call of bash may wait until it is approved. Give every call a summary of 5 to 10 \
            words that says what it is for. A denial carries the reason; do not try the same by \
            another way. What is handed over as a job is read on with bash_output and stopped with \
            kill_shell.\
            """;

    private static final String BASH_DESCRIPTION =
            """
            Runs a bash command on the user's machine once a person, or a rule of theirs, has \
            approved it. The working directory is {directory} unless workdir says otherwise.

            - Every call starts a fresh shell: variables, functions and cd do not persist between \
            calls. Prefer absolute paths to cd; chain what depends on each other with &&; quote \
            paths with spaces.
            - Commands must not be interactive (stdin is empty) and must not end in &: use mode \
            background for servers and watchers.
            - Modes: default waits up to {usual} (timeout up to {longest} ms); slow waits up to \
            {slow} (timeout up to {longestSlow} ms) and is meant for builds, downloads, installs \
            and tests; background returns at once with an id and runs up to {background} (timeout \
            up to {longestBackground} ms).
            - When its time is up a command goes on as a background job (onTimeout background) or \
            is stopped (onTimeout kill). Jobs are read with bash_output and stopped with \
            kill_shell.
            - Output is shown up to {lines} lines or {bytes}, from its end unless truncate says \
            otherwise; all of it is in outputFile.
            - A command may have 131,071 bytes at most; put longer work into a script file.
            - A person may deny a call and say why, or may not have answered yet: then ask again \
            with bash_output instead of calling bash once more.\
            """;

    private static final String OUTPUT_DESCRIPTION =
            """
            Returns what is new of the output of a call or background job since you last read it, \
            with its status, exit code and duration.\
            """;

    private static final String KILL_DESCRIPTION =
            """
            Stops a background job and everything that it started, and returns the last of its \
            output. Says so when it had already stopped.\
            """;

    private static final String LIST_DESCRIPTION =
            """
            Lists the jobs of this workspace with id, status, process id, age and command.\
            """;

    private static final String APPROVE_DESCRIPTION =
            """
            For an agent's own permission prompts (claude-code: --permission-prompt-tool \
            mcp__countersign__approve), not for models: asks the person whether the agent's native \
            shell may run a command. Answers {"behavior": "allow", "updatedInput": …} or \
            {"behavior": "deny", "message": …}.\
            """;

    private ToolCatalog() {}

    /// The result of `tools/list`.
    ///
    /// @param limits what the agent is held to
    static ObjectNode list(AgentSession session, AgentLimits limits) {
        ObjectNode result = Json.object();
        ArrayNode tools = result.putArray("tools");
        bash(tools.addObject(), session, limits);
        bashOutput(tools.addObject());
        killShell(tools.addObject());
        listShells(tools.addObject());
        String client = session.name().toLowerCase(Locale.ROOT);
        if (WITHOUT_PROMPTS.stream().noneMatch(client::contains)) {
            approve(tools.addObject());
        }
        return result;
    }

    private static void bash(ObjectNode tool, AgentSession session, AgentLimits limits) {
        LimitWords words = new LimitWords(limits);
        describe(
                tool,
                BASH,
                "Run a command",
                words.in(BASH_DESCRIPTION)
                        .replace("{directory}", session.workspace().directory().toString()));
        annotate(tool, false, true);
        ObjectNode properties = schema(tool, List.of());
        text(properties, "command", "The command, as bash takes it after -c.").put("minLength", 1);
        text(
                properties,
                "summary",
                "What the command is for, in 5 to 10 words. The person reads it first.");
        text(properties, "description", "The same as summary.");
        flag(
                properties,
                "isDangerous",
                "Set it when the command may destroy work, reach outside the project or is hard to"
                        + " undo. A person is then always asked.");
        timing(properties, words);
        surroundings(properties);
        processes(properties);
    }

    private static void timing(ObjectNode properties, LimitWords words) {
        choice(properties, "mode", "default", "default", "slow", "background")
                .put(
                        "description",
                        words.in(
                                "default: up to {usual}. slow: up to {slow}. background: returns at"
                                        + " once, up to {background}."));
        integer(properties, "timeout", 1_000, words.longestMilliseconds())
                .put(
                        "description",
                        words.in(
                                "Milliseconds from the start: at most {longest} in mode default,"
                                        + " {longestSlow} in slow, {longestBackground} in"
                                        + " background."));
        choice(properties, "onTimeout", "", "background", "kill")
                .put(
                        "description",
                        "What happens when the time is up: go on as a job (default) or be stopped"
                                + " (default in mode background).");
    }

    private static void surroundings(ObjectNode properties) {
        text(properties, "workdir", "The directory to run in; inside the workspace.");
        property(properties, "env", "object")
                .put("description", "Variables to add to the environment.")
                .putObject("additionalProperties")
                .put("type", "string");
        choice(properties, "truncate", "tail", "tail", "middle", "head")
                .put("description", "Which part of a long output to show.");
        flag(
                properties,
                "mergeOutput",
                "One pipe for stdout and stderr, which keeps their exact order.");
        flag(properties, "pty", "Run in a pseudo-terminal.");
        flag(properties, "dryRun", "Only tell how the command is assessed; nothing runs.");
        flag(properties, "run_in_background", "The same as mode background.");
    }

    private static void processes(ObjectNode properties) {
        integer(properties, "check_pid", 1, BashArguments.MAXIMUM_PID)
                .put(
                        "description",
                        "Instead of command: status and new output of the job this process belongs"
                                + " to.");
        integer(properties, "kill_pid", 1, BashArguments.MAXIMUM_PID)
                .put("description", "Instead of command: stop the job this process belongs to.");
    }

    private static void bashOutput(ObjectNode tool) {
        describe(tool, BASH_OUTPUT, "Read a job's output", OUTPUT_DESCRIPTION);
        annotate(tool, true, false);
        ObjectNode properties = schema(tool, List.of("bash_id"));
        text(properties, "bash_id", "The id of the job: shell_ and 8 hex digits.");
        text(
                properties,
                "filter",
                "A regular expression: only lines that match are shown; the others count as read.");
        integer(properties, "wait", 0, OutputArguments.MAXIMUM_WAIT.toMillis())
                .put("description", "Milliseconds to wait for news when there are none.");
    }

    private static void killShell(ObjectNode tool) {
        describe(tool, KILL_SHELL, "Stop a job", KILL_DESCRIPTION);
        annotate(tool, false, true);
        ObjectNode properties = schema(tool, List.of("shell_id"));
        text(properties, "shell_id", "The id of the job: shell_ and 8 hex digits.");
    }

    private static void listShells(ObjectNode tool) {
        describe(tool, LIST_SHELLS, "List jobs", LIST_DESCRIPTION);
        annotate(tool, true, false);
        schema(tool, List.of());
    }

    private static void approve(ObjectNode tool) {
        describe(tool, APPROVE, "Ask the person", APPROVE_DESCRIPTION);
        annotate(tool, false, false);
        ObjectNode properties = schema(tool, List.of("tool_name", "input"));
        text(properties, "tool_name", "The agent's own tool.");
        property(properties, "input", "object")
                .put("description", "What that tool is to be called with.");
        text(properties, "tool_use_id", "The agent's own id of that call.");
        // Agents of later versions may tell more, and must not be refused for it.
        ((ObjectNode) tool.path("inputSchema")).put("additionalProperties", true);
    }

    private static void describe(ObjectNode tool, String name, String title, String description) {
        tool.put("name", name).put("title", title).put("description", description);
    }

    private static void annotate(ObjectNode tool, boolean readOnly, boolean destructive) {
        tool.putObject("annotations")
                .put("readOnlyHint", readOnly)
                .put("destructiveHint", destructive)
                .put("idempotentHint", false)
                .put("openWorldHint", destructive);
    }

    private static ObjectNode schema(ObjectNode tool, List<String> required) {
        ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        if (!required.isEmpty()) {
            ArrayNode names = schema.putArray("required");
            required.forEach(names::add);
        }
        schema.put("additionalProperties", false);
        return properties;
    }

    private static ObjectNode property(ObjectNode properties, String name, String type) {
        return properties.putObject(name).put("type", type);
    }

    private static ObjectNode text(ObjectNode properties, String name, String description) {
        return property(properties, name, "string").put("description", description);
    }

    private static void flag(ObjectNode properties, String name, String description) {
        property(properties, name, "boolean").put("description", description);
    }

    private static ObjectNode integer(ObjectNode properties, String name, long least, long most) {
        return property(properties, name, "integer").put("minimum", least).put("maximum", most);
    }

    private static ObjectNode choice(
            ObjectNode properties, String name, String otherwise, String... choices) {
        ObjectNode property = property(properties, name, "string");
        ArrayNode values = property.putArray("enum");
        for (String choice : choices) {
            values.add(choice);
        }
        if (!otherwise.isEmpty()) {
            property.put("default", otherwise);
        }
        return property;
    }
}
