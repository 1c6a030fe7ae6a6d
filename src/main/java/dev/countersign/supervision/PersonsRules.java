package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.GrantId;
import dev.countersign.approval.GrantOffer;
import dev.countersign.approval.GrantScope;
import dev.countersign.approval.Guard;
import dev.countersign.approval.OwnCommands;
import dev.countersign.approval.PermissionRule;
import dev.countersign.approval.PermissionsFile;
import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.RuleKeeper;
import dev.countersign.approval.RuleSuggestion;
import dev.countersign.approval.RuleTryOut;
import dev.countersign.approval.RulesInForce;
import dev.countersign.approval.SessionGrant;
import dev.countersign.approval.Verdict;
import dev.countersign.approval.WorkspaceFile;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The person's desk of rules and grants, over the queue of the supervisor. Safe on any thread.
final class PersonsRules implements RuleDesk {
    private static final Logger LOG = LoggerFactory.getLogger(PersonsRules.class);
    private static final String GONE = "The call no longer waits.";

    private final RuleKeeper rules;
    private final ApprovalQueue queue;
    // Calls that the person is deciding together with a rule.
    private final Set<ToolCallId> atHand = ConcurrentHashMap.newKeySet();

    PersonsRules(RuleKeeper rules, ApprovalQueue queue) {
        this.rules = rules;
        this.queue = queue;
    }

    // ---- what there is

    @Override
    public List<RuleFile> files() {
        List<RuleFile> files = new ArrayList<>();
        files.add(file(rules.files().global(), Optional.empty(), RuleFile.Trust.OWN));
        for (WorkspaceFile workspace : rules.files().workspaces()) {
            RuleFile.Trust trust =
                    rules.isTrusted(workspace)
                            ? RuleFile.Trust.TRUSTED
                            : RuleFile.Trust.ONLY_TIGHTENS;
            RuleFile one = file(workspace.file(), Optional.of(workspace.root()), trust);
            boolean says =
                    !one.rules().isEmpty()
                            || !one.guards().isEmpty()
                            || one.problem().isPresent()
                            || one.pending().isPresent();
            if (says) {
                files.add(one);
            }
        }
        commands().ifPresent(files::add);
        return files;
    }

