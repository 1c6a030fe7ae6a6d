package dev.countersign.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.Verdict;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Figures of the journal and its index beside controls of the same machine and minute.
final class HistoryBenchTest {
    private static final String[] WORDS = {
        "git status",
        "npm test",
        "cargo build",
        "grep -rn parser src",
        "ls -la",
        "make release",
        "python manage.py migrate",
        "docker compose up",
        "cat README.md",
        "mvn verify",
    };

    @TempDir private Path folder;

    private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);

    @Test
    void historyIsMeasuredInSmall() throws Exception {
        measure(300, 50);
    }

    @Test
    @Tag("bench")
    void aHundredThousandCalls() throws Exception {
        measure(Integer.getInteger("bench.calls", 100_000), 2_000);
    }

    private IndexPlaces places() {
        return new IndexPlaces(
                folder.resolve("index.db"),
                folder.resolve("journal"),
                folder.resolve("recordings"),
                folder.resolve("natives"));
    }

    private void measure(int calls, int durable) throws Exception {
        Path texts = folder.resolve("texts");
        List<String> commands = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            commands.add(
                    "%s --id word%d %x"
                            .formatted(
                                    WORDS[random.nextInt(WORDS.length)],
                                    random.nextInt(5_000),
                                    random.nextLong()));
        }
        Files.write(texts, commands);
        long start = System.nanoTime();
        try (Journal journal = Journal.open(places().journal())) {
            write(journal, commands);
        }
        tell(
                "journal: %,d calls of 7 events, many at once: %,.0f events a second",
                calls, 7 * calls / seconds(start));
        appendsAlone(durable);
        open(calls);
        start = System.nanoTime();
        long events = StoredHistory.reindex(places(), UnaryOperator.identity(), (done, all) -> {});
        tell(
                "index: made anew, %,.0f events (%,.0f calls) a second",
                events / seconds(start), calls / seconds(start));
        search(calls, texts);
        openInAnotherProgram();
    }

    /// As the console opens it: in a fresh program, after a quiet end and after a crash.
    private void openInAnotherProgram() throws Exception {
        long start = System.nanoTime();
        String _ = opened(List.of());
        tell("control: a program that opens nothing, %.2f s", seconds(start));
        Path checkpoint = places().journal().resolve("checkpoint");
        tell("opened after a quiet end, %s", opened(List.of(folder.toString())));
        byte[] last = Files.readAllBytes(checkpoint);
        // What a crash leaves at worst: the checkpoint is as old as it can get.
        moreEvents(2_900);
        Files.write(checkpoint, last);
        tell("opened after a crash, %s", opened(List.of(folder.toString())));
        Files.delete(checkpoint);
        tell("opened without a checkpoint, %s", opened(List.of(folder.toString())));
    }

    private void moreEvents(int count) throws Exception {
        try (Journal journal = Journal.open(places().journal());
                HistoryIndex index =
                        HistoryIndex.start(journal, places(), UnaryOperator.identity())) {
            int before = journal.callCount();
            for (int i = 1; i <= count / 7; i++) {
                life(journal, before + i, "echo more " + i);
            }
            assertTrue(index.awaitCurrent(Duration.ofMinutes(2)));
        }
    }

    private static String opened(List<String> arguments) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "--enable-native-access=ALL-UNNAMED",
                                OpeningTimes.class.getName()));
        command.addAll(arguments);
        Process program =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String told = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, program.waitFor());
        return told.strip();
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    // The annotation is no dependency of ours.
    @SuppressWarnings("AnnotateFormatMethod")
    private static void tell(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private void write(Journal journal, List<String> commands) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(64)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < commands.size(); i++) {
                int number = i + 1;
                all.add(
                        executor.submit(() -> {
                            life(journal, number, commands.get(number - 1));
                            return null;
                        }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static void life(Journal journal, int number, String command) throws IOException {
        ToolCallId id = ToolCallId.of(number);
        Instant at = ToolCalls.NOON.plusSeconds(number);
        journal.append(
                new SupervisionEvent.Received(ToolCalls.call(number, command, Path.of("/tmp"))));
        journal.append(
                new SupervisionEvent.Assessed(
                        id,
                        at,
                        new RiskAssessment(
                                RiskLevel.LOW,
                                false,
                                true,
                                Optional.empty(),
                                List.of(),
                                List.of(),
                                command),
                        new PolicyVerdict(Verdict.ASK, Optional.empty(), "no rule", List.of())));
        journal.append(new SupervisionEvent.Queued(id, at));
        journal.append(
                new SupervisionEvent.Decided(
                        id, at, new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE)));
        journal.append(new SupervisionEvent.Started(id, at, 4711));
        journal.append(new SupervisionEvent.Finished(id, at, new Outcome.Exited(0), 100, 3));
        journal.append(
                new SupervisionEvent.Answered(
                        id, at, CallStatus.COMPLETED, "some output\n[exit code 0, 0.1 s]"));
    }

    /// One thread that waits for each: what a single call feels.
    private void appendsAlone(int count) throws Exception {
        Path place = folder.resolve("alone");
        try (Journal journal = Journal.open(place)) {
            journal.append(new SupervisionEvent.Received(ToolCalls.call(1, "ls", Path.of("/tmp"))));
            ToolCallId id = ToolCallId.of(1);
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                journal.append(new SupervisionEvent.Queued(id, ToolCalls.NOON));
            }
            double without = count / seconds(start);
            start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                journal.append(new SupervisionEvent.Noted(id, ToolCalls.NOON, "note"));
            }
            tell(
                    "journal, one at a time: %,.0f events a second without fsync, %,.0f with",
                    without, count / seconds(start));
        }
        Path file = folder.resolve("dd");
        for (String flag : List.of("", "dsync")) {
            List<String> command =
                    new ArrayList<>(
                            List.of(
                                    "dd",
                                    "if=/dev/zero",
                                    "of=" + file,
                                    "bs=400",
                                    "count=" + count,
                                    "status=none"));
            if (!flag.isEmpty()) {
                command.add("oflag=" + flag);
            }
            long start = System.nanoTime();
            assertEquals(0, new ProcessBuilder(command).start().waitFor());
            tell(
                    "control: dd %s, %,.0f writes of 400 bytes a second",
                    flag, count / seconds(start));
        }
    }

    private void open(int calls) throws IOException {
        for (int round = 0; round < 2; round++) {
            long start = System.nanoTime();
            try (Journal journal = Journal.open(places().journal())) {
                tell("journal: opened with %,d calls in %.2f s", calls, seconds(start));
                assertEquals(calls, journal.callCount());
            }
        }
    }

    private void search(int calls, Path texts) throws Exception {
        long[] times = new long[60];
        long[] pages = new long[60];
        try (StoredHistory history = StoredHistory.open(places(), UnaryOperator.identity())) {
            for (int i = 0; i < times.length; i++) {
                String word =
                        i % 3 == 0
                                ? "git"
                                : i % 3 == 1 ? "word" + random.nextInt(5_000) : "src parser";
                HistoryQuery query = HistoryQuery.ALL.withText(word);
                long start = System.nanoTime();
                HistoryPage page = history.search(query, Optional.empty(), 50);
                times[i] = System.nanoTime() - start;
                pages[i] = page.hits().size();
            }
            assertTrue(Arrays.stream(pages).sum() > 0);
            long start = System.nanoTime();
            long count = history.count(HistoryQuery.ALL.withText("git"));
            tell("count of %,d hits: %.1f ms", count, seconds(start) * 1e3);
        }
        Arrays.sort(times);
        tell(
                "search over %,d calls: p50 %.1f ms, p95 %.1f ms",
                calls, times[times.length / 2] / 1e6, times[times.length * 95 / 100] / 1e6);
        long start = System.nanoTime();
        int rounds = 10;
        for (int i = 0; i < rounds; i++) {
            Process grep =
                    new ProcessBuilder("grep", "-c", "git", texts.toString())
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            grep.waitFor();
        }
        tell(
                "control: grep -c over the commands alone, %.1f ms",
                Duration.ofNanos((System.nanoTime() - start) / rounds).toNanos() / 1e6);
    }
}
