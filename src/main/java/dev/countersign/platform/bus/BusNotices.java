package dev.countersign.platform.bus;

import dev.countersign.platform.DesktopNotices;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notifications of a freedesktop.org desktop. Guarded by lock; blocks while the bus answers.
public final class BusNotices implements DesktopNotices {
    private static final Logger LOG = LoggerFactory.getLogger(BusNotices.class);
    private static final String PROGRAM = "Countersign";
    private static final String ICON = "countersign";

    // The specification's name of a click on the notification itself.
    private static final String CLICK = "default";
    private static final byte NORMAL = 1;
    private static final byte CRITICAL = 2;
    private static final UInt32 NONE = new UInt32(0);
    private static final int AS_THE_SERVER_LIKES = -1;

    private final SessionBus bus;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<DBusConnection> heard = Optional.empty();
    private UInt32 shown = NONE;
    private Runnable click = () -> {};
    private boolean told;

    public BusNotices(SessionBus bus) {
        this.bus = bus;
    }

    @Override
    public boolean show(Notice notice) {
        lock.lock();
        try {
            NotificationServer server = connected();
            boolean markup = server.capabilities().contains("body-markup");
            click = notice.click();
            shown =
                    server.show(
                            PROGRAM,
                            shown,
                            ICON,
                            notice.title(),
                            markup ? escaped(notice.body()) : notice.body(),
                            List.of(CLICK, "Show"),
                            hints(notice),
                            AS_THE_SERVER_LIKES);
            told = false;
            return true;
        } catch (DBusException | DBusExecutionException e) {
            tellOnce(e);
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// The server reads the body as markup: every sign that could begin some is written out.
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static Map<String, Variant<?>> hints(Notice notice) {
        Map<String, Variant<?>> hints = new HashMap<>();
        hints.put("urgency", new Variant<>(notice.urgent() ? CRITICAL : NORMAL));
        hints.put("desktop-entry", new Variant<>(ICON));
        // A sound is the console's own, by the person's setting.
        hints.put("suppress-sound", new Variant<>(true));
        return hints;
    }

    private NotificationServer connected() throws DBusException {
        DBusConnection connection = bus.connection();
        if (!heard.equals(Optional.of(connection))) {
            shown = NONE;
            connection.addSigHandler(NotificationServer.ActionInvoked.class, this::chosen);
            connection.addSigHandler(NotificationServer.NotificationClosed.class, this::gone);
            heard = Optional.of(connection);
        }
        return connection.getRemoteObject(
                NotificationServer.BUS_NAME, NotificationServer.PATH, NotificationServer.class);
    }

    private void chosen(NotificationServer.ActionInvoked signal) {
        Runnable task = () -> {};
        lock.lock();
        try {
            if (signal.id().equals(shown) && signal.action().equals(CLICK)) {
                task = click;
            }
        } finally {
            lock.unlock();
        }
        task.run();
    }

    private void gone(NotificationServer.NotificationClosed signal) {
        lock.lock();
        try {
            if (signal.id().equals(shown)) {
                shown = NONE;
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void withdraw() {
        lock.lock();
        try {
            if (!shown.equals(NONE)) {
                connected().withdraw(shown);
                shown = NONE;
            }
        } catch (DBusException | DBusExecutionException e) {
            tellOnce(e);
        } finally {
            lock.unlock();
        }
    }

    private void tellOnce(Exception failure) {
        if (!told) {
            LOG.warn("no desktop notifications: {}", failure.getMessage());
        }
        told = true;
    }

    @Override
    public Optional<String> obstacle() {
        try {
            return bus.hasOwner(NotificationServer.BUS_NAME)
                    ? Optional.empty()
                    : Optional.of("nothing on the session bus shows notifications");
        } catch (DBusException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Optional<String> server() {
        lock.lock();
        try {
            NotificationServer.Information<String, String, String, String> who =
                    connected().information();
            return Optional.of(who.name() + " " + who.version());
        } catch (DBusException | DBusExecutionException e) {
            LOG.debug("the notification server does not say who it is", e);
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        withdraw();
    }
}
