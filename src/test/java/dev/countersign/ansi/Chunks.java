package dev.countersign.ansi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Feeds bytes in chunks of a size, and makes streams that look like terminal output gone wrong.
final class Chunks {

    static final int[] SIZES = {1, 7, 13, 65_536};

    /// What terminal output is made of, so that random streams reach every state of the parser.
    private static final String[] PIECES = {
        "\u001b",
        "[",
        "]",
        "8;;http://x",
        "8;;",
        "\u0007",
        "\u001b\\",
        "\n",
        "\r",
        "\r\n",
        "\b",
        "\t",
        "0",
        "1",
        "3",
        "38",
        "48",
        ";",
        ":",
        "5",
        "2",
        "255",
        "m",
        "K",
        "P",
        "_",
        "^",
        "X",
        "?",
        " ",
        "a",
        "Z",
        "~",
        "é",
        "世",
        "😀",
        "e\u0301",
        "\u009b",
        "\u009d",
        "\u009c",
        "\u0090",
        "\u0018",
        "\u001a",
        "\u0000",
        "\u007f",
        "\u200d",
        "hello world",
        "\u001b[31m",
        "\u001b[0m",
        "\u001b[K",
        "\u001b[1K",
        "\u001b[2K",
        "\u001b[38;2;1;2;3m"
    };

    private Chunks() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] randomStream(RandomGenerator random) {
        int pieces = random.nextInt(1, 200);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int piece = 0; piece < pieces; piece++) {
            if (random.nextInt(8) == 0) {
                bytes.write(random.nextInt(256));
            } else {
                bytes.writeBytes(utf8(PIECES[random.nextInt(PIECES.length)]));
            }
        }
        return bytes.toByteArray();
    }

    static String sanitize(byte[] bytes, int size) {
        StringBuilder text = new StringBuilder();
        OutputSanitizer sanitizer = new OutputSanitizer();
        for (int offset = 0; offset < bytes.length; offset += size) {
            sanitizer.accept(bytes, offset, Math.min(size, bytes.length - offset), text);
        }
        sanitizer.finish(text);
        return text.toString();
    }

    /// All lines, the last one (that no newline ended) included.
    static List<StyledLine> lines(byte[] bytes, int size) {
        StyledLineParser parser = new StyledLineParser();
        List<StyledLine> lines = new ArrayList<>();
        for (int offset = 0; offset < bytes.length; offset += size) {
            parser.accept(bytes, offset, Math.min(size, bytes.length - offset), lines::add);
        }
        lines.add(parser.finish());
        return lines;
    }
}
