package dev.countersign.mcp;

import com.sun.security.auth.module.UnixSystem;
import dev.countersign.supervision.AgentGateway;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;

/// The console's Unix domain socket. Only the user that runs the console can connect: the folder is
/// theirs alone, and so is the socket, and the system is asked who is at the other end.
///
/// Two steps, so that a second console is noticed before anything else of it starts: [#bind] takes
/// the socket, [#serve] begins to answer. Safe on any thread.
public final class SocketListener implements AutoCloseable {
    /// How long the path of a socket may be, in bytes, less its closing NUL: the size of `sun_path`
    /// on Linux, the larger of those that we run on.
    public static final int MAXIMUM_PATH_BYTES = 107;

    private static final Logger LOG = LoggerFactory.getLogger(SocketListener.class);
    private static final int BACKLOG = 128;
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(100);

    private final Path socket;
    private final UserPrincipal owner;
    private final FileChannel lock;
    private final ServerSocketChannel server;
    private final Set<JsonRpcConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong outgoingBytes = new AtomicLong();
    private volatile boolean closed;

    private SocketListener(
            Path socket, UserPrincipal owner, FileChannel lock, ServerSocketChannel server) {
        this.socket = socket;
        this.owner = owner;
        this.lock = lock;
        this.server = server;
    }

    /// Takes the socket, unless a console runs that has it. A socket file that nobody listens on is
    /// removed.
    public static SocketBinding bind(Path socket) {
        return bind(socket, new UnixSystem().getUid());
    }

