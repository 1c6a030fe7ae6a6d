package dev.countersign.journal;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decision;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Everything that is known of one call: the fold of its events, of each kind the latest.
///
/// @param steered what was done to it while it ran, oldest first
/// @param rehearsal the latest run for show
public record CallRecord(
        ToolCall call,
        Optional<SupervisionEvent.Assessed> assessed,
        Optional<SupervisionEvent.Queued> queued,
        Optional<SupervisionEvent.Edited> edited,
        Optional<SupervisionEvent.Decided> decided,
        Optional<SupervisionEvent.Started> started,
        Optional<SupervisionEvent.Backgrounded> backgrounded,
        Optional<SupervisionEvent.Finished> finished,
        Optional<SupervisionEvent.DryRun> dryRun,
        Optional<SupervisionEvent.Answered> answered,
        Optional<SupervisionEvent.HandedOver> handedOver,
        Optional<SupervisionEvent.Reported> reported,
        List<SupervisionEvent.Steered> steered,
        Optional<SupervisionEvent.Starred> star,
        Optional<SupervisionEvent.Noted> noted,
        Optional<SupervisionEvent.Deleted> deleted,
        Optional<Rehearsal> rehearsal) {
    /// Of what was done to a run the newest are held.
    private static final int STEERED_HELD = 100;

    public CallRecord {
        steered = List.copyOf(steered);
    }

    /// A call of which nothing is known but that it arrived.
    public static CallRecord of(ToolCall call) {
        return new CallRecord(
                call,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public ToolCallId id() {
        return call.id();
    }

    public Optional<Decision> decision() {
        return decided.map(SupervisionEvent.Decided::decision);
    }

    public Optional<Outcome> outcome() {
        return finished.map(SupervisionEvent.Finished::outcome);
    }

    /// Whether a person marked it to be found again.
    public boolean isStarred() {
        return star.filter(SupervisionEvent.Starred::starred).isPresent();
    }

    /// What a person wrote beside it.
    public Optional<String> note() {
        return noted.map(SupervisionEvent.Noted::text).filter(text -> !text.isEmpty());
    }

    /// Whether its output is still kept, as far as there was any.
    public boolean isOutputKept() {
        return deleted.isEmpty();
    }

    /// What a person made of the command before they approved it; empty when it ran as it came, or
    /// did not run.
    public Optional<SupervisionEvent.Edited> edit() {
        return edited.filter(made ->
                decision().filter(CallRecord::isOfEdited).isPresent()
                        || (isRehearsed() && isRehearsedAs(made.command())));
    }

    private boolean isRehearsedAs(CommandText command) {
        return rehearsal.flatMap(latest -> latest.started().edited()).equals(Optional.of(command));
    }

    private static boolean isOfEdited(Decision decision) {
        return decision instanceof Decision.Approved(var _, ApprovalScope scope)
                && scope == ApprovalScope.EDITED;
    }

    /// Whether the result of a rehearsal was approved and put in place, and nothing else was run.
    public boolean isRehearsed() {
        return decision().filter(CallRecord::isOfRehearsal).isPresent();
    }

    private static boolean isOfRehearsal(Decision decision) {
        return decision instanceof Decision.Approved(var _, ApprovalScope scope)
                && scope == ApprovalScope.REHEARSED;
    }

    /// How long it ran, or has run up to now, for show where that is what counts; empty when it
    /// never started.
    public Optional<Duration> runTime(Instant now) {
        Optional<Duration> shown =
                isRehearsed() ? rehearsal.flatMap(Rehearsal::duration) : Optional.empty();
        return started.map(start ->
                shown.orElseGet(() ->
                        Duration.between(
                                start.at(),
                                finished.map(SupervisionEvent.Finished::at).orElse(now))));
    }

    /// The command that ran or would run: the person's, where they edited it, else the agent's.
    public CommandText command() {
        return edit().map(SupervisionEvent.Edited::command).orElse(call.command());
    }

    /// When its waiting ends by itself, where an expiry was set.
    public Optional<Instant> expiresAt() {
        return queued.flatMap(waits -> waits.expiry().map(after -> waits.at().plus(after)));
    }

    /// How it is run or would be: as it came, or as the person chose.
    public RunConditions conditions() {
        return steered.reversed().stream()
                .filter(event -> event.act() == JobAct.CONDITIONS_CHOSEN)
                .findFirst()
                .map(event -> RunConditions.parse(event.text()))
                .orElseGet(call::conditions);
    }

    /// Whether a person is asked about it now.
    public boolean isWaiting() {
        return queued.isPresent() && decided.isEmpty();
    }

    /// Whether its process runs now, as far as was seen.
    public boolean isRunning() {
        return started.isPresent() && finished.isEmpty();
    }

    /// Where the call stands. What is not decided yet counts as waiting, what is approved as
    /// running.
    public CallStatus status() {
        if (finished.isPresent()) {
            return CallStatus.of(finished.get().outcome());
        }
        if (dryRun.isPresent()) {
            return CallStatus.DRY_RUN;
        }
        if (handedOver.isPresent()) {
            return CallStatus.HANDED_OVER;
        }
        return decision().map(CallRecord::statusOf).orElse(CallStatus.PENDING_APPROVAL);
    }

    private static CallStatus statusOf(Decision decision) {
        return switch (decision) {
            case Decision.Approved _ -> CallStatus.RUNNING;
            case Decision.Denied _ -> CallStatus.DENIED;
            case Decision.Expired _ -> CallStatus.EXPIRED;
            case Decision.Withdrawn _ -> CallStatus.WITHDRAWN;
        };
    }

    /// About how many characters of text it holds, for bounding memory.
    long weight() {
        int command = call.command().text().length();
        // The assessment shows the command once whole and once in parts.
        int assessment = assessed.isPresent() ? 2 * command : 0;
        int answer = answered.map(told -> told.text().length()).orElse(0);
        int edit = edited.map(event -> 3 * event.command().text().length()).orElse(0);
        int report = reported.map(told -> told.text().length()).orElse(0);
        int notes = steered.stream().mapToInt(act -> 50 + act.text().length()).sum();
        return 500L + command + assessment + answer + edit + report + notes;
    }

    /// The record after one more event of the same call.
    public CallRecord after(SupervisionEvent event) {
        CallRecord after = with(event);
        boolean textsAreGone =
                event instanceof SupervisionEvent.Deleted gone
                        && gone.what() == Deletion.EVERYTHING;
        return textsAreGone ? after.withoutTexts() : after;
    }

    private CallRecord withoutTexts() {
        SupervisionEvent.Received bare =
                (SupervisionEvent.Received)
                        EventCodec.withoutTexts(new SupervisionEvent.Received(call));
        return new CallRecord(
                bare.call(),
                bare(assessed, SupervisionEvent.Assessed.class),
                queued,
                bare(edited, SupervisionEvent.Edited.class),
                bare(decided, SupervisionEvent.Decided.class),
                started,
                backgrounded,
                finished,
                dryRun,
                bare(answered, SupervisionEvent.Answered.class),
                handedOver,
                bare(reported, SupervisionEvent.Reported.class),
                steered.stream()
                        .map(EventCodec::withoutTexts)
                        .map(SupervisionEvent.Steered.class::cast)
                        .toList(),
                star,
                bare(noted, SupervisionEvent.Noted.class),
                deleted,
                rehearsal.map(Rehearsal::withoutTexts));
    }

    private static <E extends SupervisionEvent> Optional<E> bare(Optional<E> event, Class<E> kind) {
        return event.map(EventCodec::withoutTexts).map(kind::cast);
    }

    private CallRecord with(SupervisionEvent event) {
        if (event instanceof SupervisionEvent.SentBack) {
            return undecided();
        }
        return new CallRecord(
                call,
                latest(assessed, event, SupervisionEvent.Assessed.class),
                latest(queued, event, SupervisionEvent.Queued.class),
                latest(edited, event, SupervisionEvent.Edited.class),
                latest(decided, event, SupervisionEvent.Decided.class),
                latest(started, event, SupervisionEvent.Started.class),
                latest(backgrounded, event, SupervisionEvent.Backgrounded.class),
                latest(finished, event, SupervisionEvent.Finished.class),
                latest(dryRun, event, SupervisionEvent.DryRun.class),
                latest(answered, event, SupervisionEvent.Answered.class),
                latest(handedOver, event, SupervisionEvent.HandedOver.class),
                latest(reported, event, SupervisionEvent.Reported.class),
                withNewest(event),
                latest(star, event, SupervisionEvent.Starred.class),
                latest(noted, event, SupervisionEvent.Noted.class),
                latest(deleted, event, SupervisionEvent.Deleted.class),
                Rehearsal.after(rehearsal, event));
    }

    private List<SupervisionEvent.Steered> withNewest(SupervisionEvent event) {
        if (!(event instanceof SupervisionEvent.Steered newest)) {
            return steered;
        }
        List<SupervisionEvent.Steered> all = new ArrayList<>(steered);
        all.add(newest);
        return all.subList(Math.max(0, all.size() - STEERED_HELD), all.size());
    }

    private CallRecord undecided() {
        return new CallRecord(
                call,
                assessed,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                started,
                backgrounded,
                finished,
                dryRun,
                answered,
                handedOver,
                reported,
                steered,
                star,
                noted,
                deleted,
                rehearsal);
    }

    private static <E extends SupervisionEvent> Optional<E> latest(
            Optional<E> before, SupervisionEvent event, Class<E> kind) {
        return kind.isInstance(event) ? Optional.of(kind.cast(event)) : before;
    }
}
