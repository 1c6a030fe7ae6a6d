package dev.countersign.supervision.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.supervision.rehearsal.FileDifference.Kind;
import dev.countersign.supervision.rehearsal.FileDifference.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FileDifferenceTest {
    @Test
    void changedLinesStandBetweenUnchangedOnes() {
        FileDifference difference =
                FileDifference.between("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\nE\nf\ng\nh\nnew\n");
        assertEquals(
                List.of(" b", " c", " d", "-e", "+E", " f", " g", " h", "+new"),
                difference.lines().stream().skip(1).map(FileDifferenceTest::written).toList());
        assertEquals(Kind.SKIPPED, difference.lines().getFirst().kind());
        assertEquals(new Line(Kind.ADDED, 0, 5, "E"), difference.lines().get(5));
    }

    @Test
    void aMissingNewlineIsSaid() {
        assertTrue(FileDifference.between("a", "a\n").lines().toString().contains("no newline"));
    }

    @Test
    void everyDifferenceLeadsFromOneTextToTheOther() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            List<String> old = lines(random);
            List<String> fresh = lines(random);
            int most = random.nextInt(1, 30);
            List<Line> lines = new LineComparison(old, fresh, most).lines();
            assertEquals(old, side(lines, Kind.ADDED), "seed " + seed);
            assertEquals(fresh, side(lines, Kind.REMOVED), "seed " + seed);
        }
    }

    @Test
    void textsFarApartTakeNoLongerThanTheyMay() {
        String old = String.join("\n", IntStream.range(0, 20_000).mapToObj(i -> "a" + i).toList());
        String fresh =
                String.join("\n", IntStream.range(0, 20_000).mapToObj(i -> "b" + i).toList());
        FileDifference difference = FileDifference.between(old, fresh);
        assertEquals(FileDifference.MOST_LINES, difference.lines().size());
        assertTrue(difference.note().isPresent());
    }

    private static List<String> lines(SplittableRandom random) {
        List<String> lines = new ArrayList<>();
        int count = random.nextInt(0, 15);
        for (int i = 0; i < count; i++) {
            lines.add(String.valueOf((char) ('a' + random.nextInt(4))));
        }
        return lines;
    }

    private static List<String> side(List<Line> lines, Kind without) {
        return lines.stream().filter(line -> line.kind() != without).map(Line::text).toList();
    }

    private static String written(Line line) {
        return switch (line.kind()) {
            case SAME -> " " + line.text();
            case ADDED -> "+" + line.text();
            case REMOVED -> "-" + line.text();
            case SKIPPED -> "…";
        };
    }
}
