package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.file.Path;

/// A console that does what a test says, behind a real socket, and a peer that is connected to it.
final class ServedGateway implements AutoCloseable {
    private final FakeGateway gateway = new FakeGateway();
    private final SocketListener listener;
    private final RawClient client;

    /// @param folder a socket is made below it
    ServedGateway(Path folder) throws IOException {
        Path socket = folder.resolve("run").resolve("s");
        listener =
                assertInstanceOf(SocketBinding.Bound.class, SocketListener.bind(socket)).listener();
        listener.serve(gateway, "0.1.0");
        client = new RawClient(socket);
    }

    FakeGateway gateway() {
        return gateway;
    }

    RawClient client() {
        return client;
    }

    SocketListener listener() {
        return listener;
    }

    @Override
    public void close() throws IOException {
        client.close();
        listener.close();
    }
}
