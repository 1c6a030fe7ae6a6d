package dev.countersign.platform.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.platform.DesktopNotices.Notice;
import dev.countersign.platform.TrayIcon;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against the real `dbus-daemon`, with a notification server and a tray of the test's own.
class SessionBusTest {
    @Test
    void aNoticeIsSeenReplacedClickedAndWithdrawn(@TempDir Path folder) throws Exception {
        Semaphore clicks = new Semaphore(0);
        try (PrivateBus daemon = PrivateBus.start(folder);
                FakeDesktop desktop = new FakeDesktop(daemon, "body", "actions");
                SessionBus bus = new SessionBus(daemon.environment(), System::nanoTime);
                BusNotices notices = new BusNotices(bus)) {
            assertEquals(Optional.empty(), notices.obstacle());
            assertEquals(Optional.of("fake 1.0"), notices.server());
            assertTrue(
                    notices.show(
                            new Notice(
                                    "codex asks", "git push <b>", false, SessionBusTest::nothing)));
            FakeDesktop.Shown first = desktop.await();
            assertEquals("codex asks", first.title());
            assertEquals("git push <b>", first.body(), "a server without markup gets it as it is");
            assertEquals(List.of("default", "Show"), first.actions(), "there is no way to approve");
            assertEquals(1, first.urgency());
            assertTrue(first.soundSuppressed());

            assertTrue(notices.show(new Notice("2 calls wait", "…", true, clicks::release)));
            FakeDesktop.Shown second = desktop.await();
            assertEquals(first.id(), second.replaces());
            assertEquals(2, second.urgency());

            desktop.click(second.id() + 7, "default");
            desktop.click(second.id(), "approve");
            desktop.click(second.id(), "default");
            assertTrue(clicks.tryAcquire(30, TimeUnit.SECONDS));
            assertFalse(clicks.tryAcquire(), "foreign notices and actions mean nothing");

            notices.withdraw();
            assertEquals(second.id(), desktop.awaitWithdrawn());
        }
    }

    @Test
    void aServerThatReadsMarkupIsGivenNone(@TempDir Path folder) throws Exception {
        try (PrivateBus daemon = PrivateBus.start(folder);
                FakeDesktop desktop = new FakeDesktop(daemon, "body", "body-markup");
                SessionBus bus = new SessionBus(daemon.environment(), System::nanoTime);
                BusNotices notices = new BusNotices(bus)) {
            notices.show(
                    new Notice(
                            "a",
                            "<a href='x'>click &amp; go</a><img src='y'/>",
                            false,
                            SessionBusTest::nothing));
            assertEquals(
                    "&lt;a href='x'&gt;click &amp;amp; go&lt;/a&gt;&lt;img src='y'/&gt;",
                    desktop.await().body());
        }
    }

    @Test
    void textsAreBounded() {
        Notice notice =
                new Notice(
                        "t".repeat(9_999), "b".repeat(998) + "😀x", false, SessionBusTest::nothing);
        assertEquals(Notice.LONGEST_TITLE, notice.title().length());
        assertEquals("b".repeat(998) + "…", notice.body());
    }

    @Test
    void withoutABusOrAServerItSaysWhyAndGoesOn(@TempDir Path folder) throws Exception {
        try (SessionBus none = new SessionBus(Map.of(), System::nanoTime);
                BusNotices notices = new BusNotices(none)) {
            assertFalse(notices.show(new Notice("a", "b", false, SessionBusTest::nothing)));
            assertEquals(
                    Optional.of("there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set"),
                    notices.obstacle());
            assertEquals(Optional.empty(), notices.server());
        }
        Map<String, String> gone =
                Map.of("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + folder.resolve("none"));
        try (SessionBus bus = new SessionBus(gone, System::nanoTime);
                BusNotices notices = new BusNotices(bus);
                BusTray tray = new BusTray(bus, SessionBusTest::nothing)) {
            assertFalse(notices.show(new Notice("a", "b", false, SessionBusTest::nothing)));
            assertTrue(notices.obstacle().orElseThrow().endsWith("does not answer"));
            assertFalse(tray.show("1 waits", true, List.of()));
        }
        try (PrivateBus daemon = PrivateBus.start(folder);
                SessionBus bus = new SessionBus(daemon.environment(), System::nanoTime);
                BusNotices notices = new BusNotices(bus);
                BusTray tray = new BusTray(bus, SessionBusTest::nothing)) {
            assertEquals(
                    Optional.of("nothing on the session bus shows notifications"),
                    notices.obstacle());
            assertFalse(notices.show(new Notice("a", "b", false, SessionBusTest::nothing)));
            assertTrue(tray.obstacle().orElseThrow().startsWith("this desktop has no tray"));
        }
    }

    @Test
    void theTrayShowsTheCountAndIsPressed(@TempDir Path folder) throws Exception {
        Semaphore presses = new Semaphore(0);
        try (PrivateBus daemon = PrivateBus.start(folder);
                FakeDesktop desktop = new FakeDesktop(daemon).withTray();
                SessionBus bus = new SessionBus(daemon.environment(), System::nanoTime);
                BusTray tray = new BusTray(bus, presses::release)) {
            assertEquals(Optional.empty(), tray.obstacle());
            TrayIcon.Picture picture = new TrayIcon.Picture(1, new int[] {0x11223344});
            assertTrue(tray.show("2 calls wait", true, List.of(picture)));
            String owner = desktop.awaitIcon();
            assertEquals("NeedsAttention", desktop.property(owner, "Status"));
            assertEquals("2 calls wait", desktop.property(owner, "Title"));
            assertEquals("[[1, 1, 11 22 33 44]]", pixels(desktop.property(owner, "IconPixmap")));
            desktop.press(owner);
            assertTrue(presses.tryAcquire(30, TimeUnit.SECONDS));
            assertTrue(tray.show("nothing waits", false, List.of(picture)));
            assertEquals("Active", desktop.property(owner, "Status"));
            tray.hide();
        }
    }

    /// Each struct comes as an array of its fields, bytes as a list or an array.
    private static String pixels(Object pixmaps) {
        StringBuilder text = new StringBuilder("[");
        for (Object pixmap : (List<?>) pixmaps) {
            Object[] fields = (Object[]) pixmap;
            text.append("[%s, %s,".formatted(fields[0], fields[1]));
            List<?> bytes = fields[2] instanceof List<?> list ? list : boxed((byte[]) fields[2]);
            bytes.forEach(one -> text.append(" %02x".formatted((Byte) one)));
            text.append(']');
        }
        return text.append(']').toString();
    }

    private static List<Byte> boxed(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte one : bytes) {
            list.add(one);
        }
        return list;
    }

    private static void nothing() {}
}
