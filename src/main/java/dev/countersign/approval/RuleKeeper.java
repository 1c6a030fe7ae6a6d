package dev.countersign.approval;

import dev.countersign.safety.CommandAnalysis;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All that a person does about rules and grants, in one place: each act is checked, written down,
/// and then holds.
///
/// Safe on any thread. What is answered with an optional sentence has been done when it is empty,
/// else nothing has changed and the sentence says why. Most of it blocks on the disk.
public final class RuleKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(RuleKeeper.class);

    private final RuleFiles files;
    private final SessionGrants grants;
    private final CallJudge judge;
    private final PastCalls history;
    private final RuleLog log;
    private final RuleUses uses = new RuleUses();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /// What a file was before the last change made here, and the digest of what it became. Guarded
    /// by this.
    private final Map<Path, Undoable> undoable = new HashMap<>();

    /// Contents whose loosening is written down already. Guarded by this.
    private final Set<String> announced = new HashSet<>();

    private record Undoable(String before, String digest) {}

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
        this.log = log;
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
        ended.forEach(grant -> record(RuleEvent.Kind.GRANT_ENDED, grant, "its time is over"));
        if (!ended.isEmpty()) {
            tell();
        }
    }

    private void filesChanged() {
        announce(files.global().file(), files.global().current().pending());
        files.workspaces()
                .forEach(file -> announce(file.file().file(), file.file().current().pending()));
        announce(files.commands().file(), files.commands().pending());
        tell();
    }

    private void announce(Path file, Optional<PendingRules> pending) {
        if (pending.isEmpty()) {
            return;
        }
        synchronized (this) {
            if (!announced.add(file + "\n" + pending.get().digest())) {
                return;
            }
        }
        record(RuleEvent.Kind.LOOSENING_WAITS, file.toString(), words(pending.get().changes()));
    }

    private static String words(List<RuleChange> changes) {
        return String.join("; ", changes.stream().limit(20).map(RuleChange::words).toList());
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
            log.record(
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
        revoked.ifPresent(grant -> record(RuleEvent.Kind.GRANT_REVOKED, grant, "by the person"));
        if (revoked.isPresent()) {
            tell();
        }
        return revoked.isPresent();
    }

    /// Ends the grants of a session that is over.
    public void endSession(AgentSessionId session) {
        List<SessionGrant> ended = grants.endSession(session);
        ended.forEach(grant -> record(RuleEvent.Kind.GRANT_ENDED, grant, "its session ended"));
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
        Optional<WorkspaceFile> workspace = root.map(files::workspace);
        PermissionsFile file = workspace.map(WorkspaceFile::file).orElse(files.global());
        boolean allows = drafts.stream().anyMatch(draft -> draft.decision() == Verdict.ALLOW);
        boolean untrusted =
                workspace.isPresent()
                        && !workspace.get().isTrusted()
                        && !file.current().rules().rules().isEmpty();
        if (allows && untrusted) {
            return Optional.of(
                    "%s holds rules that you have not trusted; trust it first, since what it allows"
                                    .formatted(file.file())
                            + " does not count until then.");
        }
        return edit(
                file,
                workspace,
                text -> {
                    String changed = text;
                    for (RuleDraft draft : drafts) {
                        PermissionRules now =
                                changed.isBlank()
                                        ? PermissionRules.none()
                                        : PermissionRules.parse(changed);
                        changed =
                                PermissionsEditor.add(
                                        changed, RuleForms.of(draft, now, TriedCalls.DRAFT));
                    }
                    return changed;
                },
                new RuleEvent(
                        RuleEvent.Kind.RULE_SAVED,
                        String.join(", ", drafts.stream().map(RuleDraft::words).toList()),
                        "%s, in %s"
                                .formatted(drafts.getFirst().decision().wireName(), file.file())));
    }

    /// Takes a rule out of its file.
    public Optional<String> remove(Path path, PermissionRule rule) {
        Optional<PermissionsFile> file = files.find(path);
        if (file.isEmpty()) {
            return unknown(path);
        }
        return edit(
                file.get(),
                files.findWorkspace(path),
                text -> PermissionsEditor.remove(text, rule),
                new RuleEvent(RuleEvent.Kind.RULE_REMOVED, rule.id(), "from " + path));
    }

    /// Switches a guard in the global file.
    public Optional<String> guard(Guard guard, boolean on) {
        return edit(
                files.global(),
                Optional.empty(),
                text -> PermissionsEditor.guard(text, guard, on),
                new RuleEvent(RuleEvent.Kind.GUARD_SWITCHED, guard.key(), on ? "on" : "off"));
    }

    /// Puts a file back to what it was before the last change made here.
    public Optional<String> undo(Path path) {
        Undoable last;
        synchronized (this) {
            last = undoable.get(path);
        }
        Optional<PermissionsFile> file = files.find(path);
        if (last == null || file.isEmpty()) {
            return Optional.of("There is nothing to undo.");
        }
        if (!file.get().current().digest().equals(last.digest())) {
            return Optional.of("%s was changed since.".formatted(path));
        }
        Optional<String> problem =
                edit(
                        file.get(),
                        files.findWorkspace(path),
                        _ -> last.before(),
                        new RuleEvent(RuleEvent.Kind.UNDONE, path.toString(), ""));
        if (problem.isEmpty()) {
            synchronized (this) {
                undoable.remove(path);
            }
        }
        return problem;
    }

    private Optional<String> edit(
            PermissionsFile file,
            Optional<WorkspaceFile> workspace,
            PermissionsFile.Edit change,
            RuleEvent event) {
        try {
            boolean trusts = workspace.isPresent() && mayKeepTrust(workspace.get());
            log.record(event);
            String before = file.edit(change);
            String digest = file.current().digest();
            synchronized (this) {
                undoable.put(file.file(), new Undoable(before, digest));
            }
            if (trusts) {
                workspace.get().trust(digest);
            }
            tell();
            return Optional.empty();
        } catch (PermissionsFile.EditRefused refused) {
            return Optional.of(refused.sentence());
        } catch (IOException | UncheckedIOException failure) {
            return Optional.of("It cannot be written: " + failure.getMessage());
        }
    }

    /// What the person writes here is trusted where nothing else stands in the file that is not.
    private static boolean mayKeepTrust(WorkspaceFile workspace) {
        return workspace.isTrusted() || workspace.file().current().rules().rules().isEmpty();
    }

    /// Takes a change from outside that loosens into force.
    public Optional<String> confirm(Path path, String digest) {
        if (path.equals(files.commands().file())) {
            return confirmCommands(digest);
        }
        Optional<PermissionsFile> file = files.find(path);
        if (file.isEmpty()) {
            return unknown(path);
        }
        Optional<PendingRules> pending = file.get().current().pending();
        if (pending.isEmpty() || !pending.get().digest().equals(digest)) {
            return changedSince(path);
        }
        return logged(
                        new RuleEvent(
                                RuleEvent.Kind.LOOSENING_CONFIRMED,
                                path.toString(),
                                words(pending.get().changes())))
                .or(() -> file.get().confirm(digest) ? Optional.empty() : changedSince(path));
    }

    private Optional<String> confirmCommands(String digest) {
        OwnCommands commands = files.commands();
        Optional<PendingRules> pending =
                commands.pending().filter(one -> one.digest().equals(digest));
        if (pending.isEmpty()) {
            return changedSince(commands.file());
        }
        Optional<String> problem =
                logged(
                                new RuleEvent(
                                        RuleEvent.Kind.LOOSENING_CONFIRMED,
                                        commands.file().toString(),
                                        words(pending.get().changes())))
                        .or(() ->
                                commands.confirm(digest)
                                        ? Optional.empty()
                                        : changedSince(commands.file()));
        tell();
        return problem;
    }

    private Optional<String> rejectCommands(String digest) {
        OwnCommands commands = files.commands();
        try {
            if (!commands.reject(digest)) {
                return changedSince(commands.file());
            }
            record(RuleEvent.Kind.LOOSENING_REJECTED, commands.file().toString(), "");
            tell();
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of("It cannot be written: " + failure.getMessage());
        }
    }

    /// Leaves a change from outside that loosens out of force.
    public Optional<String> reject(Path path, String digest) {
        if (path.equals(files.commands().file())) {
            return rejectCommands(digest);
        }
        Optional<PermissionsFile> file = files.find(path);
        if (file.isEmpty()) {
            return unknown(path);
        }
        try {
            if (!file.get().reject(digest)) {
                return changedSince(path);
            }
            record(RuleEvent.Kind.LOOSENING_REJECTED, path.toString(), "");
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of("It cannot be written: " + failure.getMessage());
        }
    }

    /// Has what a workspace's file allows count, as long as it stays as it is.
    public Optional<String> trust(Path path, String digest) {
        Optional<WorkspaceFile> file = files.findWorkspace(path);
        if (file.isEmpty()) {
            return unknown(path);
        }
        Optional<String> problem =
                logged(new RuleEvent(RuleEvent.Kind.TRUSTED, path.toString(), digest));
        if (problem.isPresent()) {
            return problem;
        }
        try {
            boolean done = file.get().trust(digest);
            tell();
            return done ? Optional.empty() : changedSince(path);
        } catch (IOException failure) {
            return Optional.of("It cannot be written: " + failure.getMessage());
        }
    }

    /// Ends the trust in a workspace's file.
    public Optional<String> distrust(Path path) {
        Optional<WorkspaceFile> file = files.findWorkspace(path);
        if (file.isEmpty() || !file.get().distrust()) {
            return Optional.of("%s was not trusted.".formatted(path));
        }
        record(RuleEvent.Kind.DISTRUSTED, path.toString(), "");
        tell();
        return Optional.empty();
    }

    /// Whether what a workspace's file allows counts now.
    public boolean isTrusted(WorkspaceFile file) {
        return file.isTrusted();
    }

    private static Optional<String> unknown(Path path) {
        return Optional.of("%s is no rule file that is in use.".formatted(path));
    }

    private static Optional<String> changedSince(Path path) {
        return Optional.of("%s was changed since; look at it again.".formatted(path));
    }

    private Optional<String> logged(RuleEvent event) {
        try {
            log.record(event);
            return Optional.empty();
        } catch (UncheckedIOException failure) {
            return Optional.of("It cannot be kept in the journal: " + failure.getMessage());
        }
    }

    private void record(RuleEvent.Kind kind, SessionGrant grant, String detail) {
        record(kind, grant.scope().words(), detail);
    }

    /// What only tightens holds also when it cannot be written down.
    private void record(RuleEvent.Kind kind, String subject, String detail) {
        Optional<String> unkept = logged(new RuleEvent(kind, subject, detail));
        unkept.ifPresent(LOG::error);
    }
}
