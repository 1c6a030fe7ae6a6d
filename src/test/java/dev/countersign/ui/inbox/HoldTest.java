package dev.countersign.ui.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class HoldTest {
    private final AtomicLong nanos = new AtomicLong(7);
    private Duration time = Duration.ofSeconds(1);
    private final Hold hold = new Hold(nanos::get, () -> time);

    private void pass(Duration passing) {
        nanos.addAndGet(passing.toNanos());
    }

    @Test
    void aHoldIsLongEnoughWhenItsTimeIsOver() {
        assertFalse(hold.isUnderWay());
        hold.begin();
        assertTrue(hold.isUnderWay());
        assertEquals(0, hold.progress());
        pass(Duration.ofMillis(250));
        assertEquals(0.25, hold.progress());
        assertEquals(0.75, hold.secondsLeft(hold.progress()));
        pass(Duration.ofMillis(749));
        assertTrue(hold.progress() < 1);
        pass(Duration.ofMillis(1));
        assertEquals(1, hold.progress());
        pass(Duration.ofSeconds(5));
        assertEquals(1, hold.progress());
    }

    @Test
    void whatWasHeldBeforeDoesNotCount() {
        hold.begin();
        pass(Duration.ofMillis(900));
        hold.end();
        assertFalse(hold.isUnderWay());
        hold.begin();
        assertEquals(0, hold.progress());
    }

    @Test
    void aSettingThatChangesWhileItIsHeldCountsFromTheNextHold() {
        hold.begin();
        time = Duration.ofSeconds(10);
        pass(Duration.ofSeconds(1));
        assertEquals(1, hold.progress());
        hold.begin();
        pass(Duration.ofSeconds(1));
        assertEquals(0.1, hold.progress());
    }
}
