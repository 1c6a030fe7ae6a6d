package dev.countersign.ui.output;

import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.recording.TerminalSizes;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Outputs to look at: a server that logs, a test run that fails, a build in all colours.
public final class OutputScenes {
    private static final String FAILED =
            """
                retry_test.go:58: got 3 attempts, want 4
            --- FAIL: TestRetryBackoff (0.31s)
            FAIL
            """;

    private OutputScenes() {}

    /// A server that runs and logs plain text.
    public static ToolCallId server(FakeDesk desk, Path folder, Instant now) throws IOException {
        ToolCallId id =
                desk.arrive(
                        FakeDesk.ask(FakeDesk.CODEX, "go run ./cmd/apid --addr :8081")
                                .summary("Start the API")
                                .ago(760));
        desk.approve(id);
        Path recording = folder.resolve(id.digits());
        Instant start = now.minusSeconds(760);
        RecordingWriter writer = RecordingWriter.create(recording, start);
        String[] lines = {
            "700|2026-11-21T10:41:07.001Z INFO  apid:   starting 0.31.0, config config/dev.toml:1",
            "700|2026-11-21T10:41:07.214Z INFO  store:  opened ledger.db, schema 42, 18,204"
                    + " entries",
            "701|2026-11-21T10:41:08.030Z WARN  config: rate_limit is not set, using 50/s",
            "712|2026-11-21T10:41:19.602Z INFO  http:   listening on :8081, pool 20 connections",
            "717|2026-11-21T10:41:24.377Z INFO  http:   GET /v1/invoices?limit=50 200 12ms",
            "723|2026-11-21T10:41:30.910Z WARN  ledger: slow query 412ms at"
                    + " internal/ledger/query.go:118",
            "732|e2026-11-21T10:41:39.118Z ERROR retry:  gave up after 4 attempts: dial tcp"
                    + " 127.0.0.1:5433: connect: connection refused",
            "732|e        at internal/retry/backoff.go:58",
            "732|e        at internal/ledger/store.go:203",
            "732|2026-11-21T10:41:39.121Z INFO  http:   POST /v1/ledger/rebuild 503 8016ms",
            "741|2026-11-21T10:41:48.440Z INFO  store:  reconnected after 9.3s, see"
                    + " http://localhost:8081/healthz",
            "744|2026-11-21T10:41:51.006Z INFO  ledger: rebuild finished, 18,204 entries, 0"
                    + " differences",
            "751|2026-11-21T10:41:58.102Z INFO  http:   GET /healthz 200 1ms",
        };
        for (String line : lines) {
            int bar = line.indexOf('|');
            boolean error = line.charAt(bar + 1) == 'e';
            Scenes.write(
                    writer,
                    error ? StreamKind.STDERR : StreamKind.STDOUT,
                    line.substring(bar + (error ? 2 : 1)) + "\n",
                    start.plusSeconds(Long.parseLong(line.substring(0, bar))));
        }
        desk.start(id, recording);
        return id;
    }

