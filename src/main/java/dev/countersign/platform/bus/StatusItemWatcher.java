package dev.countersign.platform.bus;

import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.interfaces.DBusInterface;

/// Where icons of the tray announce themselves. Public only since the bus reaches it by reflection.
@DBusInterfaceName("org.kde.StatusNotifierWatcher")
public interface StatusItemWatcher extends DBusInterface {
    String BUS_NAME = "org.kde.StatusNotifierWatcher";
    String PATH = "/StatusNotifierWatcher";

    @DBusMemberName("RegisterStatusNotifierItem")
    void register(String service);
}
