package dev.countersign.journal;

import dev.countersign.settings.OwnerOnly;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Overwrites the texts of deleted calls where they stand. The lines of the journal and the places
/// of everything else stay as they are, so no chain breaks and no index errs.
///
/// What is to be overwritten is written down first and done again after a crash. Guarded by its own
/// lock; blocks.
final class TextRemoval {
    private final Path folder;

    TextRemoval(Path folder) {
        this.folder = folder;
    }

    private Path intention() {
        return folder.resolve("deleting");
    }

    /// Remembers what is to be removed, before its deletion is recorded.
    synchronized void intend(Set<ToolCallId> calls) throws IOException {
        List<String> lines = new ArrayList<>(intended());
        calls.forEach(call -> lines.add(call.digits()));
        Path fresh = folder.resolve("deleting.new");
        OwnerOnly.createFile(fresh);
        Files.write(fresh, lines);
        Files.move(
                fresh,
                intention(),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    private List<String> intended() throws IOException {
        return Files.exists(intention()) ? Files.readAllLines(intention()) : List.of();
    }

    /// Removes what is intended and was recorded as deleted, and forgets the rest.
    synchronized void removeIntended() throws IOException {
        List<String> calls = intended();
        if (calls.isEmpty()) {
            return;
        }
        Set<String> deleted = new HashSet<>();
        try (JournalReader reader = JournalReader.ofAll(folder)) {
            while (reader.next()) {
                if (calls.contains(reader.raw().call()) && isDeletion(reader)) {
                    deleted.add(reader.raw().call());
                }
            }
        }
        overwrite(deleted);
        Files.delete(intention());
    }

    private static boolean isDeletion(JournalReader reader) {
        return reader.raw().contains(DELETED_EVENT) && reader.raw().contains(EVERYTHING);
    }

    private static final byte[] DELETED_EVENT =
            "\"event\":\"deleted\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVERYTHING =
            "\"what\":\"everything\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TEXTS = "\"texts\":{".getBytes(StandardCharsets.US_ASCII);

    private void overwrite(Set<String> calls) throws IOException {
        for (Path segment : JournalFiles.segments(folder)) {
            Set<Long> numbers = linesWithTexts(segment, calls);
            if (!numbers.isEmpty()) {
                overwriteTexts(JournalFiles.textsBeside(segment), numbers);
            }
        }
    }

    private static Set<Long> linesWithTexts(Path segment, Set<String> calls) throws IOException {
        Set<Long> numbers = new HashSet<>();
        try (LineReader lines = new LineReader(segment, 0)) {
            while (lines.next()) {
                if (calls.contains(lines.call()) && lines.contains(TEXTS)) {
                    numbers.add(lines.sequence());
                }
            }
        }
        return numbers;
    }

    private static void overwriteTexts(Path file, Set<Long> numbers) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (LineReader lines = new LineReader(file, 0);
                FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            while (lines.next()) {
                if (numbers.contains(lines.sequence())) {
                    byte[] rest =
                            ("{\"seq\":" + lines.sequence() + "}")
                                    .getBytes(StandardCharsets.US_ASCII);
                    byte[] bare = Arrays.copyOf(rest, lines.bytes().remaining());
                    Arrays.fill(bare, rest.length, bare.length, (byte) ' ');
                    write(channel, bare, lines.lineOffset());
                }
            }
            channel.force(true);
        }
    }

    private static void write(FileChannel channel, byte[] bytes, long offset) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest, offset + rest.position());
        }
    }
}