    /// A test run that has ended, long idle in between.
    public static ToolCallId tests(FakeDesk desk, Path folder, boolean good) throws IOException {
        ToolCallId id =
                desk.arrive(
                        FakeDesk.ask(FakeDesk.CODEX, "go test ./internal/retry/... -race -v")
                                .summary("Run the retry tests")
                                .ago(good ? 400 : 120));
        desk.approve(id);
        Path recording = folder.resolve(id.digits());
        Instant start = Instant.now().minusSeconds(good ? 400 : 110);
        try (RecordingWriter writer = RecordingWriter.create(recording, start)) {
            Scenes.write(
                    writer,
                    StreamKind.STDERR,
                    "go: downloading github.com/stretchr/testify v1.10.0\n",
                    start.plusMillis(40));
            for (int i = 0; i < 12; i++) {
                Scenes.write(
                        writer,
                        StreamKind.STDERR,
                        "go: extracting module " + i + "\n",
                        start.plusMillis(400 + 300L * i));
            }
            Scenes.write(
                    writer,
                    StreamKind.STDERR,
                    "# building with -race, 214 packages\n",
                    start.plusMillis(41_800));
            long at = 62_100;
            List<String> names =
                    List.of(
                            "TestClampDuration",
                            "TestClampDuration/negative",
                            "TestClampDuration/overflow",
                            "TestPolicyFromEnv",
                            "TestPolicyDefaults",
                            "TestPolicyRejectsNegative",
                            "TestRetryStopsOnContext",
                            "TestRetryJitter");
            for (int round = 0; round < 12; round++) {
                for (String name : names) {
                    at += 40 + 37L * (round % 5);
                    Scenes.write(
                            writer,
                            StreamKind.STDOUT,
                            "=== RUN   " + name + "\n",
                            start.plusMillis(at));
                    at += 30;
                    Scenes.write(
                            writer,
                            StreamKind.STDOUT,
                            "--- PASS: " + name + " (0.0" + round % 10 + "s)\n",
                            start.plusMillis(at));
                }
            }
            Scenes.write(
                    writer,
                    StreamKind.STDOUT,
                    "=== RUN   TestRetryBackoff\n",
                    start.plusMillis(at + 100));
            for (int i = 1; i <= 3; i++) {
                Scenes.write(
                        writer,
                        StreamKind.STDOUT,
                        "    retry_test.go:52: attempt " + i + " after " + i * 10 + "ms\n",
                        start.plusMillis(at + 100 + 200L * i));
            }
            Scenes.write(
                    writer,
                    StreamKind.STDOUT,
                    good ? "--- PASS: TestRetryBackoff (0.31s)\nPASS\n" : FAILED,
                    start.plusMillis(at + 900));
            Scenes.write(
                    writer,
                    StreamKind.STDOUT,
                    good
                            ? "ok  \tapi/internal/retry\t0.702s\n"
                            : "FAIL\tapi/internal/retry\t0.702s\n",
                    start.plusMillis(at + 3_000));
            writer.finish(start.plusMillis(at + 4_000));
            desk.recording(id, recording);
            desk.tell(new SupervisionEvent.Started(id, start, 4711));
            desk.tell(
                    new SupervisionEvent.Finished(
                            id,
                            start.plusMillis(at + 4_000),
                            new Outcome.Exited(good ? 0 : 1),
                            0,
                            0));
        }
        return id;
    }

    /// Every attribute and kind of character, as a pseudo-terminal brings them.
    public static ToolCallId colours(FakeDesk desk, Path folder, Instant now) throws IOException {
        ToolCallId id =
                desk.arrive(
                        FakeDesk.ask(FakeDesk.CLAUDE, "npm run build -- --color")
                                .summary("Build the shop")
                                .ago(30));
        desk.approve(id);
        Path recording = folder.resolve(id.digits());
        Instant start = now.minusSeconds(30);
        try (RecordingWriter writer = RecordingWriter.create(recording, start)) {
            StringBuilder text = new StringBuilder();
            for (int color = 0; color < 16; color++) {
                text.append("\u001b[38;5;").append(color).append("m██ ").append(color).append(' ');
            }
            text.append("\u001b[0m\n");
            for (int color = 16; color < 88; color++) {
                text.append("\u001b[48;5;").append(color).append("m ");
            }
            text.append("\u001b[0m\n");
            for (int step = 0; step < 72; step++) {
                text.append("\u001b[48;2;").append(step * 3).append(";80;");
                text.append(255 - step * 3).append("m ");
            }
            text.append("\u001b[0m\n");
            text.append("\u001b[1mbold\u001b[0m \u001b[2mdim\u001b[0m \u001b[3mitalic\u001b[0m");
            text.append(" \u001b[4munderline\u001b[0m \u001b[7minverse\u001b[0m");
            text.append(" \u001b[9mstrike\u001b[0m \u001b[1;3;4;31mall of it\u001b[0m\n");
            text.append("wide 漢字 | かな | 한글 |\nmarks e\u0301 n\u0303 a\u0308\u0323 | x\n");
            text.append("emoji 😀 | 👍 | ✅ | x\ntabs\ta\tbb\tccc\n");
            text.append("no ligatures: != => -> === <= || && www ffi\n");
            text.append("overwritten text\rOVER\nerased to the end\u001b[10D\u001b[Kk\n");
            text.append("10 %\r50 %\r100 % done\u001b[K\n");
            text.append("\u001b]8;;https://example.dev/docs\u001b\\the manual\u001b]8;;\u001b\\");
            text.append(" and \u001b]52;c;cm0gLXJm\u0007nothing else\n");
            text.append("diff --git a/src/cart.ts b/src/cart.ts\nindex 1a2b3c4..5d6e7f8 100644\n");
            text.append("--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -1,3 +1,3 @@ total\n");
            text.append(" const tax = 0.2\n-let sum = 0\n+let sum = 1\n return sum\n");
            text.append("src/total.ts(41,7): error TS2345: not assignable\n");
            text.append("src/cart.ts:12:5 warning: unused variable\n✓ 12 passed ✗ 1 failed\n");
            Scenes.write(writer, StreamKind.STDOUT, text.toString(), start);
            writer.finish(start.plusSeconds(3));
        }
        desk.start(id, recording);
        desk.finish(id, new Outcome.Exited(0));
        return id;
    }

