package dev.countersign.cli.hook;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/// A socket that answers each request with the next of its results; after the last, with the last
/// again. `hang up` ends the connection.
final class ScriptedConsole implements AutoCloseable {
    private final ServerSocketChannel server;
    private final Queue<String> results;
    private final List<String> received = new CopyOnWriteArrayList<>();

    ScriptedConsole(Path socket, String... results) throws IOException {
        this.results = new ArrayDeque<>(List.of(results));
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().name("scripted-console").start(this::serve);
    }

    List<String> received() {
        return received;
    }

    private void serve() {
        while (server.isOpen()) {
            try (SocketChannel peer = server.accept()) {
                answer(peer);
            } catch (IOException _) {
                assert !Thread.interrupted() : "only the test's end or the peer's stops it";
            }
        }
    }

    private void answer(SocketChannel peer) throws IOException {
        BufferedReader lines = new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            received.add(line);
            if (!line.contains("\"id\":")) {
                continue;
            }
            String result = results.size() > 1 ? results.remove() : results.element();
            if (result.equals("hang up")) {
                return;
            }
            String id = line.replaceAll(".*\"id\":([0-9]+).*", "$1");
            String reply = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n".formatted(id, result);
            peer.write(ByteBuffer.wrap(reply.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
