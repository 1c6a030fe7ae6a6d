package dev.countersign.toolcall;

import java.util.Optional;
import java.util.regex.Pattern;

/// Names one tool call for ever: eight lower-case hexadecimal digits.
///
/// Agents know the same call as `shell_` and these digits, see [#shellName()].
public record ToolCallId(String digits) implements Comparable<ToolCallId> {
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{8}");
    private static final String PREFIX = "shell_";

    public ToolCallId {
        if (!DIGITS.matcher(digits).matches()) {
            throw new IllegalArgumentException("call id must be 8 hex digits: " + digits);
        }
    }

    public static ToolCallId of(int number) {
        return new ToolCallId("%08x".formatted(number));
    }

    /// Reads the agents' form `shell_1a2b3c4d`; empty when the text is no such name.
    public static Optional<ToolCallId> parseShellName(String name) {
        if (!name.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String digits = name.substring(PREFIX.length());
        return DIGITS.matcher(digits).matches()
                ? Optional.of(new ToolCallId(digits))
                : Optional.empty();
    }

    /// The name that agents use: `shell_1a2b3c4d`.
    public String shellName() {
        return PREFIX + digits;
    }

    @Override
    public int compareTo(ToolCallId other) {
        return digits.compareTo(other.digits);
    }

    @Override
    public String toString() {
        return shellName();
    }
}
