package dev.countersign.toolcall;

/// Names one agent's session: its own session id where it tells one, else one of ours.
public record AgentSessionId(String value) {
    public static final int MAXIMUM_LENGTH = 200;

    public AgentSessionId {
        if (value.isBlank() || value.length() > MAXIMUM_LENGTH) {
            throw new IllegalArgumentException("session id must have 1 to 200 characters");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
