package dev.countersign.journal;

import dev.countersign.settings.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The journal's folder: numbered segments `000001.jsonl` of chained lines, each with its texts in
/// `000001.texts.jsonl` beside it. All files are for their owner alone.
///
/// Confined to the thread that writes the journal.
final class JournalFiles implements AutoCloseable {
    private static final Pattern SEGMENT = Pattern.compile("\\d{6}\\.jsonl");

    private final Path folder;
    private int number;
    private FileChannel lines;
    private FileChannel texts;

    private final JournalDisk disk;

    /// Whether a failed write may have left something behind the end.
    private boolean spoiled;

    private long linesEnd;
    private long textsEnd;

    /// How far the texts are known to be on the device: most decisions and ends bring none.
    private long textsForced;

    JournalFiles(Path folder, JournalDisk disk) throws IOException {
        this.folder = folder;
        this.disk = disk;
        OwnerOnly.createFolders(folder);
        List<Path> segments = segments(folder);
        number = segments.isEmpty() ? 1 : numberOf(segments.getLast());
        lines = open(linesFile(number));
        texts = open(textsFile(number));
        linesEnd = lines.position();
        textsEnd = texts.position();
    }

    static List<Path> segments(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> SEGMENT.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    static Path textsBeside(Path segment) {
        String name = segment.getFileName().toString();
        return segment.resolveSibling(
                name.substring(0, name.length() - ".jsonl".length()) + ".texts.jsonl");
    }

    /// Cuts off a last line that a crash left unfinished. It was never acknowledged.
    ///
    /// @return how many bytes were cut
    static long cutTornTail(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = behindLastNewline(channel, channel.size());
            long torn = channel.size() - end;
            if (torn > 0) {
                channel.truncate(end);
            }
            return torn;
        }
    }

    /// Cuts whole lines off the end for as long as they are of the given kind.
    static void cutLastLinesWhile(Path file, Predicate<String> kind) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            while (channel.size() > 0) {
                long end = channel.size() - 1;
                long start = behindLastNewline(channel, end);
                if (!kind.test(read(channel, start, end))) {
                    return;
                }
                channel.truncate(start);
            }
        }
    }

    private static String read(FileChannel channel, long start, long end) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(end - start));
        while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {
            // A positional read may be short; go on until all is there.
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    /// How long all segments are together.
    static long bytes(Path folder) throws IOException {
        long bytes = 0;
        for (Path segment : segments(folder)) {
            bytes += Files.size(segment);
        }
        return bytes;
    }

    /// The number of the last whole line; 0 where there is none.
    static long lastSequence(Path folder) throws IOException {
        for (Path segment : segments(folder).reversed()) {
            try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ)) {
                long end = behindLastNewline(channel, channel.size());
                if (end == 0) {
                    continue;
                }
                try (LineReader line =
                        new LineReader(segment, behindLastNewline(channel, end - 1))) {
                    return line.next() ? Math.max(0, line.sequence()) : 0;
                }
            }
        }
        return 0;
    }

    /// The offset behind the last newline before an offset; 0 where there is none.
    private static long behindLastNewline(FileChannel channel, long before) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(8192);
        long end = before;
        while (end > 0) {
            long start = Math.max(0, end - block.capacity());
            block.clear().limit((int) (end - start));
            while (block.hasRemaining() && channel.read(block, start + block.position()) >= 0) {
                // A positional read may be short; go on until the block is full.
            }
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return start + i + 1;
                }
            }
            end = start;
        }
        return 0;
    }

    /// Appends to both files, texts first, so that no line stands without its texts. When either
    /// fails, both are cut back to where they were.
    void append(String newTexts, String newLines, boolean durable) throws IOException {
        if (spoiled) {
            cutBack();
        }
        try {
            write(texts, newTexts);
            if (durable && texts.position() > textsForced) {
                disk.force(texts);
                textsForced = texts.position();
            }
            write(lines, newLines);
            if (durable) {
                disk.force(lines);
            }
        } catch (IOException e) {
            spoiled = true;
            try {
                cutBack();
            } catch (IOException again) {
                // Before the next append it is tried anew; until then nothing is written.
                e.addSuppressed(again);
            }
            throw e;
        }
        linesEnd = lines.position();
        textsEnd = texts.position();
    }

    private void cutBack() throws IOException {
        texts.truncate(textsEnd);
        texts.position(textsEnd);
        textsForced = Math.min(textsForced, textsEnd);
        lines.truncate(linesEnd);
        lines.position(linesEnd);
        spoiled = false;
    }

    long size() throws IOException {
        return linesEnd;
    }

    /// The end of both files.
    JournalPosition position(long sequence, String head) throws IOException {
        return new JournalPosition(number, linesEnd, textsEnd, sequence, head);
    }

    /// Starts the next segment.
    void roll() throws IOException {
        FileChannel nextLines = open(linesFile(number + 1));
        FileChannel nextTexts = open(textsFile(number + 1));
        close();
        number++;
        lines = nextLines;
        texts = nextTexts;
        linesEnd = lines.position();
        textsEnd = texts.position();
        textsForced = 0;
    }

    @Override
    public void close() throws IOException {
        try (FileChannel first = lines;
                FileChannel second = texts) {
            second.force(true);
            first.force(true);
        }
    }

    private void write(FileChannel channel, String text) throws IOException {
        disk.write(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private Path linesFile(int segment) {
        return folder.resolve("%06d.jsonl".formatted(segment));
    }

    private Path textsFile(int segment) {
        return textsBeside(linesFile(segment));
    }

    static int numberOf(Path segment) {
        return Integer.parseInt(segment.getFileName().toString().substring(0, 6));
    }

    private static FileChannel open(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        OwnerOnly.ofFile(file));
        channel.position(channel.size());
        return channel;
    }
}
