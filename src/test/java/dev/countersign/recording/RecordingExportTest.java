package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.redaction.SecretMasker;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

final class RecordingExportTest {
    private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
    private static final String TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

    private static final char NEWLINE = '\n';

    @TempDir private Path folder;

    @BeforeEach
    void record() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(folder.resolve("run"), START)) {
            write(writer, StreamKind.STDOUT, "\u001b[32mgreen\u001b[0m & <b>\n", 500);
            write(writer, StreamKind.STDERR, "\u001b]52;c;aGk=\u0007bad\n", 1_000);
            write(writer, StreamKind.STDOUT, "token " + TOKEN.substring(0, 12), 2_000);
            write(writer, StreamKind.STDOUT, TOKEN.substring(12) + "\nend\n", 3_000);
            writer.finish(START.plusSeconds(4));
        }
    }

    private static void write(RecordingWriter writer, StreamKind stream, String text, int millis)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.append(stream, bytes, 0, bytes.length, START.plusMillis(millis));
    }

    private String export(ExportFormat format) throws IOException {
        StringWriter out = new StringWriter();
        try (Recording recording = Recording.open(folder.resolve("run"))) {
            ExportFrame frame =
                    new ExportFrame("make all", START, OptionalInt.of(3), Map.of("agent", "codex"));
            RecordingExport export =
                    new RecordingExport(
                            format,
                            1,
                            recording.totals().bytes(),
                            SecretMasker.byForm(),
                            out,
                            ExportWatch.none());
            export.add(frame, Optional.of(recording));
            export.finish();
        }
        return out.toString();
    }

    @Test
    void asciicastTwoTellsTimesFromTheStart() throws IOException {
        List<String> lines = export(ExportFormat.ASCIICAST_V2).lines().toList();
        assertTrue(lines.getFirst().contains("\"version\":2"), lines.getFirst());
        assertTrue(lines.getFirst().contains("\"width\":80"));
        assertEquals(
                "[0.500000, \"o\", \"\\u001B[0;32mgreen\\u001B[0m & <b>\\r\\n\"]", lines.get(1));
        assertEquals("[1.000000, \"o\", \"bad\\r\\n\"]", lines.get(2));
        assertEquals("[2.000000, \"o\", \"token \"]", lines.get(3));
        assertEquals(
                "[3.000000, \"o\", \"" + "*".repeat(TOKEN.length()) + "\\r\\nend\\r\\n\"]",
                lines.get(4));
    }

    @Test
    void asciicastThreeTellsIntervalsAndTheExit() throws IOException {
        List<String> lines = export(ExportFormat.ASCIICAST_V3).lines().toList();
        assertTrue(lines.getFirst().contains("\"term\":{\"cols\":80"), lines.getFirst());
        assertTrue(lines.get(2).startsWith("[0.500000, \"o\""), lines.get(2));
        assertEquals("[1.000000, \"x\", \"3\"]", lines.getLast());
    }

    @Test
    void plainAndAnsiHoldNothingToObey() throws IOException {
        assertEquals(
                "green & <b>\nbad\ntoken " + "*".repeat(TOKEN.length()) + "\nend\n",
                export(ExportFormat.PLAIN));
        String ansi = export(ExportFormat.ANSI);
        assertTrue(ansi.contains("\u001b[0;32mgreen"));
        assertFalse(ansi.contains("]52"));
    }

    @Test
    void htmlIsEscapedAndMasked() throws IOException {
        String html = export(ExportFormat.HTML);
        assertTrue(html.contains("green</span> &amp; &lt;b&gt;"), html);
        assertTrue(html.contains("<dt>agent</dt><dd>codex</dd>"));
        assertFalse(html.contains(TOKEN));
        assertFalse(html.contains("<script"));
    }

    @Test
    void jsonHoldsFactsAndOutput() throws IOException {
        var json = JsonMapper.shared().readTree(export(ExportFormat.JSON));
        assertEquals("codex", json.path("call").path("agent").asString());
        assertEquals("stderr", json.path("output").get(1).get(1).asString());
        assertEquals("bad\n", json.path("output").get(1).get(2).asString());
    }

    @Test
    void whatWasExportedComesBackAsARecording() throws IOException {
        for (ExportFormat format : List.of(ExportFormat.ASCIICAST_V2, ExportFormat.ASCIICAST_V3)) {
            Path cast = folder.resolve(format.wireName() + ".cast");
            Files.writeString(cast, export(format));
            Path target = folder.resolve("imported-" + format.wireName());
            CastImport.Imported imported = CastImport.into(cast, target);
            assertEquals("make all", imported.title().orElseThrow());
            try (Recording recording = Recording.open(target)) {
                assertTrue(recording.isComplete());
                LineIndex index = new LineIndex(recording);
                index.refresh();
                assertEquals("green & <b>", index.lines(0, 1).getFirst().line().text());
                assertEquals(Duration.ofSeconds(1), index.timeOf(1).orElseThrow());
            }
        }
    }

    @Test
    void asciicastsHoldWhatTheirDocumentationAsksFor() throws IOException {
        assertEquals(3, CastChecker.check(export(ExportFormat.ASCIICAST_V2)), 1e-6);
        assertEquals(4, CastChecker.check(export(ExportFormat.ASCIICAST_V3)), 1e-6);
    }

    @Test
    void theCheckerItselfSeesWhatIsWrong() {
        String head = "{\"version\":2,\"width\":80,\"height\":24}\n";
        CastChecker.check(head + "[1, \"o\", \"x\"]\n");
        for (String wrong :
                List.of(
                        head + "[1, \"o\", \"x\"]",
                        head + "[-1, \"o\", \"x\"]\n",
                        head + "[2, \"o\", \"x\"]\n[1, \"o\", \"x\"]\n",
                        head + "[1, \"q\", \"x\"]\n",
                        head + "[1, \"x\", \"0\"]\n",
                        head + "[1, \"o\", \"x\"] ]\n",
                        "{\"version\":2,\"width\":80}\n",
                        "{\"version\":2,\"width\":80,\"height\":24,\"other\":1}\n",
                        "{\"version\":3,\"term\":{\"cols\":0,\"rows\":24}}\n",
                        """
                        {"version":3,"term":{"cols":80,"rows":24}}
                        [0, "x", "1"]
                        [0, "o", "a"]
                        """)) {
            assertThrows(Throwable.class, () -> CastChecker.check(wrong), wrong);
        }
    }

    @Test
    void whatIsNoAsciicastIsRefusedWithItsLine() throws IOException {
        Path cast = folder.resolve("bad.cast");
        for (String text :
                List.of(
                        "",
                        "{\"version\":1}",
                        "nonsense",
                        "{\"version\":2}" + NEWLINE + "[1,\"o\"]",
                        "{\"version\":2}" + NEWLINE + "[-1,\"o\",\"x\"]",
                        "{\"version\":2}" + NEWLINE + "{\"a\":1}")) {
            Files.writeString(cast, text);
            IOException refusal =
                    assertThrows(
                            IOException.class, () -> CastImport.into(cast, folder.resolve("none")));
            assertTrue(String.valueOf(refusal.getMessage()).startsWith("line "), refusal::toString);
            assertFalse(Files.exists(folder.resolve("none")));
        }
    }

    @Test
    void sizesAndMarkersOfAnAsciicastComeAlong() throws IOException {
        Path cast = folder.resolve("sized.cast");
        Files.writeString(
                cast,
                """
                {"version":3,"term":{"cols":90,"rows":20}}
                [0.5,"o","x"]
                [0.5,"r","100x25"]
                [0.0,"r","0x99"]
                [1.0,"m","here\\tit is"]
                [0.0,"m",""]
                """);
        Path target = folder.resolve("sized");
        CastImport.into(cast, target);
        assertEquals(
                List.of(
                        new TerminalSizes.Size(Duration.ZERO, 90, 20),
                        new TerminalSizes.Size(Duration.ofSeconds(1), 100, 25)),
                TerminalSizes.read(target));
        assertEquals(
                List.of(
                        new ReplayNote(Duration.ofSeconds(2), "here it is"),
                        new ReplayNote(Duration.ofSeconds(2), "marker")),
                ReplayNotes.read(target));
        CastImport.delete(target);
        assertFalse(Files.exists(target));
    }
}
