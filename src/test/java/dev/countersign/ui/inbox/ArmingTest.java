package dev.countersign.ui.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.inbox.Arming.Card;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ArmingTest {
    private static final Card QUIET = new Card(ToolCallId.of(1), "low", false);
    private static final Card OTHER = new Card(ToolCallId.of(2), "low", false);
    private static final Card GRAVE = new Card(ToolCallId.of(3), "high", true);

    private SettingsSnapshot settings = SettingsSnapshot.standard();
    private final AtomicLong nanos = new AtomicLong(42);
    private final Arming arming = new Arming(nanos::get, () -> Arming.Times.of(settings));

    @Test
    void theSettingsSayHowLongAndDangerIsNeverQuicker() {
        settings = settings.with(Settings.ARM_AFTER, Duration.ofSeconds(3));
        arming.shown(QUIET, false, Duration.ZERO);
        pass(2_999);
        assertFalse(arming.isArmed());
        pass(1);
        assertTrue(arming.isArmed());
        arming.shown(GRAVE, false, Duration.ZERO);
        pass(2_999);
        assertFalse(arming.isArmed());
        pass(1);
        assertTrue(arming.isArmed());
    }

    @Test
    void nothingIsArmedWithoutACard() {
        pass(10_000);
        assertFalse(arming.isArmed());
    }

    @Test
    void anOrdinaryCardArmsAfterHalfASecond() {
        arming.shown(QUIET, false, Duration.ZERO);
        pass(499);
        assertFalse(arming.isArmed());
        assertEquals(0.998, arming.progress(), 0.001);
        pass(1);
        assertTrue(arming.isArmed());
    }

    @Test
    void aDangerousCardArmsAfterASecond() {
        arming.shown(GRAVE, false, Duration.ZERO);
        pass(999);
        assertFalse(arming.isArmed());
        pass(1);
        assertTrue(arming.isArmed());
    }

    @Test
    void aCardThatWasListedLongEnoughArmsSoonAfterAMoveByKey() {
        arming.shown(QUIET, false, Duration.ZERO);
        arming.shown(OTHER, true, Duration.ofSeconds(5));
        pass(150);
        assertTrue(arming.isArmed());
    }

    @Test
    void aMoveByKeyToAFreshCardWaitsAsLongAsAnyOther() {
        arming.shown(OTHER, true, Duration.ofMillis(100));
        pass(150);
        assertFalse(arming.isArmed());
        pass(350);
        assertTrue(arming.isArmed());
    }

    @Test
    void showingTheSameAgainChangesNothing() {
        arming.shown(QUIET, false, Duration.ZERO);
        pass(400);
        arming.shown(QUIET, false, Duration.ZERO);
        pass(100);
        assertTrue(arming.isArmed());
    }

    @Test
    void aChangedCardArmsAnewAndNeverSoon() {
        arming.shown(QUIET, false, Duration.ZERO);
        pass(600);
        arming.shown(new Card(QUIET.id(), "assessed anew", false), true, Duration.ofMinutes(1));
        pass(499);
        assertFalse(arming.isArmed());
        pass(1);
        assertTrue(arming.isArmed());
    }

    @Test
    void theWindowsFocusArmsAnew() {
        arming.shown(GRAVE, false, Duration.ZERO);
        pass(5_000);
        arming.regainedFocus();
        assertFalse(arming.isArmed());
        pass(1_000);
        assertTrue(arming.isArmed());
    }

    @Test
    void aHiddenCardIsNotArmedAndStartsFromTheBeginning() {
        arming.shown(QUIET, false, Duration.ZERO);
        pass(600);
        arming.hidden();
        assertFalse(arming.isArmed());
        arming.shown(QUIET, false, Duration.ZERO);
        assertFalse(arming.isArmed());
    }

    private void pass(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
