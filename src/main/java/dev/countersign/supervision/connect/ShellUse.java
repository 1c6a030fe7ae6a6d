package dev.countersign.supervision.connect;

/// What becomes of an agent's own shell.
public enum ShellUse {
    /// It is switched off; the agent has our tool in its place.
    OFF,
    /// Each of its commands goes through our hook.
    HOOKED,
    /// It stays as it is: the agent can run commands that nobody sees.
    OPEN
}
