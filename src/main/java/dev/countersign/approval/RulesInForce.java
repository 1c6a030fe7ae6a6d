package dev.countersign.approval;

import dev.countersign.settings.ConfigurationProblem;
import java.util.Optional;

/// The rules that decide now, and what is wrong with their file where something is.
public record RulesInForce(PermissionRules rules, Optional<ConfigurationProblem> problem) {}