    /// @param userId who must own the folder
    static SocketBinding bind(Path socket, long userId) {
        int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAXIMUM_PATH_BYTES) {
            return new SocketBinding.Refused(
                    "The socket's path is %d bytes long and the system takes at most %d: %s. Choose a shorter COUNTERSIGN_HOME."
                            .formatted(length, MAXIMUM_PATH_BYTES, socket));
        }
        Path folder = socket.toAbsolutePath().getParent();
        if (folder == null) {
            return new SocketBinding.Refused("The socket needs a folder: " + socket);
        }
        try {
            UserPrincipal owner = SocketFolder.secure(folder, userId);
            return bindIn(folder, socket, owner);
        } catch (IOException failure) {
            return new SocketBinding.Refused(
                    "The console cannot listen at %s: %s".formatted(socket, words(failure)));
        }
    }

    private static SocketBinding bindIn(Path folder, Path socket, UserPrincipal owner)
            throws IOException {
        FileChannel lock = openLock(folder.resolve("console.lock"));
        boolean bound = false;
        try {
            if (!tryLock(lock)) {
                return new SocketBinding.AlreadyRunning();
            }
            if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
                if (RunningConsole.listensAt(socket)) {
                    return new SocketBinding.AlreadyRunning();
                }
                removeStale(socket);
            }
            ServerSocketChannel server = listen(socket);
            bound = true;
            return new SocketBinding.Bound(new SocketListener(socket, owner, lock, server));
        } finally {
            if (!bound) {
                lock.close();
            }
        }
    }

    private static FileChannel openLock(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /// The lock outlives no process, so it also tells a console that is just starting from one that
    /// was killed.
    private static boolean tryLock(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    private static void removeStale(Path socket) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isOther()) {
            throw new IOException("there is a file that is no socket; move it away");
        }
        LOG.info("removing the socket file of a console that has ended: {}", socket);
        Files.delete(socket);
    }

    private static ServerSocketChannel listen(Path socket) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean listening = false;
        try {
            server.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            listening = true;
            return server;
        } finally {
            if (!listening) {
                server.close();
            }
        }
    }

    private static String words(IOException failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    public Path socket() {
        return socket;
    }

    /// Begins to answer whoever connects. Starts threads and returns at once.
    ///
    /// @param version the console's own, as clients are told it
    public void serve(AgentGateway gateway, String version) {
        serve(gateway, version, Thread.ofVirtual().name("mcp-read").factory());
    }

    /// @param readers makes the thread that reads a connection
    void serve(AgentGateway gateway, String version, ThreadFactory readers) {
        Thread.ofVirtual()
                .name("mcp-accept")
                .start(() -> acceptAll(channel -> admit(channel, gateway, version, readers)));
    }

    /// Takes a connection that was just accepted, and owns it.
    private interface Admission {
        void admit(SocketChannel channel) throws IOException;
    }

    private void acceptAll(Admission admission) {
        while (!closed) {
            try {
                admitOrClose(server.accept(), admission);
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException | RuntimeException | Error failure) {
                // One connection that cannot be served must not end the serving of all others:
                // where memory or threads are short, others will end and give some back; where a
                // class cannot be loaded, what is loaded still serves those who are connected.
                LOG.warn("cannot accept a connection: {}", failure.toString());
                pause();
            }
        }
    }

    private static void admitOrClose(SocketChannel channel, Admission admission)
            throws IOException {
        boolean admitted = false;
        try {
            admission.admit(channel);
            admitted = true;
        } finally {
            if (!admitted) {
                channel.close();
            }
        }
    }

    /// What keeps a connection from being accepted (no file descriptor left) does not pass at once.
    private static void pause() {
        try {
            Thread.sleep(PAUSE_AFTER_FAILURE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void admit(
            SocketChannel channel, AgentGateway gateway, String version, ThreadFactory readers)
            throws IOException {
        if (!isOwner(channel)) {
            LOG.warn("a connection of another user was refused");
            channel.close();
            return;
        }
        int most = gateway.limits().connections();
        if (connections.size() >= most) {
            LOG.warn("more than {} connections; the newest was refused", most);
            refuse(channel, most);
            return;
        }
        JsonRpcConnection connection =
                new JsonRpcConnection(
                        channel, outgoingBytes, () -> gateway.limits().messageBytes());
        connections.add(connection);
        boolean started = false;
        try {
            readers.newThread(() -> serve(connection, channel, gateway, version)).start();
            started = true;
        } finally {
            if (!started) {
                connections.remove(connection);
            }
        }
        if (closed) {
            connection.cutOff();
        }
    }

    private void serve(
            JsonRpcConnection connection,
            SocketChannel channel,
            AgentGateway gateway,
            String version) {
        try {
            connection.run(
                    new McpSession(connection, gateway, version, PeerProcess.of(channel)));
        } finally {
            connections.remove(connection);
            connection.cutOff();
        }
    }

    private boolean isOwner(SocketChannel channel) throws IOException {
        return channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(owner);
    }

    /// A fresh socket's buffer takes a line this short at once, so this does not block.
    private static void refuse(SocketChannel channel, int most) throws IOException {
        try (channel) {
            byte[] line =
                    Json.line(
                            JsonRpcConnection.failure(
                                    JsonNodeFactory.instance.nullNode(),
                                    JsonRpcMessage.LIMIT_REACHED,
                                    String.format(
                                            Locale.ROOT,
                                            "the console serves at most %,d connections at once",
                                            most)));
            channel.configureBlocking(false);
            channel.write(ByteBuffer.wrap(line));
        }
    }

    /// How many peers are connected now.
    int connectionCount() {
        return connections.size();
    }

    /// Ends all connections and removes the socket file. Blocks while last answers go out, two
    /// seconds at most.
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            // The file goes first: nobody should find it and then be turned away.
            Files.deleteIfExists(socket);
            server.close();
        } catch (IOException failure) {
            LOG.warn("cannot remove {}: {}", socket, failure.toString());
        }
        closeConnections();
        try {
            lock.close();
        } catch (IOException failure) {
            LOG.warn("cannot release the lock beside {}: {}", socket, failure.toString());
        }
    }

    private void closeConnections() {
        Set<Thread> closing = ConcurrentHashMap.newKeySet();
        for (JsonRpcConnection connection : connections) {
            closing.add(Thread.ofVirtual().name("mcp-close").start(connection::close));
        }
        for (Thread thread : closing) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
