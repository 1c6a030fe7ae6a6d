package dev.countersign.recording;

import dev.countersign.settings.OwnerOnly;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The two files of a recording and who may read them: the same user alone.
final class RecordingFiles {

    private static final Set<PosixFilePermission> FOLDER_MODE =
            PosixFilePermissions.fromString("rwx------");

    private RecordingFiles() {}

    static Path output(Path folder) {
        return folder.resolve("output");
    }

    static Path index(Path folder) {
        return folder.resolve("output.index");
    }

    static void createFolder(Path folder) throws IOException {
        if (!isPosix()) {
            Files.createDirectories(folder);
            return;
        }
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER_MODE));
        Files.setPosixFilePermissions(folder, FOLDER_MODE);
    }

    static PositionalFile createFile(Path path) throws IOException {
        return PositionalFile.create(path, OwnerOnly.ofFile(path));
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
