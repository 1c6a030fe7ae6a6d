package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class NewlineCountTest {

    @Test
    void countsAsOneByteAtATimeWould() {
        long seed = RandomGenerator.getDefault().nextLong();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 500; round++) {
            ByteBuffer bytes =
                    round % 2 == 0 ? ByteBuffer.allocate(9_000) : ByteBuffer.allocateDirect(9_000);
            int spread = 1 + random.nextInt(60);
            for (int place = 0; place < bytes.capacity(); place++) {
                // Bytes that differ from a newline in one bit are among them.
                int near = '\n' ^ (1 << random.nextInt(8));
                bytes.put(place, (byte) (random.nextInt(spread) == 0 ? '\n' : near));
            }
            bytes.limit(random.nextInt(bytes.capacity() + 1));
            bytes.position(random.nextInt(bytes.limit() + 1));
            int expected = 0;
            for (int place = bytes.position(); place < bytes.limit(); place++) {
                expected += bytes.get(place) == '\n' ? 1 : 0;
            }
            assertEquals(expected, NewlineCount.of(bytes), "seed " + seed + ", round " + round);
        }
    }

    @Test
    void aBlockOfNothingButNewlinesOverflowsNoCount() {
        byte[] bytes = new byte[1 << 20];
        Arrays.fill(bytes, (byte) '\n');
        assertEquals(bytes.length, NewlineCount.of(ByteBuffer.wrap(bytes)));
    }
}
