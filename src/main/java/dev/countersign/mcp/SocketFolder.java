package dev.countersign.mcp;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The folder that holds the socket: a real directory of the current user that nobody else enters.
final class SocketFolder {
    private static final Logger LOG = LoggerFactory.getLogger(SocketFolder.class);
    private static final long ROOT = 0;

    // From <sys/stat.h>: S_IWOTH and S_ISVTX.
    private static final long WRITABLE_BY_ALL = 02;
    private static final long STICKY = 01000;

    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private SocketFolder() {}

    /// Creates the folder or checks the one that is there; one that is ours but open to others is
    /// closed to them.
    ///
    /// @return its owner, who is the current user
    /// @throws IOException with a sentence that says what is wrong with the folder
    static UserPrincipal secure(Path folder, long userId) throws IOException {
        create(folder);
        PosixFileAttributes attributes = attributes(folder);
        if (attributes.isSymbolicLink()) {
            throw new IOException(
                    "%s is a symbolic link: remove it, so that a folder can be made there"
                            .formatted(folder));
        }
        if (!attributes.isDirectory()) {
            throw new IOException("%s is not a folder: move it away".formatted(folder));
        }
        if (number(folder, "unix:uid") != userId) {
            throw new IOException(
                    "%s belongs to %s, not to the user that runs the console"
                            .formatted(folder, attributes.owner().getName()));
        }
        checkAbove(folder.toRealPath(), userId);
        if (!attributes.permissions().equals(OWNER_ONLY)) {
            LOG.warn("{} was open to others; it is closed to them now", folder);
            Files.setPosixFilePermissions(folder, OWNER_ONLY);
        }
        return attributes.owner();
    }

    /// Whoever may rename a folder above ours can put another in its place.
    private static void checkAbove(Path folder, long userId) throws IOException {
        for (Path above = folder.getParent(); above != null; above = above.getParent()) {
            long owner = number(above, "unix:uid");
            if (owner != userId && owner != ROOT) {
                throw new IOException(
                        "%s, which it stands in, belongs to another user: choose another COUNTERSIGN_HOME"
                                .formatted(above));
            }
            long mode = number(above, "unix:mode");
            if ((mode & WRITABLE_BY_ALL) != 0 && (mode & STICKY) == 0) {
                throw new IOException(
                        "%s, which it stands in, can be changed by every user: chmod o-w %s"
                                .formatted(above, above));
            }
        }
    }

    private static long number(Path path, String attribute) throws IOException {
        return ((Number) Files.getAttribute(path, attribute, LinkOption.NOFOLLOW_LINKS))
                .longValue();
    }

    private static void create(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (parent != null && !Files.exists(parent)) {
            Files.createDirectories(parent, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException _) {
            LOG.debug("{} is there", folder);
        }
    }

    private static PosixFileAttributes attributes(Path folder) throws IOException {
        return Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
