package dev.countersign.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.platform.bus.FakeDesktop;
import dev.countersign.platform.bus.PrivateBus;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.FxThread;
import dev.countersign.ui.WindowSurroundings;
import dev.countersign.ui.notify.CountPicture;
import dev.countersign.ui.notify.NoticeBoard;
import dev.countersign.ui.window.ConsoleWindow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxToolkit;

/// The way from a waiting call to the desktop and back, on a bus of the test's own.
class DesktopBoardTest {
    @Test
    void secretsAreMaskedAndTheTrayShowsTheCount(@TempDir Path folder) throws Exception {
        Semaphore clicks = new Semaphore(0);
        try (PrivateBus bus = PrivateBus.start(folder);
                FakeDesktop desktop = new FakeDesktop(bus).withTray();
                DesktopBoard board =
                        DesktopBoard.of(
                                "Linux",
                                bus.environment(),
                                text -> text.replace("hunter2", "•••"))) {
            board.show(
                    new NoticeBoard.Notice("codex waits", "login -p hunter2", false),
                    clicks::release);
            FakeDesktop.Shown shown = desktop.await();
            assertEquals("login -p •••", shown.body());
            desktop.click(shown.id(), "default");
            assertTrue(clicks.tryAcquire(30, TimeUnit.SECONDS));
            board.badge(2, "2 waiting calls", List.of(CountPicture.of(2, 22)), clicks::release);
            String icon = desktop.awaitIcon();
            assertEquals("2 waiting calls", desktop.property(icon, "Title"));
            desktop.press(icon);
            assertTrue(clicks.tryAcquire(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void aCallThatWaitsIsSeenByTheServerAndAClickBringsItToTheEyeAndDecidesNothing(
            @TempDir Path folder) throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        FxToolkit.registerPrimaryStage();
        try (PrivateBus bus = PrivateBus.start(folder);
                FakeDesktop desktop = new FakeDesktop(bus, "body-markup");
                DesktopBoard board = DesktopBoard.of("Linux", bus.environment(), text -> text);
                ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            SettingsStore settings =
                    new SettingsStore(folder.resolve("settings.json"), InstantSource.system());
            settings.change(Settings.NOTIFY_COMBINE, Duration.ofMillis(100));
            settings.change(Settings.NOTIFY_IN_FOCUS, true);
            ConsoleWindow window = FxThread.call(() -> window(desk, settings, board, background));
            try {
                desk.connect(FakeDesk.CODEX);
                desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "cat <b>x</b> && ls"));
                desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "make test"));
                FakeDesktop.Shown shown = desktop.await();
                while (!shown.title().startsWith("2 calls")) {
                    shown = desktop.await();
                }
                assertTrue(
                        shown.body().contains("cat &lt;b&gt;x&lt;/b&gt; &amp;&amp; ls"),
                        shown.body());
                assertEquals(List.of("default", "Show"), shown.actions());
                FxThread.call(() -> {
                    window.stage().setIconified(true);
                    return true;
                });
                desktop.click(shown.id(), "approve");
                desktop.click(shown.id(), "default");
                FxThread.await("the window is raised", () -> !window.stage().isIconified());
                assertEquals(List.of(), desk.deeds(), "nothing was decided");
            } finally {
                FxThread.call(() -> {
                    window.close();
                    window.stage().close();
                    return true;
                });
            }
        }
    }

    private static ConsoleWindow window(
            FakeDesk desk, SettingsStore settings, NoticeBoard board, ExecutorService background) {
        ConsoleWindow window =
                new ConsoleWindow(
                        new Stage(), WindowSurroundings.of(desk, settings, background, board));
        window.stage().show();
        return window;
    }
}
