package dev.countersign.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The sizes that the terminal of a run had, in the file `terminal` of its recording's folder: a
/// line each, nanoseconds since the start, columns, rows. Without them a screen can't be drawn
/// again as it was. Every method blocks on the disk. One writer at a time.
public final class TerminalSizes {
    /// Later sizes are not written down.
    static final int MOST = 10_000;

    private static final long MOST_BYTES = 48L * MOST;

    /// What a run's terminal has before anybody looks at it.
    public static final int STANDARD_COLUMNS = 120;

    public static final int STANDARD_ROWS = 30;

    /// From this time on it had this size.
    public record Size(Duration at, int columns, int rows) {
        public static final Size STANDARD =
                new Size(Duration.ZERO, STANDARD_COLUMNS, STANDARD_ROWS);

        public Size {
            if (at.isNegative() || columns < 1 || rows < 1) {
                throw new IllegalArgumentException("no size: " + columns + " by " + rows);
            }
        }
    }

    private TerminalSizes() {}

    /// The sizes by time; none where there is no file. Lines that are no sizes are passed over.
    public static List<Size> read(Path folder) throws IOException {
        try {
            if (Files.size(file(folder)) > MOST_BYTES) {
                throw new IOException("longer than sizes can be: " + file(folder));
            }
            List<Size> sizes = new ArrayList<>();
            String text = new String(Files.readAllBytes(file(folder)), StandardCharsets.US_ASCII);
            text.lines().limit(MOST).forEach(line -> parse(line).ifPresent(sizes::add));
            sizes.sort(Comparator.comparing(Size::at));
            return sizes;
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    /// How long the file is, which tells whether there are new ones; 0 where there is none.
    static long length(Path folder) throws IOException {
        try {
            return Files.size(file(folder));
        } catch (NoSuchFileException _) {
            return 0;
        }
    }

    /// Writes one more down. Nothing is written beyond [#MOST].
    public static void add(Path folder, Size size) throws IOException {
        Path file = file(folder);
        byte[] line =
                "%d\t%d\t%d\n"
                        .formatted(size.at().toNanos(), size.columns(), size.rows())
                        .getBytes(StandardCharsets.US_ASCII);
        long end = length(folder);
        if (end + line.length > MOST_BYTES) {
            return;
        }
        try (PositionalFile target =
                end == 0 ? RecordingFiles.createFile(file) : PositionalFile.openForWriting(file)) {
            target.write(ByteBuffer.wrap(line), end);
        }
    }

    private static Path file(Path folder) {
        return folder.resolve("terminal");
    }

    private static Optional<Size> parse(String line) {
        String[] parts = line.split("\t", -1);
        try {
            return parts.length != 3
                    ? Optional.empty()
                    : Optional.of(
                            new Size(
                                    Duration.ofNanos(Long.parseLong(parts[0])),
                                    Integer.parseInt(parts[1]),
                                    Integer.parseInt(parts[2])));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
