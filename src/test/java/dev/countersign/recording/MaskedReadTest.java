package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.countersign.ansi.TruncationLimits;
import dev.countersign.ansi.TruncationPolicy;
import dev.countersign.redaction.SecretMasker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MaskedReadTest {
    private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir private Path folder;

    @Test
    void aSecretThatIsReadInTwoPiecesIsMaskedInBoth() throws IOException {
        Path run = folder.resolve("run");
        SecretMasker masker = SecretMasker.ofValues(List.of("correct-horse-9"));
        try (RecordingWriter writer = RecordingWriter.create(run, START);
                Recording recording = Recording.open(run)) {
            AgentReader reader = new AgentReader(recording, ReadPosition.START, masker);
            write(writer, "login correct-ho");
            String first = read(reader);
            write(writer, "rse-9 ok\nProceed? ");
            String second = read(reader);
            write(writer, "correct");
            String third = read(reader);
            writer.finish(START);
            String fourth = read(reader);

            assertEquals("login ", first);
            assertEquals("*************** ok\nProceed? ", second);
            assertEquals("", third);
            assertEquals("correct", fourth);
        }
    }

    /// Of a long output only its end is read. The colours take so much of that here that all of its
    /// text is shown, and a key lies where the reading would begin.
    @Test
    void aKeyThatBeginsBeforeTheEndThatIsReadIsMasked() throws IOException {
        String body = ("QUJD".repeat(16) + "\n").repeat(100);
        String key = "-----BEGIN PRIVATE KEY-----\n" + body + "-----END PRIVATE KEY-----\n";
        String coloured = "\u001b[32m".repeat(9) + "a line of words, 28 in all..\n";
        for (int behind = 100_000; behind < 132_000; behind += 1_000) {
            Path run = folder.resolve("run" + behind);
            try (RecordingWriter writer = RecordingWriter.create(run, START);
                    Recording recording = Recording.open(run)) {
                write(writer, "plain words\n".repeat(30_000));
                write(writer, key);
                write(writer, coloured.repeat(behind / coloured.length()));
                writer.finish(START);
                String shown = read(new AgentReader(recording));
                assertFalse(shown.contains("QUJDQUJD"), "with " + behind + " bytes behind it");
            }
        }
    }

    private static String read(AgentReader reader) throws IOException {
        return reader.read(TruncationPolicy.TAIL, TruncationLimits.DEFAULT).stdout().text();
    }

    private static void write(RecordingWriter writer, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.append(StreamKind.STDOUT, bytes, 0, bytes.length, START);
    }
}
