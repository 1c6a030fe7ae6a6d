package dev.countersign.approval;

import java.time.Duration;
import java.util.Optional;

/// The end of a call's waiting. There is exactly one for each call that was asked.
public sealed interface Decision {
    /// It may run.
    record Approved(Decider by, ApprovalScope scope) implements Decision {}

    /// It may not run.
    ///
    /// @param reason in the decider's own words; empty when none were given
    record Denied(Decider by, Optional<String> reason) implements Decision {
        /// The longest reason that is taken from a person, in characters.
        public static final int MAXIMUM_REASON_LENGTH = 4_000;

        public Denied {
            reason = reason.filter(text -> !text.isBlank());
            if (reason.isPresent() && reason.get().length() > MAXIMUM_REASON_LENGTH) {
                throw new IllegalArgumentException("reason is longer than 4,000 characters");
            }
        }
    }

    /// Nobody answered in time.
    record Expired(Duration after) implements Decision {}

    /// The agent took the call back: it cancelled, or its connection ended.
    ///
    /// @param reason a phrase: 'the agent cancelled the call'
    record Withdrawn(String reason) implements Decision {}
}
