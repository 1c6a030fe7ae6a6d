package dev.countersign.mcp;

import dev.countersign.mcp.ToolArguments.InvalidArgument;
import dev.countersign.supervision.BashRequest;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeLimits;
import dev.countersign.toolcall.TimeoutAction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a call of `bash` asks for. Reading it is pure.
sealed interface BashArguments {
    /// Names in the order in which they are listed to agents.
    List<String> NAMES =
            List.of(
                    "command",
                    "summary",
                    "description",
                    "isDangerous",
                    "mode",
                    "timeout",
                    "onTimeout",
                    "workdir",
                    "env",
                    "truncate",
                    "mergeOutput",
                    "pty",
                    "dryRun",
                    "run_in_background",
                    "check_pid",
                    "kill_pid");

    int MAXIMUM_SUMMARY_LENGTH = 1_000;
    int MAXIMUM_PATH_LENGTH = 4_096;
    int MAXIMUM_VARIABLES = 100;
    int MAXIMUM_ENVIRONMENT_BYTES = 65_536;

    /// The largest process id that Linux gives out.
    long MAXIMUM_PID = 4_194_304;

    /// Asks for a command.
    record Command(BashRequest request) implements BashArguments {}

    /// Asks after the job of a process.
    record CheckPid(long pid) implements BashArguments {}

    /// Asks to stop the job of a process.
    record KillPid(long pid) implements BashArguments {}

    /// Reads what was given, whole or not at all.
    ///
    /// @param times how long commands may take
    static BashArguments parse(JsonNode arguments, TimeLimits times) throws InvalidArgument {
        ToolArguments given = ToolArguments.of(arguments, NAMES);
        List<String> asked = new ArrayList<>();
        for (String name : List.of("command", "check_pid", "kill_pid")) {
            if (given.has(name)) {
                asked.add(name);
            }
        }
        if (asked.isEmpty()) {
            throw new InvalidArgument("command is missing (or check_pid or kill_pid in its place)");
        }
        if (asked.size() > 1) {
            throw new InvalidArgument(
                    "exactly one of command, check_pid and kill_pid can be given, not "
                            + String.join(" and ", asked));
        }
        return switch (asked.getFirst()) {
            case "check_pid" -> new CheckPid(Reader.pid(given, "check_pid"));
            case "kill_pid" -> new KillPid(Reader.pid(given, "kill_pid"));
            default -> new Command(Reader.command(given, times));
        };
    }

    /// The single steps of reading.
    final class Reader {
        private static final Pattern VARIABLE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
        private static final int MAXIMUM_VARIABLE_NAME_LENGTH = 200;

        private Reader() {}

        private static long pid(ToolArguments given, String name) throws InvalidArgument {
            for (String other : given.names()) {
                if (!Set.of(name, "summary", "description").contains(other)) {
                    throw new InvalidArgument("%s does not go with %s".formatted(other, name));
                }
            }
            summary(given);
            return given.integer(name, 1, MAXIMUM_PID).orElseThrow();
        }

        private static BashRequest command(ToolArguments given, TimeLimits times)
                throws InvalidArgument {
            CommandText command = commandText(given.text("command").orElseThrow());
            ExecutionMode mode = mode(given);
            return new BashRequest(
                    command,
                    summary(given),
                    given.flag("isDangerous"),
                    mode,
                    timeout(given, mode, times),
                    onTimeout(given, mode),
                    workdir(given),
                    environment(given),
                    truncation(given),
                    given.flag("mergeOutput").orElse(false),
                    given.flag("pty").orElse(false),
                    given.flag("dryRun").orElse(false));
        }

        private static CommandText commandText(String text) throws InvalidArgument {
            try {
                return new CommandText(text);
            } catch (IllegalArgumentException refusal) {
                throw new InvalidArgument(String.valueOf(refusal.getMessage()));
            }
        }

        private static Optional<String> summary(ToolArguments given) throws InvalidArgument {
            Optional<String> summary = words(given, "summary");
            Optional<String> description = words(given, "description");
            if (summary.isPresent() && description.isPresent() && !summary.equals(description)) {
                throw new InvalidArgument(
                        "summary and description mean the same and must not differ: give one");
            }
            return summary.or(() -> description);
        }

        private static Optional<String> words(ToolArguments given, String name)
                throws InvalidArgument {
            return given.systemText(name, MAXIMUM_SUMMARY_LENGTH)
                    .map(String::strip)
                    .filter(text -> !text.isEmpty());
        }

