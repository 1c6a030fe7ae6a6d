package dev.countersign.ui;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.GrantId;
import dev.countersign.approval.GrantOffer;
import dev.countersign.approval.GrantScope;
import dev.countersign.approval.Guard;
import dev.countersign.approval.PastCall;
import dev.countersign.approval.PermissionRule;
import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.RuleOrigin;
import dev.countersign.approval.RuleSuggestion;
import dev.countersign.approval.RuleTryOut;
import dev.countersign.approval.SessionGrant;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.supervision.RuleFile;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Rules by hand: tests say what there is and read what the person did. Safe on any thread.
public final class FakeRuleDesk implements RuleDesk {
    public static final Path GLOBAL = FakeDesk.HOME.resolve(".config/countersign/permissions.json");

    private final FakeDesk desk;
    private final List<String> deeds = new ArrayList<>();
    private final List<Runnable> subscribers = new ArrayList<>();
    private List<RuleFile> files = List.of(global(List.of()));
    private List<SessionGrant> grants = List.of();
    private List<RuleSuggestion> suggestions = List.of();
    private Optional<GrantOffer> offered = Optional.empty();

    public FakeRuleDesk(FakeDesk desk) {
        this.desk = desk;
    }

    public static RuleFile global(List<RuleFile.Use> rules) {
        return new RuleFile(
                GLOBAL,
                Optional.empty(),
                rules,
                Map.of(
                        Guard.BLIND_GIT_ADD, true,
                        Guard.FORCE_PUSH, true,
                        Guard.CRITICAL_REMOVAL, true),
                "0f",
                RuleFile.Trust.OWN,
                Optional.empty(),
                Optional.empty());
    }

    public static RuleFile.Use use(String pattern, Verdict decision, int line, long count) {
        return new RuleFile.Use(
                new PermissionRule.Pattern(
                        pattern, decision, new RuleOrigin("permissions.json", line)),
                count,
                count == 0 ? Optional.empty() : Optional.of(Instant.EPOCH));
    }

    public synchronized void files(RuleFile... now) {
        files = List.of(now);
        subscribers.forEach(Runnable::run);
    }

    public synchronized void grants(SessionGrant... now) {
        grants = List.of(now);
        subscribers.forEach(Runnable::run);
    }

    public synchronized void suggestions(RuleSuggestion... now) {
        suggestions = List.of(now);
        subscribers.forEach(Runnable::run);
    }

    public synchronized void offer(GrantOffer offer) {
        offered = Optional.of(offer);
    }

    public synchronized List<String> deeds() {
        return List.copyOf(deeds);
    }

    @Override
    public synchronized List<RuleFile> files() {
        return files;
    }

    @Override
    public synchronized List<SessionGrant> grants() {
        return grants;
    }

    @Override
    public synchronized Runnable subscribe(Runnable changed) {
        subscribers.add(changed);
        return () -> subscribers.remove(changed);
    }

    /// Every word of the command, down to the first.
    @Override
    public synchronized Optional<GrantOffer> offer(ToolCallId id) {
        if (!desk.require(id).isWaiting()) {
            return Optional.empty();
        }
        if (offered.isPresent()) {
            return offered;
        }
        ToolCall call = desk.require(id).call();
        return Optional.of(
                new GrantOffer(
                        Optional.of(
                                new GrantScope.ExactCommand(
                                        call.command().text(),
                                        call.directory(),
                                        Map.of(),
                                        Map.of())),
                        List.of(
                                new GrantOffer.PartOffer(
                                        0,
                                        List.of(call.command().text().split(" ")),
                                        1,
                                        Optional.empty(),
                                        Optional.empty())),
                        Optional.empty()));
    }

    @Override
    public synchronized Outcome approveForSession(
            ToolCallId id, List<GrantScope> scopes, Optional<Duration> lasting) {
        return approve(
                id,
                "session "
                        + scopes.stream().map(GrantScope::words).toList()
                        + lasting.map(time -> " for " + time).orElse(""),
                ApprovalScope.SESSION);
    }

    @Override
    public synchronized Outcome approveAlways(
            ToolCallId id, List<RuleDraft> drafts, Target target) {
        return approve(
                id,
                "always " + drafts.stream().map(RuleDraft::words).toList() + " " + words(target),
                ApprovalScope.ALWAYS);
    }

    private Outcome approve(ToolCallId id, String deed, ApprovalScope scope) {
        if (!desk.require(id).isWaiting()) {
            return new Outcome.Refused("The call no longer waits.");
        }
        deeds.add(deed);
        desk.tell(
                new SupervisionEvent.Decided(
                        id,
                        Instant.now(),
                        new Decision.Approved(new Decider.Human(), scope)));
        return new Outcome.Done();
    }

    private static String words(Target target) {
        return switch (target) {
            case Target.Global _ -> "everywhere";
            case Target.OneWorkspace(Path root) -> "in " + root.getFileName();
        };
    }

    @Override
    public synchronized boolean revoke(GrantId id) {
        deeds.add("revoke " + id);
        grants = grants.stream().filter(grant -> !grant.id().equals(id)).toList();
        subscribers.forEach(Runnable::run);
        return true;
    }

    /// Up to two words did harm once.
    @Override
    public RuleTryOut tryOut(RuleDraft draft, Target target) {
        int words = draft.words().split(" ").length;
        if (words > 2) {
            return new RuleTryOut(900, 17, 0, 0, 17, List.of());
        }
        List<RuleTryOut.Example> examples =
                List.of(
                        example("docker compose down -v", 3),
                        example("docker compose rm -sf db", 75));
        return new RuleTryOut(900, 41, 0, 2, 39, examples);
    }

    private static RuleTryOut.Example example(String command, int hoursAgo) {
        FakeDesk past =
                new FakeDesk(() -> Instant.now().minus(Duration.ofHours(hoursAgo)));
        ToolCall call =
                past.require(past.arrive(FakeDesk.ask(FakeDesk.CODEX, command))).call();
        return new RuleTryOut.Example(
                new PastCall(
                        call,
                        Optional.of(RiskLevel.MEDIUM),
                        Optional.of(
                                new Decision.Denied(new Decider.Human(), Optional.empty()))),
                false,
                true);
    }

    @Override
    public synchronized List<RuleSuggestion> suggestions() {
        return suggestions;
    }

    @Override
    public List<String> lines(RuleDraft draft) {
        return List.of("\"" + draft.words() + " *\": \"" + draft.decision().wireName() + "\"");
    }

    @Override
    public synchronized Outcome save(RuleDraft draft, Target target) {
        return done("save " + draft.words() + " " + words(target));
    }

    @Override
    public synchronized Outcome remove(Path file, PermissionRule rule) {
        return done("remove " + rule.id());
    }

    @Override
    public synchronized Outcome guard(Guard guard, boolean on) {
        return done("guard " + guard.key() + " " + on);
    }

    @Override
    public synchronized Outcome undo(Path file) {
        return done("undo " + file.getFileName());
    }

    @Override
    public synchronized Outcome confirm(Path file, String digest) {
        return done("confirm " + digest);
    }

    @Override
    public synchronized Outcome reject(Path file, String digest) {
        return done("reject " + digest);
    }

    @Override
    public synchronized Outcome trust(Path file, String digest) {
        return done("trust " + digest);
    }

    @Override
    public synchronized Outcome distrust(Path file) {
        return done("distrust");
    }

    private Outcome done(String deed) {
        deeds.add(deed);
        return new Outcome.Done();
    }
}
