package dev.countersign.cli.hook;

import dev.countersign.settings.CountersignPaths;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// `countersign run TICKET`: has the console run what was approved, prints its output as it comes,
/// and ends as it ended. An agent's shell runs this in place of the command.
public final class RunLaunch {
    private static final String NAME = "run";
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final int NO_CONSOLE = 3;
    private static final int NOTHING_RUN = 1;

    private final Optional<Path> home;
    private final String ticket;

    RunLaunch(Optional<Path> home, String ticket) {
        this.home = home;
        this.ticket = ticket;
    }

    /// Reads arguments that ask for a run and nothing unusual; empty for all others.
    public static Optional<RunLaunch> parse(String[] arguments) {
        int next = 0;
        Optional<Path> home = Optional.empty();
        if (arguments.length == 4 && arguments[0].equals("--home") && !arguments[1].isEmpty()) {
            home = Optional.of(Path.of(arguments[1]));
            next = 2;
        }
        boolean usual =
                arguments.length == next + 2
                        && arguments[next].equals(NAME)
                        && !arguments[next + 1].startsWith("-");
        return usual ? Optional.of(new RunLaunch(home, arguments[next + 1])) : Optional.empty();
    }

    /// Blocks until the command has ended. When this process is ended, so is the command.
    ///
    /// @return the exit code of the command
    public int run() {
        CountersignPaths paths = CountersignPaths.ofThisSystem(home, System.getenv());
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        OutputStream error = new FileOutputStream(FileDescriptor.err);
        boolean claimed = false;
        try (ConsoleClient console = ConsoleClient.connect(paths.socket())) {
            JsonNode claim =
                    console.request(
                            "countersign/run",
                            JsonNodeFactory.instance.objectNode().put("ticket", ticket));
            if (!claim.path("claimed").asBoolean(false)) {
                print(
                        error,
                        "countersign: this ticket is unknown, was used before, or is too old;"
                                + " nothing was run\n");
                return NOTHING_RUN;
            }
            claimed = true;
            return follow(console, out, error);
        } catch (IOException failure) {
            String words =
                    claimed
                            ? "countersign: the console was lost while the command ran, so its end"
                                    + " is not known: "
                            : "countersign: no console can be reached from here, so nothing was"
                                    + " run: ";
            print(
                    error,
                    words
                            + Objects.requireNonNullElse(failure.getMessage(), failure.toString())
                            + "\n");
            return NO_CONSOLE;
        }
    }

    private static int follow(ConsoleClient console, OutputStream out, OutputStream error)
            throws IOException {
        while (true) {
            JsonNode next =
                    console.request(
                            "countersign/next",
                            JsonNodeFactory.instance.objectNode().put("waitMs", WAIT.toMillis()));
            for (JsonNode piece : next.path("output")) {
                boolean toError = piece.path("stream").asString("").equals("stderr");
                write(toError ? error : out, piece.path("text").asString(""));
            }
            JsonNode end = next.path("end");
            if (end.isObject()) {
                if (end.path("words").isString()) {
                    write(error, end.path("words").stringValue() + "\n");
                }
                return end.path("exitCode").asInt(NOTHING_RUN);
            }
        }
    }

    private static void write(OutputStream stream, String text) throws IOException {
        stream.write(text.getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }

    private static void print(OutputStream stream, String text) {
        try {
            write(stream, text);
        } catch (IOException _) {
            // Nobody reads it; the exit code says the same.
            return;
        }
    }
}
