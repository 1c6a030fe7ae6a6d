package dev.countersign.execution;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Where one rehearsal keeps what its command writes: for each root of the workspace a layer above
/// the files that are there. Holds no open file; blocks on the disk.
///
/// @param folder of this rehearsal alone, on a disk that can carry layers
/// @param roots the folders that the command may write in, none within another
public record RehearsalPlace(Path folder, List<Path> roots) {
    private static final Set<PosixFilePermission> OWN =
            EnumSet.of(
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE);

    public RehearsalPlace {
        roots = withoutInner(roots);
    }

    private static List<Path> withoutInner(List<Path> roots) {
        List<Path> outer = new ArrayList<>();
        for (Path root : roots) {
            boolean inner =
                    roots.stream().anyMatch(other -> !other.equals(root) && root.startsWith(other));
            if (!inner && !outer.contains(root)) {
                outer.add(root);
            }
        }
        return List.copyOf(outer);
    }

    /// Makes the empty layers (mode 0700).
    ///
    /// @return the moment by the clock of the disk: what changes in the workspace from now on
    ///   changes after it
    /// @throws IOException also where the folder is there already
    public Instant create() throws IOException {
        Files.createDirectories(parentOf(folder), PosixFilePermissions.asFileAttribute(OWN));
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWN));
        for (int root = 0; root < roots.size(); root++) {
            Files.createDirectory(layer(root));
            for (String part : List.of("lower", "upper", "work")) {
                Files.createDirectory(layer(root).resolve(part));
            }
        }
        return mark();
    }

    /// A disk's times come in steps of some milliseconds, so it is waited until a step is over.
    private Instant mark() throws IOException {
        Path mark = folder.resolve("mark");
        Files.writeString(mark, "");
        FileTime since = (FileTime) Files.getAttribute(mark, "unix:ctime");
        FileTime now = since;
        while (now.equals(since)) {
            LockSupport.parkNanos(1_000_000);
            Files.writeString(mark, ".");
            now = (FileTime) Files.getAttribute(mark, "unix:ctime");
        }
        return since.toInstant();
    }

    /// What the command wrote below a root: files as they are now, and marks for what is gone.
    public Path upper(int root) {
        return layer(root).resolve("upper");
    }

    Path layer(int root) {
        return folder.resolve("layer-" + root);
    }

    /// Writes the command's variables down as the arguments by which bubblewrap sets them: as
    /// arguments of a process everybody could read them.
    ///
    /// @return the path of the file
    String writeVariables(Map<String, String> variables) throws IOException {
        StringBuilder arguments = new StringBuilder("--clearenv\0");
        variables.forEach((name, value) ->
                arguments
                        .append("--setenv\0")
                        .append(name)
                        .append('\0')
                        .append(value)
                        .append('\0'));
        Path file = folder.resolve("variables");
        Files.writeString(file, arguments);
        return file.toAbsolutePath().toString();
    }

    /// Where its output is recorded.
    public Path recording() {
        return folder.resolve("recording");
    }

    /// What the processes of a rehearsal carry that left this folder behind; empty where none
    /// started.
    public static Optional<String> markerIn(Path folder) throws IOException {
        Path file = folder.resolve("variables");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        String[] words = Files.readString(file).split("\0", -1);
        for (int at = 0; at + 2 < words.length; at++) {
            if (words[at].equals("--setenv") && words[at + 1].equals(CommandEnvironment.MARKER)) {
                return Optional.of(words[at + 2]);
            }
        }
        return Optional.empty();
    }

    /// Takes everything away, also what the command made unreadable.
    public static void remove(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            open(folder);
            List<Path> inside = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                entries.forEach(inside::add);
            }
            for (Path entry : inside) {
                remove(entry);
            }
        }
        Files.deleteIfExists(folder);
    }

    private static void open(Path folder) throws IOException {
        if (!Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).containsAll(OWN)) {
            Files.setPosixFilePermissions(folder, OWN);
        }
    }

    private static Path parentOf(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (parent == null) {
            throw new IOException("no place for a rehearsal: " + folder);
        }
        return parent;
    }
}
