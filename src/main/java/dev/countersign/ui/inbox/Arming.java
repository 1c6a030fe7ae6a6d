package dev.countersign.ui.inbox;

import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// When approving begins to count: not before a person had time to see what is there.
///
/// The clock starts anew when another card is shown, when what stands on the card changes, and when
/// the window regains the focus. It needs the card to stay: [#hidden] stops it. Pure but for the
/// injected clock; confined to one thread.
final class Arming {
    /// How long a card must have been looked at.
    ///
    /// @param ordinary after it was first fully visible
    /// @param dangerous the same from level `high` up
    /// @param afterMove when the person moved there by key and the card had been in the list for
    ///   the time before
    record Times(Duration ordinary, Duration dangerous, Duration afterMove) {
        /// As the settings say.
        static Times of(SettingsSnapshot settings) {
            Duration ordinary = settings.value(Settings.ARM_AFTER);
            Duration dangerous = settings.value(Settings.ARM_AFTER_DANGEROUS);
            // Danger never makes it quicker, whatever a person has set.
            return new Times(
                    ordinary,
                    dangerous.compareTo(ordinary) < 0 ? ordinary : dangerous,
                    settings.value(Settings.ARM_AFTER_MOVE));
        }

        Duration of(boolean danger) {
            return danger ? dangerous : ordinary;
        }
    }

    /// What a decision would be about: another value is another card.
    ///
    /// @param content everything that a person judges by, compared with `equals`
    record Card(ToolCallId id, Object content, boolean dangerous) {}

    private final LongSupplier nanoClock;
    private final Supplier<Times> times;
    private Optional<Card> card = Optional.empty();
    private long since;
    private Duration wait = Duration.ZERO;

    /// Nothing is shown yet.
    ///
    /// @param nanoClock nanoseconds that only grow, as [System#nanoTime]
    /// @param times as they are now, asked when a card is shown
    Arming(LongSupplier nanoClock, Supplier<Times> times) {
        this.nanoClock = nanoClock;
        this.times = times;
    }

    /// The card is fully visible. Nothing happens when it was before, just so.
    ///
    /// @param byKey whether the person moved there by key
    /// @param listedFor how long the card had been in the list by then
    void shown(Card shown, boolean byKey, Duration listedFor) {
        if (card.equals(Optional.of(shown))) {
            return;
        }
        boolean changedInPlace = card.filter(before -> before.id().equals(shown.id())).isPresent();
        Duration ordinary = times.get().of(shown.dangerous());
        boolean seenBefore = byKey && !changedInPlace && listedFor.compareTo(ordinary) >= 0;
        card = Optional.of(shown);
        wait = seenBefore ? times.get().afterMove() : ordinary;
        since = nanoClock.getAsLong();
    }

    /// No card can be seen.
    void hidden() {
        card = Optional.empty();
    }

    /// The window has the focus again: whatever key or click comes next was perhaps meant for
    /// another window.
    void regainedFocus() {
        wait = times.get().of(card.filter(Card::dangerous).isPresent());
        since = nanoClock.getAsLong();
    }

    boolean isArmed() {
        return progress() >= 1;
    }

    /// Whether it will be armed if nothing happens, and is not yet.
    boolean isRunning() {
        return card.isPresent() && !isArmed();
    }

    /// From 0 to 1.
    double progress() {
        if (card.isEmpty()) {
            return 0;
        }
        return Math.clamp((nanoClock.getAsLong() - since) / (double) wait.toNanos(), 0.0, 1.0);
    }
}
