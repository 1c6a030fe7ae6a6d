package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// For each test a console that does what the test says, behind a real socket, and a peer that is
/// connected to it.
final class ServedGateway implements BeforeEachCallback, AfterEachCallback {
    private final FakeGateway gateway = new FakeGateway();
    private Path folder = Path.of("");
    private @Nullable SocketListener listener;
    private @Nullable RawClient client;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        // A short path: a socket's may have 107 bytes.
        folder = Files.createTempDirectory("cs");
        Path socket = folder.resolve("run").resolve("s");
        SocketBinding binding = SocketListener.bind(socket);
        listener = assertInstanceOf(SocketBinding.Bound.class, binding).listener();
        listener.serve(gateway, "0.1.0");
        client = new RawClient(socket);
    }

    FakeGateway gateway() {
        return gateway;
    }

    SocketListener listener() {
        return Optional.ofNullable(listener).orElseThrow();
    }

    RawClient client() {
        return Optional.ofNullable(client).orElseThrow();
    }

    /// Another peer takes the place of the one there was.
    void reconnect() throws IOException {
        client().close();
        client = new RawClient(listener().socket());
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        client().close();
        listener().close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
