package dev.countersign.platform.bus;

import java.util.List;
import org.freedesktop.dbus.Struct;
import org.freedesktop.dbus.annotations.DBusBoundProperty;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.annotations.DBusProperty.Access;
import org.freedesktop.dbus.annotations.Position;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.messages.DBusSignal;

/// An icon in the tray, as the StatusNotifierItem specification has it: the desktop asks it what to
/// show and tells it when it is pressed. Public only since the bus reaches it by reflection.
@DBusInterfaceName("org.kde.StatusNotifierItem")
public interface StatusItem extends DBusInterface {
    String PATH = "/StatusNotifierItem";

    @DBusMemberName("Activate")
    void activate(int x, int y);

    @DBusMemberName("SecondaryActivate")
    void secondaryActivate(int x, int y);

    @DBusMemberName("ContextMenu")
    void contextMenu(int x, int y);

    @DBusMemberName("Scroll")
    void scroll(int delta, String orientation);

    @DBusBoundProperty(name = "Category", access = Access.READ)
    String category();

    @DBusBoundProperty(name = "Id", access = Access.READ)
    String id();

    @DBusBoundProperty(name = "Title", access = Access.READ)
    String title();

    @DBusBoundProperty(name = "Status", access = Access.READ)
    String status();

    @DBusBoundProperty(name = "IconName", access = Access.READ)
    String iconName();

    @DBusBoundProperty(name = "IconPixmap", access = Access.READ)
    List<Pixmap> iconPixmap();

    @DBusBoundProperty(name = "ToolTip", access = Access.READ)
    Hint toolTip();

    @DBusBoundProperty(name = "ItemIsMenu", access = Access.READ)
    boolean itemIsMenu();

    /// A picture: 32 bits a pixel, alpha, red, green, blue, in network order.
    final class Pixmap extends Struct {
        @Position(0)
        private final int width;

        @Position(1)
        private final int height;

        @Position(2)
        private final byte[] argb;

        public Pixmap(int width, int height, byte[] argb) {
            this.width = width;
            this.height = height;
            this.argb = argb;
        }

        public int getWidth() {
            return width;
        }

        public int getHeight() {
            return height;
        }

        public byte[] getArgb() {
            return argb;
        }
    }

    /// What stands over the icon.
    final class Hint extends Struct {
        @Position(0)
        private final String icon;

        @Position(1)
        private final List<Pixmap> pixmaps;

        @Position(2)
        private final String title;

        @Position(3)
        private final String text;

        public Hint(String icon, List<Pixmap> pixmaps, String title, String text) {
            this.icon = icon;
            this.pixmaps = pixmaps;
            this.title = title;
            this.text = text;
        }

        public String getIcon() {
            return icon;
        }

        public List<Pixmap> getPixmaps() {
            return pixmaps;
        }

        public String getTitle() {
            return title;
        }

        public String getText() {
            return text;
        }
    }

    /// Ask again for the picture.
    @DBusMemberName("NewIcon")
    final class NewIcon extends DBusSignal {
        public NewIcon(String path) throws DBusException {
            super(path);
        }
    }

    /// Ask again for the title.
    @DBusMemberName("NewTitle")
    final class NewTitle extends DBusSignal {
        public NewTitle(String path) throws DBusException {
            super(path);
        }
    }

    /// Ask again for what stands over the icon.
    @DBusMemberName("NewToolTip")
    final class NewToolTip extends DBusSignal {
        public NewToolTip(String path) throws DBusException {
            super(path);
        }
    }

    /// The status is another.
    @DBusMemberName("NewStatus")
    final class NewStatus extends DBusSignal {
        private final String status;

        public NewStatus(String path, String status) throws DBusException {
            super(path, status);
            this.status = status;
        }

        public String status() {
            return status;
        }
    }
}
