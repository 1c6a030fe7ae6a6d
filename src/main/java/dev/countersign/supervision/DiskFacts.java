package dev.countersign.supervision;

import dev.countersign.safety.FileContent;
import dev.countersign.safety.FileFacts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// What the real disk tells the assessment. Safe on any thread; may block on a slow disk.
public final class DiskFacts implements FileFacts {
    /// What the system takes for a path at most, in bytes; nothing longer exists.
    private static final int LONGEST_PATH = 4_096;

    /// The path with the symbolic links of its existing part resolved.
    @Override
    public Path resolve(Path absolute) {
        Path normal = absolute.toAbsolutePath().normalize();
        for (Path existing = beginning(normal); existing != null; existing = existing.getParent()) {
            Optional<Path> real = realPath(existing);
            if (real.isPresent()) {
                return real.get().resolve(existing.relativize(normal)).normalize();
            }
        }
        return normal;
    }

    /// As much of a path as could exist, so that a hostile one is not walked name by name.
    private static Path beginning(Path normal) {
        if (normal.toString().length() <= LONGEST_PATH) {
            return normal;
        }
        int names = 0;
        int length = 0;
        for (Path name : normal) {
            length += name.toString().length() + 1;
            if (length > LONGEST_PATH) {
                break;
            }
            names++;
        }
        Path root = normal.getRoot();
        return names == 0 ? root : root.resolve(normal.subpath(0, names));
    }

    /// Reads the whole file; blocks as long as the disk does.
    @Override
    public Optional<FileContent> content(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > FileContent.LARGEST) {
                return Optional.empty();
            }
            byte[] bytes;
            try (InputStream stream = Files.newInputStream(file)) {
                bytes = stream.readNBytes((int) FileContent.LARGEST + 1);
            }
            if (bytes.length > FileContent.LARGEST) {
                return Optional.empty();
            }
            String digest =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            int shown = Math.min(bytes.length, FileContent.LONGEST_TEXT);
            String text = new String(bytes, 0, shown, StandardCharsets.UTF_8);
            return Optional.of(new FileContent(digest, bytes.length, text));
        } catch (IOException | SecurityException _) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /// Empty when it is not there, or not to be looked at.
    private static Optional<Path> realPath(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
