package dev.countersign.supervision.rehearsal;

import dev.countersign.approval.ResultDigest;
import dev.countersign.execution.RehearsalPlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// What a rehearsal would do to the workspace, to the byte.
///
/// @param roots the folders that the changes are relative to
/// @param changes folders before what is in them
/// @param obstacle why this cannot be put into the workspace, a sentence; empty where it can
/// @param digest names exactly this
public record RehearsalResult(
        List<Path> roots,
        List<FileChange> changes,
        Optional<String> obstacle,
        ResultDigest digest) {
    public RehearsalResult {
        roots = List.copyOf(roots);
        changes = List.copyOf(changes);
    }

    /// Reads it, once nothing of the command runs any more. Blocks.
    ///
    /// @param since when the rehearsal began: what changed in the workspace after it makes the
    ///   result worthless
    public static RehearsalResult read(RehearsalPlace place, Instant since, ResultLimits limits)
            throws IOException {
        LayerReader reader = new LayerReader(limits);
        Optional<String> obstacle = Optional.empty();
        try {
            reader.read(place);
        } catch (LayerReader.TooMuch e) {
            obstacle =
                    Optional.of(
                            "Too much to commit: %s. Not all of it is listed."
                                    .formatted(e.getMessage()));
        } catch (AccessDeniedException e) {
            obstacle =
                    Optional.of(
                            "It leaves a file or folder that may not be read (%s), so it cannot be committed. Not all of it is listed."
                                    .formatted(Path.of(e.getFile()).getFileName()));
        }
        List<FileChange> changes = reader.changes();
        return new RehearsalResult(
                place.roots(),
                changes,
                obstacle.or(() -> obstacleIn(changes, since)),
                digestOf(place.roots(), changes));
    }

    private static Optional<String> obstacleIn(List<FileChange> changes, Instant since) {
        for (FileChange change : changes) {
            if (change.after().filter(now -> now.kind() == FileVersion.Kind.OTHER).isPresent()) {
                return Optional.of(
                        "It leaves a pipe, a socket or a device (%s), which a commit cannot make."
                                .formatted(change.path()));
            }
            boolean drifted =
                    change.before()
                            .filter(was -> was.kind() != FileVersion.Kind.FOLDER)
                            .filter(was -> was.changed().isAfter(since))
                            .isPresent();
            if (drifted) {
                return Optional.of(
                        "The workspace changed while it was rehearsed (%s). Rehearse it again."
                                .formatted(change.path()));
            }
        }
        return Optional.empty();
    }

    static ResultDigest digestOf(List<Path> roots, List<FileChange> changes) {
        MessageDigest digest = FileVersion.sha256();
        for (Path root : roots) {
            add(digest, name(root));
        }
        for (FileChange change : changes) {
            add(digest, Integer.toString(change.root()));
            add(digest, name(roots.get(change.root()).resolve(change.path())));
            add(digest, change.before().map(FileVersion::line).orElse(""));
            add(digest, change.after().map(FileVersion::line).orElse(""));
        }
        return new ResultDigest(HexFormat.of().formatHex(digest.digest()));
    }

    /// Exact also where a name is no valid text, and the same whether there is a folder or not.
    static String name(Path path) {
        String name = path.toUri().toString();
        return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }

    /// How many paths were added, changed or removed, folders in which something changed left out.
    public long count(FileChange.Kind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }

    /// In one sentence: `would add 2, change 1 and remove 3 files`.
    public String words() {
        if (changes.isEmpty()) {
            return "would change no file";
        }
        return "would add %,d, change %,d and remove %,d"
                .formatted(
                        count(FileChange.Kind.ADDED),
                        count(FileChange.Kind.CHANGED),
                        count(FileChange.Kind.REMOVED));
    }
}
