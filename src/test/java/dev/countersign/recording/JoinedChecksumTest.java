package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class JoinedChecksumTest {

    @Test
    void partsTogetherHaveTheChecksumOfTheWhole() {
        long seed = new Random().nextLong();
        System.out.println("JoinedChecksumTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            JoinedChecksum joined = new JoinedChecksum();
            CRC32C whole = new CRC32C();
            assertEquals((int) whole.getValue(), joined.value(), "nothing");
            for (int part = 0; part < 10; part++) {
                byte[] bytes = new byte[random.nextInt(1 << random.nextInt(18))];
                random.nextBytes(bytes);
                whole.update(bytes, 0, bytes.length);
                CRC32C own = new CRC32C();
                own.update(bytes, 0, bytes.length);
                joined.add((int) own.getValue(), bytes.length);
                assertEquals((int) whole.getValue(), joined.value(), "round " + round);
            }
        }
    }
}
