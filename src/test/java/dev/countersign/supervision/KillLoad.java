package dev.countersign.supervision;

import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// A console under load, to be killed: six agents run commands as quick as they can, by rule and
/// asked, a job prints its ticks, and everything that was acknowledged to somebody is told on
/// standard output, once it was. Beats in a file tell until when it lived and how long it got no
/// processor.
final class KillLoad {
    private static final int AGENTS = 6;
    private static final long BEAT_MILLIS = 20;

    private final SupervisedFolder console;
    private final PrintStream told;
    private final Map<String, CompletableFuture<ToolCallId>> waiting = new ConcurrentHashMap<>();

    private KillLoad(SupervisedFolder console, PrintStream told) {
        this.console = console;
        this.told = told;
        var _ =
                console.journal()
                        .subscribe((event, record) -> {
                            if (record.isWaiting()) {
                                asked(record.call().command().text()).complete(event.id());
                            }
                        });
    }

    private CompletableFuture<ToolCallId> asked(String command) {
        return waiting.computeIfAbsent(command, _ -> new CompletableFuture<>());
    }

    /// Runs until it is killed.
    ///
    /// @param arguments the folder of the console, and a name for this start
    public static void main(String[] arguments) throws IOException {
        PrintStream told = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        KillLoad load = new KillLoad(SupervisedFolder.open(Path.of(arguments[0])), told);
        told.println("open");
        Path beats = Path.of(arguments[0], "beats-" + arguments[1]);
        Thread.ofPlatform().name("beats").start(() -> beat(beats));
        Thread.ofPlatform().name("ticker").start(() -> load.tick(arguments[1]));
        for (int agent = 0; agent < AGENTS; agent++) {
            String name = arguments[1] + "-" + agent;
            Thread.ofPlatform().name("agent-" + agent).start(() -> load.ask(name));
        }
    }

    private static void beat(Path file) {
        try (Writer beats = Files.newBufferedWriter(file)) {
            while (true) {
                beats.write(System.currentTimeMillis() / 1e3 + "\n");
                beats.flush();
                Thread.sleep(BEAT_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Each tick is noted by the command itself before it prints it.
    private void tick(String name) {
        try {
            ToolCallId id =
                    console.startJob(
                            "n=0; while :; do n=$((n+1)); echo $n $EPOCHREALTIME >> ticks-%s; echo $n; sleep 0.02; done #allow"
                                    .formatted(name));
            told.println("job %s %s".formatted(id.digits(), name));
        } catch (InterruptedException | RuntimeException e) {
            told.println("failed " + e);
        }
    }

    private void ask(String name) {
        try {
            for (int i = 0; ; i++) {
                String token = name + "-" + i;
                String command = "echo %s >> ran; echo out %s".formatted(token, token);
                switch (i % 4) {
                    case 0, 1 -> answer(console.call(command + " #allow"));
                    case 2 -> decide(command, true);
                    default -> decide(command, false);
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            told.println("failed " + e);
        }
    }

    private void decide(String command, boolean approve) throws InterruptedException {
        OpenCall call = console.call(command);
        ToolCallId id = asked(command).join();
        boolean decided =
                approve
                        ? console.desk().approve(id)
                        : console.desk().deny(id, Optional.of("not now"));
        if (decided) {
            told.println("decided %s %s".formatted(id.digits(), approve ? "approved" : "denied"));
        }
        answer(call);
    }

    private void answer(OpenCall call) throws InterruptedException {
        CallReport report = call.await();
        String status = report.status().map(CallStatus::wireName).orElse("none");
        report.id().ifPresent(id -> told.println("answered %s %s".formatted(id.digits(), status)));
    }
}
