package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.mcp.ToolArguments.InvalidArgument;
import dev.countersign.supervision.AgentLimits;
import dev.countersign.toolcall.TimeLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Agents are told the limits that a person set, and held to them.
final class LimitWordsTest {
    private static final TimeLimits OTHERS =
            new TimeLimits(
                    Duration.ofSeconds(90),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(45),
                    Duration.ofHours(2));

    @Test
    void theUsualOnesReadAsInTheRequirements() {
        assertEquals(
                "120 s 600,000 15 minutes 900,000 24 h 86,400,000 2,000 50 KiB",
                words(AgentLimits.STANDARD));
    }

    @Test
    void othersAreToldAsTheyAre() {
        assertEquals(
                "90 s 90,000 45 minutes 2,700,000 2 h 7,200,000 300 1,500 bytes",
                words(new AgentLimits(OTHERS, 300, 1_500, 1_000, 1 << 20)));
    }

    @Test
    void callsAreHeldToThem() throws InvalidArgument {
        assertEquals(Duration.ofSeconds(90), timeout("{\"command\": \"x\"}"));
        assertEquals(Duration.ofMinutes(45), timeout("{\"command\": \"x\", \"mode\": \"slow\"}"));
        assertEquals(
                Duration.ofMinutes(45),
                timeout("{\"command\": \"x\", \"mode\": \"slow\", \"timeout\": 2700000}"));
        InvalidArgument refused =
                assertThrows(
                        InvalidArgument.class,
                        () -> timeout("{\"command\": \"x\", \"timeout\": 90001}"));
        assertTrue(refused.words().contains("90,000"), refused.words());
    }

    private static Duration timeout(String json) throws InvalidArgument {
        return ((BashArguments.Command) BashArguments.parse(Json.parse(json), OTHERS))
                .request()
                .timeout();
    }

    private static String words(AgentLimits limits) {
        return new LimitWords(limits)
                .in(
                        "{usual} {longest} {slow} {longestSlow} {background} {longestBackground}"
                                + " {lines} {bytes}");
    }
}
