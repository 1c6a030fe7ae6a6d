package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FloodTest {
    private static final int PIECE = 64 * 1024;
    private static final long BEGUN = 1_000_000_000;

    private final PumpedCommand.Source source =
            new PumpedCommand.Source(OutputStreamKind.STDOUT, 3);

    /// One piece each so often.
    private boolean isFlooded(int pieces, long begin, Duration each) {
        boolean flooded = false;
        for (int i = 0; i < pieces; i++) {
            flooded = source.isFlooded(PIECE, begin + i * each.toNanos());
        }
        return flooded;
    }

    @Test
    void muchInLittleTimeIsAFloodAndTheSameInMoreTimeIsNone() {
        assertFalse(isFlooded(1_000, BEGUN, Duration.ofMillis(2)));
        assertTrue(isFlooded(16, 10 * BEGUN, Duration.ofMillis(1)));
    }

    @Test
    void aLargePipeIsReadInLargePiecesForAsLongAsItFloods() {
        isFlooded(16, BEGUN, Duration.ofMillis(1));
        assertFalse(source.isBestReadInLargePieces());
        source.markGrown(true);
        assertTrue(source.isBestReadInLargePieces());
        assertFalse(isFlooded(16, 10 * BEGUN, Duration.ofMillis(1)), "it has grown");
        isFlooded(100, 20 * BEGUN, Duration.ofMillis(30));
        assertFalse(source.isBestReadInLargePieces());
    }

    @Test
    void aPipeThatCouldNotGrowIsReadAtOnce() {
        isFlooded(16, BEGUN, Duration.ofMillis(1));
        source.markGrown(false);
        assertFalse(source.isBestReadInLargePieces());
    }
}
