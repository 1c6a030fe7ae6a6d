package dev.countersign.supervision;

import dev.countersign.approval.Guard;
import dev.countersign.approval.PendingRules;
import dev.countersign.approval.PermissionRule;
import dev.countersign.settings.ConfigurationProblem;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One permissions.json as it stands.
///
/// @param workspace the root of the workspace that it is about; empty for the global one
/// @param rules those in force, in the order of the file
/// @param guards which guards are on; of a workspace's file those that it switches on itself
/// @param digest names the content that is in force: its SHA-256 in hexadecimal
/// @param trust whether what it allows counts
/// @param problem why its newest content is not in force
/// @param pending its newest content, while that waits for a person's word
public record RuleFile(
        Path file,
        Optional<Path> workspace,
        List<Use> rules,
        Map<Guard, Boolean> guards,
        String digest,
        Trust trust,
        Optional<ConfigurationProblem> problem,
        Optional<PendingRules> pending) {
    public RuleFile {
        rules = List.copyOf(rules);
        guards = Map.copyOf(guards);
    }

    /// Whether what a file allows counts.
    public enum Trust {
        /// The person's own file.
        OWN,
        /// The person trusts this content.
        TRUSTED,
        /// Only what it asks and denies counts.
        ONLY_TIGHTENS
    }

    /// A rule and how often it decided since the console started.
    ///
    /// @param last when it last did
    public record Use(PermissionRule rule, long count, Optional<Instant> last) {}
}
