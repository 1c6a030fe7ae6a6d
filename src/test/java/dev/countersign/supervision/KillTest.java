package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.DecisionKind;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalVerifier;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.journal.Verification;
import dev.countersign.recording.ReadPosition;
import dev.countersign.recording.Recording;
import dev.countersign.recording.StreamKind;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real consoles under load, killed at random moments (kill -9): what they acknowledged is there
/// afterwards, nothing ran twice, and of output at most the last second is cut, and marked.
final class KillTest {
    /// So many consoles, each in a folder of its own, are started and killed side by side.
    private static final int SIDE_BY_SIDE = 2;

    /// What may be missing at the end of an output that a crash cut, in seconds.
    private static final double LONGEST_CUT = 1;

    @TempDir private Path folder;

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void twentyKillsLoseNothing() throws Exception {
        kill(20);
    }

    @Test
    @Tag("soak")
    void fiveHundredKillsLoseNothing() throws Exception {
        // Everything is looked up after each kill, so that a store of all would take hours.
        for (int store = 0; store < 10; store++) {
            kill(50);
        }
    }

    private void kill(int times) throws Exception {
        long seed = RandomGenerator.getDefault().nextLong();
        List<Console> consoles = new ArrayList<>();
        try (ExecutorService lines = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int line = 0; line < SIDE_BY_SIDE; line++) {
                Path place = Files.createTempDirectory(folder, "console");
                Console console = new Console(place, seed + line);
                consoles.add(console);
                ends.add(
                        lines.submit(() -> {
                            console.killOften(times / SIDE_BY_SIDE);
                            return null;
                        }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        }
        int answers = consoles.stream().mapToInt(console -> console.answers.size()).sum();
        int decisions = consoles.stream().mapToInt(console -> console.decisions.size()).sum();
        double cut = consoles.stream().mapToDouble(console -> console.longestCut).max().orElse(0);
        double starved =
                consoles.stream().mapToDouble(console -> console.longestStarved).max().orElse(0);
        System.out.printf(
                "%d kills (seed %d): %d answers and %d decisions acknowledged, none lost, none run"
                    + " twice; of output at most the last %.3f s cut (no processor for %.3f s)%n",
                times, seed, answers, decisions, cut, starved);
        assertTrue(answers > 0 && decisions > 0);
    }

    /// One console and what it acknowledged over all its lives. Confined to its thread.
    private static final class Console {
        private final Path place;
        private final long seed;
        private final RandomGenerator random;
        private final Map<String, String> answers = new HashMap<>();
        private final Map<String, String> decisions = new HashMap<>();

        /// Name of its ticks by id of the job, of all lives.
        private final Map<String, String> jobs = new LinkedHashMap<>();

        /// Of a job that was cut, how long before the console's end the recording ends, in seconds.
        private double longestCut;

        /// How long the console got no processor, in seconds.
        private double longestStarved;

        Console(Path place, long seed) {
            this.place = place;
            this.seed = seed;
            this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        }

        void killOften(int times) throws Exception {
            for (int life = 0; life < times; life++) {
                Set<String> before = Set.copyOf(jobs.keySet());
                liveAndDie(life);
                String where = "seed %d, life %d".formatted(seed, life);
                check(where);
                for (String job : jobs.keySet()) {
                    if (!before.contains(job)) {
                        checkCut(new ToolCallId(job), where);
                    }
                }
            }
            checkMarks("seed " + seed);
        }

        /// Starts a console, lets it answer some calls, and kills it; now and then while it opens.
        private void liveAndDie(int life) throws Exception {
            Process console =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-XX:+UseSerialGC",
                                    "-Xmx256m",
                                    "--enable-native-access=ALL-UNNAMED",
                                    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    KillLoad.class.getName(),
                                    place.toString(),
                                    "life" + life)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            int heard = random.nextInt(5) == 0 ? 0 : random.nextInt(1, 50);
            try (BufferedReader lines =
                    new BufferedReader(
                            new InputStreamReader(
                                    console.getInputStream(), StandardCharsets.UTF_8))) {
                String line = "";
                for (int i = 0; line != null && i < heard; i++) {
                    line = lines.readLine();
                    take(line);
                }
                if (heard == 0) {
                    boolean _ = console.waitFor(random.nextInt(1_200), TimeUnit.MILLISECONDS);
                }
                console.destroyForcibly();
                // What it had told before it died counts too.
                while (line != null) {
                    line = lines.readLine();
                    take(line);
                }
            } catch (IOException e) {
                // The stream may break with the process.
                console.destroyForcibly();
            }
            console.waitFor();
        }

        private void take(String line) {
            String[] words = line == null ? new String[0] : line.split(" ", -1);
            if (words.length != 3 || words[1].length() != 8) {
                return;
            }
            switch (words[0]) {
                case "answered" -> answers.put(words[1], words[2]);
                case "decided" -> decisions.put(words[1], words[2]);
                case "job" -> jobs.put(words[1], words[2]);
                default -> {}
            }
        }

        private void check(String where) throws Exception {
            Path journalFolder = place.resolve("journal");
            if (!Files.isDirectory(journalFolder)) {
                return;
            }
            Verification verification =
                    JournalVerifier.verify(journalFolder, Optional.empty(), (done, all) -> {});
            assertTrue(verification.isIntact(), () -> where + ": " + verification);
            try (Journal journal = Journal.open(journalFolder)) {
                assertEquals(Optional.empty(), journal.damage(), where);
                for (Map.Entry<String, String> answer : answers.entrySet()) {
                    CallRecord record = journal.find(new ToolCallId(answer.getKey())).orElseThrow();
                    assertEquals(answer.getValue(), record.status().wireName(), where);
                    assertTrue(record.decided().isPresent(), where);
                }
                for (Map.Entry<String, String> decision : decisions.entrySet()) {
                    CallRecord record =
                            journal.find(new ToolCallId(decision.getKey())).orElseThrow();
                    assertEquals(
                            decision.getValue(),
                            DecisionKind.of(record.decision().orElseThrow()).wireName(),
                            where);
                }
            }
            Path file = place.resolve("ran");
            List<String> ran = Files.exists(file) ? Files.readAllLines(file) : List.of();
            assertEquals(new HashSet<>(ran).size(), ran.size(), where + ": something ran twice");
        }

        /// The job died at its first tick that nobody read; what it printed up to a second before
        /// the console's last beat is there, without a hole. How long the console got no processor
        /// is not its fault.
        private void checkCut(ToolCallId job, String where) throws Exception {
            awaitGone(job);
            String life = String.valueOf(jobs.get(job.digits()));
            Map<Long, Double> ticks = ticks(life);
            long kept = 0;
            Path recorded = recording(job);
            if (Files.isDirectory(recorded)) {
                try (Recording recording = Recording.recover(recorded)) {
                    assertFalse(recording.isComplete(), where + ": the cut is not marked");
                    kept = countTicks(text(recording), where);
                }
            }
            List<Double> beats = beats(life);
            double starved = 0;
            for (int beat = 1; beat < beats.size(); beat++) {
                starved = Math.max(starved, beats.get(beat) - beats.get(beat - 1));
            }
            double lived = beats.isEmpty() ? 0 : beats.getLast();
            double cut = Math.max(0, lived - ticks.getOrDefault(kept + 1, lived));
            longestCut = Math.max(longestCut, cut);
            longestStarved = Math.max(longestStarved, starved);
            assertTrue(
                    cut <= LONGEST_CUT + starved,
                    "%s: %d of %d ticks are kept, %.3f s of them are missing; it got no processor for %.3f s"
                            .formatted(where, kept, ticks.size(), cut, starved));
        }

        /// When the console of a life was at work, in seconds.
        private List<Double> beats(String life) throws IOException {
            Path file = place.resolve("beats-" + life);
            if (!Files.exists(file)) {
                return List.of();
            }
            String text = Files.readString(file);
            // The last line may be cut.
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(Double::parseDouble)
                    .toList();
        }

        private void awaitGone(ToolCallId job) throws Exception {
            try (Journal journal = Journal.open(place.resolve("journal"))) {
                Optional<Long> pid =
                        journal.find(job)
                                .flatMap(CallRecord::started)
                                .map(SupervisionEvent.Started::pid);
                if (pid.isPresent()) {
                    SupervisedFolder.await(() -> ProcessHandle.of(pid.get()).isEmpty());
                }
            }
        }

        private Map<Long, Double> ticks(String name) throws IOException {
            Path file = place.resolve("ticks-" + name);
            Map<Long, Double> ticks = new HashMap<>();
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                String[] words = line.split(" ", -1);
                ticks.put(Long.parseLong(words[0]), Double.parseDouble(words[1]));
            }
            return ticks;
        }

        private static String text(Recording recording) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            recording.read(
                    ReadPosition.START,
                    StreamKind.ofCommand(),
                    (stream, time, piece, offset, length) -> {
                        bytes.write(piece, offset, length);
                        return true;
                    });
            return bytes.toString(StandardCharsets.UTF_8);
        }

        private static long countTicks(String text, String where) {
            long count = 0;
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                count++;
                assertEquals(Long.toString(count), line, where);
            }
            return count;
        }

        /// The next start says of everything that was cut that its end was not seen.
        private void checkMarks(String where) throws Exception {
            try (SupervisedFolder console = SupervisedFolder.open(place)) {
                for (CallRecord record : console.journal().calls()) {
                    assertTrue(record.status().isFinal(), where + ": " + record.id());
                }
                for (String job : jobs.keySet()) {
                    CallRecord record = console.journal().find(new ToolCallId(job)).orElseThrow();
                    assertEquals(CallStatus.LOST, record.status(), where);
                }
            }
        }

        private Path recording(ToolCallId id) {
            return place.resolve("recordings")
                    .resolve(id.digits().substring(0, 2))
                    .resolve(id.digits());
        }
    }
}
