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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
    void otherUserIsTurnedAway() throws Exception {
        Path setpriv = Path.of("/usr/bin/setpriv");
        boolean canTry = new UnixSystem().getUid() == 0 && Files.isExecutable(setpriv);
        assumeTrue(canTry, "needs root and setpriv to become another user");
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(Files.isExecutable(python), "needs python3 to connect as another user");
        try (SocketListener _ = serve()) {
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
                    try:
                        s.sendall(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\\n')
                        print("got", s.recv(1000))
                    except OSError as e:
                        print("got", b"")
                    """;
            Process process =
                    new ProcessBuilder(
                                    setpriv.toString(),
                                    "--reuid=65534",
                                    "--regid=65534",
                                    "--clear-groups",
                                    python.toString(),
                                    "-c",
                                    script,
                                    socket().toString())
                            .redirectErrorStream(true)
                            .start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            assertEquals("got b''", output.strip());
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
            }
            assertTrue(other.ask(PING).has("result"));
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
            long start = System.nanoTime();
            assertTrue(other.bash("1", "echo hi").has("result"));
            long waited = System.nanoTime() - start;
            assertTrue(waited < Duration.ofSeconds(5).toNanos(), "waited ns " + waited);
            McpSessionTest.await("the cut", () -> listener.connectionCount() == 1);
            assertTrue(other.bash("2", "echo hi").has("result"));
        }
    }

    @Test
    void floodOfOnePeerDelaysOthersLittle() throws Exception {
        try (SocketListener _ = serve();
                RawClient flooder = new RawClient(socket());
                RawClient other = new RawClient(socket())) {
            int requests = 20_000;
            Thread writing =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    for (int i = 0; i < requests; i++) {
                                        flooder.send(PING);
                                    }
                                } catch (IOException failure) {
                                    throw new UncheckedIOException(failure);
                                }
                            });
            Thread reading =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    for (int i = 0; i < requests; i++) {
                                        flooder.receive();
                                    }
                                } catch (IOException failure) {
                                    throw new UncheckedIOException(failure);
                                }
                            });
            long slowest = 0;
            while (reading.isAlive()) {
                long start = System.nanoTime();
                assertTrue(other.ask(PING).has("result"));
                slowest = Math.max(slowest, System.nanoTime() - start);
            }
            writing.join();
            reading.join();
            assertTrue(slowest < Duration.ofSeconds(1).toNanos(), "slowest ns " + slowest);
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
