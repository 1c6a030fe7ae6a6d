package dev.countersign.launcher;

import dev.countersign.platform.DesktopNotices;
import dev.countersign.platform.ScriptNotices;
import dev.countersign.platform.Tone;
import dev.countersign.platform.TrayIcon;
import dev.countersign.platform.bus.BusNotices;
import dev.countersign.platform.bus.BusTray;
import dev.countersign.platform.bus.SessionBus;
import dev.countersign.ui.notify.CountPicture;
import dev.countersign.ui.notify.NoticeBoard;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The desktop as the place where the window tells a person something. What it tells has its
/// secrets masked, since notifications are kept by others.
final class DesktopBoard implements NoticeBoard, AutoCloseable {
    private final DesktopNotices notices;
    private final Optional<TrayIcon> tray;
    private final Optional<SessionBus> bus;
    private final UnaryOperator<String> mask;
    private volatile Runnable trayClick = () -> {};

    private DesktopBoard(
            Optional<SessionBus> bus,
            Optional<DesktopNotices> notices,
            UnaryOperator<String> mask) {
        this.bus = bus;
        this.mask = mask;
        this.notices = notices.or(() -> bus.map(BusNotices::new)).orElseThrow();
        tray = bus.map(open -> new BusTray(open, () -> trayClick.run()));
    }

    /// @param systemName as the system property `os.name` has it
    static DesktopBoard of(
            String systemName, Map<String, String> environment, UnaryOperator<String> mask) {
        String system = systemName.toLowerCase(Locale.ROOT);
        boolean scripted = system.startsWith("mac") || system.startsWith("windows");
        return scripted
                ? new DesktopBoard(
                        Optional.empty(), Optional.of(new ScriptNotices(systemName)), mask)
                : new DesktopBoard(
                        Optional.of(new SessionBus(environment, System::nanoTime)),
                        Optional.empty(),
                        mask);
    }

    @Override
    public void show(Notice notice, Runnable click) {
        notices.show(
                new DesktopNotices.Notice(
                        mask.apply(notice.title()),
                        mask.apply(notice.body()),
                        notice.urgent(),
                        click));
    }

    @Override
    public void withdraw() {
        notices.withdraw();
    }

    @Override
    public void sound() {
        Tone.play();
    }

    @Override
    public void badge(int waiting, String words, List<CountPicture> pictures, Runnable click) {
        trayClick = click;
        tray.ifPresent(icon ->
                icon.show(
                        words,
                        waiting > 0,
                        pictures.stream()
                                .map(picture ->
                                        new TrayIcon.Picture(picture.side(), picture.argb()))
                                .toList()));
    }

    @Override
    public void noBadge() {
        tray.ifPresent(TrayIcon::hide);
    }

    @Override
    public void close() {
        notices.close();
        tray.ifPresent(TrayIcon::close);
        bus.ifPresent(SessionBus::close);
    }
}
