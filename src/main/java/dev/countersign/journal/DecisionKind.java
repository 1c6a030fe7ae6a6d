package dev.countersign.journal;

import dev.countersign.approval.Decision;
import java.util.Locale;

/// How a call's waiting ended, for searching and counting.
public enum DecisionKind {
    APPROVED,
    DENIED,
    EXPIRED,
    WITHDRAWN;

    public static DecisionKind of(Decision decision) {
        return switch (decision) {
            case Decision.Approved _ -> APPROVED;
            case Decision.Denied _ -> DENIED;
            case Decision.Expired _ -> EXPIRED;
            case Decision.Withdrawn _ -> WITHDRAWN;
        };
    }

    /// The name on the command line and in JSON: `approved`, …
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
