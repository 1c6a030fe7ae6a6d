package dev.countersign.settings;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Folders and files that nobody but their owner may read, from the moment they are there. Where
/// the file system knows no such rights (Windows) its own hold. What is there already is left as it
/// is. Safe on any thread; blocks on the disk.
public final class OwnerOnly {
    private static final Set<PosixFilePermission> FOLDER =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE =
            PosixFilePermissions.fromString("rw-------");

    private OwnerOnly() {}

    /// Makes a folder and those above it, as far as they are missing.
    public static void createFolders(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, rights(folder, FOLDER));
        }
    }

    /// Makes an empty file, where there is none.
    public static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, ofFile(file));
        } catch (FileAlreadyExistsException _) {
            // Somebody else was quicker, or it was here before: both are as good.
        }
    }

    /// Puts bytes in the place of what a file holds; made as [#createFile] does where there is
    /// none.
    public static void write(Path file, byte[] content) throws IOException {
        createFile(file);
        Files.write(file, content);
    }

    /// What a file is created with, for those who open it themselves.
    public static FileAttribute<?>[] ofFile(Path where) {
        return rights(where, FILE);
    }

    private static FileAttribute<?>[] rights(Path where, Set<PosixFilePermission> rights) {
        boolean posix = where.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)}
                : new FileAttribute<?>[0];
    }
}
