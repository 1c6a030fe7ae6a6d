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
/// before the command runs, and the agent's own flag. What a person let through for the session
/// stands where a rule asks or says nothing, never where one denies. Nothing turns a deny into
/// anything else. Pure.
public final class ApprovalPolicy {
    private static final String BUILT_IN = "built in";

    private final CommandAnalysis analysis;
    private final Circumstances around;
    private final GrantsInForce grants;
    private final StepRulings rulings;

    private ApprovalPolicy(
            CommandAnalysis analysis, Circumstances around, RuleBook rules, GrantsInForce grants) {
        this.analysis = analysis;
        this.around = around;
        this.grants = grants;
        this.rulings = new StepRulings(analysis, around, rules);
    }

    /// What the rules alone say about an assessed command.
    public static PolicyVerdict judge(
            CommandAnalysis analysis, Circumstances around, RuleBook rules) {
        return judge(analysis, around, rules, GrantsInForce.NONE);
    }

    static PolicyVerdict judge(
            CommandAnalysis analysis, Circumstances around, RuleBook rules, GrantsInForce grants) {
        return new ApprovalPolicy(analysis, around, rules, grants).verdict();
    }

    private PolicyVerdict verdict() {
        List<PartVerdict> parts = new ArrayList<>();
        for (CommandStep step : analysis.steps()) {
            parts.add(part(step));
        }
        Optional<PartVerdict> denied = first(parts, Verdict.DENY);
        if (denied.isPresent()) {
            return verdict(denied.get(), denied.get().rule(), parts);
        }
        Optional<String> objection = objection();
        if (objection.isPresent()) {
            return new PolicyVerdict(Verdict.ASK, Optional.empty(), objection.get(), parts);
        }
        Optional<PartVerdict> asked = first(parts, Verdict.ASK);
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

    /// Why the whole call is asked, whatever the rules and grants allow.
    private Optional<String> objection() {
        if (!analysis.readable()) {
            return Optional.of("asked, since the command could not be read");
        }
        if (analysis.steps().isEmpty()) {
            return Optional.of("asked, since there is no command in it");
        }
        if (around.agentSaysDangerous()) {
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

    private PartVerdict part(CommandStep step) {
        StepRulings.Ruling ruling = rulings.of(step);
        if (ruling.verdict() == Verdict.DENY) {
            return part(step, Verdict.DENY, ruling.rule(), ruling.reason());
        }
        Optional<String> finding = finding(step);
        if (finding.isPresent()) {
            return part(step, Verdict.ASK, ruleThatAsks(ruling), finding.get());
        }
        if (grants.exact().isPresent()) {
            return granted(step, grants.exact().get());
        }
        if (!step.doubts().isEmpty()) {
            return part(step, Verdict.ASK, ruleThatAsks(ruling), step.doubts().getFirst());
        }
        boolean named = ruling.rule().isPresent() && !ruling.everything();
        if (!named && step.kind() != CommandStep.Kind.COMMAND) {
            return needless(step);
        }
        if (ruling.verdict() == Verdict.ALLOW) {
            return part(step, Verdict.ALLOW, ruling.rule(), ruling.reason());
        }
        Optional<SessionGrant> grant =
                grants.prefixes().stream().filter(one -> covers(one.scope(), step)).findFirst();
        if (grant.isPresent() && !isAboutPaths(ruling)) {
            return granted(step, grant.get());
        }
        return part(step, Verdict.ASK, ruling.rule(), ruling.reason());
    }

    /// An allow that was turned into an ask is not that rule's doing.
    private static Optional<RuleReference> ruleThatAsks(StepRulings.Ruling ruling) {
        return ruling.verdict() == Verdict.ASK ? ruling.rule() : Optional.empty();
    }

    private static boolean isAboutPaths(StepRulings.Ruling ruling) {
        return ruling.rule().filter(rule -> rule.kind() == RuleReference.Kind.PATH).isPresent();
    }

    private boolean covers(GrantScope scope, CommandStep step) {
        return switch (scope) {
            case GrantScope.ExactCommand _ -> false;
            case GrantScope.CommandPrefix(List<String> prefix) -> begins(prefix, step);
            case GrantScope.ScriptContent(List<String> prefix, var scripts) ->
                    begins(prefix, step) && scripts.equals(RunFiles.of(analysis, step));
        };
    }

    static boolean begins(List<String> prefix, CommandStep step) {
        if (step.words().size() < prefix.size()) {
            return false;
        }
        for (int i = 0; i < prefix.size(); i++) {
            if (!step.words().get(i).equals(Optional.of(prefix.get(i)))) {
                return false;
            }
        }
        return true;
    }

    private Optional<String> finding(CommandStep step) {
        return analysis.assessment().findings().stream()
                .filter(finding -> finding.level().atLeast(RiskLevel.HIGH))
                .filter(finding -> StepRulings.overlaps(finding, step))
                .findFirst()
                .map(Finding::message)
                .map(message -> "a finding: " + message);
    }

    private static PartVerdict granted(CommandStep step, SessionGrant grant) {
        return part(
                step,
                Verdict.ALLOW,
                Optional.of(grant.reference()),
                "let through by you for this session: " + grant.scope().words());
    }

    private static PartVerdict needless(CommandStep step) {
        String id =
                step.kind() == CommandStep.Kind.ASSIGNMENT
                        ? "sets variables only"
                        : "cd in the workspace";
        RuleReference rule =
                new RuleReference(
                        RuleReference.Kind.BUILT_IN,
                        id,
                        BUILT_IN,
                        Optional.empty(),
                        Optional.empty());
        return part(step, Verdict.ALLOW, Optional.of(rule), "needs no rule: " + id);
    }

    private static PartVerdict part(
            CommandStep step, Verdict verdict, Optional<RuleReference> rule, String reason) {
        return new PartVerdict(
                step.part().text(), step.part().start(), step.part().end(), verdict, rule, reason);
    }

    private static boolean isWritten(RuleReference rule) {
        return rule.kind() != RuleReference.Kind.BUILT_IN;
    }

    private static Optional<PartVerdict> first(List<PartVerdict> parts, Verdict verdict) {
        return parts.stream().filter(part -> part.verdict() == verdict).findFirst();
    }

    private static PolicyVerdict verdict(
            PartVerdict part, Optional<RuleReference> rule, List<PartVerdict> parts) {
        String reason =
                switch (part.verdict()) {
                    case DENY -> "%s is %s".formatted(part.snippet(), part.reason());
                    case ALLOW -> part.reason();
                    case ASK -> "%s is asked: %s".formatted(part.snippet(), part.reason());
                };
        return new PolicyVerdict(part.verdict(), rule, reason, parts);
    }
}
