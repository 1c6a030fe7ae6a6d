package dev.countersign.platform.bus;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.interfaces.DBus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connection to the desktop's session bus, made when it is first needed and again after it was
/// lost. Guarded by lock.
public final class SessionBus implements AutoCloseable {
    /// What wants a lost connection back must not ask more often.
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(5);

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String ADDRESS_VARIABLE = "DBUS_SESSION_BUS_ADDRESS";
    private static final Logger LOG = LoggerFactory.getLogger(SessionBus.class);

    private final Optional<String> address;
    private final LongSupplier nanoClock;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<DBusConnection> open = Optional.empty();
    private Optional<Long> failedAt = Optional.empty();
    private String failure = "";
    private boolean closed;

    /// @param environment in which the desktop says where its bus is
    /// @param nanoClock nanoseconds that only grow
    public SessionBus(Map<String, String> environment, LongSupplier nanoClock) {
        this.address = address(environment);
        this.nanoClock = nanoClock;
    }

    private static Optional<String> address(Map<String, String> environment) {
        String told = environment.getOrDefault(ADDRESS_VARIABLE, "");
        if (!told.isEmpty()) {
            return Optional.of(told);
        }
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        Path socket = Path.of(runtime.isEmpty() ? "/nonexistent" : runtime, "bus");
        return Files.exists(socket) ? Optional.of("unix:path=" + socket) : Optional.empty();
    }

    /// The connection. Blocks for some seconds at most.
    ///
    /// @throws DBusException when there is none; the message is a clause for people
    DBusConnection connection() throws DBusException {
        lock.lock();
        try {
            if (open.filter(DBusConnection::isConnected).isPresent()) {
                return open.get();
            }
            open = Optional.empty();
            if (closed || address.isEmpty()) {
                throw new DBusException(
                        "there is no session bus: " + ADDRESS_VARIABLE + " is not set");
            }
            boolean tooSoon =
                    failedAt.filter(at -> nanoClock.getAsLong() - at < BETWEEN_ATTEMPTS.toNanos())
                            .isPresent();
            if (tooSoon) {
                throw new DBusException(failure);
            }
            return connect(address.get());
        } finally {
            lock.unlock();
        }
    }

    private DBusConnection connect(String where) throws DBusException {
        try {
            DBusConnection fresh =
                    DBusConnectionBuilder.forAddress(where)
                            .withShared(false)
                            .transportConfig()
                            .withTimeout((int) PATIENCE.toMillis())
                            .back()
                            .build();
            open = Optional.of(fresh);
            failedAt = Optional.empty();
            return fresh;
        } catch (DBusException | RuntimeException e) {
            LOG.debug("no session bus at {}", where, e);
            failedAt = Optional.of(nanoClock.getAsLong());
            failure = "the session bus at %s does not answer".formatted(where);
            throw new DBusException(failure);
        }
    }

    /// Whether somebody has this name on the bus, or can be started by it.
    boolean hasOwner(String name) throws DBusException {
        DBus bus =
                connection()
                        .getRemoteObject(
                                "org.freedesktop.DBus", "/org/freedesktop/DBus", DBus.class);
        try {
            return bus.NameHasOwner(name)
                    || Arrays.asList(bus.ListActivatableNames()).contains(name);
        } catch (DBusExecutionException e) {
            throw new DBusException("the session bus does not answer: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            open.ifPresent(DBusConnection::disconnect);
            open = Optional.empty();
        } finally {
            lock.unlock();
        }
    }
}
