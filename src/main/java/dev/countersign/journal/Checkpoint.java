package dev.countersign.journal;

import dev.countersign.settings.OwnerOnly;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/// What the journal remembers of itself beside its lines, so that opening a long one need not read
/// all of it. It is no truth: without it, or where it does not fit, everything is read.
///
/// @param end the place that it is about
/// @param lastLine where in its segment the line before that place begins
/// @param from where the lines begin that the calls in memory were folded from
/// @param calls the numbers of all calls there ever were
/// @param held those of them that were in memory
record Checkpoint(
        JournalPosition end,
        long lastLine,
        JournalPosition from,
        Set<Integer> calls,
        Set<Integer> held) {
    private static final int FORM = 1;
    private static final String NAME = "checkpoint";
    private static final int MOST_CALLS = 50_000_000;

    static Optional<Checkpoint> read(Path folder) {
        try {
            byte[] bytes = Files.readAllBytes(folder.resolve(NAME));
            if (bytes.length < 2 * Integer.BYTES) {
                return Optional.empty();
            }
            int length = bytes.length - Integer.BYTES;
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            DataInputStream sum =
                    new DataInputStream(new ByteArrayInputStream(bytes, length, Integer.BYTES));
            return sum.readInt() == checksum(bytes, length) && in.readInt() == FORM
                    ? Optional.of(decode(in))
                    : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Checkpoint decode(DataInputStream in) throws IOException {
        JournalPosition end = readPosition(in);
        long lastLine = in.readLong();
        JournalPosition from = readPosition(in);
        return new Checkpoint(end, lastLine, from, readSet(in), readSet(in));
    }

    private static JournalPosition readPosition(DataInputStream in) throws IOException {
        return new JournalPosition(
                in.readInt(), in.readLong(), in.readLong(), in.readLong(), in.readUTF());
    }

    private static Set<Integer> readSet(DataInputStream in) throws IOException {
        int size = in.readInt();
        if (size < 0 || size > MOST_CALLS) {
            throw new IOException("no checkpoint");
        }
        Set<Integer> numbers = HashSet.newHashSet(size);
        for (int i = 0; i < size; i++) {
            numbers.add(in.readInt());
        }
        return numbers;
    }

    void write(Path folder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(FORM);
        writePosition(out, end);
        out.writeLong(lastLine);
        writePosition(out, from);
        writeSet(out, calls);
        writeSet(out, held);
        out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
        Path fresh = folder.resolve(NAME + ".new");
        OwnerOnly.write(fresh, bytes.toByteArray());
        Files.move(
                fresh,
                folder.resolve(NAME),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    private static void writePosition(DataOutputStream out, JournalPosition position)
            throws IOException {
        out.writeInt(position.segment());
        out.writeLong(position.line());
        out.writeLong(position.text());
        out.writeLong(position.sequence());
        out.writeUTF(position.head());
    }

    private static void writeSet(DataOutputStream out, Set<Integer> numbers) throws IOException {
        out.writeInt(numbers.size());
        for (int number : numbers) {
            out.writeInt(number);
        }
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }

    /// Whether the journal has the line that this is about.
    boolean fits(Path folder) {
        JournalPosition last = new JournalPosition(end.segment(), lastLine, 0, 0, "");
        try (JournalReader reader = new JournalReader(folder, last)) {
            return reader.next()
                    && reader.segmentNumber() == end.segment()
                    && reader.raw().offset() == end.line()
                    && JournalLine.decode(reader.raw().text()).hash().equals(end.head());
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}