        /// `default` and `false` are what is meant where nothing is said, so they contradict
        /// nothing.
        private static ExecutionMode mode(ToolArguments given) throws InvalidArgument {
            ExecutionMode mode =
                    choice(
                            given,
                            "mode",
                            List.of(ExecutionMode.values()),
                            ExecutionMode::wireName,
                            ExecutionMode.DEFAULT);
            if (!given.flag("run_in_background").orElse(false)) {
                return mode;
            }
            if (mode == ExecutionMode.SLOW) {
                throw new InvalidArgument(
                        "mode slow contradicts run_in_background: slow waits for the end,"
                                + " background does not");
            }
            return ExecutionMode.BACKGROUND;
        }

        private static Duration timeout(ToolArguments given, ExecutionMode mode, TimeLimits times)
                throws InvalidArgument {
            OptionalLong milliseconds;
            try {
                milliseconds =
                        given.integer(
                                "timeout",
                                ExecutionMode.SHORTEST_TIMEOUT.toMillis(),
                                times.longest(mode).toMillis());
            } catch (InvalidArgument refusal) {
                throw new InvalidArgument(
                        "%s (milliseconds, in mode %s)"
                                .formatted(refusal.words(), mode.wireName()));
            }
            return milliseconds.isPresent()
                    ? Duration.ofMillis(milliseconds.getAsLong())
                    : times.usual(mode);
        }

        private static TimeoutAction onTimeout(ToolArguments given, ExecutionMode mode)
                throws InvalidArgument {
            return choice(
                    given,
                    "onTimeout",
                    List.of(TimeoutAction.values()),
                    TimeoutAction::wireName,
                    mode == ExecutionMode.BACKGROUND
                            ? TimeoutAction.KILL
                            : TimeoutAction.BACKGROUND);
        }

        private static OutputTruncation truncation(ToolArguments given) throws InvalidArgument {
            return choice(
                    given,
                    "truncate",
                    List.of(OutputTruncation.values()),
                    OutputTruncation::wireName,
                    OutputTruncation.TAIL);
        }

        private static <T> T choice(
                ToolArguments given,
                String name,
                List<T> choices,
                Function<T, String> wireName,
                T otherwise)
                throws InvalidArgument {
            Optional<String> text = given.text(name);
            if (text.isEmpty()) {
                return otherwise;
            }
            for (T choice : choices) {
                if (wireName.apply(choice).equals(text.get())) {
                    return choice;
                }
            }
            throw new InvalidArgument(
                    "%s must be one of %s, not '%s'"
                            .formatted(
                                    name,
                                    String.join(", ", choices.stream().map(wireName).toList()),
                                    ToolArguments.quote(text.get())));
        }

        private static Optional<String> workdir(ToolArguments given) throws InvalidArgument {
            Optional<String> workdir = given.systemText("workdir", MAXIMUM_PATH_LENGTH);
            if (workdir.isPresent() && workdir.get().isBlank()) {
                throw new InvalidArgument("workdir must not be empty");
            }
            return workdir;
        }

        private static Map<String, String> environment(ToolArguments given) throws InvalidArgument {
            Optional<JsonNode> node = given.node("env");
            if (node.isEmpty()) {
                return Map.of();
            }
            if (!(node.get() instanceof ObjectNode variables)) {
                throw new InvalidArgument(
                        "env must be an object of strings, not " + ToolArguments.kind(node.get()));
            }
            if (variables.size() > MAXIMUM_VARIABLES) {
                throw new InvalidArgument(
                        String.format(
                                Locale.ROOT,
                                "env has %,d variables, the limit is %,d",
                                variables.size(),
                                MAXIMUM_VARIABLES));
            }
            Map<String, String> environment = new LinkedHashMap<>();
            long bytes = 0;
            for (Map.Entry<String, JsonNode> variable : variables.properties()) {
                String value = variableValue(variable.getKey(), variable.getValue());
                environment.put(variable.getKey(), value);
                bytes += variable.getKey().length();
                bytes += value.getBytes(StandardCharsets.UTF_8).length;
            }
            if (bytes > MAXIMUM_ENVIRONMENT_BYTES) {
                throw new InvalidArgument(
                        String.format(
                                Locale.ROOT,
                                "env is %,d bytes long, the limit is %,d",
                                bytes,
                                MAXIMUM_ENVIRONMENT_BYTES));
            }
            return environment;
        }

        private static String variableValue(String name, JsonNode value) throws InvalidArgument {
            if (name.length() > MAXIMUM_VARIABLE_NAME_LENGTH
                    || !VARIABLE_NAME.matcher(name).matches()) {
                throw new InvalidArgument(
                        "env: '%s' is no name of a variable (letters, digits and _, no digit first)"
                                .formatted(ToolArguments.quote(name)));
            }
            if (!value.isString()) {
                throw new InvalidArgument(
                        "env: the value of %s must be a string, not %s"
                                .formatted(name, ToolArguments.kind(value)));
            }
            ToolArguments.checkSystemText(
                    "env: the value of " + name, value.stringValue(), MAXIMUM_ENVIRONMENT_BYTES);
            return value.stringValue();
        }
    }
}
