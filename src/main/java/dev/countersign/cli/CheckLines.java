package dev.countersign.cli;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Answers commands line by line, each before the next is read.
///
/// @param jsonIn whether a line is a JSON object, else it is the command itself
/// @param jsonOut whether an answer is a line of JSON
record CheckLines(CommandChecker checker, boolean jsonIn, boolean jsonOut) {
    /// The longest line, in bytes.
    static final int MAXIMUM_LINE_BYTES = 1 << 20;

    void run(InputStream input, PrintWriter out) throws IOException {
        InputStream lines = new BufferedInputStream(input, 1 << 16);
        long number = 0;
        Optional<Line> line = nextLine(lines);
        while (line.isPresent()) {
            number++;
            answer(line.get(), number, out);
            line = nextLine(lines);
        }
        out.flush();
    }

    private void answer(Line line, long number, PrintWriter out) {
        if (jsonIn && !line.tooLong() && line.isBlank()) {
            return;
        }
        Answered answered = jsonIn ? fromJson(line) : fromText(line, number);
        out.print(
                jsonOut
                        ? CheckJson.line(answered.id(), answered.answer())
                        : CheckText.of(answered.answer()) + "\n");
        out.flush();
    }

    private Answered fromText(Line line, long number) {
        Optional<LocatedJson> id =
                Optional.of(new LocatedJson.Figure(LocatedJson.Place.START, Long.toString(number)));
        Optional<String> refusal = line.refusal();
        if (refusal.isPresent()) {
            return new Answered(id, new CheckAnswer.Refused(refusal.get()));
        }
        return new Answered(id, checker.check(line.text(), Optional.empty()));
    }

    private Answered fromJson(Line line) {
        Optional<String> refusal = line.refusal();
        if (refusal.isPresent()) {
            return new Answered(Optional.empty(), new CheckAnswer.Refused(refusal.get()));
        }
        LocatedJson.Fields row;
        try {
            row = LocatedJson.parse(line.text()).asFields("a line");
        } catch (ConfigurationException wrong) {
            return new Answered(
                    Optional.empty(),
                    new CheckAnswer.Refused(
                            "column %d: %s".formatted(wrong.place().column(), wrong.reason())));
        }
        Optional<LocatedJson> id = row.value("id");
        try {
            Optional<LocatedJson> directory = row.value("cwd");
            Optional<String> cwd =
                    directory.isPresent()
                            ? Optional.of(directory.get().asText("cwd"))
                            : Optional.empty();
            return new Answered(id, checker.check(command(row), cwd));
        } catch (ConfigurationException wrong) {
            return new Answered(id, new CheckAnswer.Refused(wrong.reason()));
        }
    }

    private static String command(LocatedJson.Fields row) throws ConfigurationException {
        Optional<LocatedJson> plain = row.value("command");
        Optional<LocatedJson> encoded = row.value("command_b64");
        if (plain.isPresent() == encoded.isPresent()) {
            throw new ConfigurationException(
                    row.place(),
                    plain.isPresent()
                            ? "command and command_b64 exclude each other"
                            : "command or command_b64 is missing");
        }
        if (plain.isPresent()) {
            return plain.get().asText("command");
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(encoded.orElseThrow().asText("command_b64"));
        } catch (IllegalArgumentException _) {
            throw new ConfigurationException(row.place(), "command_b64 is not valid base64");
        }
        return decode(bytes)
                .orElseThrow(() ->
                        new ConfigurationException(row.place(), "the command is not valid UTF-8"));
    }

    private static Optional<String> decode(byte[] bytes) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private static Optional<Line> nextLine(InputStream input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean tooLong = false;
        int next = input.read();
        if (next < 0) {
            return Optional.empty();
        }
        while (next >= 0 && next != '\n') {
            if (bytes.size() < MAXIMUM_LINE_BYTES) {
                bytes.write(next);
            } else {
                tooLong = true;
            }
            next = input.read();
        }
        return Optional.of(new Line(decode(bytes.toByteArray()), tooLong));
    }

    /// @param decoded empty when it is not UTF-8
    private record Line(Optional<String> decoded, boolean tooLong) {
        boolean isBlank() {
            return decoded.isPresent() && decoded.get().isBlank();
        }

        String text() {
            return decoded.orElse("");
        }

        Optional<String> refusal() {
            if (tooLong) {
                return Optional.of("the line is longer than 1 MiB, which is the limit");
            }
            return decoded.isPresent()
                    ? Optional.empty()
                    : Optional.of("the line is not valid UTF-8");
        }
    }

    private record Answered(Optional<LocatedJson> id, CheckAnswer answer) {}
}
