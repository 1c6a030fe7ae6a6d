package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.supervision.AgentLimits;
import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
final class SocketListenerTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    @TempDir Path folder;
    private final FakeGateway gateway = new FakeGateway();

    private Path socket() {
        return folder.resolve("run").resolve("s");
    }

    private static SocketListener bound(SocketBinding binding) {
        return assertInstanceOf(SocketBinding.Bound.class, binding, binding::toString).listener();
    }

    private SocketListener serve() {
        SocketListener listener = bound(SocketListener.bind(socket()));
        listener.serve(gateway, "0.1.0");
        return listener;
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void folderAndSocketAreTheOwnersAlone() throws IOException {
        try (SocketListener _ = serve()) {
            assertEquals("rwx------", mode(folder.resolve("run")));
            assertEquals("rw-------", mode(socket()));
        }
        assertFalse(Files.exists(socket()));
    }

    @Test
    void folderThatIsOpenToOthersIsClosedToThem() throws IOException {
        Files.createDirectory(folder.resolve("run"));
        Files.setPosixFilePermissions(
                folder.resolve("run"), PosixFilePermissions.fromString("rwxrwxrwx"));
        try (SocketListener _ = serve()) {
            assertEquals("rwx------", mode(folder.resolve("run")));
        }
    }

    @Test
    void symbolicLinkInPlaceOfTheFolderIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("run"), folder.resolve("elsewhere"));
        var refused = assertInstanceOf(SocketBinding.Refused.class, SocketListener.bind(socket()));
        assertTrue(refused.reason().contains("symbolic link"), refused.reason());
        assertEquals(0, folder.resolve("elsewhere").toFile().list().length);
    }

    @Test
    void folderOfAnotherUserIsRefused() {
        long somebodyElse = new UnixSystem().getUid() + 1;
        var refused =
                assertInstanceOf(
                        SocketBinding.Refused.class, SocketListener.bind(socket(), somebodyElse));
        assertTrue(refused.reason().contains("belongs to"), refused.reason());
        assertFalse(Files.exists(socket()));
    }

    @Test
    void folderInAFolderThatOthersCanChangeIsRefused() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Path socket = open.resolve("run").resolve("s");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        var refused = assertInstanceOf(SocketBinding.Refused.class, SocketListener.bind(socket));
        assertTrue(refused.reason().contains("chmod o-w " + open), refused.reason());
        assertFalse(Files.exists(socket));

        // As /tmp has it: only who owns a folder there can put another in its place.
        Files.setAttribute(open, "unix:mode", 01777);
        bound(SocketListener.bind(socket)).close();
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxr-x"));
        bound(SocketListener.bind(socket)).close();
    }

    @Test
    void folderInAFolderOfAnotherUserIsRefused() throws IOException {
        assumeTrue(new UnixSystem().getUid() == 0, "needs root to give a folder away");
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Files.setAttribute(theirs, "unix:uid", OtherUser.NUMBER);
        Path socket = theirs.resolve("run").resolve("s");
        var refused = assertInstanceOf(SocketBinding.Refused.class, SocketListener.bind(socket));
        assertTrue(refused.reason().contains(theirs + ", which it stands in"), refused.reason());

        Files.setAttribute(theirs.resolve("run"), "unix:uid", OtherUser.NUMBER);
        var folderToo = assertInstanceOf(SocketBinding.Refused.class, SocketListener.bind(socket));
        assertTrue(folderToo.reason().contains("belongs to"), folderToo.reason());
        assertFalse(Files.exists(socket));
    }

    @Test
    void linkAboveTheFolderIsFollowedToWhereItLeads() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        bound(SocketListener.bind(link.resolve("run").resolve("s"))).close();
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwxrwxrwx"));
        var refused =
                assertInstanceOf(
                        SocketBinding.Refused.class,
                        SocketListener.bind(link.resolve("run").resolve("s")));
        assertTrue(refused.reason().contains("chmod o-w " + real), refused.reason());
    }

    @Test
    void fileInPlaceOfTheFolderOrTheSocketIsRefusedAndKept() throws IOException {
        Files.writeString(folder.resolve("run"), "precious");
        assertInstanceOf(SocketBinding.Refused.class, SocketListener.bind(socket()));
        assertEquals("precious", Files.readString(folder.resolve("run")));
        Files.delete(folder.resolve("run"));
        Files.createDirectory(folder.resolve("run"));
        Files.writeString(socket(), "precious");
        var refused = assertInstanceOf(SocketBinding.Refused.class, SocketListener.bind(socket()));
        assertTrue(refused.reason().contains("no socket"), refused.reason());
        assertEquals("precious", Files.readString(socket()));
    }

    @Test
    void pathThatIsTooLongIsRefusedWithTheLimit() {
        Path tooLong = folder.resolve("x".repeat(120)).resolve("s");
        var refused = assertInstanceOf(SocketBinding.Refused.class, SocketListener.bind(tooLong));
        assertTrue(refused.reason().contains("at most 107"), refused.reason());
    }

    @Test
    void staleSocketIsClearedAndALiveOneRespected() throws IOException {
        Files.createDirectory(folder.resolve("run"));
        ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        dead.bind(UnixDomainSocketAddress.of(socket()));
        // Closing leaves the file behind, as a killed console does.
        dead.close();
        assertTrue(Files.exists(socket(), LinkOption.NOFOLLOW_LINKS));
        try (SocketListener _ = serve()) {
            assertInstanceOf(SocketBinding.AlreadyRunning.class, SocketListener.bind(socket()));
            try (RawClient client = new RawClient(socket())) {
                assertTrue(client.ask(PING).has("result"));
            }
        }
    }

    @Test
    void liveSocketOfAProgramWithoutTheLockIsRespected() throws IOException {
        Files.createDirectory(folder.resolve("run"));
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(socket()));
            assertInstanceOf(SocketBinding.AlreadyRunning.class, SocketListener.bind(socket()));
        }
    }

    @Test
    void socketCanBeTakenAgainAfterItIsClosed() throws IOException {
        serve().close();
        try (SocketListener _ = serve();
                RawClient client = new RawClient(socket())) {
            assertTrue(client.ask(PING).has("result"));
        }
    }

    @Test
    void agentThatConnectsWhileTheConsoleStartsIsServedLater() throws IOException {
        try (SocketListener listener = bound(SocketListener.bind(socket()));
                RawClient client = new RawClient(socket())) {
            client.send(PING);
            listener.serve(gateway, "0.1.0");
            assertTrue(client.receive().has("result"));
        }
    }

    @Test
    void otherUserIsTurnedAwayWhereTheSameUserIsServed() throws Exception {
        try (SocketListener listener = serve()) {
            // Opened wide on purpose: what is tested is that the system is asked who connects.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(
                    folder.resolve("run"), PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(socket(), PosixFilePermissions.fromString("rw-rw-rw-"));
            String script =
                    """
                    import socket, sys
                    s = socket.socket(socket.AF_UNIX)
                    s.connect(sys.argv[1])
                    got = b""
                    try:
                        s.sendall(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\\n')
                        got = s.recv(1000)
                    except OSError:
                        pass
                    print("served" if b'"result"' in got else "got", len(got))
                    """;
            String own = OtherUser.itself(script, socket().toString());
            assertTrue(own.startsWith("served "), own);
            assertEquals("got 0", OtherUser.python(script, socket().toString()));
            McpSessionTest.await("both are gone", () -> listener.connectionCount() == 0);
            assertTrue(gateway.introductions.isEmpty(), "nobody was introduced");
        }
    }

    @Test
    void twoHundredPeersAreServedAtOnce() throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try (SocketListener listener = serve()) {
            for (int i = 0; i < 200; i++) {
                RawClient client = new RawClient(socket());
                clients.add(client);
                client.send(PING);
            }
            for (RawClient client : clients) {
                assertTrue(client.receive().has("result"));
            }
            assertEquals(200, listener.connectionCount());
            for (int i = 0; i < clients.size(); i++) {
                clients.get(i).call(Integer.toString(i), "bash", "{\"command\":\"echo hi\"}");
            }
            for (int i = 0; i < clients.size(); i++) {
                assertEquals(i, clients.get(i).receive().get("id").intValue());
            }
            for (RawClient client : clients) {
                client.close();
            }
            McpSessionTest.await("all gone", () -> listener.connectionCount() == 0);
            McpSessionTest.await("all ended", () -> gateway.disconnected.get() == 200);
        }
    }

    @Test
    void connectionThatCannotBeServedEndsAloneAndTheNextIsServed() throws IOException {
        AtomicInteger made = new AtomicInteger();
        ThreadFactory shortOfThreads =
                work -> {
                    if (made.getAndIncrement() < 3) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return Thread.ofVirtual().unstarted(work);
                };
        try (SocketListener listener = bound(SocketListener.bind(socket()))) {
            listener.serve(gateway, "0.1.0", shortOfThreads);
            for (int i = 0; i < 3; i++) {
                try (RawClient unlucky = new RawClient(socket())) {
                    assertEquals(Optional.empty(), unlucky.tryReceive(), "closed, not left open");
                }
            }
            assertEquals(0, listener.connectionCount());
            try (RawClient client = new RawClient(socket())) {
                assertTrue(client.ask(PING).has("result"));
            }
        }
    }

    @Test
    void surplusPeerIsToldTheLimit() throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try (SocketListener listener = serve()) {
            for (int i = 0; i < AgentLimits.STANDARD.connections(); i++) {
                clients.add(new RawClient(socket()));
                int connected = i + 1;
                McpSessionTest.await("accepted", () -> listener.connectionCount() == connected);
            }
            try (RawClient surplus = new RawClient(socket())) {
                JsonNode refusal = surplus.receive();
                assertEquals(-32000, refusal.get("error").get("code").intValue());
                assertEquals(Optional.empty(), surplus.tryReceive());
            }
            assertTrue(clients.getFirst().ask(PING).has("result"));
            clients.removeLast().close();
            McpSessionTest.await(
                    "room again",
                    () -> listener.connectionCount() < AgentLimits.STANDARD.connections());
            try (RawClient next = new RawClient(socket())) {
                assertTrue(next.ask(PING).has("result"));
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void lineWithoutEndCostsNoMemoryAndTheConnectionLivesOn() throws IOException {
        try (SocketListener _ = serve();
                RawClient client = new RawClient(socket());
                RawClient other = new RawClient(socket())) {
            byte[] piece = new byte[1 << 20];
            Arrays.fill(piece, (byte) 'x');
            System.gc();
            long before = usedMemory();
            for (int i = 0; i < 100; i++) {
                client.sendBytes(piece);
                assertTrue(other.ask(PING).has("result"), "others are served meanwhile");
            }
            System.gc();
            long grown = usedMemory() - before;
            assertTrue(grown < 20 << 20, "grown by " + grown);
            client.sendBytes(new byte[] {'\n'});
            JsonNode error = client.receive().get("error");
            assertEquals(-32600, error.get("code").intValue());
            assertTrue(error.get("message").stringValue().contains("1,048,576"));
            assertTrue(client.ask(PING).has("result"));
        }
    }

    private static long usedMemory() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void peerThatDoesNotReadIsCutOffAndHoldsUpNobody() throws IOException {
        try (SocketListener listener = serve();
                RawClient slow = new RawClient(socket());
                RawClient other = new RawClient(socket())) {
            other.initialize();
            slow.initialize();
            McpSessionTest.await("both", () -> listener.connectionCount() == 2);
            // 40 answers of 1 MiB, each twice in its message, are well over the limit of 16 MiB.
            try {
                for (int i = 0; i < 40; i++) {
                    slow.call(Integer.toString(i), "bash", "{\"command\":\"print 1000000\"}");
                }
            } catch (IOException expected) {
                assertTrue(expected.getMessage() != null);
            }
            assertTrue(other.bash("1", "echo hi").has("result"));
            McpSessionTest.await("the cut", () -> listener.connectionCount() == 1);
            assertTrue(other.bash("2", "echo hi").has("result"));
        }
    }

    @Test
    void floodOfOnePeerLeavesOthersTheirTurn() throws Exception {
        try (SocketListener _ = serve();
                RawClient flooder = new RawClient(socket());
                RawClient other = new RawClient(socket())) {
            int requests = 20_000;
            AtomicInteger answered = new AtomicInteger();
            Thread writing =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < requests; i++) {
                                    sendUnchecked(flooder, PING);
                                }
                            });
            Thread reading =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < requests; i++) {
                                    receiveUnchecked(flooder);
                                    answered.incrementAndGet();
                                }
                            });
            // Turns, not time: how many of the flood are answered while another waits for one.
            int longest = 0;
            int turns = 0;
            while (reading.isAlive()) {
                int before = answered.get();
                assertTrue(other.ask(PING).has("result"));
                longest = Math.max(longest, answered.get() - before);
                turns++;
            }
            writing.join();
            reading.join();
            assertEquals(requests, answered.get());
            assertTrue(longest < requests / 4, "%d of the flood came first".formatted(longest));
            assertTrue(turns > 4, "turns " + turns);
        }
    }

    @Test
    void floodOfCallsIsRefusedPastTheLimitAndOthersAreServed() throws IOException {
        try (SocketListener _ = serve();
                RawClient flooder = new RawClient(socket());
                RawClient other = new RawClient(socket())) {
            flooder.initialize();
            other.initialize();
            int surplus = 1_000;
            int calls = McpSession.MAXIMUM_OPEN_REQUESTS + surplus;
            Thread writing =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < calls; i++) {
                                    callUnchecked(flooder, i);
                                }
                            });
            for (int i = 0; i < surplus; i++) {
                JsonNode refusal = flooder.receive();
                assertEquals(-32000, refusal.path("error").path("code").intValue());
                assertTrue(refusal.path("error").path("message").stringValue().contains("200"));
                if (i % 50 == 0) {
                    assertTrue(other.bash(Integer.toString(i), "echo hi").has("result"));
                }
            }
            joinUninterrupted(writing);
            McpSessionTest.await(
                    "as many wait as may",
                    () ->
                            gateway.calls.stream().filter(call -> !call.isCancelled()).count()
                                    == McpSession.MAXIMUM_OPEN_REQUESTS);
            assertTrue(flooder.ask(PING).has("result"));
        }
    }

    @Test
    void peersThatStopInTheMiddleOfALineHoldUpNobody() throws IOException {
        List<RawClient> slow = new ArrayList<>();
        try (SocketListener listener = serve();
                RawClient other = new RawClient(socket())) {
            for (int i = 0; i < 100; i++) {
                RawClient client = new RawClient(socket());
                slow.add(client);
                client.sendBytes(new byte[] {'{'});
                assertTrue(other.ask(PING).has("result"));
            }
            McpSessionTest.await("all are there", () -> listener.connectionCount() == 101);
            // Byte by byte, each of them in turn, is a message like any other.
            for (byte next : PING.substring(1).getBytes(StandardCharsets.UTF_8)) {
                for (RawClient client : slow.subList(0, 10)) {
                    client.sendBytes(new byte[] {next});
                }
            }
            for (RawClient client : slow.subList(0, 10)) {
                client.sendBytes(new byte[] {'\n'});
                assertTrue(client.receive().has("result"));
            }
            assertTrue(other.ask(PING).has("result"));
        } finally {
            for (RawClient client : slow) {
                client.close();
            }
        }
    }

    private static void sendUnchecked(RawClient client, String line) {
        try {
            client.send(line);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void receiveUnchecked(RawClient client) {
        try {
            client.receive();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void callUnchecked(RawClient client, int id) {
        try {
            client.call(Integer.toString(id), "bash", "{\"command\":\"make\"}");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void joinUninterrupted(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void closingEndsConnectionsAndSessions() throws IOException {
        SocketListener listener = serve();
        try (RawClient client = new RawClient(socket())) {
            client.initialize();
            assertTrue(client.bash("1", "echo hi").has("result"));
            listener.close();
            assertEquals(Optional.empty(), client.tryReceive());
            McpSessionTest.await("the end", () -> gateway.disconnected.get() == 1);
        }
    }
}
