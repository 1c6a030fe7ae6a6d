package dev.countersign.journal;

import java.util.Optional;

/// How often somebody decided so.
///
/// @param by empty where nobody did: it expired or was withdrawn
public record DecisionCount(DecisionKind decision, Optional<DecidedBy> by, long calls) {}
