package dev.countersign.journal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// One line of the chained log: `{"seq":…, …facts…, "texts":{name: digest},
/// "prev":"…","hash":"…"}`.
///
/// `hash` is the SHA-256, in hexadecimal, of the line's bytes before `,"hash":`. Since these hold
/// the hash of the line before, no line can be changed, dropped or moved without every later one
/// showing it.
record JournalLine(long sequence, ObjectNode facts, String previous, String hash) {
    /// What the first line of all names as the one before it.
    static final String GENESIS = "0".repeat(64);

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String HASH_FIELD = ",\"hash\":\"";
    private static final int TAIL_LENGTH = HASH_FIELD.length() + 64 + "\"}".length();

    /// The line's bytes without its newline, and with its hash.
    static Encoded encode(long sequence, ObjectNode facts, String previous) {
        ObjectNode line = JSON.createObjectNode();
        line.put("seq", sequence);
        line.setAll(facts);
        line.put("prev", previous);
        String body = JSON.writeValueAsString(line);
        String open = body.substring(0, body.length() - 1);
        String hash = sha256(open);
        return new Encoded(open + HASH_FIELD + hash + "\"}", hash);
    }

    /// A line as it is written, and its hash.
    record Encoded(String text, String hash) {}

    /// Reads a line and checks its own hash.
    ///
    /// @throws IllegalArgumentException with a reason, when it is no intact line
    static JournalLine decode(String text) {
        if (text.length() < TAIL_LENGTH || !text.endsWith("\"}")) {
            throw new IllegalArgumentException("it is cut off");
        }
        int hashField = text.length() - TAIL_LENGTH;
        if (!text.startsWith(HASH_FIELD, hashField)) {
            throw new IllegalArgumentException("it has no hash at its end");
        }
        String hash =
                text.substring(hashField + HASH_FIELD.length(), text.length() - "\"}".length());
        if (!sha256(text.substring(0, hashField)).equals(hash)) {
            throw new IllegalArgumentException("its hash does not fit its content");
        }
        return parse(text, hash);
    }

    private static JournalLine parse(String text, String hash) {
        try {
            JsonNode node = JSON.readTree(text);
            if (!(node instanceof ObjectNode facts)
                    || !facts.path("seq").isIntegralNumber()
                    || !facts.path("prev").isString()) {
                throw new IllegalArgumentException("it is no journal line");
            }
            return new JournalLine(
                    facts.path("seq").asLong(), facts, facts.path("prev").asString(), hash);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is no JSON", e);
        }
    }

    /// The digest of a text that stands beside the line.
    static String textDigest(String salt, String name, String text) {
        return sha256(salt + '\0' + name + '\0' + text);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
