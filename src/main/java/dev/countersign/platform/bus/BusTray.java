package dev.countersign.platform.bus;

import dev.countersign.platform.TrayIcon;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The tray of a freedesktop.org desktop, where it has one. Guarded by lock; blocks while the bus
/// answers.
public final class BusTray implements TrayIcon {
    private static final Logger LOG = LoggerFactory.getLogger(BusTray.class);

    private final SessionBus bus;
    private final ReentrantLock lock = new ReentrantLock();
    private final Item item;
    private Optional<DBusConnection> announced = Optional.empty();

    /// @param click done when the person presses the icon; called on any thread
    public BusTray(SessionBus bus, Runnable click) {
        this.bus = bus;
        item = new Item(click);
    }

    @Override
    public boolean show(String words, boolean attention, List<Picture> pictures) {
        lock.lock();
        try {
            if (!bus.hasOwner(StatusItemWatcher.BUS_NAME)) {
                return false;
            }
            DBusConnection connection = bus.connection();
            item.state =
                    new State(words, attention, pictures.stream().map(BusTray::pixmap).toList());
            if (announced.equals(Optional.of(connection))) {
                tellNews(connection, attention);
                return true;
            }
            connection.exportObject(StatusItem.PATH, item);
            connection
                    .getRemoteObject(
                            StatusItemWatcher.BUS_NAME,
                            StatusItemWatcher.PATH,
                            StatusItemWatcher.class)
                    .register(connection.getUniqueName());
            announced = Optional.of(connection);
            return true;
        } catch (DBusException | DBusExecutionException e) {
            LOG.debug("the tray does not answer", e);
            return false;
        } finally {
            lock.unlock();
        }
    }

    private static void tellNews(DBusConnection connection, boolean attention)
            throws DBusException {
        connection.sendMessage(new StatusItem.NewIcon(StatusItem.PATH));
        connection.sendMessage(new StatusItem.NewTitle(StatusItem.PATH));
        connection.sendMessage(new StatusItem.NewToolTip(StatusItem.PATH));
        connection.sendMessage(new StatusItem.NewStatus(StatusItem.PATH, status(attention)));
    }

    private static String status(boolean attention) {
        return attention ? "NeedsAttention" : "Active";
    }

    private static StatusItem.Pixmap pixmap(Picture picture) {
        ByteBuffer bytes = ByteBuffer.allocate(picture.argb().length * Integer.BYTES);
        for (int pixel : picture.argb()) {
            bytes.putInt(pixel);
        }
        return new StatusItem.Pixmap(picture.side(), picture.side(), bytes.array());
    }

    /// An icon goes when its connection does; there is no other word for it in the specification.
    @Override
    public void hide() {
        lock.lock();
        try {
            if (announced.isEmpty()) {
                return;
            }
            announced.get().unExportObject(StatusItem.PATH);
            announced.get().sendMessage(new StatusItem.NewStatus(StatusItem.PATH, "Passive"));
            announced = Optional.empty();
        } catch (DBusException | DBusExecutionException e) {
            LOG.debug("the tray does not answer", e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<String> obstacle() {
        try {
            return bus.hasOwner(StatusItemWatcher.BUS_NAME)
                    ? Optional.empty()
                    : Optional.of(
                            "this desktop has no tray for it (StatusNotifierItem); the count stands"
                                    + " in the window's title and icon");
        } catch (DBusException e) {
            return Optional.of(
                    e.getMessage() + "; the count stands in the window's title and icon");
        }
    }

    @Override
    public void close() {
        hide();
    }

    private record State(String words, boolean attention, List<StatusItem.Pixmap> pixmaps) {}

    /// What the desktop asks, on threads of the bus.
    static final class Item implements StatusItem {
        private final Runnable click;
        private volatile State state = new State("Countersign", false, List.of());

        Item(Runnable click) {
            this.click = click;
        }

        @Override
        public String getObjectPath() {
            return PATH;
        }

        @Override
        public void activate(int x, int y) {
            click.run();
        }

        @Override
        public void secondaryActivate(int x, int y) {
            click.run();
        }

        @Override
        public void contextMenu(int x, int y) {
            click.run();
        }

        @Override
        public void scroll(int delta, String orientation) {
            // Nothing to scroll through.
        }

        @Override
        public String category() {
            return "ApplicationStatus";
        }

        @Override
        public String id() {
            return "countersign";
        }

        @Override
        public String title() {
            return state.words();
        }

        @Override
        public String status() {
            return BusTray.status(state.attention());
        }

        @Override
        public String iconName() {
            return "";
        }

        @Override
        public List<Pixmap> iconPixmap() {
            return state.pixmaps();
        }

        @Override
        public Hint toolTip() {
            return new Hint("", List.of(), "Countersign", state.words());
        }

        @Override
        public boolean itemIsMenu() {
            return false;
        }
    }
}
