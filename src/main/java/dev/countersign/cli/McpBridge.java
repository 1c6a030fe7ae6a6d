package dev.countersign.cli;

import dev.countersign.platform.ConsoleStarter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Joins an agent's standard input and output to the console's socket: introduces the agent, then
/// copies bytes both ways.
///
/// Where no console runs it says so to every request instead of dying, and looks again at the next
/// one. A console that went away and came back is introduced to the client anew. Plain Java on
/// purpose, with nothing that starts slowly.
///
/// `run` reads on the caller's thread; one more thread copies what the console says.
public final class McpBridge implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    /// The longest line that is held back until it is whole, in bytes; longer ones are passed on in
    /// pieces, and the console refuses them.
    private static final int MAXIMUM_HELD_BYTES = 2 << 20;

    private static final Duration START_PATIENCE = Duration.ofSeconds(20);
    private static final Duration LAST_WORDS_PATIENCE = Duration.ofSeconds(4);
    private static final String ENDED =
            "Countersign ended before it answered. A command that it had started may have run; its"
                    + " history says how far. Start it with: countersign";
    private static final String INITIALIZE = "\"initialize\"";
    private static final String INITIALIZED = "\"notifications/initialized\"";

    private final InputStream input;
    private final ClientOutput output;
    private final Path socket;
    private final byte[] hello;
    private final Optional<ConsoleStarter> starter;
    private final Optional<Path> home;

    private volatile Optional<ConsoleLink> link = Optional.empty();
    private volatile boolean closed;
    private String whyNotStarted = "";
    private Optional<String> foreign = Optional.empty();
    private byte[] initialize = new byte[0];
    private byte[] initialized = new byte[0];
    private boolean introduced;

    /// @param input what the agent says
    /// @param output what the agent hears
    /// @param hello the line that introduces the agent, see [HelloLine]
    /// @param starter starts the console where none runs; empty when it must not
    /// @param home handed on to a console that is started
    public McpBridge(
            InputStream input,
            OutputStream output,
            Path socket,
            String hello,
            Optional<ConsoleStarter> starter,
            Optional<Path> home) {
        this.input = input;
        this.output = new ClientOutput(output);
        this.socket = socket;
        this.hello = hello.getBytes(StandardCharsets.UTF_8);
        this.starter = starter;
        this.home = home;
    }

    /// Blocks until the agent is gone.
    ///
    /// @return 0, or 3 when no console was there at the end
    public int run() throws InterruptedException {
        if (!connect()) {
            startConsole();
        }
        try {
            copyInput();
        } catch (IOException _) {
            // A pipe that breaks says the same as its end: the agent is gone.
            return finish();
        }
        return finish();
    }

    private void startConsole() throws InterruptedException {
        if (starter.isEmpty() || foreign.isPresent()) {
            return;
        }
        ConsoleStarter.Result result = starter.get().start(socket, home, START_PATIENCE);
        if (result instanceof ConsoleStarter.Result.NotStarted notStarted) {
            whyNotStarted = notStarted.reason();
            return;
        }
        connect();
    }

    private int finish() throws InterruptedException {
        Optional<ConsoleLink> last = link;
        if (last.isEmpty()) {
            return ExitCode.NO_CONSOLE;
        }
        closed = true;
        // The console still answers what it can answer at once, and then ends the connection.
        last.get().endInput();
        last.get().awaitEnd(LAST_WORDS_PATIENCE);
        close();
        return ExitCode.DONE;
    }

    /// Ends the connection at once, on any thread: the agent is gone.
    @Override
    public void close() {
        closed = true;
        Optional<ConsoleLink> last = link;
        if (last.isPresent()) {
            last.get().close();
        }
    }

    // ---- from the agent to the console

    private void copyInput() throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean inPieces = false;
        int count = input.read(buffer);
        while (count >= 0) {
            int start = 0;
            for (int i = 0; i < count; i++) {
                if (buffer[i] != '\n') {
                    continue;
                }
                line.write(buffer, start, i + 1 - start);
                start = i + 1;
                if (inPieces) {
                    send(line.toByteArray());
                } else {
                    takeLine(line.toByteArray());
                }
                line.reset();
                inPieces = false;
            }
            line.write(buffer, start, count - start);
            if (line.size() > MAXIMUM_HELD_BYTES) {
                inPieces = true;
            }
            if (inPieces) {
                send(line.toByteArray());
                line.reset();
            }
            count = input.read(buffer);
        }
    }

    private void takeLine(byte[] line) throws IOException {
        MessageScanner scanner = new MessageScanner();
        for (byte next : line) {
            scanner.accept(next);
        }
        MessageScanner.Summary message = scanner.endLine();
        String method = message.method().isPresent() ? message.method().get() : "";
        if (message.isRequest()) {
            String id = message.id().orElseThrow();
            if (link.isEmpty()) {
                reconnect(method);
            }
            Optional<ConsoleLink> console = link;
            if (console.isEmpty() || !console.get().expect(id)) {
                output.writeLine(errorLine(id, notRunning()));
                return;
            }
        }
        remember(method, line);
        send(line);
    }

    private void remember(String method, byte[] line) {
        if (method.equals(INITIALIZE)) {
            initialize = line.clone();
            initialized = new byte[0];
            introduced = true;
        } else if (method.equals(INITIALIZED)) {
            initialized = line.clone();
        }
    }

    private void send(byte[] bytes) {
        Optional<ConsoleLink> console = link;
        if (console.isPresent() && !console.get().send(bytes)) {
            console.get().close();
        }
    }

    // ---- from the console to the agent

    private boolean connect() {
        try {
            ConsoleLink console = new ConsoleLink(ConsoleSocket.connect(socket));
            if (!console.send(hello)) {
                console.close();
                return false;
            }
            link = Optional.of(console);
            console.start();
            if (closed) {
                console.close();
            }
            return true;
        } catch (ConsoleSocket.Foreign another) {
            foreign = Optional.ofNullable(another.getMessage());
            return false;
        } catch (IOException _) {
            foreign = Optional.empty();
            return false;
        }
    }

    /// @param method of the request that comes next: `initialize` needs no introduction
    private void reconnect(String method) {
        if (!connect()) {
            return;
        }
        Optional<ConsoleLink> console = link;
        if (introduced && console.isPresent() && !method.equals(INITIALIZE)) {
            console.get().dropNextAnswer();
            send(initialize);
            send(initialized);
        }
    }

    private String notRunning() {
        if (foreign.isPresent()) {
            return "Countersign cannot be asked, and nothing was run: %s.".formatted(foreign.get());
        }
        StringBuilder text =
                new StringBuilder(
                        "Countersign is not running, so nobody can approve this and nothing was"
                                + " run.");
        if (!whyNotStarted.isEmpty()) {
            text.append(" It was not started by itself: ").append(whyNotStarted).append('.');
        }
        return text.append(" Start it with: countersign").toString();
    }

    private static String errorLine(String id, String message) {
        StringBuilder line = new StringBuilder("{\"jsonrpc\":\"2.0\",\"id\":").append(id);
        line.append(",\"error\":{\"code\":-32000,\"message\":");
        HelloLine.appendQuoted(line, message);
        return line.append("}}\n").toString();
    }

    /// One connection to the console, with the thread that reads it.
    private final class ConsoleLink implements Runnable {
        private final SocketChannel channel;
        private final Thread thread = new Thread(this, "bridge-read");
        private volatile boolean dropping;

        /// Requests that the console has and has not answered, their ids as JSON. Guarded by
        /// itself, as is `ended`.
        private final Set<String> pending = new LinkedHashSet<>();

        private boolean ended;

        ConsoleLink(SocketChannel channel) {
            this.channel = channel;
            thread.setDaemon(true);
        }

        void start() {
            thread.start();
        }

        /// Remembers a request that is about to be sent.
        ///
        /// @return false when the console is gone; otherwise the request is answered, by it or by
        ///   the bridge
        boolean expect(String id) {
            synchronized (pending) {
                if (!ended) {
                    pending.add(id);
                }
                return !ended;
            }
        }

        /// The answer to an `initialize` that the client does not know of.
        void dropNextAnswer() {
            dropping = true;
        }

        /// @return false when the console is gone
        boolean send(byte[] bytes) {
            try {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                return true;
            } catch (IOException _) {
                return false;
            }
        }

        void endInput() {
            try {
                channel.shutdownOutput();
            } catch (IOException _) {
                close();
            }
        }

        void awaitEnd(Duration patience) throws InterruptedException {
            thread.join(patience.toMillis());
        }

        @Override
        public void run() {
            try {
                copy();
            } catch (IOException _) {
                // Reset or closed: in both cases there is no more to copy.
                close();
            }
            close();
            List<String> unanswered;
            synchronized (pending) {
                ended = true;
                unanswered = List.copyOf(pending);
            }
            link = Optional.empty();
            if (!closed) {
                answer(unanswered);
            }
        }

        /// Whoever waited for the console is told that it is gone.
        private void answer(List<String> ids) {
            try {
                output.endLine();
                for (String id : ids) {
                    output.writeLine(errorLine(id, ENDED));
                }
            } catch (IOException _) {
                // The agent is gone as well; the end of its input says so.
                return;
            }
        }

        private void copy() throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            MessageScanner scanner = new MessageScanner();
            while (channel.read(buffer) >= 0) {
                int start = 0;
                for (int i = 0; i < buffer.position(); i++) {
                    if (buffer.get(i) != '\n') {
                        scanner.accept(buffer.get(i));
                        continue;
                    }
                    boolean dropped = isDropped(scanner.endLine());
                    if (!dropped) {
                        output.write(buffer.array(), start, i + 1 - start);
                    }
                    start = i + 1;
                }
                if (!dropping) {
                    output.write(buffer.array(), start, buffer.position() - start);
                }
                buffer.clear();
            }
        }

        private boolean isDropped(MessageScanner.Summary message) {
            if (!message.isAnswer()) {
                return false;
            }
            if (dropping) {
                dropping = false;
                return true;
            }
            synchronized (pending) {
                pending.remove(message.id().orElseThrow());
            }
            return false;
        }

        void close() {
            try {
                channel.close();
            } catch (IOException _) {
                // Nothing is lost by it: what could be sent was sent.
                return;
            }
        }
    }
}
