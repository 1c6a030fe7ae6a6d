package dev.countersign.approval;

/// A rule that would have spared a person approvals which were always given.
///
/// @param approvals how many calls a person approved by hand that it would have decided
/// @param sessions in how many sessions of agents
public record RuleSuggestion(RuleDraft draft, int approvals, int sessions, RuleTryOut tryOut) {}
