package dev.countersign.ui;

import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.ui.inbox.Trial;
import dev.countersign.ui.notify.NoticeBoard;
import dev.countersign.ui.window.ConsoleWindow;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.concurrent.Executor;

/// What a window needs from outside, where a test or a picture has nothing special in mind: real
/// clocks, nothing to open, nothing to try.
public final class WindowSurroundings {
    private WindowSurroundings() {}

    public static ConsoleWindow.Surroundings of(
            PersonDesk desk, SettingsStore settings, Executor background, NoticeBoard notices) {
        return new ConsoleWindow.Surroundings(
                desk,
                settings,
                InstantSource.system(),
                ZoneId.of("UTC"),
                FakeDesk.HOME,
                "/opt/countersign/bin/countersign",
                System::nanoTime,
                background,
                _ -> {},
                new FakeLinks(),
                notices,
                Trial.none());
    }
}
