package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.supervision.CommandDifference.Kind;
import dev.countersign.supervision.CommandDifference.Piece;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class CommandDifferenceTest {
    @Test
    void removedAndAddedWordsStandInTheirPlace() {
        CommandDifference difference =
                CommandDifference.of(
                        "docker compose up -d && docker compose logs -f",
                        "docker compose up -d api && docker compose logs --tail=200 api");
        assertEquals(
                "docker compose up -d {+api +}&& docker compose logs [--f-]{+--tail=200 api+}",
                difference.marked());
        assertEquals(3, difference.words(Kind.ADDED));
        assertEquals(1, difference.words(Kind.REMOVED));
    }

    @Test
    void theSameTextHasNoDifference() {
        assertEquals("npm test", CommandDifference.of("npm test", "npm test").marked());
    }

    @Test
    void bothSidesCanBeReadFromIt() {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("CommandDifferenceTest seed " + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 2_000; round++) {
            String before = text(random);
            String after = text(random);
            CommandDifference difference = CommandDifference.of(before, after);
            assertEquals(before, without(difference, Kind.ADDED), "seed " + seed);
            assertEquals(after, without(difference, Kind.REMOVED), "seed " + seed);
        }
    }

    @Test
    void aLongChangeIsComparedInBoundedTime() {
        String before = "a b ".repeat(30_000);
        String after = "c " + "b a ".repeat(30_000);
        CommandDifference difference = CommandDifference.of(before, after);
        assertEquals(before, without(difference, Kind.ADDED));
        assertEquals(after, without(difference, Kind.REMOVED));
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        int words = random.nextInt(12);
        for (int i = 0; i < words; i++) {
            text.append("ab \n$\u00e9;".charAt(random.nextInt(7)));
        }
        return text.toString();
    }

    private static String without(CommandDifference difference, Kind kind) {
        return difference.pieces().stream()
                .filter(piece -> piece.kind() != kind)
                .map(Piece::text)
                .collect(Collectors.joining());
    }
}
