package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.GeneratedHistory;
import dev.countersign.journal.LaneSpan;
import dev.countersign.ui.FakeDesk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import javafx.scene.control.Labeled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Charts and timeline beside sums that this test makes itself from the lines of the journal.
class TimelineSumsTest {
    private static final int CALLS = 400;
    private static final int CHART_DAYS = 14;

    /// A decision as a line of the journal has it.
    private record Line(Instant at, String call, String decision, String by) {
        LocalDate day() {
            return at.atZone(ZoneOffset.UTC).toLocalDate();
        }
    }

    @Test
    void whatThePaneShowsIsWhatTheJournalSays(@TempDir Path folder) throws Exception {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("TimelineSumsTest seed " + seed);
        Instant now = Instant.now();
        FakeDesk desk = new FakeDesk(InstantSource.system());
        try (GeneratedHistory kept =
                new GeneratedHistory(folder.resolve("kept"), CALLS, seed, now, 20)) {
            desk.keep(kept);
            OpenWindow open = OpenWindow.over(desk, folder);
            try {
                open.robot.clickOn("#room-timeline");
                compareCharts(open, kept, now);
                compareLanes(kept, now);
            } finally {
                open.close();
            }
        }
    }

    private static void compareCharts(OpenWindow open, GeneratedHistory kept, Instant now)
            throws Exception {
        LocalDate first = now.atZone(ZoneOffset.UTC).toLocalDate().minusDays(CHART_DAYS - 1L);
        List<Line> lines =
                decisions(kept.journalFolder()).stream()
                        .filter(line -> !line.day().isBefore(first))
                        .toList();
        long denied = lines.stream().filter(line -> line.decision().equals("denied")).count();
        String sum =
                String.format(Locale.ENGLISH, "%,d decisions, %,d denied", lines.size(), denied);
        open.await("the sums show", () -> texts(open).contains(sum));
        long person = approved(lines, "human");
        long rule = approved(lines, "rule");
        String byHand = Math.round(100.0 * person / (person + rule)) + " % by hand";
        List<String> labels = open.onFx(() -> texts(open));
        assertTrue(labels.contains(byHand), byHand + " in " + labels);

        Map<LocalDate, Long> days = new TreeMap<>();
        lines.forEach(line -> days.merge(line.day(), 1L, Long::sum));
        Map<LocalDate, Long> shown = new TreeMap<>();
        kept.history()
                .days(
                        first.atStartOfDay(ZoneOffset.UTC).toInstant(),
                        now.plus(Duration.ofDays(1)),
                        ZoneOffset.UTC)
                .forEach(day -> shown.put(day.day(), day.decisions()));
        assertEquals(days, shown, "decisions a day");
    }

    private static long approved(List<Line> lines, String by) {
        return lines.stream()
                .filter(line -> line.decision().equals("approved") && line.by().equals(by))
                .count();
    }

    /// Every call has its span, and waits from its line 'queued' to its line 'decided'.
    private static void compareLanes(GeneratedHistory kept, Instant now) throws Exception {
        Map<String, Instant> queued = new HashMap<>();
        Map<String, Duration> waits = new HashMap<>();
        for (JsonNode facts : facts(kept.journalFolder())) {
            Instant at = Instant.parse(facts.path("at").asString());
            String call = facts.path("call").asString();
            switch (facts.path("event").asString()) {
                case "queued" -> queued.put(call, at);
                case "decided" -> {
                    if (queued.containsKey(call)) {
                        waits.put(call, Duration.between(queued.get(call), at));
                    }
                }
                default -> {}
            }
        }
        List<LaneSpan> spans =
                kept.history().lanes(now.minus(Duration.ofDays(40)), now.plus(Duration.ofDays(1)));
        assertEquals(CALLS, spans.size());
        Map<String, Duration> shown = new HashMap<>();
        for (LaneSpan span : spans) {
            if (span.queued().isPresent() && span.decided().isPresent()) {
                shown.put(
                        span.id().digits(),
                        Duration.between(span.queued().get(), span.decided().get()));
            }
        }
        assertEquals(waits, shown, "time waited");
    }

    private static List<Line> decisions(Path journal) throws IOException {
        return facts(journal).stream()
                .filter(facts -> facts.path("event").asString().equals("decided"))
                .map(facts ->
                        new Line(
                                Instant.parse(facts.path("at").asString()),
                                facts.path("call").asString(),
                                facts.path("decision").asString(),
                                facts.path("by").asString("")))
                .toList();
    }

    private static List<JsonNode> facts(Path journal) throws IOException {
        JsonMapper json = JsonMapper.builder().build();
        List<JsonNode> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(journal)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                for (String line : Files.readAllLines(file)) {
                    if (line.startsWith("{")) {
                        JsonNode facts = json.readTree(line).findParent("event");
                        if (facts != null) {
                            all.add(facts);
                        }
                    }
                }
            }
        }
        return all;
    }

    /// On the FX thread.
    private static List<String> texts(OpenWindow open) {
        return open.stage.getScene().getRoot().lookupAll(".label").stream()
                .map(node -> ((Labeled) node).getText())
                .toList();
    }
}
