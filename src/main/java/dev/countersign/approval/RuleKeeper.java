package dev.countersign.approval;

import dev.countersign.safety.CommandAnalysis;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCall;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// All that a person does about rules and grants, in one place: each act is checked, written down,
/// and then holds.
///
/// Safe on any thread. What is answered with an optional sentence has been done when it is empty,
/// else nothing has changed and the sentence says why. Most of it blocks on the disk.
public final class RuleKeeper {
    private final RuleFiles files;
    private final SessionGrants grants;
    private final CallJudge judge;
    private final PastCalls history;
    private final RuleNotes notes;
    private final RuleFileEdits edits;
    private final OutsideChanges outside;
    private final RuleUses uses = new RuleUses();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /// @param judge asks these files and these grants
    public RuleKeeper(
            RuleFiles files,
            SessionGrants grants,
            CallJudge judge,
            PastCalls history,
            RuleLog log) {
        this.files = files;
        this.grants = grants;
        this.judge = judge;
        this.history = history;
        notes = new RuleNotes(log);
        edits = new RuleFileEdits(files, notes, this::tell);
        outside = new OutsideChanges(files, notes, this::tell);
        files.subscribe(this::filesChanged);
    }

    public RuleFiles files() {
        return files;
    }

    /// Hears that files or grants changed. Must not block.
    ///
    /// @return ends the subscription when run
    public Runnable subscribe(Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    private void tell() {
        listeners.forEach(Runnable::run);
    }

    /// Looks at all files and at the time of grants. Blocks on the disk.
    public void look() {
        files.reloadIfChanged();
        List<SessionGrant> ended = grants.endOverdue();
        ended.forEach(grant -> note(RuleEvent.Kind.GRANT_ENDED, grant, "its time is over"));
        if (!ended.isEmpty()) {
            tell();
        }
    }

    private void filesChanged() {
        outside.announce();
        tell();
    }

    // ---- grants

    public List<SessionGrant> grants() {
        return grants.list();
    }

    /// What may be granted at a call.
    public GrantOffer offer(ToolCall call) {
        CommandAnalysis analysis = judge.analyse(call);
        return GrantOffers.of(call, analysis, judge.judge(call, analysis, judge.rules(call)));
    }

    /// Why scopes may not be granted at a call; empty when they may.
    public Optional<String> problem(ToolCall call, List<GrantScope> scopes) {
        if (scopes.isEmpty()) {
            return Optional.of("Nothing was chosen to be let through.");
        }
        CommandAnalysis analysis = judge.analyse(call);
        PolicyVerdict verdict = judge.judge(call, analysis, judge.rules(call));
        return scopes.stream()
                .flatMap(scope -> GrantOffers.problem(scope, call, analysis, verdict).stream())
                .findFirst();
    }

    /// Lets scopes through for the session of a call. They must have been checked by [#problem].
    ///
    /// @throws UncheckedIOException when it could not be written down; then nothing is let through
    public void grant(ToolCall call, List<GrantScope> scopes, Optional<Duration> lasting) {
        for (GrantScope scope : scopes) {
            notes.require(
                    new RuleEvent(
                            RuleEvent.Kind.GRANTED,
                            scope.words(),
                            "to %s, session %s%s"
                                    .formatted(
                                            call.session().name(),
                                            call.session().id(),
                                            lasting.map(time ->
                                                            ", for " + time.toMinutes() + " min")
                                                    .orElse(""))));
            grants.add(call, scope, lasting);
        }
        tell();
    }

    /// Ends a grant.
    ///
    /// @return false when it was over already
    public boolean revoke(GrantId id) {
        Optional<SessionGrant> revoked = grants.revoke(id);
        revoked.ifPresent(grant -> note(RuleEvent.Kind.GRANT_REVOKED, grant, "by the person"));
        if (revoked.isPresent()) {
            tell();
        }
        return revoked.isPresent();
    }

    /// Ends the grants of a session that is over.
    public void endSession(AgentSessionId session) {
        List<SessionGrant> ended = grants.endSession(session);
        ended.forEach(grant -> note(RuleEvent.Kind.GRANT_ENDED, grant, "its session ended"));
        if (!ended.isEmpty()) {
            tell();
        }
    }

    // ---- uses

    /// Counts what a rule or grant decided.
    public void decided(ToolCall call, Decision decision, Instant at) {
        Optional<Decider> by =
                switch (decision) {
                    case Decision.Approved approved -> Optional.of(approved.by());
                    case Decision.Denied denied -> Optional.of(denied.by());
                    case Decision.Expired _, Decision.Withdrawn _ -> Optional.empty();
                };
        if (by.isEmpty()) {
            return;
        }
        switch (by.get()) {
            case Decider.Human _ -> {}
            case Decider.Rule(RuleReference rule) -> uses.count(call, rule, at);
            case Decider.Guard(RuleReference guard) -> uses.count(call, guard, at);
            case Decider.Grant(RuleReference grant) -> grants.used(grant);
        }
    }

    /// How often a rule decided.
    ///
    /// @param root of the workspace, for a rule of a workspace's file
    public long uses(Optional<Path> root, PermissionRule rule) {
        return uses.of(root, rule).map(RuleUses.Use::count).orElse(0L);
    }

    /// When a rule last decided.
    public Optional<Instant> lastUse(Optional<Path> root, PermissionRule rule) {
        return uses.of(root, rule).map(RuleUses.Use::last);
    }

    // ---- drafts

    /// Tries a draft on recorded history. Blocks for a moment.
    ///
    /// @param root the workspace whose calls it is about; empty for all
    public RuleTryOut tryOut(RuleDraft draft, Optional<Path> root) {
        TriedCalls calls =
                TriedCalls.of(
                        history,
                        judge,
                        past ->
                                root.isEmpty()
                                        || past.call()
                                                .session()
                                                .workspace()
                                                .roots()
                                                .contains(root.get()));
        return calls.tryOut(draft.decision(), book -> RuleTrials.with(book, draft));
    }

    /// Rules that a person's approvals suggest, and, until there is one, first of all the rule
    /// about ordinary work in the workspace. Blocks for a moment.
    public List<RuleSuggestion> suggestions() {
        TriedCalls calls = TriedCalls.of(history, judge, _ -> true);
        boolean offered =
                files.global().current().rules().rules().stream()
                        .noneMatch(rule -> rule instanceof PermissionRule.Ordinary);
        List<RuleSuggestion> suggestions = new ArrayList<>();
        if (offered) {
            suggestions.add(RuleSuggestions.ordinary(calls));
        }
        suggestions.addAll(RuleSuggestions.of(calls));
        return suggestions;
    }

    /// What saving a draft would write, a line for each rule; empty when it cannot be written.
    public List<String> lines(RuleDraft draft) {
        try {
            return RuleForms.of(draft, files.global().current().rules(), TriedCalls.DRAFT).stream()
                    .map(PermissionsEditor::json)
                    .toList();
        } catch (PermissionsFile.EditRefused _) {
            return List.of();
        }
    }

    // ---- files

    /// Saves drafts into a file.
    ///
    /// @param root the workspace whose file it is; empty for the global one
    public Optional<String> save(List<RuleDraft> drafts, Optional<Path> root) {
        return edits.save(drafts, root);
    }

    /// Takes a rule out of its file.
    public Optional<String> remove(Path path, PermissionRule rule) {
        return files.find(path)
                .map(file -> edits.remove(file, rule))
                .orElseGet(() -> OutsideChanges.unknown(path));
    }

    /// Switches a guard in the global file.
    public Optional<String> guard(Guard guard, boolean on) {
        return edits.guard(guard, on);
    }

    /// Puts a file back to what it was before the last change made here.
    public Optional<String> undo(Path path) {
        return edits.undo(path);
    }

    /// Takes a change from outside that loosens into force.
    public Optional<String> confirm(Path path, String digest) {
        return outside.confirm(path, digest);
    }

    /// Leaves a change from outside that loosens out of force.
    public Optional<String> reject(Path path, String digest) {
        return outside.reject(path, digest);
    }

    /// Has what a workspace's file allows count, as long as it stays as it is.
    public Optional<String> trust(Path path, String digest) {
        return outside.trust(path, digest);
    }

    /// Ends the trust in a workspace's file.
    public Optional<String> distrust(Path path) {
        return outside.distrust(path);
    }

    /// Whether what a workspace's file allows counts now.
    public boolean isTrusted(WorkspaceFile file) {
        return file.isTrusted();
    }

    private void note(RuleEvent.Kind kind, SessionGrant grant, String detail) {
        notes.note(kind, grant.scope().words(), detail);
    }
}
