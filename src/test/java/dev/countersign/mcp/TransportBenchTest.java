package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How long a well-behaved agent waits for an answer while others misbehave, beside how long it
/// waits when nobody does. Prints; asserts only that every answer came.
@Tag("bench")
final class TransportBenchTest {
    private static final int ROUNDS = 200;

    @TempDir Path folder;
    private final FakeGateway gateway = new FakeGateway();
    private SocketListener listener;

    private interface Misbehaviour {
        void run(RawClient client, AtomicBoolean over) throws IOException;
    }

    @BeforeEach
    void listen() {
        listener =
                assertInstanceOf(
                                SocketBinding.Bound.class,
                                SocketListener.bind(folder.resolve("run").resolve("s")))
                        .listener();
        listener.serve(gateway, "0.1.0");
    }

    @AfterEach
    void close() {
        listener.close();
    }

    private String answers() throws IOException {
        long[] times = new long[ROUNDS];
        try (RawClient client = new RawClient(listener.socket())) {
            client.initialize();
            for (int i = 0; i < ROUNDS; i++) {
                long start = System.nanoTime();
                assertTrue(client.bash(Integer.toString(i), "echo hi").has("result"));
                times[i] = System.nanoTime() - start;
            }
        }
        Arrays.sort(times);
        return String.format(
                Locale.ROOT,
                "median %.1f ms, 99 %% %.1f ms, longest %.1f ms",
                times[ROUNDS / 2] / 1e6,
                times[ROUNDS * 99 / 100] / 1e6,
                times[ROUNDS - 1] / 1e6);
    }

    private void beside(String what, int peers, Misbehaviour misbehaviour) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < peers; i++) {
            RawClient client = new RawClient(listener.socket());
            clients.add(client);
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    misbehaviour.run(client, over);
                                } catch (IOException _) {
                                    // Cut off, which is the right end of it.
                                    over.getAndSet(over.get());
                                }
                            }));
        }
        System.out.printf("transport, %s: %s%n", what, answers());
        over.set(true);
        for (RawClient client : clients) {
            client.close();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void answersWhileOthersMisbehave() throws Exception {
        answers();
        System.out.println("transport, control, nobody else: " + answers());
        AtomicLong sent = new AtomicLong();
        long start = System.nanoTime();
        beside(
                "a flood of requests",
                1,
                (client, over) -> {
                    Thread reader =
                            Thread.ofVirtual()
                                    .start(() -> {
                                        try {
                                            while (client.tryReceive().isPresent()) {
                                                sent.incrementAndGet();
                                            }
                                        } catch (IOException _) {
                                            over.set(true);
                                        }
                                    });
                    while (!over.get()) {
                        client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
                    }
                    reader.interrupt();
                });
        System.out.printf(
                Locale.ROOT,
                "transport, the flood was %,.0f requests a second, all answered%n",
                sent.get() / ((System.nanoTime() - start) / 1e9));
        beside("998 idle connections", 998, (_, _) -> {});
        byte[] mebibyte = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        beside(
                "lines of 100 MiB",
                1,
                (client, over) -> {
                    while (!over.get()) {
                        for (int i = 0; i < 100 && !over.get(); i++) {
                            client.sendBytes(mebibyte);
                        }
                        client.send("");
                    }
                });
        beside(
                "100 peers that write a byte at a time",
                100,
                (client, over) -> {
                    while (!over.get()) {
                        client.sendBytes(new byte[] {'{'});
                        LockSupport.parkNanos(1_000_000);
                    }
                });
        beside(
                "10 peers that never read",
                10,
                (client, over) -> {
                    while (!over.get()) {
                        client.call("1", "bash", "{\"command\":\"print 100000\"}");
                    }
                });
    }
}
