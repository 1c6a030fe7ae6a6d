package dev.countersign.supervision;

import dev.countersign.approval.ScriptDigests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// Script files on the real disk. Safe on any thread; blocks on the disk.
public final class ScriptFiles implements ScriptDigests {
    /// The largest file that is taken for a script, in bytes.
    static final int MAXIMUM_BYTES = 16 << 20;

    @Override
    public Optional<String> sha256(Path file) {
        // Reading a pipe or a device would never end.
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] content = stream.readNBytes(MAXIMUM_BYTES + 1);
            return content.length > MAXIMUM_BYTES ? Optional.empty() : Optional.of(hex(content));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static String hex(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
