package dev.countersign.safety;

import java.util.Locale;

/// How much harm a command could do, from none to the machine itself. The order is the meaning.
public enum RiskLevel {
    /// Known to change nothing and to reach nothing it should not.
    NONE,
    /// Ordinary changes inside the workspace that git or a rebuild brings back.
    LOW,
    /// Changes outside it, the network, other people's code, or anything that is not known.
    MEDIUM,
    /// Hard to undo, or touching privilege, credentials, services, other people's work.
    HIGH,
    /// The machine, accounts, secrets or history at stake, or built to deceive.
    CRITICAL;

    public RiskLevel or(RiskLevel other) {
        return compareTo(other) >= 0 ? this : other;
    }

    public boolean atLeast(RiskLevel other) {
        return compareTo(other) >= 0;
    }

    /// The name on the wire: `none`, `low`, `medium`, `high`, `critical`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
