package dev.countersign.supervision.rehearsal;

import dev.countersign.execution.RehearsalPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the difference between a workspace and the layers that a command wrote above it.
///
/// In a layer a character device 0/0 says that what was there is gone, and `user.overlay.opaque=y`
/// on a folder that nothing of the folder below it shows through; all else was added or changed.
/// The kernel's documentation of overlayfs defines both. Confined to one reading; blocks on the
/// disk.
final class LayerReader {
    private static final String OPAQUE = "overlay.opaque";

    private final List<FileChange> changes = new ArrayList<>();
    private final ResultLimits limits;
    private long bytes;

    /// It changed more than is looked at.
    static final class TooMuch extends IOException {
        private static final long serialVersionUID = 1L;

        TooMuch(String message) {
            super(message);
        }
    }

    LayerReader(ResultLimits limits) {
        this.limits = limits;
    }

    /// All changes, folders before what is in them, in the order of their paths.
    ///
    /// @throws TooMuch beyond the limits; then [#changes] tells those found until then
    List<FileChange> read(RehearsalPlace place) throws IOException {
        for (int root = 0; root < place.roots().size(); root++) {
            Path lower = place.roots().get(root);
            Path upper = place.upper(root);
            new Layer(root, lower).merge(Optional.of(lower), upper, Path.of(""), isOpaque(upper));
        }
        return changes();
    }

    List<FileChange> changes() {
        return List.copyOf(changes);
    }

    private void add(FileChange change) throws IOException {
        changes.add(change);
        bytes += change.after().map(FileVersion::size).orElse(0L);
        if (changes.size() > limits.changes()) {
            throw new TooMuch("it changes more than %,d files".formatted(limits.changes()));
        }
        requireRoom(0);
    }

    private void requireRoom(long more) throws TooMuch {
        if (bytes + more > limits.bytes()) {
            throw new TooMuch("it writes more than %,d MiB".formatted(limits.bytes() >> 20));
        }
    }

    private static boolean isOpaque(Path folder) throws IOException {
        UserDefinedFileAttributeView attributes =
                Files.getFileAttributeView(
                        folder, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes == null || !attributes.list().contains(OPAQUE)) {
            return false;
        }
        ByteBuffer value = ByteBuffer.allocate(attributes.size(OPAQUE));
        attributes.read(OPAQUE, value);
        return StandardCharsets.UTF_8.decode(value.flip()).toString().equals("y");
    }

    private static List<Path> entries(Path folder) throws IOException {
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path entry : stream) {
                names.add(entry.getFileName());
            }
        }
        names.sort(null);
        return names;
    }

    /// One root of the workspace and what lies above it.
    private final class Layer {
        private final int root;
        private final Path lowerRoot;

        Layer(int root, Path lowerRoot) {
            this.root = root;
            this.lowerRoot = lowerRoot;
        }

        /// Compares two folders.
        ///
        /// @param below empty where there was none
        /// @param opaque whether nothing of it shows through
        void merge(Optional<Path> below, Path above, Path path, boolean opaque) throws IOException {
            Set<Path> names = new LinkedHashSet<>(entries(above));
            for (Path name : names) {
                entry(
                        below.map(folder -> folder.resolve(name)),
                        above.resolve(name),
                        path.resolve(name),
                        opaque);
            }
            if (opaque && below.isPresent()) {
                for (Path name : entries(below.get())) {
                    if (!names.contains(name)) {
                        removed(below.get().resolve(name));
                    }
                }
            }
        }

        private void entry(Optional<Path> lower, Path upper, Path path, boolean opaque)
                throws IOException {
            boolean there =
                    lower.isPresent() && Files.exists(lower.get(), LinkOption.NOFOLLOW_LINKS);
            if (FileVersion.isRemovalMark(upper)) {
                if (there) {
                    removed(lower.get());
                }
                return;
            }
            if (Files.isRegularFile(upper, LinkOption.NOFOLLOW_LINKS)) {
                requireRoom(Files.size(upper));
            }
            FileVersion after = FileVersion.whole(upper).orElseThrow();
            Optional<FileVersion> before = there ? FileVersion.of(lower.get()) : Optional.empty();
            boolean wasFolder = isFolder(before);
            boolean isFolder = after.kind() == FileVersion.Kind.FOLDER;
            if (before.isEmpty() || !unchanged(before.get(), after)) {
                add(new FileChange(root, path, before, Optional.of(after)));
            }
            if (wasFolder && !isFolder) {
                removedWithin(lower.orElseThrow());
            }
            if (isFolder) {
                merge(
                        wasFolder ? lower : Optional.empty(),
                        upper,
                        path,
                        wasFolder && (opaque || isOpaque(upper)));
            }
        }

        private static boolean isFolder(Optional<FileVersion> version) {
            return version.filter(one -> one.kind() == FileVersion.Kind.FOLDER).isPresent();
        }

        /// What was only opened for writing, and folders in which something changed, are copied
        /// into the layer too.
        private static boolean unchanged(FileVersion before, FileVersion after) {
            return before.isLike(after);
        }

        private void removed(Path lower) throws IOException {
            Optional<FileVersion> before = FileVersion.of(lower);
            if (before.isEmpty()) {
                return;
            }
            add(new FileChange(root, lowerRoot.relativize(lower), before, Optional.empty()));
            if (isFolder(before)) {
                removedWithin(lower);
            }
        }

        private void removedWithin(Path lower) throws IOException {
            for (Path name : entries(lower)) {
                removed(lower.resolve(name));
            }
        }
    }
}
