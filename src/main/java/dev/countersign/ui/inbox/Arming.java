package dev.countersign.ui.inbox;

import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// When approving begins to count: not before a person had time to see what is there.
///
/// The clock starts anew when another card is shown, when what stands on the card changes, and when
/// the window regains the focus. It needs the card to stay: [#hidden] stops it. Pure but for the
/// injected clock; confined to one thread.
final class Arming {
    /// After a card was first fully visible.
    static final Duration ORDINARY = Duration.ofMillis(500);

    /// The same from level `high` up.
    static final Duration DANGEROUS = Duration.ofSeconds(1);

    /// When the person moved there by key and the card had been in the list for the ordinary time.
    static final Duration AFTER_MOVE = Duration.ofMillis(150);

    /// What a decision would be about: another value is another card.
    ///
    /// @param content everything that a person judges by, compared with `equals`
    record Card(ToolCallId id, Object content, boolean dangerous) {}

    private final LongSupplier nanoClock;
    private Optional<Card> card = Optional.empty();
    private long since;
    private Duration wait = ORDINARY;

    /// Nothing is shown yet.
    ///
    /// @param nanoClock nanoseconds that only grow, as [System#nanoTime]
    Arming(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
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
        Duration ordinary = shown.dangerous() ? DANGEROUS : ORDINARY;
        boolean seenBefore = byKey && !changedInPlace && listedFor.compareTo(ordinary) >= 0;
        card = Optional.of(shown);
        wait = seenBefore ? AFTER_MOVE : ordinary;
        since = nanoClock.getAsLong();
    }

    /// No card can be seen.
    void hidden() {
        card = Optional.empty();
    }

    /// The window has the focus again: whatever key or click comes next was perhaps meant for
    /// another window.
    void regainedFocus() {
        wait = card.filter(Card::dangerous).isPresent() ? DANGEROUS : ORDINARY;
        since = nanoClock.getAsLong();
    }

    boolean isArmed() {
        return progress() >= 1;
    }

    /// From 0 to 1.
    double progress() {
        if (card.isEmpty()) {
            return 0;
        }
        return Math.clamp((nanoClock.getAsLong() - since) / (double) wait.toNanos(), 0.0, 1.0);
    }
}
