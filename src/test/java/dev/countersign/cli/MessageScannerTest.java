package dev.countersign.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MessageScannerTest {
    private static MessageScanner.Summary scan(MessageScanner scanner, String line) {
        for (byte next : line.getBytes(StandardCharsets.UTF_8)) {
            scanner.accept(next);
        }
        return scanner.endLine();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"} | 0 | \"ping\"",
                "{ \"id\" : \"a \\\" é\" , \"method\" : \"x\" } | \"a \\\" é\" | \"x\"",
                "{\"params\":{\"id\":5,\"method\":\"no\",\"a\":[{\"id\":6}]},\"id\":-7,\"method\":\"m\"}"
                    + " | -7 | \"m\"",
                "{\"params\":\"\\\"id\\\":9,{\",\"method\":\"n\"} | | \"n\"",
                "{\"result\":{\"id\":3},\"id\":12} | 12 |",
                "{\"id\":null,\"error\":{}} | |",
                "[{\"id\":1,\"method\":\"ping\"}] | |",
                "nonsense | |",
                "{\"id\":1 | |",
                "}}}}{\"id\":1} | |",
            })
    void idAndMethodAreFoundAtTheTopLevelOnly(String line, String id, String method) {
        MessageScanner.Summary summary = scan(new MessageScanner(), line);
        assertEquals(Optional.ofNullable(id), summary.id());
        assertEquals(Optional.ofNullable(method), summary.method());
    }

    @Test
    void nothingOfOneLineStaysForTheNext() {
        MessageScanner scanner = new MessageScanner();
        Random random = new Random(7);
        for (int round = 0; round < 1_000; round++) {
            byte[] noise = new byte[random.nextInt(50)];
            random.nextBytes(noise);
            for (byte next : noise) {
                scanner.accept(next);
            }
            scanner.endLine();
            assertEquals(
                    Optional.of("5"), scan(scanner, "{\"id\":5,\"method\":\"m\"}").id(), "seed 7");
        }
    }

    @Test
    void hugeValuesAreNotKept() {
        String line =
                "{\"x\":\"%s\",\"id\":\"%s\",\"method\":\"m\"}"
                        .formatted("y".repeat(1_000_000), "z".repeat(20_000));
        MessageScanner.Summary summary = scan(new MessageScanner(), line);
        assertEquals(Optional.empty(), summary.id());
        assertEquals(Optional.of("\"m\""), summary.method());
    }
}