    /// A program that draws on the whole screen of its terminal, as `top` does.
    public static ToolCallId terminal(FakeDesk desk, Path folder, Instant now) throws IOException {
        ToolCallId id =
                desk.arrive(
                        FakeDesk.ask(FakeDesk.CLAUDE, "top -d 1")
                                .summary("Watch what the build costs")
                                .ago(40));
        desk.choose(id, new RunConditions(true, Optional.empty()));
        desk.approve(id);
        Path recording = folder.resolve(id.digits());
        Instant start = now.minusSeconds(40);
        RecordingWriter writer = RecordingWriter.create(recording, start);
        TerminalSizes.add(recording, new TerminalSizes.Size(Duration.ZERO, 96, 22));
        for (int second = 0; second < 30; second++) {
            Scenes.write(writer, StreamKind.STDOUT, screenful(second), start.plusSeconds(second));
        }
        desk.start(id, recording);
        return id;
    }

    private static String screenful(int second) {
        StringBuilder text = new StringBuilder("\u001b[H\u001b[2J");
        text.append("\u001b[1mtop\u001b[0m - 10:41:%02d up 3 days, 2 users\r\n".formatted(second));
        text.append("Tasks: \u001b[1m214\u001b[0m total, \u001b[1;32m2\u001b[0m running\r\n");
        for (int core = 0; core < 4; core++) {
            int load = 20 + (second * 7 + core * 23) % 70;
            text.append("%%Cpu%d [".formatted(core)).append("\u001b[32m");
            text.append("|".repeat(load / 3)).append("\u001b[31m||");
            text.append("\u001b[0m").append(" ".repeat(32 - load / 3));
            text.append("] %3d %%\r\n".formatted(load));
        }
        text.append("\r\n\u001b[30;42m    PID USER      %CPU  %MEM     TIME+ COMMAND")
                .append(" ".repeat(40))
                .append("\u001b[0m\r\n");
        String[] names = {"javac", "node", "esbuild", "postgres", "bash", "git", "cat"};
        for (int row = 0; row < names.length; row++) {
            text.append(row == 1 ? "\u001b[7m" : "");
            text.append(
                    "%7d ann      %5.1f %5.1f   0:%02d.%02d %-12s"
                            .formatted(
                                    4_711 + row * 13,
                                    88.0 / (row + 1),
                                    9.1 / (row + 1),
                                    row,
                                    second,
                                    names[row]));
            text.append("\u001b[0m\r\n");
        }
        text.append("\u001b[22;1H\u001b[36mF1\u001b[0m Help  \u001b[36mF10\u001b[0m Quit ");
        return text.toString();
    }
}
