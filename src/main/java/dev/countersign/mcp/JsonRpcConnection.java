package dev.countersign.mcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON-RPC on one socket: reads lines, hands over messages, writes what is sent.
///
/// `run` reads on the caller's thread; sending never blocks and is safe on any thread.
final class JsonRpcConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JsonRpcConnection.class);
    private static final int READ_BYTES = 32 << 10;
    private static final long LAST_WORDS_MILLISECONDS = 2_000;

    /// Takes the messages of a connection, on its reading thread.
    interface Handler {
        void request(JsonRpcMessage.Request request);

        void notification(JsonRpcMessage.Notification notification);

        void response(JsonRpcMessage.Response response);

        /// The peer says no more, but may still listen. May block a little while answers that are
        /// about to come are sent.
        void inputEnded() throws InterruptedException;

        /// The peer is gone; told once, last.
        void closed();
    }

    private final SocketChannel channel;
    private final OutgoingQueue outgoing;
    private final IntSupplier longestLine;
    private final AtomicBoolean cutOff = new AtomicBoolean();

    /// @param longestLine how many bytes a message may have now
    JsonRpcConnection(
            SocketChannel channel, AtomicLong outgoingBytesOfAll, IntSupplier longestLine) {
        this.longestLine = longestLine;
        this.channel = channel;
        this.outgoing = new OutgoingQueue(outgoingBytesOfAll);
    }

    /// Blocks until the peer ends the connection or is cut off.
    void run(Handler handler) {
        Thread writer = Thread.ofVirtual().name("mcp-write").unstarted(this::write);
        try {
            writer.start();
            read(handler);
            handler.inputEnded();
        } catch (IOException failure) {
            LOG.debug("connection ended: {}", failure.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            handler.closed();
            close();
            writer.interrupt();
        }
    }

    private void read(Handler handler) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
        LineFramer framer = new LineFramer(longestLine);
        LineFramer.Sink sink = new FrameSink(handler);
        while (channel.read(buffer) >= 0) {
            framer.accept(buffer.flip(), sink);
            buffer.clear();
            letOthersRun();
        }
    }

    /// A virtual thread is not preempted: without this, peers that never pause would keep the few
    /// carriers to themselves.
    @SuppressWarnings(
            "ThreadPriorityCheck") // fairness between peers, nothing is synchronized by it
    private static void letOthersRun() {
        Thread.yield();
    }

    private void write() {
        try {
            for (var line = outgoing.take(); line.isPresent(); line = outgoing.take()) {
                ByteBuffer bytes = line.get();
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                outgoing.written();
            }
        } catch (IOException failure) {
            LOG.debug("cannot write to a peer: {}", failure.toString());
            cutOff();
        } catch (InterruptedException _) {
            // The reading side has ended and asks the writer to end too.
            Thread.currentThread().interrupt();
        }
    }

    void answer(JsonNode id, ObjectNode result) {
        ObjectNode message = envelope();
        message.set("id", id);
        message.set("result", result);
        send(message);
    }

    void fail(JsonNode id, int code, String text) {
        send(failure(id, code, text));
    }

    /// @param error with its code and message
    void fail(JsonNode id, ObjectNode error) {
        ObjectNode message = envelope();
        message.set("id", id);
        message.set("error", error);
        send(message);
    }

    void notify(String method, ObjectNode parameters) {
        ObjectNode message = envelope();
        message.put("method", method);
        message.set("params", parameters);
        send(message);
    }

    void ask(String id, String method) {
        ObjectNode message = envelope();
        message.put("id", id);
        message.put("method", method);
        send(message);
    }

    static ObjectNode failure(JsonNode id, int code, String text) {
        ObjectNode message = envelope();
        message.set("id", id);
        message.putObject("error").put("code", code).put("message", text);
        return message;
    }

    private static ObjectNode envelope() {
        return Json.object().put("jsonrpc", "2.0");
    }

    private void send(ObjectNode message) {
        if (!outgoing.offer(Json.line(message))) {
            if (cutOff()) {
                LOG.warn("a peer does not read its answers and was cut off");
            }
        }
    }

    /// Ends the connection at once; whoever reads or writes it notices.
    ///
    /// @return whether it was this call that ended it
    boolean cutOff() {
        if (!cutOff.compareAndSet(false, true)) {
            return false;
        }
        outgoing.discard();
        try {
            channel.close();
        } catch (IOException failure) {
            LOG.debug("cannot close a connection: {}", failure.toString());
        }
        return true;
    }

    /// Lets the last answers go out, at most two seconds, and ends the connection.
    @Override
    public void close() {
        outgoing.close();
        try {
            outgoing.awaitEmpty(LAST_WORDS_MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        cutOff();
    }

    /// Turns lines into messages; answers at once what is none.
    private final class FrameSink implements LineFramer.Sink {
        private final Handler handler;

        FrameSink(Handler handler) {
            this.handler = handler;
        }

        @Override
        public void line(byte[] line) {
            switch (JsonRpcParser.parse(line)) {
                case JsonRpcMessage.Request request -> handler.request(request);
                case JsonRpcMessage.Notification notification -> handler.notification(notification);
                case JsonRpcMessage.Response response -> handler.response(response);
                case JsonRpcMessage.Invalid(JsonNode id, int code, String text) ->
                        fail(id, code, text);
                case JsonRpcMessage.Nothing _ -> {}
            }
        }

        @Override
        public void lineTooLong() {
            fail(
                    JsonNodeFactory.instance.nullNode(),
                    JsonRpcMessage.INVALID_REQUEST,
                    String.format(
                            Locale.ROOT,
                            "the message is longer than the limit of %,d bytes",
                            longestLine.getAsInt()));
        }
    }
}
