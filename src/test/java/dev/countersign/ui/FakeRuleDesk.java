package dev.countersign.ui;

import dev.countersign.approval.GrantId;
import dev.countersign.approval.GrantOffer;
import dev.countersign.approval.GrantScope;
import dev.countersign.approval.Guard;
import dev.countersign.approval.PermissionRule;
import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.RuleSuggestion;
import dev.countersign.approval.RuleTryOut;
import dev.countersign.approval.SessionGrant;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.supervision.RuleFile;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A desk of rules by hand: tests say what there is and read what was done. Safe on any thread.
public final class FakeRuleDesk implements RuleDesk {
    private final List<Runnable> listeners = new ArrayList<>();
    private final List<String> deeds = new ArrayList<>();
    private final Map<ToolCallId, GrantOffer> offers = new LinkedHashMap<>();
    private List<RuleFile> files = List.of();
    private List<SessionGrant> grants = List.of();
    private List<RuleSuggestion> suggestions = List.of();
    private RuleTryOut tryOut = new RuleTryOut(0, 0, 0, 0, 0, List.of());
    private Outcome outcome = new Outcome.Done();

    public synchronized void files(List<RuleFile> now) {
        files = List.copyOf(now);
        listeners.forEach(Runnable::run);
    }

    public synchronized void grants(List<SessionGrant> now) {
        grants = List.copyOf(now);
        listeners.forEach(Runnable::run);
    }

    public synchronized void offer(ToolCallId id, GrantOffer offer) {
        offers.put(id, offer);
    }

    public synchronized void tryOut(RuleTryOut answer) {
        tryOut = answer;
    }

    public synchronized void suggestions(List<RuleSuggestion> answer) {
        suggestions = List.copyOf(answer);
    }

    /// What every further act comes to.
    public synchronized void outcome(Outcome answer) {
        outcome = answer;
    }

    /// What the person did, each a line.
    public synchronized List<String> deeds() {
        return List.copyOf(deeds);
    }

    private Outcome done(String deed) {
        deeds.add(deed);
        return outcome;
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
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    @Override
    public synchronized Optional<GrantOffer> offer(ToolCallId id) {
        return Optional.ofNullable(offers.get(id));
    }

    @Override
    public synchronized Outcome approveForSession(
            ToolCallId id, List<GrantScope> scopes, Optional<Duration> lasting) {
        return done(
                "session %s %s%s"
                        .formatted(
                                id.digits(),
                                scopes.stream().map(GrantScope::words).toList(),
                                lasting.map(time -> " for " + time).orElse("")));
    }

    @Override
    public synchronized Outcome approveAlways(
            ToolCallId id, List<RuleDraft> drafts, Target target) {
        return done(
                "always %s %s"
                        .formatted(id.digits(), drafts.stream().map(RuleDraft::words).toList()));
    }

    @Override
    public synchronized boolean revoke(GrantId id) {
        deeds.add("revoke " + id);
        return outcome instanceof Outcome.Done;
    }

    @Override
    public synchronized RuleTryOut tryOut(RuleDraft draft, Target target) {
        return tryOut;
    }

    @Override
    public synchronized List<RuleSuggestion> suggestions() {
        return suggestions;
    }

    @Override
    public synchronized List<String> lines(RuleDraft draft) {
        return List.of("\"%s\": \"%s\"".formatted(draft.words(), draft.decision().wireName()));
    }

    @Override
    public synchronized Outcome save(RuleDraft draft, Target target) {
        return done("save " + draft.words());
    }

    @Override
    public synchronized Outcome remove(Path file, PermissionRule rule) {
        return done("remove " + rule.id());
    }

    @Override
    public synchronized Outcome guard(Guard guard, boolean on) {
        return done("guard %s %s".formatted(guard.key(), on ? "on" : "off"));
    }

    @Override
    public synchronized Outcome undo(Path file) {
        return done("undo " + file);
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
        return done("distrust " + file);
    }
}
