package dev.countersign.ui.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskLevel;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.ui.FakeDesk;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoticePolicyTest {
    private static final NoticePolicy.Act NOTHING = new NoticePolicy.Act.Nothing();
    private static final NoticePolicy.Act WITHDRAW = new NoticePolicy.Act.Withdraw();
    private static final Duration COMBINE = Settings.NOTIFY_COMBINE.standard();
    private static final LocalTime NOON = LocalTime.NOON;

    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final FakeDesk desk = new FakeDesk(() -> now);
    private final NoticePolicy policy = new NoticePolicy();
    private SettingsSnapshot settings = SettingsSnapshot.standard();

    private CallRecord call(String command) {
        return desk.require(desk.arrive(FakeDesk.ask(FakeDesk.CODEX, command)));
    }

    private NoticePolicy.Act look(boolean inFocus, CallRecord... waiting) {
        return look(inFocus, NOON, waiting);
    }

    private NoticePolicy.Act look(boolean inFocus, LocalTime local, CallRecord... waiting) {
        return policy.look(
                List.of(waiting), new NoticePolicy.Moment(now, local, inFocus), settings);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void aBurstIsToldOnceAndTogether() {
        CallRecord first = call("a");
        assertEquals(NOTHING, look(false, first));
        pass(Duration.ofSeconds(1));
        CallRecord second = call("b");
        assertEquals(NOTHING, look(false, first, second));
        pass(COMBINE);
        assertEquals(
                new NoticePolicy.Act.Tell(List.of(first, second), Optional.empty()),
                look(false, first, second));
        pass(COMBINE);
        assertEquals(NOTHING, look(false, first, second));
        CallRecord third = call("c");
        assertEquals(NOTHING, look(false, first, second, third));
        pass(COMBINE);
        assertInstanceOf(NoticePolicy.Act.Tell.class, look(false, first, second, third));
    }

    @Test
    void whatIsDecidedMeanwhileIsNotToldAndANoticeGoesWithItsCalls() {
        CallRecord first = call("a");
        look(false, first);
        pass(COMBINE);
        assertEquals(NOTHING, look(false), "a rule or a person was quicker");
        CallRecord second = call("b");
        look(false, second);
        pass(COMBINE);
        assertInstanceOf(NoticePolicy.Act.Tell.class, look(false, second));
        assertEquals(WITHDRAW, look(false));
        assertEquals(NOTHING, look(false));
    }

    @Test
    void whoLooksAtTheWindowIsNotToldUnlessWanted() {
        CallRecord first = call("a");
        look(true, first);
        pass(COMBINE);
        assertEquals(NOTHING, look(true, first));
        assertEquals(NOTHING, look(false, first), "it was seen");
        CallRecord second = call("b");
        look(false, first, second);
        pass(COMBINE);
        assertInstanceOf(NoticePolicy.Act.Tell.class, look(false, first, second));
        assertEquals(WITHDRAW, look(true, first, second), "the window is looked at");
        settings = settings.with(Settings.NOTIFY_IN_FOCUS, true);
        CallRecord third = call("c");
        look(true, third);
        pass(COMBINE);
        assertInstanceOf(NoticePolicy.Act.Tell.class, look(true, third));
    }

    @Test
    void whatHasWaitedLongIsToldOnceMoreAsUrgent() {
        CallRecord first = call("a");
        look(true, first);
        pass(Duration.ofMinutes(5).minusSeconds(1));
        assertEquals(NOTHING, look(false, first));
        pass(Duration.ofSeconds(1));
        assertEquals(
                new NoticePolicy.Act.Tell(List.of(first), Optional.of(Duration.ofMinutes(5))),
                look(false, first));
        pass(Duration.ofHours(1));
        assertEquals(NOTHING, look(false, first));
        settings = settings.with(Settings.NOTIFY_AGAIN, Optional.empty());
        CallRecord second = call("b");
        look(true, second);
        pass(Duration.ofHours(1));
        assertEquals(NOTHING, look(false, second));
    }

    @Test
    void quietHoursAreKeptAndTheirEndTellsOnce() {
        settings = settings.with(Settings.QUIET_HOURS, "22:00-07:00");
        CallRecord first = call("a");
        look(false, LocalTime.of(23, 0), first);
        pass(Duration.ofHours(1));
        assertEquals(NOTHING, look(false, LocalTime.of(0, 0), first));
        pass(Duration.ofHours(7));
        CallRecord second = call("b");
        assertEquals(NOTHING, look(false, LocalTime.of(6, 59), first, second));
        assertInstanceOf(
                NoticePolicy.Act.Tell.class, look(false, LocalTime.of(7, 0), first, second));
        assertEquals(NOTHING, look(false, LocalTime.of(7, 1), first, second));
    }

    @Test
    void offIsOff() {
        settings = settings.with(Settings.NOTIFY, false);
        CallRecord first = call("a");
        look(false, first);
        pass(Duration.ofHours(1));
        assertEquals(NOTHING, look(false, first));
        settings =
                settings.with(Settings.NOTIFY, true).with(Settings.NOTIFY_AGAIN, Optional.empty());
        assertEquals(NOTHING, look(false, first), "what waited before is not told now");
    }

    @Test
    void wordsNameAgentLevelAndCommandInBounds() {
        CallRecord high =
                desk.require(
                        desk.arrive(
                                FakeDesk.ask(FakeDesk.CODEX, "git push --force\norigin \u202Emain")
                                        .level(RiskLevel.HIGH, "Could lose commits")));
        NoticeBoard.Notice one = NoticeWords.of(List.of(high), Optional.empty(), true);
        assertEquals("codex waits for you", one.title());
        assertTrue(one.body().startsWith("High: git push --force origin "), one.body());
        assertTrue(one.body().endsWith("(codex in api)"), one.body());
        assertFalse(one.body().contains("\u202E"), "nothing in it can turn the text around");
        assertFalse(one.urgent());
        assertEquals(
                "High: codex in api",
                NoticeWords.of(List.of(high), Optional.empty(), false).body());
        CallRecord long1 = call("x".repeat(5_000));
        NoticeBoard.Notice many =
                NoticeWords.of(
                        List.of(high, long1, long1, long1, long1, long1),
                        Optional.of(Duration.ofSeconds(305)),
                        true);
        assertEquals("6 calls of codex wait, one for 5 min", many.title());
        assertEquals(5, many.body().lines().count());
        assertTrue(many.body().endsWith("and 2 more"));
        assertTrue(many.body().length() < 900, "bounded: " + many.body().length());
        assertTrue(many.urgent());
    }

    @Test
    void theCountIsDrawn() {
        for (int side : List.of(16, 22, 44, 48)) {
            for (int count : List.of(0, 1, 9, 10, 99, 5_000)) {
                int[] argb = CountPicture.of(count, side).argb();
                long ink = Arrays.stream(argb).filter(p -> p == 0xffffffff).count();
                assertTrue(ink > side, side + " " + count);
                assertEquals(0, argb[0], "corners are round");
            }
        }
        assertFalse(Arrays.equals(CountPicture.of(1, 22).argb(), CountPicture.of(2, 22).argb()));
    }
}
