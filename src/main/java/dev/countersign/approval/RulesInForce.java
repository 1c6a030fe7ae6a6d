package dev.countersign.approval;

import dev.countersign.settings.ConfigurationProblem;
import java.util.Optional;

/// The rules of one file that decide now.
///
/// @param digest names the content that they come from: its SHA-256 in hexadecimal
/// @param problem why the newest content of the file is not in force
/// @param pending the newest content, while it waits for the person's word
public record RulesInForce(
        PermissionRules rules,
        String digest,
        Optional<ConfigurationProblem> problem,
        Optional<PendingRules> pending) {

    RulesInForce withProblem(ConfigurationProblem what) {
        return new RulesInForce(rules, digest, Optional.of(what), Optional.empty());
    }
}
