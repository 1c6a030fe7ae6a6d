package dev.countersign.mcp;

import dev.countersign.mcp.ToolArguments.InvalidArgument;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/// What a call of `bash_output` asks for.
///
/// @param bashId as the agent wrote it; whether it names a job is for the console to say
/// @param patience how long to wait for news
record OutputArguments(String bashId, Optional<Pattern> filter, Duration patience) {
    static final int MAXIMUM_ID_LENGTH = 100;
    static final int MAXIMUM_FILTER_LENGTH = 1_000;
    static final Duration MAXIMUM_WAIT = Duration.ofMinutes(10);

    static OutputArguments parse(JsonNode arguments) throws InvalidArgument {
        ToolArguments given = ToolArguments.of(arguments, List.of("bash_id", "filter", "wait"));
        String bashId = id(given, "bash_id");
        Optional<String> filter = given.text("filter").filter(text -> !text.isEmpty());
        Optional<Pattern> pattern =
                filter.isPresent() ? Optional.of(compile(filter.get())) : Optional.empty();
        long wait = given.integer("wait", 0, MAXIMUM_WAIT.toMillis()).orElse(0);
        return new OutputArguments(bashId, pattern, Duration.ofMillis(wait));
    }

    /// A required id of a job.
    static String id(ToolArguments given, String name) throws InvalidArgument {
        Optional<String> id = given.text(name);
        if (id.isEmpty() || id.get().isBlank()) {
            throw new InvalidArgument(name + " is missing");
        }
        if (id.get().length() > MAXIMUM_ID_LENGTH) {
            throw new InvalidArgument(name + " is too long: it is shell_ and 8 hex digits");
        }
        return ToolArguments.quote(id.get());
    }

    private static Pattern compile(String filter) throws InvalidArgument {
        if (filter.length() > MAXIMUM_FILTER_LENGTH) {
            throw new InvalidArgument(
                    "filter is %d characters long, the limit is %d"
                            .formatted(filter.length(), MAXIMUM_FILTER_LENGTH));
        }
        try {
            return Pattern.compile(filter);
        } catch (PatternSyntaxException failure) {
            throw new InvalidArgument(
                    "filter is not a regular expression: %s near position %d; nothing was read"
                            .formatted(failure.getDescription(), Math.max(0, failure.getIndex())));
        }
    }
}
