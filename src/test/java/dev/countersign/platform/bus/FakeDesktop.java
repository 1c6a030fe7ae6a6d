package dev.countersign.platform.bus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

/// What a desktop has on its bus: a notification server that keeps what it is asked to show, and a
/// tray that keeps who announced itself. A connection of its own, as in life.
public final class FakeDesktop implements AutoCloseable {
    /// What was to be shown.
    public record Shown(
            long id,
            long replaces,
            String title,
            String body,
            List<String> actions,
            byte urgency,
            boolean soundSuppressed) {}

    private final DBusConnection connection;
    private final BlockingQueue<Shown> shown = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> withdrawn = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> icons = new LinkedBlockingQueue<>();
    private final List<String> capabilities;
    private long last;

    public FakeDesktop(PrivateBus bus, String... capabilities) throws DBusException {
        this.capabilities = List.of(capabilities);
        connection = DBusConnectionBuilder.forAddress(bus.address()).withShared(false).build();
        connection.exportObject(NotificationServer.PATH, new Server());
        connection.requestBusName(NotificationServer.BUS_NAME);
    }

    /// Has a tray, too.
    public FakeDesktop withTray() throws DBusException {
        connection.exportObject(StatusItemWatcher.PATH, new Tray());
        connection.requestBusName(StatusItemWatcher.BUS_NAME);
        return this;
    }

    /// The next notice; fails the test when none comes.
    public Shown await() throws InterruptedException {
        return Optional.ofNullable(shown.poll(30, TimeUnit.SECONDS))
                .orElseThrow(() -> new AssertionError("no notification came"));
    }

    public List<Shown> all() {
        return new ArrayList<>(shown);
    }

    public long awaitWithdrawn() throws InterruptedException {
        return Optional.ofNullable(withdrawn.poll(30, TimeUnit.SECONDS))
                .orElseThrow(() -> new AssertionError("no notification was withdrawn"));
    }

    public String awaitIcon() throws InterruptedException {
        return Optional.ofNullable(icons.poll(30, TimeUnit.SECONDS))
                .orElseThrow(() -> new AssertionError("no icon was announced"));
    }

    /// What the tray asks of an icon.
    public Object property(String owner, String name) throws DBusException {
        return hint(
                connection
                        .getRemoteObject(
                                owner,
                                StatusItem.PATH,
                                org.freedesktop.dbus.interfaces.Properties.class)
                        .GetAll("org.kde.StatusNotifierItem"),
                name);
    }

    private static Object hint(Map<String, Variant<?>> values, String name) {
        Variant<?> value = values.get(name);
        if (value == null) {
            throw new AssertionError(name + " is missing in " + values.keySet());
        }
        return value.getValue();
    }

    public void press(String owner) throws DBusException {
        connection.getRemoteObject(owner, StatusItem.PATH, StatusItem.class).activate(1, 1);
    }

    /// The person clicks on a notification, or on a button that somebody put there.
    public void click(long id, String action) throws DBusException {
        connection.sendMessage(
                new NotificationServer.ActionInvoked(
                        NotificationServer.PATH, new UInt32(id), action));
    }

    @Override
    public void close() {
        connection.disconnect();
    }

    /// Called by the bus.
    public final class Server implements NotificationServer {
        @Override
        public String getObjectPath() {
            return PATH;
        }

        @Override
        public UInt32 show(
                String program,
                UInt32 replaces,
                String icon,
                String summary,
                String body,
                List<String> actions,
                Map<String, Variant<?>> hints,
                int expireMilliseconds) {
            long id = replaces.longValue() == 0 ? ++last : replaces.longValue();
            shown.add(
                    new Shown(
                            id,
                            replaces.longValue(),
                            summary,
                            body,
                            List.copyOf(actions),
                            (Byte) hint(hints, "urgency"),
                            (Boolean) hint(hints, "suppress-sound")));
            return new UInt32(id);
        }

        @Override
        public void withdraw(UInt32 id) {
            withdrawn.add(id.longValue());
        }

        @Override
        public List<String> capabilities() {
            return capabilities;
        }

        @Override
        public Information<String, String, String, String> information() {
            return new Information<>("fake", "test", "1.0", "1.2");
        }
    }

    /// Called by the bus.
    public final class Tray implements StatusItemWatcher {
        @Override
        public String getObjectPath() {
            return PATH;
        }

        @Override
        public void register(String service) {
            icons.add(service);
        }
    }
}
