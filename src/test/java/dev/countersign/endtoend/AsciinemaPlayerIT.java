package dev.countersign.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.ansi.TerminalScreen;
import dev.countersign.recording.ExportFormat;
import dev.countersign.recording.ExportFrame;
import dev.countersign.recording.ExportWatch;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingExport;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.ScreenIndex;
import dev.countersign.recording.StreamKind;
import dev.countersign.recording.TerminalSizes;
import dev.countersign.redaction.SecretMasker;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is exported plays in asciinema's own player, taken from npm. Skipped with a word where
/// that, or node, cannot be had.
@Tag("agents")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class AsciinemaPlayerIT {
    private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
    private static final Path PACKAGES =
            Path.of(System.getProperty("countersign.agents", "target/agents")).toAbsolutePath();
    private static final Path PLAYER = PACKAGES.resolve("node_modules/asciinema-player");

    @TempDir private Path folder;

    @BeforeEach
    void prepare() throws Exception {
        install();
        byte[] green = "\u001b[32mgreen\u001b[0m é\n".getBytes(StandardCharsets.UTF_8);
        byte[] plain = "plain\n".getBytes(StandardCharsets.UTF_8);
        try (RecordingWriter writer = RecordingWriter.create(folder.resolve("run"), START)) {
            writer.append(StreamKind.STDOUT, green, 0, green.length, START.plusMillis(200));
            writer.append(StreamKind.STDERR, plain, 0, plain.length, START.plusMillis(900));
            writer.finish(START.plusSeconds(2));
        }
    }

    private static void install() throws IOException, InterruptedException {
        if (Files.isDirectory(PLAYER)) {
            return;
        }
        Files.createDirectories(PACKAGES);
        try {
            Process npm =
                    new ProcessBuilder(
                                    "npm",
                                    "install",
                                    "--ignore-scripts",
                                    "--no-audit",
                                    "--no-fund",
                                    "asciinema-player@3.17")
                            .directory(PACKAGES.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            assumeTrue(npm.waitFor() == 0, "npm cannot fetch asciinema-player: skipped");
        } catch (IOException e) {
            assumeTrue(false, "there is no npm: skipped");
        }
    }

    private Path export(ExportFormat format, int calls) throws IOException {
        Path file = folder.resolve(format.wireName() + calls + ".cast");
        ExportFrame frame =
                new ExportFrame("make all", START, OptionalInt.of(3), Map.of("command", "make"));
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
                Recording recording = Recording.open(folder.resolve("run"))) {
            RecordingExport export =
                    new RecordingExport(
                            format, calls, 0, SecretMasker.byForm(), out, ExportWatch.none());
            for (int call = 0; call < calls; call++) {
                export.add(frame, Optional.of(recording));
            }
            export.finish();
        }
        return file;
    }

    private JsonNode play(Path cast) throws Exception {
        Path script = folder.resolve("play.mjs");
        try (InputStream text = getClass().getResourceAsStream("play-asciicast.mjs")) {
            Files.write(script, Objects.requireNonNull(text).readAllBytes());
        }
        Process node =
                new ProcessBuilder("node", script.toString(), PLAYER.toString(), cast.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String told = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, node.waitFor(), told);
        return JsonMapper.shared().readTree(told);
    }

    @ParameterizedTest
    @EnumSource(names = {"ASCIICAST_V2", "ASCIICAST_V3"})
    void aRunPlaysAsItWas(ExportFormat format) throws Exception {
        JsonNode played = play(export(format, 1));
        assertEquals("\u001b[0;32mgreen\u001b[0m é\r\nplain\r\n", played.path("text").asString());
        double seconds = played.path("metadata").path("duration").asDouble();
        assertTrue(seconds >= 0.9 && seconds <= 2.001, () -> "plays for " + seconds);
    }

    @Test
    void severalRunsPlayOneAfterTheOtherEachBehindItsMarker() throws Exception {
        JsonNode played = play(export(ExportFormat.ASCIICAST_V3, 2));
        assertEquals(2, played.path("metadata").path("markers").size());
        String text = played.path("text").asString();
        assertEquals(List.of(2, 2), List.of(count(text, "green"), count(text, "$ make")));
    }

    /// What the player hands to its terminal, drawn in ours, is the screen that was recorded.
    @ParameterizedTest
    @EnumSource(names = {"ASCIICAST_V2", "ASCIICAST_V3"})
    void aTerminalsRunPlaysInItsSizes(ExportFormat format) throws Exception {
        Path run = folder.resolve("drawn");
        String[] drawn = {
            "one\r\n\u001b[?1049h\u001b[2;3H\u001b[7mbar\u001b[m",
            "\u001b[12;50Hcorner\u001b[1;1Htop"
        };
        try (RecordingWriter writer = RecordingWriter.create(run, START)) {
            TerminalSizes.add(run, new TerminalSizes.Size(Duration.ZERO, 40, 10));
            write(writer, drawn[0], 200);
            TerminalSizes.add(run, new TerminalSizes.Size(Duration.ofMillis(600), 60, 12));
            write(writer, drawn[1], 900);
            writer.finish(START.plusSeconds(2));
        }
        Path cast = folder.resolve(format.wireName() + ".cast");
        try (Writer out = Files.newBufferedWriter(cast, StandardCharsets.UTF_8);
                Recording recording = Recording.open(run)) {
            RecordingExport export =
                    new RecordingExport(
                            format, 1, 0, SecretMasker.byForm(), out, ExportWatch.none());
            export.add(
                    new ExportFrame("top", START, OptionalInt.of(0), true, Map.of()),
                    Optional.of(recording));
            export.finish();
        }
        JsonNode played = play(cast);
        TerminalScreen screen = new TerminalScreen(40, 10);
        int resized = 0;
        for (JsonNode event : played.path("events")) {
            if (event.has("cols")) {
                screen.resize(event.path("cols").asInt(), event.path("rows").asInt());
                resized++;
            } else {
                byte[] bytes = event.path("piece").asString().getBytes(StandardCharsets.UTF_8);
                screen.accept(bytes, 0, bytes.length);
            }
        }
        assertTrue(resized > 0, played::toString);
        try (Recording recording = Recording.open(run)) {
            ScreenIndex index = new ScreenIndex(recording);
            index.refresh(Long.MAX_VALUE);
            assertEquals(index.now(), screen.picture());
        }
    }

    private static void write(RecordingWriter writer, String text, int millis) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.append(StreamKind.STDOUT, bytes, 0, bytes.length, START.plusMillis(millis));
    }

    private static int count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }
}
