package dev.countersign.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.mcp.FakeGateway;
import dev.countersign.mcp.OtherUser;
import dev.countersign.mcp.SocketBinding;
import dev.countersign.mcp.SocketListener;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ConsoleSocketTest {
    @TempDir Path folder;

    @Test
    void ownConsoleIsReached() throws IOException {
        Path socket = folder.resolve("run").resolve("s");
        try (SocketListener listener =
                assertInstanceOf(SocketBinding.Bound.class, SocketListener.bind(socket))
                        .listener()) {
            listener.serve(new FakeGateway(), "0.1.0");
            try (SocketChannel channel = ConsoleSocket.connect(socket)) {
                assertTrue(channel.isConnected());
            }
        }
        assertThrows(IOException.class, () -> ConsoleSocket.connect(socket));
    }

    @Test
    void pathThatIsNoSocketsIsNoConsole() {
        Path tooLong = folder.resolve("x".repeat(200));
        assertThrows(IOException.class, () -> ConsoleSocket.connect(tooLong));
    }

    @Test
    void whatAnotherUserListensOnIsNotBelieved() throws Exception {
        // Wide open, as a folder below /tmp may be that somebody else was quicker to make.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path socket = folder.resolve("s");
        Process other =
                OtherUser.start(
                        """
                        import os, socket, sys
                        s = socket.socket(socket.AF_UNIX)
                        s.bind(sys.argv[1])
                        os.chmod(sys.argv[1], 0o777)
                        s.listen()
                        print("listening", flush=True)
                        while True:
                            s.accept()[0].recv(1)
                        """,
                        socket.toString());
        try {
            assertEquals(
                    "listening", other.inputReader(StandardCharsets.UTF_8).readLine(), "control");
            var foreign =
                    assertThrows(ConsoleSocket.Foreign.class, () -> ConsoleSocket.connect(socket));
            assertTrue(String.valueOf(foreign.getMessage()).contains("another user"));
        } finally {
            other.destroyForcibly().waitFor();
        }
    }
}
