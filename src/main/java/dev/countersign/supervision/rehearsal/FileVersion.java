package dev.countersign.supervision.rehearsal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A file, folder or link as it was at one moment.
///
/// @param size bytes of a file, else 0
/// @param mode the permission bits
/// @param inode its number on its disk
/// @param modified when its content changed
/// @param changed when anything of it changed, which nobody can set back
/// @param group the number of its group
/// @param content of a file the SHA-256 in hex, of a link where it leads; else empty
public record FileVersion(
        Kind kind,
        long size,
        int mode,
        long inode,
        Instant modified,
        Instant changed,
        int group,
        String content) {
    /// Larger files of the workspace are told apart by size and times alone.
    static final long LARGEST_DIGESTED = 64L << 20;

    private static final int TYPE_MASK = 0xF000;
    private static final int TYPE_CHARACTER_DEVICE = 0x2000;
    private static final int PERMISSIONS = 07777;
    private static final String FACTS =
            "unix:mode,ino,rdev,gid,size,lastModifiedTime,ctime,isDirectory,isRegularFile,isSymbolicLink";

    /// What it is.
    public enum Kind {
        FILE,
        FOLDER,
        LINK,
        /// A pipe, a socket or a device.
        OTHER
    }

    /// As it is now; empty where nothing is.
    static Optional<FileVersion> of(Path path) throws IOException {
        return of(path, LARGEST_DIGESTED);
    }

    /// As it is now, its content read whatever its size.
    static Optional<FileVersion> whole(Path path) throws IOException {
        return of(path, Long.MAX_VALUE);
    }

    private static Optional<FileVersion> of(Path path, long largestDigested) throws IOException {
        Map<String, Object> facts;
        try {
            facts = Files.readAttributes(path, FACTS, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
        Kind kind = kind(facts);
        long size = kind == Kind.FILE ? fact(facts, "size", Long.class) : 0;
        String content =
                switch (kind) {
                    case FILE -> size <= largestDigested ? digest(path) : "";
                    case LINK -> Files.readSymbolicLink(path).toString();
                    case FOLDER, OTHER -> "";
                };
        return Optional.of(
                new FileVersion(
                        kind,
                        size,
                        fact(facts, "mode", Integer.class) & PERMISSIONS,
                        fact(facts, "ino", Long.class),
                        fact(facts, "lastModifiedTime", FileTime.class).toInstant(),
                        fact(facts, "ctime", FileTime.class).toInstant(),
                        fact(facts, "gid", Integer.class),
                        content));
    }

    private static <T> T fact(Map<String, Object> facts, String name, Class<T> type) {
        return type.cast(Objects.requireNonNull(facts.get(name), name));
    }

    private static Kind kind(Map<String, Object> facts) {
        if (fact(facts, "isDirectory", Boolean.class)) {
            return Kind.FOLDER;
        }
        if (fact(facts, "isSymbolicLink", Boolean.class)) {
            return Kind.LINK;
        }
        return fact(facts, "isRegularFile", Boolean.class) ? Kind.FILE : Kind.OTHER;
    }

    /// Whether an entry of a layer says that what was there is gone.
    static boolean isRemovalMark(Path path) throws IOException {
        Map<String, Object> facts =
                Files.readAttributes(path, "unix:mode,rdev", LinkOption.NOFOLLOW_LINKS);
        return (fact(facts, "mode", Integer.class) & TYPE_MASK) == TYPE_CHARACTER_DEVICE
                && fact(facts, "rdev", Long.class) == 0;
    }

    static String digest(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
                DigestInputStream digested = new DigestInputStream(stream, sha256())) {
            digested.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digested.getMessageDigest().digest());
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// Whether it is untouched since: not only alike. Of a folder its entries do not count, since
    /// each has a version of its own where it matters.
    boolean isStill(FileVersion now) {
        if (kind == Kind.FOLDER) {
            return now.kind == Kind.FOLDER && mode == now.mode;
        }
        return equals(now);
    }

    /// Whether it is what the other one is, wherever and since whenever.
    boolean isLike(FileVersion other) {
        return kind == other.kind
                && size == other.size
                && mode == other.mode
                && content.equals(other.content)
                && (kind != Kind.FILE || modified.equals(other.modified));
    }

    /// For a digest: everything that would be put in place, and what it would replace.
    String line() {
        return "%s %d %o %d %s %s %d %s"
                .formatted(kind, size, mode, inode, modified, changed, group, content);
    }
}
