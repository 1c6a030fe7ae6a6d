package dev.countersign.mcp;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/// A console that another process runs, seen through its socket.
public final class RunningConsole {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final String RAISE = "{\"jsonrpc\":\"2.0\",\"method\":\"countersign/raise\"}\n";

    private RunningConsole() {}

    /// Whether something accepts connections there.
    public static boolean listensAt(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException _) {
            return false;
        }
    }

    /// Asks the console to show its window. Blocks up to `patience` for one that is just starting.
    ///
    /// @return false when none could be reached
    public static boolean raise(Path socket, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(socket));
                channel.write(ByteBuffer.wrap(RAISE.getBytes(StandardCharsets.UTF_8)));
                return true;
            } catch (IOException _) {
                if (System.nanoTime() - deadline > 0) {
                    return false;
                }
                Thread.sleep(PAUSE);
            }
        }
    }
}
