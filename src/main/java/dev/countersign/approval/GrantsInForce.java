package dev.countersign.approval;

import java.util.List;
import java.util.Optional;

/// What a person has let through for the session of a call.
///
/// @param exact the grant of this very command, where there is one
/// @param prefixes the grants of prefixes and scripts, newest first
record GrantsInForce(Optional<SessionGrant> exact, List<SessionGrant> prefixes) {
    static final GrantsInForce NONE = new GrantsInForce(Optional.empty(), List.of());

    GrantsInForce {
        prefixes = List.copyOf(prefixes);
    }
}
