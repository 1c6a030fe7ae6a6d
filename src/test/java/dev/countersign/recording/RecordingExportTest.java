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
import java.util.ArrayList;
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
        assertEquals("[2.000000, \"o\", \"token " + "*".repeat(12) + "\"]", lines.get(3));
        assertEquals(
                "[3.000000, \"o\", \"" + "*".repeat(TOKEN.length() - 12) + "\\r\\nend\\r\\n\"]",
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
        Recording.delete(target);
        assertFalse(Files.exists(target));
    }

    /// A program that draws on its screen, in a terminal that is resized twice.
    private Path drawnRun() throws IOException {
        Path run = folder.resolve("drawn");
        Recording.delete(run);
        try (RecordingWriter writer = RecordingWriter.create(run, START)) {
            TerminalSizes.add(run, new TerminalSizes.Size(Duration.ZERO, 40, 10));
            write(writer, StreamKind.STDOUT, "one\r\n\u001b]0;title\u0007\u001b[?1049h", 100);
            write(writer, StreamKind.STDOUT, "\u001b[2;3H\u001b[31mred\u001b[m\u001b[6n", 1_000);
            TerminalSizes.add(run, new TerminalSizes.Size(Duration.ofMillis(1_500), 60, 12));
            write(writer, StreamKind.STDOUT, "\u001b[12;50Hcorner \u001b[1;1Htop", 2_000);
            TerminalSizes.add(run, new TerminalSizes.Size(Duration.ofMillis(2_500), 50, 8));
            writer.finish(START.plusSeconds(3));
        }
        return run;
    }

    private String exportDrawn(ExportFormat format, boolean amongOthers) throws IOException {
        StringWriter out = new StringWriter();
        try (Recording drawn = Recording.open(drawnRun());
                Recording plain = Recording.open(folder.resolve("run"))) {
            RecordingExport export =
                    new RecordingExport(
                            format,
                            amongOthers ? 3 : 1,
                            0,
                            SecretMasker.byForm(),
                            out,
                            ExportWatch.none());
            ExportFrame frame = new ExportFrame("ls", START, OptionalInt.of(0), Map.of());
            ExportFrame screen = new ExportFrame("top", START, OptionalInt.of(0), true, Map.of());
            if (amongOthers) {
                export.add(frame, Optional.of(plain));
            }
            export.add(screen, Optional.of(drawn));
            if (amongOthers) {
                export.add(frame, Optional.of(plain));
            }
            export.finish();
        }
        return out.toString();
    }

    @Test
    void aTerminalsRunIsExportedWithItsSizesAndItsScreen() throws IOException {
        List<String> two = exportDrawn(ExportFormat.ASCIICAST_V2, false).lines().toList();
        assertTrue(two.getFirst().contains("\"width\":40,\"height\":10"), two.getFirst());
        assertEquals(
                List.of(
                        "[0.100000, \"o\", \"one\\r\\n\\u001B[?1049h\"]",
                        "[1.000000, \"o\", \"\\u001B[2;3H\\u001B[31mred\\u001B[m\"]",
                        "[1.500000, \"r\", \"60x12\"]",
                        "[2.000000, \"o\", \"\\u001B[12;50Hcorner \\u001B[1;1Htop\"]",
                        "[2.500000, \"r\", \"50x8\"]"),
                two.subList(1, two.size()));
        List<String> three = exportDrawn(ExportFormat.ASCIICAST_V3, false).lines().toList();
        assertTrue(three.getFirst().contains("\"cols\":40,\"rows\":10"), three.getFirst());
        assertEquals("[0.500000, \"r\", \"60x12\"]", three.get(3));
        assertEquals("[0.500000, \"r\", \"50x8\"]", three.get(5));
        assertEquals("[0.500000, \"x\", \"0\"]", three.get(6));
    }

    @Test
    void aTerminalsRunComesBackAsTheSameScreenAtAnyTime() throws IOException {
        for (ExportFormat format : List.of(ExportFormat.ASCIICAST_V2, ExportFormat.ASCIICAST_V3)) {
            Path cast = folder.resolve(format.wireName() + ".cast");
            Files.writeString(cast, exportDrawn(format, false));
            Path target = folder.resolve("back-" + format.wireName());
            CastImport.into(cast, target);
            try (Recording before = Recording.open(folder.resolve("drawn"));
                    Recording after = Recording.open(target)) {
                ScreenIndex was = new ScreenIndex(before);
                ScreenIndex is = new ScreenIndex(after);
                was.refresh(Long.MAX_VALUE);
                is.refresh(Long.MAX_VALUE);
                for (int millis : new int[] {50, 100, 999, 1_000, 1_600, 2_000, 2_600}) {
                    Duration time = Duration.ofMillis(millis);
                    assertEquals(was.at(time), is.at(time), format + " at " + time);
                }
            }
        }
    }

    @Test
    void amongSeveralRunsTheSizeChangesAndTheScreenIsLet() throws IOException {
        for (ExportFormat format : List.of(ExportFormat.ASCIICAST_V2, ExportFormat.ASCIICAST_V3)) {
            String cast = exportDrawn(format, true);
            CastChecker.check(cast);
            List<String> sizes =
                    cast.lines()
                            .filter(line -> line.contains("\"r\""))
                            .map(line -> line.replaceAll(".*\"r\", |]", ""))
                            .toList();
            assertEquals(List.of("\"40x10\"", "\"60x12\"", "\"50x8\"", "\"80x24\""), sizes, cast);
            assertTrue(cast.contains("\\u001B[?1049l\\u001B[!p"), cast);
        }
    }

    @Test
    void whatAMaskKeepsBackStillHasItsOwnTimeAndOrder() throws IOException {
        Path run = folder.resolve("prompt");
        try (RecordingWriter writer = RecordingWriter.create(run, START)) {
            write(writer, StreamKind.STDOUT, "Name of the new user", 1_000);
            write(writer, StreamKind.STDERR, "late\n", 2_000);
            write(writer, StreamKind.STDOUT, " ghp_abcdefghijklmnop", 3_000);
            write(writer, StreamKind.STDERR, "later\n", 4_000);
            write(writer, StreamKind.STDOUT, "qrstuvwxyz0123456789 there\n", 5_000);
            writer.finish(START.plusSeconds(9));
        }
        List<String> played = new ArrayList<>();
        try (Recording recording = Recording.open(run)) {
            MaskedReplay.play(
                    recording,
                    SecretMasker.byForm(),
                    (time, text) -> played.add(time.toSeconds() + " " + text));
        }
        String dot = Character.toString(SecretMasker.DOT);
        assertEquals(
                List.of(
                        "1 Name of the new user",
                        "2 late\n",
                        "3  " + dot.repeat(20),
                        "4 later\n",
                        "5 " + dot.repeat(20) + " there\n"),
                played);
    }

    @Test
    void aFloodBehindWhatIsKeptBackDoesNotWait() throws IOException {
        Path run = folder.resolve("flood");
        String line = "x".repeat(99) + "\n";
        try (RecordingWriter writer = RecordingWriter.create(run, START)) {
            write(writer, StreamKind.STDOUT, TOKEN, 0);
            for (int second = 1; second <= 200; second++) {
                write(writer, StreamKind.STDERR, line.repeat(100), second * 1_000);
            }
            writer.finish(START.plusSeconds(300));
        }
        StringBuilder played = new StringBuilder();
        Duration[] last = {Duration.ZERO};
        try (Recording recording = Recording.open(run)) {
            MaskedReplay.play(
                    recording,
                    SecretMasker.byForm(),
                    (time, text) -> {
                        assertTrue(time.compareTo(last[0]) >= 0, "back in time");
                        last[0] = time;
                        played.append(text);
                        return true;
                    });
        }
        assertEquals(TOKEN.length() + 200 * 100 * 100, played.length());
        assertFalse(played.indexOf("ghp") >= 0);
    }
}
