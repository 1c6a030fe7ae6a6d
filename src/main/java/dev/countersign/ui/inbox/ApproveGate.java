package dev.countersign.ui.inbox;

import dev.countersign.safety.RiskLevel;

/// What it takes to approve: the more dangerous, the more.
enum ApproveGate {
    /// A key or a click.
    PRESS,
    /// A key or button held down.
    HOLD,
    /// A typed word, and then a press.
    WORD;

    static ApproveGate of(RiskLevel level) {
        return switch (level) {
            case NONE, LOW, MEDIUM -> PRESS;
            case HIGH -> HOLD;
            case CRITICAL -> WORD;
        };
    }
}
