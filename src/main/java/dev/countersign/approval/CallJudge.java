package dev.countersign.approval;

import dev.countersign.safety.AssessmentRequest;
import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.Sandbox;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Assesses a call and asks the rules that are in force at that moment, and what the person let
/// through for its session. Safe on any thread; may look at the disk.
public final class CallJudge {
    private final Supplier<RiskAssessor> assessor;
    private final Function<Workspace, RuleBook> rules;
    private final SessionGrants grants;
    private final Path home;
    private final List<Path> ownFolders;

    /// @param assessor by what is known of commands at that moment
    /// @param rules those that decide in a workspace
    /// @param home the person's home folder, links resolved
    /// @param ownFolders where the console keeps its files; writing there is critical
    public CallJudge(
            Supplier<RiskAssessor> assessor,
            Function<Workspace, RuleBook> rules,
            SessionGrants grants,
            Path home,
            List<Path> ownFolders) {
        this.assessor = assessor;
        this.rules = rules;
        this.grants = grants;
        this.home = home;
        this.ownFolders = List.copyOf(ownFolders);
    }

    /// One whose knowledge of commands never changes.
    public CallJudge(
            RiskAssessor assessor,
            Function<Workspace, RuleBook> rules,
            SessionGrants grants,
            Path home,
            List<Path> ownFolders) {
        this(() -> assessor, rules, grants, home, ownFolders);
    }

    /// What the console makes of a call, with the rules and grants that are in force now.
    public AssessedCall judge(ToolCall call) {
        CommandAnalysis analysis = analyse(call);
        RuleBook book = rules.apply(call.session().workspace());
        PolicyVerdict verdict = judge(call, analysis, book, grants.inForce(call, analysis));
        AssessedCall judged =
                new AssessedCall(
                        shutIn(call, analysis, book),
                        analysis.assessment(),
                        verdict,
                        analysis.scripts());
        return call.otherShell().isPresent() ? byOtherShell(judged) : judged;
    }

    /// With the sandbox that rules ask for, the closest of them, unless it is in one already. What
    /// the rules say is judged without looking at it: a sandbox never makes a command safe to
    /// allow.
    private static ToolCall shutIn(ToolCall call, CommandAnalysis analysis, RuleBook book) {
        Optional<Sandbox> asked =
                book.files().stream()
                        .flatMap(file -> file.rules().stream())
                        .filter(PermissionRule.Prefix.class::isInstance)
                        .map(PermissionRule.Prefix.class::cast)
                        .filter(rule ->
                                rule.sandbox().isPresent()
                                        && analysis.steps().stream()
                                                .anyMatch(step -> rule.matches(step.words())))
                        .flatMap(rule -> rule.sandbox().stream())
                        .min(Comparator.comparing(Sandbox::network));
        RunConditions now = call.conditions();
        return asked.isEmpty() || now.sandbox().isPresent()
                ? call
                : call.withConditions(new RunConditions(now.pseudoTerminal(), asked));
    }

    /// What the call would do, whatever the rules say.
    CommandAnalysis analyse(ToolCall call) {
        return assessor.get()
                .assess(
                        new AssessmentRequest(
                                call.command().text(),
                                call.directory(),
                                call.session().workspace(),
                                home,
                                call.addedEnvironment(),
                                ownFolders));
    }

    /// What rules alone would say about a call.
    PolicyVerdict judge(ToolCall call, CommandAnalysis analysis, RuleBook book) {
        return judge(call, analysis, book, GrantsInForce.NONE);
    }

    private PolicyVerdict judge(
            ToolCall call, CommandAnalysis analysis, RuleBook book, GrantsInForce granted) {
        Circumstances around =
                new Circumstances(call.session().workspace(), home, call.agentSaysDangerous());
        PolicyVerdict verdict = ApprovalPolicy.judge(analysis, around, book, granted);
        return granted.exact().isPresent() ? verdict : withDirectory(call, verdict);
    }

    RuleBook rules(ToolCall call) {
        return rules.apply(call.session().workspace());
    }

    /// What another shell makes of the text nobody here knows: never allowed, never called safe.
    private static AssessedCall byOtherShell(AssessedCall judged) {
        RiskAssessment assessment = judged.assessment();
        PolicyVerdict verdict = judged.verdict();
        RiskLevel level =
                assessment.level().compareTo(RiskLevel.MEDIUM) < 0
                        ? RiskLevel.MEDIUM
                        : assessment.level();
        String shell = judged.call().otherShell().map(Path::toString).orElse("");
        return new AssessedCall(
                judged.call(),
                new RiskAssessment(
                        level,
                        false,
                        false,
                        assessment.headline(),
                        assessment.findings(),
                        assessment.parts(),
                        assessment.display()),
                verdict.verdict() == Verdict.ALLOW
                        ? new PolicyVerdict(
                                Verdict.ASK,
                                Optional.empty(),
                                "asked, since " + shell + " runs it and commands are read as bash",
                                verdict.parts())
                        : verdict,
                judged.scripts());
    }

    /// A call that names a folder outside the workspace to run in is always asked: the rules were
    /// written with the workspace in mind.
    private PolicyVerdict withDirectory(ToolCall call, PolicyVerdict verdict) {
        Workspace workspace = call.session().workspace();
        boolean usual = call.directory().equals(workspace.directory());
        if (verdict.verdict() != Verdict.ALLOW
                || usual
                || workspace.contains(call.directory(), home)) {
            return verdict;
        }
        return new PolicyVerdict(
                Verdict.ASK,
                Optional.empty(),
                "asked, since it would run outside the workspace, in " + call.directory(),
                verdict.parts());
    }
}
