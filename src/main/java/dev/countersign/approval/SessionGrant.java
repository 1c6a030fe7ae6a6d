package dev.countersign.approval;

import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCallId;
import java.time.Instant;
import java.util.Optional;

/// What a person let through for one session of one agent, until that ends or is revoked.
///
/// @param agent the agent's name
/// @param until when it ends by itself; empty when with the session
/// @param origin the call at which it was granted
/// @param uses how many calls it has let through since
public record SessionGrant(
        GrantId id,
        AgentSessionId session,
        String agent,
        GrantScope scope,
        Instant since,
        Optional<Instant> until,
        ToolCallId origin,
        long uses) {

    boolean isOver(Instant now) {
        return until.isPresent() && !now.isBefore(until.get());
    }

    RuleReference reference() {
        return new RuleReference(
                RuleReference.Kind.GRANT,
                scope.words(),
                id.toString(),
                Optional.empty(),
                Optional.empty());
    }
}
