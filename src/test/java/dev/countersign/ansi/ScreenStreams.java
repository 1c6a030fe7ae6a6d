package dev.countersign.ansi;

import java.io.ByteArrayOutputStream;
import java.util.random.RandomGenerator;

/// Random streams that move about on a screen, right and wrong ones.
public final class ScreenStreams {
    private static final String FINALS = "ABCDEFGHIJKLMPSTXZ@`abcdefghlmnrsu";
    private static final String ESCAPES = "78DEHMc";

    private ScreenStreams() {}

    public static byte[] random(RandomGenerator random) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int pieces = random.nextInt(1, 60);
        for (int piece = 0; piece < pieces; piece++) {
            bytes.writeBytes(
                    switch (random.nextInt(8)) {
                        case 0, 1, 2 -> Chunks.utf8(sequence(random));
                        case 3 -> Chunks.utf8("\u001b" + one(ESCAPES, random));
                        case 4 -> Chunks.utf8("\u001b[?" + mode(random) + one("hl", random));
                        case 5 -> Chunks.utf8("text 漢字 e\u0301\r\n".substring(random.nextInt(9)));
                        default -> Chunks.randomStream(random);
                    });
        }
        return bytes.toByteArray();
    }

    private static String sequence(RandomGenerator random) {
        String first = random.nextInt(4) == 0 ? "" : Integer.toString(random.nextInt(40));
        String second = random.nextInt(2) == 0 ? "" : ";" + random.nextInt(70_000);
        return "\u001b[" + first + second + one(FINALS, random);
    }

    private static int mode(RandomGenerator random) {
        int[] modes = {1, 6, 7, 25, 47, 1047, 1048, 1049, 2004, 9999};
        return modes[random.nextInt(modes.length)];
    }

    private static char one(String letters, RandomGenerator random) {
        return letters.charAt(random.nextInt(letters.length()));
    }
}
