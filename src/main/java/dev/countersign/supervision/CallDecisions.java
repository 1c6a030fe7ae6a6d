package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Resolution;
import dev.countersign.approval.WaitingCall;
import dev.countersign.journal.JournalException;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.ScriptFile;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has calls judged, and decided by all but the person: by rules, by the end of their wait, by
/// those who take them back. Safe on any thread; a decision blocks until it is on the disk.
final class CallDecisions {
    private static final Logger LOG = LoggerFactory.getLogger(CallDecisions.class);

    private final Function<ToolCall, AssessedCall> judge;
    private final ApprovalQueue queue;
    private final FileFacts disk;
    private final SettingsStore settings;

    CallDecisions(
            Function<ToolCall, AssessedCall> judge,
            ApprovalQueue queue,
            FileFacts disk,
            SettingsStore settings) {
        this.judge = judge;
        this.queue = queue;
        this.disk = disk;
        this.settings = settings;
    }

    AssessedCall judge(ToolCall call) {
        return judge.apply(call);
    }

    /// Decides by the rules alone; empty when a person must be asked.
    Optional<Resolution> decideByRule(AssessedCall call) throws JournalException {
        try {
            return queue.decideByRule(call);
        } catch (UncheckedIOException e) {
            throw journalFailure(e);
        }
    }

    WaitingCall enqueue(AssessedCall call) {
        return queue.enqueue(call);
    }

    /// After how long a call that nobody answered is denied; empty for never.
    Optional<Duration> approvalExpiry() {
        return settings.value(Settings.APPROVAL_EXPIRY);
    }

    void expire(ToolCallId id, Duration after) throws JournalException {
        try {
            queue.expire(id, after);
        } catch (UncheckedIOException e) {
            throw journalFailure(e);
        }
    }

    /// Takes a waiting call out of the queue; that it could not be kept is logged.
    ///
    /// @param reason a phrase for the agent and for history
    void withdraw(ToolCallId id, String reason) {
        try {
            queue.withdraw(id, reason);
        } catch (UncheckedIOException e) {
            LOG.error("{}: its withdrawal could not be kept: {}", id, e.getMessage());
        }
    }

    /// Withdraws all that waits.
    void withdrawAll(String reason) {
        for (AssessedCall waiting : queue.waiting()) {
            withdraw(waiting.id(), reason);
        }
    }

    /// Takes back an approval that was not used, so that the call can be decided anew.
    void takeBack(ApprovedCall approved) {
        queue.takeBack(approved);
    }

    /// The script file that is no longer what was approved; blocks as long as the disk does.
    Optional<ScriptFile> changedScript(ApprovedCall approved) {
        return approved.changedScript(disk);
    }

    private static JournalException journalFailure(UncheckedIOException e) {
        if (e.getCause() instanceof JournalException failure) {
            return failure;
        }
        throw e;
    }
}
