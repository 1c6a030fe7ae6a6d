package dev.countersign.supervision.rehearsal;

import dev.countersign.approval.ResultDigest;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is about to be put into a workspace, written down before the first of it is, so that a
/// console that was killed in the midst of it knows what is left to do.
///
/// Paths stand as URIs, which keep names that are no valid text.
record CommitPlan(List<Path> roots, List<FileChange> changes) {
    private static final String FILE = "plan.json";
    private static final JsonMapper JSON = new JsonMapper();

    CommitPlan {
        roots = List.copyOf(roots);
        changes = List.copyOf(changes);
    }

    static CommitPlan of(RehearsalResult result) {
        return new CommitPlan(result.roots(), result.changes());
    }

    ResultDigest digest() {
        return RehearsalResult.digestOf(roots, changes);
    }

    Path target(FileChange change) {
        return roots.get(change.root()).resolve(change.path());
    }

    /// Writes it, and has the device keep it.
    void write(Path folder) throws IOException {
        ObjectNode plan = JSON.createObjectNode();
        ArrayNode rootsNode = plan.putArray("roots");
        roots.forEach(root -> rootsNode.add(RehearsalResult.name(root)));
        ArrayNode changesNode = plan.putArray("changes");
        for (FileChange change : changes) {
            ObjectNode node = changesNode.addObject();
            node.put("root", change.root()).put("path", RehearsalResult.name(target(change)));
            change.before().ifPresent(version -> write(version, node.putObject("before")));
            change.after().ifPresent(version -> write(version, node.putObject("after")));
        }
        Path fresh = folder.resolve(FILE + ".new");
        try (FileChannel file =
                FileChannel.open(
                        fresh,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            ByteBuffer bytes =
                    ByteBuffer.wrap(JSON.writeValueAsString(plan).getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(true);
        }
        Files.move(fresh, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /// What was written; empty where nothing was, or not to its end.
    static Optional<CommitPlan> read(Path folder) throws IOException {
        try {
            JsonNode plan = JSON.readTree(Files.readString(folder.resolve(FILE)));
            List<Path> roots = new ArrayList<>();
            plan.path("roots").forEach(root -> roots.add(Path.of(URI.create(root.asString()))));
            List<FileChange> changes = new ArrayList<>();
            for (JsonNode node : plan.path("changes")) {
                int root = node.path("root").asInt();
                Path target = Path.of(URI.create(node.path("path").asString()));
                changes.add(
                        new FileChange(
                                root,
                                roots.get(root).relativize(target),
                                version(node.path("before")),
                                version(node.path("after"))));
            }
            return Optional.of(new CommitPlan(roots, changes));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IOException("the plan of a commit cannot be read: " + e.getMessage(), e);
        }
    }

    private static void write(FileVersion version, ObjectNode node) {
        node.put("kind", version.kind().name())
                .put("size", version.size())
                .put("mode", version.mode())
                .put("inode", version.inode())
                .put("modified", version.modified().toString())
                .put("changed", version.changed().toString())
                .put("group", version.group())
                .put("content", version.content());
    }

    private static Optional<FileVersion> version(JsonNode node) {
        if (!node.isObject()) {
            return Optional.empty();
        }
        return Optional.of(
                new FileVersion(
                        FileVersion.Kind.valueOf(node.path("kind").asString()),
                        node.path("size").asLong(),
                        node.path("mode").asInt(),
                        node.path("inode").asLong(),
                        Instant.parse(node.path("modified").asString()),
                        Instant.parse(node.path("changed").asString()),
                        node.path("group").asInt(),
                        node.path("content").asString()));
    }
}
