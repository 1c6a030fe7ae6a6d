package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PeerProcessTest {
    @TempDir Path folder;

    @Test
    void systemTellsWhoIsAtTheOtherEndAndWhereItWorks() throws IOException {
        boolean opened =
                SocketChannel.class.getModule().isOpen("sun.nio.ch", PeerProcess.class.getModule());
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            try (SocketChannel client = SocketChannel.open(address);
                    SocketChannel accepted = server.accept()) {
                assertTrue(client.isConnected());
                PeerProcess peer = PeerProcess.of(accepted);
                assumeTrue(opened, "needs --add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
                assertEquals(ProcessHandle.current().pid(), peer.pid().orElseThrow());
                assertEquals(Optional.of(Path.of("").toRealPath()), peer.directory());
            }
        }
    }
}
