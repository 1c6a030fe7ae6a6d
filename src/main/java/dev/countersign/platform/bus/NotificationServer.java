package dev.countersign.platform.bus;

import java.util.List;
import java.util.Map;
import org.freedesktop.dbus.Tuple;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.annotations.Position;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.messages.DBusSignal;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

/// What shows notifications, as the Desktop Notifications Specification 1.2 has it. Public only
/// since the bus reaches it by reflection.
@DBusInterfaceName("org.freedesktop.Notifications")
public interface NotificationServer extends DBusInterface {
    String BUS_NAME = "org.freedesktop.Notifications";
    String PATH = "/org/freedesktop/Notifications";

    @DBusMemberName("Notify")
    UInt32 show(
            String program,
            UInt32 replaces,
            String icon,
            String summary,
            String body,
            List<String> actions,
            Map<String, Variant<?>> hints,
            int expireMilliseconds);

    @DBusMemberName("CloseNotification")
    void withdraw(UInt32 id);

    @DBusMemberName("GetCapabilities")
    List<String> capabilities();

    @DBusMemberName("GetServerInformation")
    Information<String, String, String, String> information();

    /// Who it is. The bus finds the types of a tuple's parts in its type arguments alone.
    final class Information<N, V, E, S> extends Tuple {
        @Position(0)
        private final N name;

        @Position(1)
        private final V vendor;

        @Position(2)
        private final E version;

        @Position(3)
        private final S specification;

        public Information(N name, V vendor, E version, S specification) {
            this.name = name;
            this.vendor = vendor;
            this.version = version;
            this.specification = specification;
        }

        public N name() {
            return name;
        }

        public V vendor() {
            return vendor;
        }

        public E version() {
            return version;
        }

        public S specification() {
            return specification;
        }
    }

    /// The person chose something of a notification.
    @DBusMemberName("ActionInvoked")
    final class ActionInvoked extends DBusSignal {
        private final UInt32 id;
        private final String action;

        public ActionInvoked(String path, UInt32 id, String action) throws DBusException {
            super(path, id, action);
            this.id = id;
            this.action = action;
        }

        public UInt32 id() {
            return id;
        }

        public String action() {
            return action;
        }
    }

    /// A notification is gone.
    @DBusMemberName("NotificationClosed")
    final class NotificationClosed extends DBusSignal {
        private final UInt32 id;
        private final UInt32 reason;

        public NotificationClosed(String path, UInt32 id, UInt32 reason) throws DBusException {
            super(path, id, reason);
            this.id = id;
            this.reason = reason;
        }

        public UInt32 id() {
            return id;
        }

        public UInt32 reason() {
            return reason;
        }
    }
}