    /// The person's file about commands, where there is something to say about it.
    private Optional<RuleFile> commands() {
        OwnCommands commands = rules.files().commands();
        return commands.problem().isEmpty() && commands.pending().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new RuleFile(
                                commands.file(),
                                Optional.empty(),
                                List.of(),
                                Map.of(),
                                "",
                                RuleFile.Trust.OWN,
                                commands.problem(),
                                commands.pending()));
    }

    private RuleFile file(PermissionsFile file, Optional<Path> root, RuleFile.Trust trust) {
        RulesInForce now = file.current();
        Map<Guard, Boolean> guards = new EnumMap<>(Guard.class);
        if (root.isEmpty()) {
            for (Guard guard : Guard.values()) {
                guards.put(guard, now.rules().guards().getOrDefault(guard, true));
            }
        } else {
            guards.putAll(now.rules().guards());
        }
        return new RuleFile(
                file.file(),
                root,
                now.rules().rules().stream()
                        .map(rule ->
                                new RuleFile.Use(
                                        rule, rules.uses(root, rule), rules.lastUse(root, rule)))
                        .toList(),
                guards,
                now.digest(),
                trust,
                now.problem(),
                now.pending());
    }

    @Override
    public List<SessionGrant> grants() {
        return rules.grants();
    }

    @Override
    public Runnable subscribe(Runnable changed) {
        return rules.subscribe(changed);
    }

    // ---- waiting calls

    @Override
    public Optional<GrantOffer> offer(ToolCallId id) {
        return waiting(id).map(AssessedCall::call).map(rules::offer);
    }

    private Optional<AssessedCall> waiting(ToolCallId id) {
        return queue.waiting().stream().filter(one -> one.id().equals(id)).findFirst();
    }

    @Override
    public Outcome approveForSession(
            ToolCallId id, List<GrantScope> scopes, Optional<Duration> lasting) {
        Optional<AssessedCall> waiting = waiting(id);
        if (waiting.isEmpty()) {
            return new Outcome.Refused(GONE);
        }
        ToolCall call = waiting.get().call();
        Optional<String> problem = rules.problem(call, scopes);
        if (problem.isPresent()) {
            return new Outcome.Refused(problem.get());
        }
        if (!queue.approve(id, ApprovalScope.SESSION)) {
            return new Outcome.Refused(GONE);
        }
        try {
            rules.grant(call, scopes, lasting);
            return new Outcome.Done();
        } catch (UncheckedIOException failure) {
            LOG.error("{}: approved, but its grant could not be kept", id, failure);
            return new Outcome.Refused(
                    "The call is approved, and nothing more is let through: %s"
                            .formatted(failure.getMessage()));
        }
    }

    @Override
    public Outcome approveAlways(ToolCallId id, List<RuleDraft> drafts, Target target) {
        Optional<AssessedCall> waiting = waiting(id);
        if (waiting.isEmpty()) {
            return new Outcome.Refused(GONE);
        }
        boolean allows =
                !drafts.isEmpty()
                        && drafts.stream().allMatch(draft -> draft.decision() == Verdict.ALLOW);
        if (!allows) {
            return new Outcome.Refused("Only rules that allow go with an approval.");
        }
        boolean always =
                waiting.get().call().agentSaysDangerous()
                        || waiting.get().assessment().level().atLeast(RiskLevel.HIGH);
        if (always) {
            return new Outcome.Refused(
                    "Such a call is always asked, so no rule would let it through.");
        }
        atHand.add(id);
        try {
            return approveWithRules(id, drafts, target);
        } finally {
            atHand.remove(id);
        }
    }

    /// Whether the person is deciding it right now, together with a rule: no rule decides it then.
    boolean isAtHand(ToolCallId id) {
        return atHand.contains(id);
    }

    private Outcome approveWithRules(ToolCallId id, List<RuleDraft> drafts, Target target) {
        Optional<String> problem = rules.save(drafts, root(target));
        if (problem.isPresent()) {
            return new Outcome.Refused(problem.get());
        }
        if (queue.approve(id, ApprovalScope.ALWAYS)) {
            return new Outcome.Done();
        }
        // Somebody else decided it meanwhile; then the rule was not wanted by itself.
        rules.undo(file(target)).ifPresent(why -> LOG.warn("a rule could not be undone: {}", why));
        return new Outcome.Refused(GONE);
    }

    private Path file(Target target) {
        return root(target)
                .map(root -> root.resolve(WorkspaceFile.PLACE))
                .orElse(rules.files().global().file());
    }

    private static Optional<Path> root(Target target) {
        return switch (target) {
            case Target.Global _ -> Optional.empty();
            case Target.OneWorkspace(Path root) -> Optional.of(root);
        };
    }

    @Override
    public boolean revoke(GrantId id) {
        return rules.revoke(id);
    }

    // ---- rules

    @Override
    public RuleTryOut tryOut(RuleDraft draft, Target target) {
        return rules.tryOut(draft, root(target));
    }

    @Override
    public List<RuleSuggestion> suggestions() {
        return rules.suggestions();
    }

    @Override
    public List<String> lines(RuleDraft draft) {
        return rules.lines(draft);
    }

    @Override
    public Outcome save(RuleDraft draft, Target target) {
        return outcome(rules.save(List.of(draft), root(target)));
    }

    @Override
    public Outcome remove(Path file, PermissionRule rule) {
        return outcome(rules.remove(file, rule));
    }

    @Override
    public Outcome guard(Guard guard, boolean on) {
        return outcome(rules.guard(guard, on));
    }

    @Override
    public Outcome undo(Path file) {
        return outcome(rules.undo(file));
    }

    @Override
    public Outcome confirm(Path file, String digest) {
        return outcome(rules.confirm(file, digest));
    }

    @Override
    public Outcome reject(Path file, String digest) {
        return outcome(rules.reject(file, digest));
    }

    @Override
    public Outcome trust(Path file, String digest) {
        return outcome(rules.trust(file, digest));
    }

    @Override
    public Outcome distrust(Path file) {
        return outcome(rules.distrust(file));
    }

    private static Outcome outcome(Optional<String> problem) {
        return problem.isPresent() ? new Outcome.Refused(problem.get()) : new Outcome.Done();
    }
}
