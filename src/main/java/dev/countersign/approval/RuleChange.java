package dev.countersign.approval;

/// One difference between the rules in force and those of a changed file.
///
/// @param loosens whether something may run unasked, or is no longer denied, because of it
/// @param words for people: `allows npm *`, `no longer denies sudo *`
public record RuleChange(boolean loosens, String words) {}
