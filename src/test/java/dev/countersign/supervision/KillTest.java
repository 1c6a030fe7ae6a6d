package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalVerifier;
import dev.countersign.journal.Verification;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real console under load, killed at random moments (kill -9): what it acknowledged is there
/// afterwards, and nothing ran twice.
final class KillTest {
    @TempDir private Path folder;

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void fewKillsLoseNothing() throws Exception {
        kill(4);
    }

    @Test
    @Tag("soak")
    void fiveHundredKillsLoseNothing() throws Exception {
        kill(500);
    }

    private void kill(int times) throws Exception {
        long seed = RandomGenerator.getDefault().nextLong();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Map<String, String> acknowledged = new HashMap<>();
        for (int round = 0; round < times; round++) {
            String where = "seed %d, kill %d".formatted(seed, round);
            oneLife(round, random, acknowledged);
            check(acknowledged, where);
        }
        System.out.println(
                "%d kills (seed %d): %d answers acknowledged, none lost, none run twice"
                        .formatted(times, seed, acknowledged.size()));
        assertTrue(!acknowledged.isEmpty());
    }

    /// Starts a console, lets it answer some calls, and kills it.
    private void oneLife(int round, RandomGenerator random, Map<String, String> acknowledged)
            throws Exception {
        Process console =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KillLoad.class.getName(),
                                folder.toString(),
                                "life" + round)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        int answers = random.nextInt(1, 60);
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(console.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            for (int i = 0; line != null && i < answers; i++) {
                line = lines.readLine();
                take(line, acknowledged);
            }
            console.destroyForcibly();
            // What it had told before it died counts too.
            while (line != null) {
                line = lines.readLine();
                take(line, acknowledged);
            }
        } catch (java.io.IOException e) {
            // The stream may break with the process.
            console.destroyForcibly();
        }
        console.waitFor();
    }

    private static void take(String line, Map<String, String> acknowledged) {
        if (line == null) {
            return;
        }
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].length() == 8) {
            acknowledged.put(words[0], words[1]);
        }
    }

    private void check(Map<String, String> acknowledged, String where) throws Exception {
        Path place = folder.resolve("journal");
        Verification verification =
                JournalVerifier.verify(place, Optional.empty(), (done, all) -> {});
        assertTrue(verification.isIntact(), () -> where + ": " + verification);
        try (Journal journal = Journal.open(place)) {
            assertEquals(Optional.empty(), journal.damage(), where);
            for (Map.Entry<String, String> answer : acknowledged.entrySet()) {
                CallRecord record = journal.find(new ToolCallId(answer.getKey())).orElseThrow();
                assertTrue(record.decided().isPresent(), where);
                assertEquals(answer.getValue(), record.status().wireName(), where);
                assertEquals(CallStatus.COMPLETED, record.status(), where);
            }
        }
        List<String> ran = new ArrayList<>();
        Path file = folder.resolve("ran");
        if (Files.exists(file)) {
            ran.addAll(Files.readAllLines(file));
        }
        Set<String> once = new HashSet<>(ran);
        assertEquals(once.size(), ran.size(), where + ": something ran twice");
    }
}
