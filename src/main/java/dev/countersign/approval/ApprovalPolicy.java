package dev.countersign.approval;

import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.CommandStep;
import dev.countersign.safety.Finding;
import dev.countersign.safety.RiskLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides what the rules say about a call: each simple command by itself, the strictest of them
/// for the whole.
///
/// A rule's allow is turned into an ask by anything that the rule cannot have meant: a finding of
/// high or more, a file written by a redirect, a place outside the workspace, whatever is not known
/// before the command runs, and the agent's own flag. Nothing turns a deny or an ask into an allow.
/// Pure.
public final class ApprovalPolicy {
    private static final String BUILT_IN = "built in";

    private ApprovalPolicy() {}

    /// What the rules say about an assessed command.
    ///
    /// @param agentSaysDangerous the agent's own flag
    public static PolicyVerdict judge(
            CommandAnalysis analysis, boolean agentSaysDangerous, PermissionRules rules) {
        List<PartVerdict> parts = new ArrayList<>();
        for (CommandStep step : analysis.steps()) {
            parts.add(part(step, analysis, rules));
        }
        Optional<PartVerdict> denied = first(parts, Verdict.DENY);
        if (denied.isPresent()) {
            return verdict(denied.get(), denied.get().rule(), parts);
        }
        Optional<String> objection = objection(analysis, agentSaysDangerous);
        Optional<PartVerdict> asked = first(parts, Verdict.ASK);
        if (objection.isPresent()) {
            return new PolicyVerdict(Verdict.ASK, Optional.empty(), objection.get(), parts);
        }
        if (asked.isPresent()) {
            return verdict(asked.get(), asked.get().rule(), parts);
        }
        PartVerdict allowed =
                parts.stream()
                        .filter(part -> part.rule().filter(ApprovalPolicy::isWritten).isPresent())
                        .findFirst()
                        .orElse(parts.getFirst());
        return verdict(allowed, allowed.rule(), parts);
    }

    /// Why the whole call is asked, whatever the rules allow.
    private static Optional<String> objection(
            CommandAnalysis analysis, boolean agentSaysDangerous) {
        if (!analysis.readable()) {
            return Optional.of("asked, since the command could not be read");
        }
        if (analysis.steps().isEmpty()) {
            return Optional.of("asked, since there is no command in it");
        }
        if (agentSaysDangerous) {
            return Optional.of("asked, since the agent itself says that it may be dangerous");
        }
        RiskLevel level = analysis.assessment().level();
        if (!level.atLeast(RiskLevel.HIGH)) {
            return Optional.empty();
        }
        return Optional.of(
                analysis.assessment().findings().stream()
                        .filter(finding -> finding.level().atLeast(RiskLevel.HIGH))
                        .findFirst()
                        .map(finding -> "asked, since there is a finding: " + finding.message())
                        .orElse("asked, since the level is " + level.wireName()));
    }

    private static PartVerdict part(
            CommandStep step, CommandAnalysis analysis, PermissionRules rules) {
        PermissionRules.Match match = match(step, rules);
        if (match.verdict() == Verdict.DENY) {
            return verdict(step, Verdict.DENY, match, "denied by the rule " + id(match));
        }
        Optional<String> finding = finding(step, analysis);
        if (finding.isPresent()) {
            return verdict(step, Verdict.ASK, match, finding.get());
        }
        if (!step.doubts().isEmpty()) {
            return verdict(step, Verdict.ASK, match, step.doubts().getFirst());
        }
        Optional<PartVerdict> needless = withoutRule(step, match);
        if (needless.isPresent()) {
            return needless.get();
        }
        if (match.verdict() == Verdict.ALLOW) {
            return verdict(step, Verdict.ALLOW, match, "allowed by the rule " + id(match));
        }
        String reason =
                match.rule().isPresent() ? "asked by the rule " + id(match) : "no rule allows it";
        return verdict(step, Verdict.ASK, match, reason);
    }

    private static PermissionRules.Match match(CommandStep step, PermissionRules rules) {
        if (step.words().isEmpty()) {
            return PermissionRules.Match.UNRULED;
        }
        String words = words(step);
        return step.part().known() ? rules.match(words) : rules.matchUnknown(words);
    }

    /// What needs no rule; a rule that names it still counts, `*` does not.
    private static Optional<PartVerdict> withoutRule(
            CommandStep step, PermissionRules.Match match) {
        boolean named = match.rule().filter(rule -> !rule.isEverything()).isPresent();
        if (named) {
            return Optional.empty();
        }
        return switch (step.kind()) {
            case COMMAND -> Optional.empty();
            case CHANGE_DIRECTORY -> Optional.of(builtIn(step, "cd in the workspace"));
            case ASSIGNMENT -> Optional.of(builtIn(step, "sets variables only"));
        };
    }

    private static PartVerdict builtIn(CommandStep step, String id) {
        RuleReference rule =
                new RuleReference(
                        RuleReference.Kind.BUILT_IN,
                        id,
                        BUILT_IN,
                        Optional.empty(),
                        Optional.empty());
        return new PartVerdict(
                step.part().text(),
                step.part().start(),
                step.part().end(),
                Verdict.ALLOW,
                Optional.of(rule),
                "needs no rule: " + id);
    }

    private static boolean isWritten(RuleReference rule) {
        return !rule.source().equals(BUILT_IN);
    }

    private static Optional<String> finding(CommandStep step, CommandAnalysis analysis) {
        return analysis.assessment().findings().stream()
                .filter(finding -> finding.level().atLeast(RiskLevel.HIGH))
                .filter(finding -> overlaps(finding, step))
                .findFirst()
                .map(finding -> "a finding: " + finding.message());
    }

    private static boolean overlaps(Finding finding, CommandStep step) {
        return finding.start() < step.part().end() && step.part().start() < finding.end();
    }

    /// The words as patterns see them.
    private static String words(CommandStep step) {
        StringBuilder text = new StringBuilder();
        for (Optional<String> word : step.words()) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(word.orElse(String.valueOf(CommandPattern.UNRESOLVED)));
        }
        return text.toString();
    }

    private static String id(PermissionRules.Match match) {
        return match.rule().map(PermissionRule.Pattern::pattern).orElse("");
    }

    private static PartVerdict verdict(
            CommandStep step, Verdict verdict, PermissionRules.Match match, String reason) {
        // An allow that was turned into an ask is not that rule's doing.
        boolean byRule = match.verdict() == verdict;
        return new PartVerdict(
                step.part().text(),
                step.part().start(),
                step.part().end(),
                verdict,
                byRule ? match.rule().map(PermissionRule.Pattern::reference) : Optional.empty(),
                reason);
    }

    private static Optional<PartVerdict> first(List<PartVerdict> parts, Verdict verdict) {
        return parts.stream().filter(part -> part.verdict() == verdict).findFirst();
    }

    private static PolicyVerdict verdict(
            PartVerdict part, Optional<RuleReference> rule, List<PartVerdict> parts) {
        String text = part.text().strip().replaceAll("\\s+", " ");
        String shown = text.length() > 100 ? text.substring(0, 100) + "…" : text;
        String reason =
                switch (part.verdict()) {
                    case DENY -> "%s is %s".formatted(shown, part.reason());
                    case ALLOW -> part.reason();
                    case ASK -> "%s is asked: %s".formatted(shown, part.reason());
                };
        return new PolicyVerdict(part.verdict(), rule, reason, parts);
    }
}
