package dev.countersign.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Reads and writes the small text files that a person may also edit by hand. Blocks on the disk.
public final class ConfigurationFile {
    /// The largest file that is read, in bytes.
    public static final int MAXIMUM_BYTES = 1 << 20;

    private ConfigurationFile() {}

    /// The whole text of a file.
    ///
    /// @throws ConfigurationException when it is too large or not UTF-8
    /// @throws IOException when it cannot be read
    public static String read(Path file) throws IOException, ConfigurationException {
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(file)) {
            bytes = stream.readNBytes(MAXIMUM_BYTES + 1);
        }
        if (bytes.length > MAXIMUM_BYTES) {
            throw new ConfigurationException(
                    LocatedJson.Place.START, "the file is larger than 1 MiB, which is the limit");
        }
        ByteBuffer input = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(input).toString();
        } catch (CharacterCodingException _) {
            throw new ConfigurationException(
                    placeOf(bytes, input.position()), "these bytes are not UTF-8");
        }
    }

    /// Puts a text in the place of a file, or leaves the file as it was: there is no moment in
    /// which it is half written. The file is readable by its owner alone, as are folders made for
    /// it.
    public static void write(Path file, String text) throws IOException {
        // A person may keep the real file elsewhere and a link here; the link must survive.
        Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) {
            throw new IOException("not a file: " + target);
        }
        OwnerOnly.createFolders(folder);
        Path temporary =
                Files.createTempFile(
                        folder, "." + file.getFileName(), ".new", OwnerOnly.ofFile(folder));
        try {
            writeAndForce(temporary, text);
            Files.move(
                    temporary,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /// Why something failed on the disk, in words for a person.
    static String words(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "no permission";
            case FileSystemException system when system.getReason() != null -> system.getReason();
            case IOException other when other.getMessage() != null -> other.getMessage();
            case IOException other -> other.getClass().getSimpleName();
        };
    }

    private static void writeAndForce(Path temporary, String text) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        temporary,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static LocatedJson.Place placeOf(byte[] bytes, int offset) {
        String before = new String(bytes, 0, offset, StandardCharsets.UTF_8);
        List<String> lines = before.lines().toList();
        boolean atLineStart = before.isEmpty() || before.endsWith("\n");
        int line = atLineStart ? lines.size() + 1 : lines.size();
        int column = atLineStart ? 1 : lines.getLast().length() + 1;
        return new LocatedJson.Place(line, column);
    }
}
