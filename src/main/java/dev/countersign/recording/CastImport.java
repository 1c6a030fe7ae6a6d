package dev.countersign.recording;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Takes an asciicast (version 2 or 3) in as a recording, to be viewed as one: its output, the
/// sizes of its terminal, its markers as notes; what was typed is left out. The file may be
/// anybody's: lines, their sum, markers and sizes are bounded. Blocks; an interrupt ends it.
public final class CastImport {
    /// Characters of one line.
    static final int LONGEST_LINE = 16 << 20;

    /// Bytes of output.
    static final long MOST_OUTPUT = 1L << 30;

    private static final JsonMapper JSON = JsonMapper.shared();

    private CastImport() {}

    /// What the file says of itself.
    public record Imported(
            Path folder, Optional<String> title, Instant startedAt, OptionalInt exitCode) {}

    /// Makes a recording in a new folder of what a file holds.
    ///
    /// @throws NoAsciicast when it is none, with its line and the reason; then there is no folder
    /// @throws IOException when the disk fails; then there is no folder either
    public static Imported into(Path cast, Path folder) throws IOException {
        boolean done = false;
        try (BufferedReader lines = Files.newBufferedReader(cast, StandardCharsets.UTF_8)) {
            Imported imported = new Reading(lines, folder).read();
            done = true;
            return imported;
        } finally {
            if (!done) {
                Recording.delete(folder);
            }
        }
    }

    /// The file is not what it should be; the message says where and why.
    public static final class NoAsciicast extends IOException {
        private static final long serialVersionUID = 1;

        NoAsciicast(long line, String why) {
            super("line %d: %s".formatted(line, why));
        }
    }

    /// One reading of one file.
    private static final class Reading {
        private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,4})x([1-9]\\d{0,4})");

        private final List<ReplayNote> markers = new ArrayList<>();
        private final Reader source;
        private final Path folder;
        private long number;
        private long bytes;
        private int sizes;
        private double last;
        private OptionalInt exitCode = OptionalInt.empty();

        Reading(Reader source, Path folder) {
            this.source = source;
            this.folder = folder;
        }

        Imported read() throws IOException {
            JsonNode header = json(line().orElseThrow(() -> wrong("it is empty")));
            int version = header.path("version").asInt(0);
            if (version != 2 && version != 3) {
                throw wrong("it is no asciicast of version 2 or 3");
            }
            Instant start = Instant.ofEpochSecond(Math.max(0, header.path("timestamp").asLong(0)));
            try (RecordingWriter writer = RecordingWriter.create(folder, start)) {
                JsonNode terminal = version == 2 ? header : header.path("term");
                size(
                        terminal.path(version == 2 ? "width" : "cols").asInt(0),
                        terminal.path(version == 2 ? "height" : "rows").asInt(0));
                Optional<String> next = line();
                while (next.isPresent()) {
                    if (!next.get().isBlank() && !next.get().startsWith("#")) {
                        event(json(next.get()), version, writer, start);
                    }
                    next = line();
                }
                writer.finish(start.plus(duration(last)));
            }
            if (!markers.isEmpty()) {
                ReplayNotes.write(folder, markers);
            }
            return new Imported(
                    folder,
                    Optional.of(header.path("title").asString("")).filter(t -> !t.isBlank()),
                    start,
                    exitCode);
        }

        private void event(JsonNode event, int version, RecordingWriter writer, Instant start)
                throws IOException {
            if (!event.isArray()
                    || event.size() < 3
                    || !event.get(0).isNumber()
                    || !event.get(1).isString()
                    || !event.get(2).isString()) {
                throw wrong("it is no event [time, kind, text]");
            }
            double time = event.get(0).asDouble();
            if (!(time >= 0 && time < 1e9)) {
                throw wrong("its time is out of range");
            }
            last = Math.max(last, version == 2 ? time : last + time);
            switch (event.get(1).asString()) {
                case "o" -> output(event.get(2).asString(), writer, start);
                case "x" -> exitCode = exit(event.get(2).asString());
                case "r" -> resize(event.get(2).asString());
                case "m" -> marker(event.get(2).asString());
                default -> {}
            }
        }

        private void resize(String text) throws IOException {
            Matcher size = SIZE.matcher(text);
            if (size.matches()) {
                size(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)));
            }
        }

        private void size(int columns, int rows) throws IOException {
            if (columns > 0 && rows > 0 && sizes++ < TerminalSizes.MOST) {
                TerminalSizes.add(folder, new TerminalSizes.Size(duration(last), columns, rows));
            }
        }

        private void marker(String text) {
            String label = text.codePoints().allMatch(Reading::isBlank) ? "marker" : text;
            if (markers.size() < ReplayNotes.MOST) {
                markers.add(ReplayNote.of(duration(last), label));
            }
        }

        private static boolean isBlank(int character) {
            return Character.isISOControl(character) || Character.isWhitespace(character);
        }

        private void output(String text, RecordingWriter writer, Instant start) throws IOException {
            byte[] output = text.getBytes(StandardCharsets.UTF_8);
            bytes += output.length;
            if (bytes > MOST_OUTPUT) {
                throw wrong("it holds more than 1 GiB of output");
            }
            if (output.length > 0) {
                writer.append(
                        StreamKind.STDOUT, output, 0, output.length, start.plus(duration(last)));
            }
        }

        private static OptionalInt exit(String text) {
            try {
                return OptionalInt.of(Integer.parseInt(text.strip()));
            } catch (NumberFormatException e) {
                return OptionalInt.empty();
            }
        }

        private static Duration duration(double seconds) {
            return Duration.ofNanos(Math.round(seconds * 1e9));
        }

        private JsonNode json(String text) throws IOException {
            try {
                return JSON.readTree(text);
            } catch (JacksonException e) {
                throw wrong("it is no JSON");
            }
        }

        private Optional<String> line() throws IOException {
            number++;
            StringBuilder line = new StringBuilder();
            int c = character();
            if (c < 0) {
                return Optional.empty();
            }
            for (; c >= 0 && c != '\n'; c = character()) {
                if (line.length() >= LONGEST_LINE) {
                    throw wrong("it is too long");
                }
                line.append((char) c);
            }
            return Optional.of(line.toString());
        }

        private int character() throws IOException {
            try {
                return source.read();
            } catch (CharacterCodingException e) {
                throw wrong("it is no text in UTF-8");
            }
        }

        private NoAsciicast wrong(String why) {
            return new NoAsciicast(number, why);
        }
    }
}
