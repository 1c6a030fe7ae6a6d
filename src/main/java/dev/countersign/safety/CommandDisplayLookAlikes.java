package dev.countersign.safety;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Characters that can be taken for ASCII ones.
final class CommandDisplayLookAlikes {
    private static final Map<Integer, String> TABLE = load();

    private CommandDisplayLookAlikes() {}

    /// The ASCII text that `codePoint` looks like; absent for ASCII itself and for all that looks
    /// like nothing else.
    static Optional<String> of(int codePoint) {
        if (codePoint < 0x80) {
            return Optional.empty();
        }
        String known = TABLE.get(codePoint);
        if (known != null) {
            return Optional.of(known);
        }
        return styled(codePoint) ? Optional.of(compatible(codePoint)) : Optional.empty();
    }

    /// Full-width, mathematical and enclosed forms of ASCII characters, told by Unicode itself.
    private static boolean styled(int codePoint) {
        boolean candidate =
                (codePoint >= 0xFF01 && codePoint <= 0xFF5E)
                        || (codePoint >= 0x1D400 && codePoint <= 0x1D7FF)
                        || (codePoint >= 0x2100 && codePoint <= 0x214F)
                        || (codePoint >= 0x2160 && codePoint <= 0x217F)
                        || (codePoint >= 0x24B6 && codePoint <= 0x24E9);
        return candidate && compatible(codePoint).chars().allMatch(c -> c < 0x80);
    }

    private static String compatible(int codePoint) {
        return Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFKC);
    }

    private static Map<Integer, String> load() {
        Map<Integer, String> table = new HashMap<>();
        for (String line : lines("look-alikes.txt")) {
            String[] fields = line.split(" ", 3);
            table.put(Integer.parseInt(fields[0], 16), fields[1]);
        }
        return Map.copyOf(table);
    }

    /// The lines of a table beside this class, comments left out.
    static List<String> lines(String name) {
        try (InputStream stream = CommandDisplayLookAlikes.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing");
            }
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                return reader.lines()
                        .filter(line -> !line.startsWith("#") && !line.isBlank())
                        .toList();
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
