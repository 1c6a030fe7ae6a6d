package dev.countersign.mcp;

import dev.countersign.mcp.ToolArguments.InvalidArgument;
import dev.countersign.supervision.HookRequest;
import dev.countersign.supervision.HookVerdict;
import dev.countersign.toolcall.CommandText;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the tool `approve` is asked, and its answers in the form of claude-code's
/// `--permission-prompt-tool`. Whatever is not understood is a denial. Pure.
sealed interface PermissionPrompt {
    /// The agent's own shell is about to run a command.
    record Command(ObjectNode input, CommandText text, Optional<String> toolUseId)
            implements PermissionPrompt {
        private static final Pattern TICKET = Pattern.compile("[0-9a-f]{32}");

        /// The ticket, where the command is one that an earlier answer put in place of another.
        ///
        /// @param runLine what the agent's shell runs a ticket with
        Optional<String> ticket(Optional<String> runLine) {
            return runLine.map(line -> line + " ")
                    .filter(start -> text.text().startsWith(start))
                    .map(start -> text.text().substring(start.length()).strip())
                    .filter(ticket -> TICKET.matcher(ticket).matches());
        }

        /// @param patience how long after its arrival the prompt must be answered
        /// @param rewritable whether we know what the agent can run in place of the command
        HookRequest asHook(Duration patience, boolean rewritable) {
            JsonNode words = input.path("description");
            return new HookRequest(
                    text,
                    words.isString() && !words.stringValue().isBlank()
                            ? Optional.of(
                                    shortened(
                                            words.stringValue(),
                                            BashArguments.MAXIMUM_SUMMARY_LENGTH))
                            : Optional.empty(),
                    Optional.empty(),
                    input.path("run_in_background").asBoolean(false),
                    patience,
                    rewritable,
                    toolUseId);
        }

        /// The answer to a verdict.
        ObjectNode answer(HookVerdict verdict, Optional<String> runLine) {
            return switch (verdict) {
                case HookVerdict.Run(String ticket, Optional<String> _) ->
                        runLine.map(line -> allow(rewritten(line + " " + ticket)))
                                .orElseGet(() -> deny("not run: it is not known how"));
                case HookVerdict.HandOver(Optional<String> edited) ->
                        allow(edited.map(this::rewritten).orElse(input));
                case HookVerdict.Refused(String words) -> deny(words);
                case HookVerdict.Unanswered(String words) -> deny(words);
            };
        }

        private ObjectNode rewritten(String command) {
            return input.deepCopy().put("command", command);
        }
    }

    /// One of our own tools: its calls go through the queue themselves.
    record OurOwn(ObjectNode input) implements PermissionPrompt {}

    /// Something that is no shell command, which nobody here can judge.
    record Other(String tool) implements PermissionPrompt {
        String words() {
            return ("Countersign looks at shell commands alone, not at %s. Allow %s in the agent's"
                            + " own permissions, or do it with a shell command.")
                    .formatted(ToolArguments.quote(tool), ToolArguments.quote(tool));
        }
    }

    int MAXIMUM_TOOL_NAME_LENGTH = 200;

    /// The names that agents give their shells.
    Set<String> SHELLS = Set.of("Bash", "bash", "run_shell_command");

    Set<String> OUR_OWN =
            Set.of(
                    "mcp__countersign__" + ToolCatalog.BASH,
                    "mcp__countersign__" + ToolCatalog.BASH_OUTPUT,
                    "mcp__countersign__" + ToolCatalog.KILL_SHELL,
                    "mcp__countersign__" + ToolCatalog.LIST_SHELLS);

    /// Reads the arguments `{tool_name, input, tool_use_id}`; what else there is means nothing.
    ///
    /// @throws InvalidArgument when they are not as they must be
    static PermissionPrompt parse(JsonNode arguments) throws InvalidArgument {
        JsonNode tool = arguments.path("tool_name");
        if (!tool.isString() || tool.stringValue().isBlank()) {
            throw new InvalidArgument("tool_name is missing");
        }
        if (!(arguments.path("input") instanceof ObjectNode input)) {
            throw new InvalidArgument("input must be an object");
        }
        String name = shortened(tool.stringValue(), MAXIMUM_TOOL_NAME_LENGTH);
        if (OUR_OWN.contains(name)) {
            return new OurOwn(input);
        }
        if (!SHELLS.contains(name)) {
            return new Other(name);
        }
        JsonNode command = input.path("command");
        if (!command.isString()) {
            throw new InvalidArgument("input has no command");
        }
        JsonNode id = arguments.path("tool_use_id");
        return new Command(
                input,
                text(command.stringValue()),
                id.isString()
                        ? Optional.of(shortened(id.stringValue(), HookRequests.MAXIMUM_NAME_LENGTH))
                        : Optional.empty());
    }

    private static CommandText text(String command) throws InvalidArgument {
        try {
            return new CommandText(command);
        } catch (IllegalArgumentException refusal) {
            throw new InvalidArgument(String.valueOf(refusal.getMessage()));
        }
    }

    private static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }

    /// The answer that lets the agent's own tool go on.
    ///
    /// @param input what the agent's tool is to be called with
    static ObjectNode allow(ObjectNode input) {
        ObjectNode reply = Json.object().put("behavior", "allow");
        reply.set("updatedInput", input);
        return result(reply);
    }

    /// The answer that stops the agent's own tool.
    ///
    /// @param words why, for the agent to read; not blank
    static ObjectNode deny(String words) {
        return result(Json.object().put("behavior", "deny").put("message", words));
    }

    /// The agent reads the text alone, as JSON.
    private static ObjectNode result(ObjectNode reply) {
        ObjectNode result = Json.object();
        result.putArray("content").addObject().put("type", "text").put("text", reply.toString());
        result.put("isError", false);
        return result;
    }
}
