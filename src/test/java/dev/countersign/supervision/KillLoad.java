package dev.countersign.supervision;

import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ExecutionMode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A console under load, to be killed: eight agents run commands as quick as they can, and every
/// answer that one of them got is told on standard output.
final class KillLoad {
    private static final int AGENTS = 8;

    private KillLoad() {}

    /// Runs until it is killed.
    ///
    /// @param arguments the folder of the console, and a name for this start
    public static void main(String[] arguments) throws IOException {
        PrintStream told = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        SupervisedFolder console = SupervisedFolder.open(Path.of(arguments[0]));
        told.println("open");
        for (int agent = 0; agent < AGENTS; agent++) {
            int number = agent;
            Thread.ofPlatform()
                    .name("agent-" + agent)
                    .start(() -> ask(console, arguments[1] + "-" + number, told));
        }
    }

    private static void ask(SupervisedFolder console, String name, PrintStream told) {
        try {
            for (int i = 0; ; i++) {
                String token = name + "-" + i;
                CallReport report =
                        console.call(
                                        "echo %s >> ran; echo out %s #allow"
                                                .formatted(token, token),
                                        ExecutionMode.DEFAULT)
                                .await();
                String status = report.status().map(CallStatus::wireName).orElse("none");
                told.println(
                        "%s %s %s"
                                .formatted(
                                        report.id().map(id -> id.digits()).orElse("-"),
                                        status,
                                        token));
            }
        } catch (InterruptedException | RuntimeException e) {
            told.println("failed " + e);
        }
    }
}
