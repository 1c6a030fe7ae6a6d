package dev.countersign.ui.notify;

import dev.countersign.journal.CallRecord;
import dev.countersign.settings.QuietHours;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// When a person is told of what waits. Pure but for what it remembers; confined to one thread.
///
/// A call is told of once, together with what arrives at the same time; once more, as urgent, when
/// it has waited long; and not at all where the person saw it arrive in the window.
final class NoticePolicy {
    /// What is to be done.
    sealed interface Act {
        /// Tell of these calls, the oldest first.
        ///
        /// @param calls all that wait
        /// @param late how long the oldest one has waited, where that is why it is told again
        record Tell(List<CallRecord> calls, Optional<Duration> late) implements Act {}

        /// What was told is over or has been seen.
        record Withdraw() implements Act {}

        record Nothing() implements Act {}
    }

    /// Where the person is.
    ///
    /// @param local the time of the day
    /// @param inFocus whether one of our windows has the focus
    record Moment(Instant now, LocalTime local, boolean inFocus) {}

    private final Map<ToolCallId, Instant> arrived = new HashMap<>();
    private final Set<ToolCallId> told = new HashSet<>();
    private final Set<ToolCallId> toldAgain = new HashSet<>();
    private final Set<ToolCallId> onBoard = new HashSet<>();

    /// Looks at what waits.
    Act look(Collection<CallRecord> waiting, Moment moment, SettingsSnapshot settings) {
        boolean wasOnBoard = !onBoard.isEmpty();
        take(waiting, moment.now());
        if (!settings.value(Settings.NOTIFY)) {
            told.addAll(arrived.keySet());
            return clear(wasOnBoard);
        }
        if (moment.inFocus() && !settings.value(Settings.NOTIFY_IN_FOCUS)) {
            told.addAll(arrived.keySet());
            return clear(wasOnBoard);
        }
        if (wasOnBoard && onBoard.isEmpty()) {
            return new Act.Withdraw();
        }
        boolean quiet =
                QuietHours.parse(settings.value(Settings.QUIET_HOURS))
                        .filter(hours -> hours.contains(moment.local()))
                        .isPresent();
        return quiet ? new Act.Nothing() : tell(List.copyOf(waiting), moment.now(), settings);
    }

    private void take(Collection<CallRecord> waiting, Instant now) {
        Set<ToolCallId> ids = new HashSet<>();
        waiting.forEach(call -> ids.add(call.id()));
        arrived.keySet().retainAll(ids);
        told.retainAll(ids);
        toldAgain.retainAll(ids);
        onBoard.retainAll(ids);
        ids.forEach(id -> arrived.putIfAbsent(id, now));
    }

    private Act clear(boolean wasOnBoard) {
        onBoard.clear();
        return wasOnBoard ? new Act.Withdraw() : new Act.Nothing();
    }

    private Act tell(List<CallRecord> waiting, Instant now, SettingsSnapshot settings) {
        Optional<Duration> again = settings.value(Settings.NOTIFY_AGAIN);
        List<CallRecord> late =
                waiting.stream()
                        .filter(call -> !toldAgain.contains(call.id()))
                        .filter(call ->
                                again.filter(time -> waited(call, now).compareTo(time) >= 0)
                                        .isPresent())
                        .toList();
        if (!late.isEmpty()) {
            late.forEach(call -> toldAgain.add(call.id()));
            return onBoard(waiting, Optional.of(waited(late.getFirst(), now)));
        }
        Duration together = settings.value(Settings.NOTIFY_COMBINE);
        boolean due =
                waiting.stream()
                        .map(CallRecord::id)
                        .filter(id -> !told.contains(id))
                        .map(arrived::get)
                        .anyMatch(at ->
                                at != null && Duration.between(at, now).compareTo(together) >= 0);
        return due ? onBoard(waiting, Optional.empty()) : new Act.Nothing();
    }

    private static Duration waited(CallRecord call, Instant now) {
        return Duration.between(call.call().receivedAt(), now);
    }

    private Act onBoard(List<CallRecord> calls, Optional<Duration> late) {
        told.addAll(arrived.keySet());
        onBoard.addAll(arrived.keySet());
        return new Act.Tell(calls, late);
    }
}
