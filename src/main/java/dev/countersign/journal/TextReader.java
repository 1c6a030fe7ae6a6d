package dev.countersign.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads the texts that stand beside a segment, in step with its lines. Confined to its caller's
/// thread.
final class TextReader implements Closeable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private long offset;
    private Optional<LineReader> reader = Optional.empty();

    /// The number of the line that was read last and not used yet; -1 where there is none.
    private long ahead = -1;

    /// What is wrong with the texts of one line.
    enum State {
        WHOLE,
        DELETED,
        CHANGED
    }

    /// The texts of one line.
    record Texts(Map<String, String> texts, State state) {}

    TextReader(Path file, long offset) {
        this.file = file;
        this.offset = offset;
    }

    /// The entry of a line, with its texts; a text that is gone or was changed reads as deleted.
    JournalEntry entry(JournalLine line) throws IOException {
        return new JournalEntry(line.facts(), texts(line).texts());
    }

    Texts texts(JournalLine line) throws IOException {
        Map<String, String> texts = new HashMap<>();
        if (!(line.facts().path("texts") instanceof ObjectNode digests) || digests.isEmpty()) {
            return new Texts(texts, State.WHOLE);
        }
        Optional<ObjectNode> kept = seek(line.sequence());
        String salt = kept.map(node -> node.path("salt").asString("")).orElse("");
        boolean gone = kept.isEmpty() || salt.isEmpty();
        boolean changed = false;
        for (Map.Entry<String, tools.jackson.databind.JsonNode> digest : digests.properties()) {
            String name = digest.getKey();
            String text =
                    kept.map(node -> node.path("texts").path(name).asString(EventCodec.DELETED))
                            .orElse(EventCodec.DELETED);
            boolean genuine =
                    !gone
                            && JournalLine.textDigest(salt, name, text)
                                    .equals(digest.getValue().asString());
            changed |= !genuine;
            texts.put(name, genuine ? text : EventCodec.DELETED);
        }
        return new Texts(texts, gone ? State.DELETED : changed ? State.CHANGED : State.WHOLE);
    }

    /// Where the texts of the line stand that was looked for last, or would stand.
    long offset() {
        return offset;
    }

    private Optional<ObjectNode> seek(long sequence) throws IOException {
        if (reader.isEmpty()) {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            reader = Optional.of(new LineReader(file, offset));
        }
        LineReader lines = reader.get();
        while (ahead < sequence) {
            if (!lines.next()) {
                return Optional.empty();
            }
            ahead = Math.max(ahead, lines.sequence());
            offset = lines.lineOffset();
        }
        if (ahead != sequence) {
            return Optional.empty();
        }
        try {
            return JSON.readTree(lines.text()) instanceof ObjectNode node
                    ? Optional.of(node)
                    : Optional.empty();
        } catch (JacksonException e) {
            // Half overwritten: it was being deleted.
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        if (reader.isPresent()) {
            reader.get().close();
        }
    }
}
