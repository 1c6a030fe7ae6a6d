package dev.countersign.supervision;

import dev.countersign.approval.GrantId;
import dev.countersign.approval.GrantOffer;
import dev.countersign.approval.GrantScope;
import dev.countersign.approval.Guard;
import dev.countersign.approval.PermissionRule;
import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.RuleSuggestion;
import dev.countersign.approval.RuleTryOut;
import dev.countersign.approval.SessionGrant;
import dev.countersign.toolcall.ToolCallId;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// All that the person can see and do about rules and grants.
///
/// Safe on any thread. What blocks on the disk says so; everything else answers at once.
public interface RuleDesk {
    /// The files and their rules as they stand now: the global one first, then those of the
    /// workspaces that agents worked in.
    List<RuleFile> files();

    /// What is let through for sessions now, newest first.
    List<SessionGrant> grants();

    /// Hears that something of [#files()] or [#grants()] changed; use counts tell nothing. Called
    /// on any thread; must not block.
    ///
    /// @return ends the subscription when run
    Runnable subscribe(Runnable changed);

    /// What may be granted at a waiting call; empty when it no longer waits.
    Optional<GrantOffer> offer(ToolCallId id);

    /// Approves a waiting call and lets through for its session what is named. Blocks until both
    /// are on the disk.
    ///
    /// @param scopes taken from the offer; at least one
    /// @param lasting how long at most; empty for as long as the session
    /// @throws UncheckedIOException when the decision could not be kept; then the call still waits
    Outcome approveForSession(ToolCallId id, List<GrantScope> scopes, Optional<Duration> lasting);

    /// Saves rules and approves the waiting call. Blocks on the disk.
    ///
    /// @param drafts at least one
    /// @param target whose file they go into
    /// @throws UncheckedIOException when the decision could not be kept; then the call still waits
    Outcome approveAlways(ToolCallId id, List<RuleDraft> drafts, Target target);

    /// Ends a grant.
    ///
    /// @return false when it was over already
    boolean revoke(GrantId id);

    /// Tries a draft on recorded history. Blocks for a moment.
    ///
    /// @param target the workspace whose calls it is about, or all
    RuleTryOut tryOut(RuleDraft draft, Target target);

    /// Rules that a person's approvals suggest, the one that would have spared most first. Blocks
    /// for a moment.
    List<RuleSuggestion> suggestions();

    /// The text that saving would add, for showing: `"git fetch *": "allow"`.
    List<String> lines(RuleDraft draft);

    /// Saves a rule into a file, at once in force. Blocks on the disk.
    Outcome save(RuleDraft draft, Target target);

    /// Takes a rule out of its file, at once in force. Blocks on the disk.
    Outcome remove(Path file, PermissionRule rule);

    /// Switches a guard in the global file. Blocks on the disk.
    Outcome guard(Guard guard, boolean on);

    /// Puts a file back to what it was before the last [#save], [#remove], [#guard] or
    /// [#approveAlways] on it, as long as nobody changed it since. Blocks on the disk.
    Outcome undo(Path file);

    /// Takes a change from outside that loosens into force.
    ///
    /// @param digest of the content that the person was shown; another one is not taken
    Outcome confirm(Path file, String digest);

    /// Leaves a change from outside that loosens out of force, until the file changes again.
    Outcome reject(Path file, String digest);

    /// Has a workspace's file allow things too, as long as its content stays as it is.
    ///
    /// @param digest of the content that the person was shown; another one is not taken
    Outcome trust(Path file, String digest);

    /// Ends the trust in a workspace's file.
    Outcome distrust(Path file);

    /// Whose rules.
    sealed interface Target {
        /// Everywhere.
        record Global() implements Target {}

        /// In one workspace, named by its first root.
        record OneWorkspace(Path root) implements Target {}
    }

    /// What came of it.
    sealed interface Outcome {
        /// It is done.
        record Done() implements Outcome {}

        /// It is not, and nothing has changed.
        ///
        /// @param reason a sentence for the person
        record Refused(String reason) implements Outcome {}
    }
}
