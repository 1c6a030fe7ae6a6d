package dev.countersign.journal;

import dev.countersign.approval.Decision;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.ResultDigest;
import dev.countersign.approval.RuleEvent;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One thing that happened to a call. State is a fold over these, see [CallRecord#after].
public sealed interface SupervisionEvent {
    ToolCallId id();

    Instant at();

    /// The call arrived and is well-formed.
    record Received(ToolCall call) implements SupervisionEvent {
        @Override
        public ToolCallId id() {
            return call.id();
        }

        @Override
        public Instant at() {
            return call.receivedAt();
        }
    }

    /// The console made up its mind about it.
    record Assessed(ToolCallId id, Instant at, RiskAssessment assessment, PolicyVerdict verdict)
            implements SupervisionEvent {}

    /// It waits for a person.
    ///
    /// @param expiry after which time it is denied because nobody answered, where one is set
    record Queued(ToolCallId id, Instant at, Optional<Duration> expiry)
            implements SupervisionEvent {
        /// It waits as long as it takes.
        public Queued(ToolCallId id, Instant at) {
            this(id, at, Optional.empty());
        }
    }

    /// A person changed the command. The approval that follows, of scope `EDITED`, is for this one.
    ///
    /// @param note what the person tells the agent about it
    record Edited(
            ToolCallId id,
            Instant at,
            CommandText command,
            RiskAssessment assessment,
            PolicyVerdict verdict,
            Optional<String> note)
            implements SupervisionEvent {}

    /// It was decided; there is at most one of these for a call that is not sent back.
    record Decided(ToolCallId id, Instant at, Decision decision) implements SupervisionEvent {}

    /// It was approved, but before it started a script file that it runs was no longer what was
    /// approved: the decision holds no more, and it is judged and decided anew.
    record SentBack(ToolCallId id, Instant at, String reason) implements SupervisionEvent {}

    /// Its process runs.
    record Started(ToolCallId id, Instant at, long pid, RunDetails details)
            implements SupervisionEvent {
        /// A process of which nothing more is known.
        public Started(ToolCallId id, Instant at, long pid) {
            this(id, at, pid, RunDetails.UNKNOWN);
        }
    }

    /// Somebody did something to it while it ran, or to what is left of it.
    ///
    /// @param text what belongs to the act: a note's words, the id of the call that runs it again;
    ///   may be empty
    record Steered(ToolCallId id, Instant at, JobAct act, String text)
            implements SupervisionEvent {}

    /// Its caller no longer waits; it goes on as a job.
    record Backgrounded(ToolCallId id, Instant at) implements SupervisionEvent {}

    /// Its run is over.
    ///
    /// @param outputBytes bytes of stdout and stderr together
    record Finished(ToolCallId id, Instant at, Outcome outcome, long outputBytes, long outputLines)
            implements SupervisionEvent {}

    /// It is run for show while it waits: nothing that it does reaches anything but a throw-away
    /// copy. Decides nothing.
    ///
    /// @param edited what the person made of the command; empty where it is as the agent asked
    record RehearsalStarted(
            ToolCallId id, Instant at, long pid, RunDetails details, Optional<CommandText> edited)
            implements SupervisionEvent {}

    /// The rehearsal is over, and what it would do can be looked at.
    ///
    /// @param outputBytes bytes of stdout and stderr together
    /// @param result names what it left to the byte; empty where that could not be read
    /// @param added paths that it would add; changed and removed likewise
    record RehearsalEnded(
            ToolCallId id,
            Instant at,
            Outcome outcome,
            long outputBytes,
            long outputLines,
            Optional<ResultDigest> result,
            long added,
            long changed,
            long removed)
            implements SupervisionEvent {}

    /// What a rehearsal left was thrown away.
    ///
    /// @param reason a phrase
    record RehearsalDiscarded(ToolCallId id, Instant at, String reason)
            implements SupervisionEvent {}

    /// It was only judged, as its caller wanted.
    record DryRun(ToolCallId id, Instant at) implements SupervisionEvent {}

    /// It was approved and the agent runs it with a shell of its own.
    record HandedOver(ToolCallId id, Instant at) implements SupervisionEvent {}

    /// What a command that was handed over came to, as the agent told it.
    ///
    /// @param text the agent's own words, bounded
    record Reported(ToolCallId id, Instant at, String text) implements SupervisionEvent {}

    /// A person changed what is let through, or a file did: it belongs to no call.
    record RulesChanged(Instant at, RuleEvent what) implements SupervisionEvent {
        /// Stands where other events have their call; no call ever has it.
        public static final ToolCallId NO_CALL = ToolCallId.of(0);

        @Override
        public ToolCallId id() {
            return NO_CALL;
        }
    }

    /// What the agent was told in answer to the call, word for word.
    record Answered(ToolCallId id, Instant at, CallStatus status, String text)
            implements SupervisionEvent {}

    /// A person marked it to be found again, or took the mark away.
    record Starred(ToolCallId id, Instant at, boolean starred) implements SupervisionEvent {}

    /// A person wrote something beside it; an empty text takes the note away.
    record Noted(ToolCallId id, Instant at, String text) implements SupervisionEvent {
        /// The longest note, in characters.
        public static final int MAXIMUM_LENGTH = 4_000;

        public Noted {
            if (text.length() > MAXIMUM_LENGTH) {
                throw new IllegalArgumentException("note is longer than 4,000 characters");
            }
        }
    }

    /// Its output, or everything but its facts and its decision, is no longer kept.
    record Deleted(ToolCallId id, Instant at, Deletion what, DeletionCause cause)
            implements SupervisionEvent {}
}
