package dev.countersign.cli.hook;

import dev.countersign.cli.ConsoleSocket;
import dev.countersign.cli.HelloLine;
import dev.countersign.settings.Launcher;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One run of a hook: reads what the agent wants, asks the console, answers.
///
/// Agents let a command run whose hook is late or fails, so every way out of here is an answer, and
/// every failure a refusal or a question: exit 0 with JSON, or exit 2 with a reason.
final class HookProcess {
    /// The longest input that is taken, in bytes.
    static final int MAXIMUM_INPUT_BYTES = 4 << 20;

    static final int ANSWERED = 0;
    static final int REFUSED = 2;

    private static final Duration SHORTEST_MARGIN = Duration.ofMillis(500);
    private static final Duration LONGEST_MARGIN = Duration.ofSeconds(10);
    private static final Duration LAST_MOMENT = Duration.ofMillis(250);
    private static final Duration SHORTEST_PATIENCE = Duration.ofMillis(100);
    private static final Pattern TICKET = Pattern.compile("(?s)(.*) run ([0-9a-f]{32})\\s*");
    private static final String NO_CONSOLE =
            "Countersign is not running, so nobody could look at this command. Start it with:"
                    + " countersign";

    /// What a hook has around it.
    ///
    /// @param directory the hook's own working directory
    record Surroundings(
            InputStream input,
            OutputStream output,
            OutputStream error,
            Path socket,
            Launcher launcher,
            Path directory) {}

    private final HookDialect dialect;
    private final Surroundings surroundings;
    private final Instant deadline;
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile Optional<HookEvent.Command> command = Optional.empty();
    private volatile Optional<ConsoleClient> client = Optional.empty();
    private volatile int exitCode = REFUSED;

    /// @param deadline when the answer must be out
    HookProcess(HookDialect dialect, Surroundings surroundings, Instant deadline) {
        this.dialect = dialect;
        this.surroundings = surroundings;
        this.deadline = deadline;
    }

    /// How long after its start a hook answers at the latest.
    ///
    /// @param timeout after which the agent no longer waits
    static Duration patience(Duration timeout) {
        Duration tenth = timeout.dividedBy(10);
        Duration margin = tenth.compareTo(SHORTEST_MARGIN) < 0 ? SHORTEST_MARGIN : tenth;
        Duration bounded = margin.compareTo(LONGEST_MARGIN) > 0 ? LONGEST_MARGIN : margin;
        Duration rest = timeout.minus(bounded);
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    /// Starts a thread; blocks until the answer is out.
    ///
    /// @return the exit code
    int run() {
        Thread guard = new Thread(this::answerInTime, "hook-deadline");
        guard.setDaemon(true);
        guard.start();
        try {
            answer(decide());
        } catch (IOException | RuntimeException failure) {
            refuse("Countersign could not assess this command: " + words(failure));
        } catch (StackOverflowError | OutOfMemoryError failure) {
            refuse("Countersign could not assess this command: " + failure);
        }
        guard.interrupt();
        return exitCode;
    }

    private static String words(Exception failure) {
        return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    }

    // ---- the verdict

    private String decide() throws IOException {
        return switch (dialect.read(readInput())) {
            case HookEvent.Other _ -> HookDialect.noOpinion();
            case HookEvent.SessionEnded(String session) -> {
                tell(session, "countersign/sessionEnded", object());
                yield HookDialect.noOpinion();
            }
            case HookEvent.Ran(String session, String toolUseId, String text) -> {
                tell(
                        session,
                        "countersign/reported",
                        object().put("toolUseId", toolUseId).put("text", end(text)));
                yield HookDialect.noOpinion();
            }
            case HookEvent.Command asked -> {
                command = Optional.of(asked);
                yield decide(asked);
            }
        };
    }

    private ObjectNode readInput() throws IOException {
        byte[] input = surroundings.input().readNBytes(MAXIMUM_INPUT_BYTES + 1);
        if (input.length > MAXIMUM_INPUT_BYTES) {
            throw new IOException("the agent's message is longer than 4 MiB");
        }
        JsonNode json = HookJson.read(new String(input, StandardCharsets.UTF_8));
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw new IOException("the agent's message is no JSON object");
    }

    /// A report may be as long as the agent likes, a message to the console may not.
    private static String end(String text) {
        return text.substring(Math.max(0, text.length() - 100_000));
    }

    /// What nobody waits for: without a console there is nobody to tell.
    private void tell(String session, String method, ObjectNode parameters) {
        try (ConsoleClient console = ConsoleClient.connect(surroundings.socket())) {
            console.send(hello(session));
            console.request(method, parameters);
        } catch (IOException _) {
            // Nothing depends on it.
            return;
        }
    }

    private String hello(String session) {
        return HelloLine.ofHook(
                dialect.agent(),
                AgentProcess.pid(),
                surroundings.directory(),
                session.isEmpty() ? "process" : session);
    }

    private String decide(HookEvent.Command asked) throws IOException {
        try (ConsoleClient console = ConsoleClient.connect(surroundings.socket())) {
            client = Optional.of(console);
            Optional<String> ticket = ticket(asked.command());
            if (ticket.isPresent() && isOpen(console, ticket.get())) {
                return allow(asked, Optional.of(asked.command()));
            }
            console.send(hello(asked.session()));
            return render(asked, console.request("countersign/hook", parameters(asked)));
        } catch (ConsoleClient.Refused refusal) {
            return deny(asked, "Countersign refused this command: " + words(refusal));
        } catch (IOException failure) {
            if (client.isEmpty()) {
                String words =
                        failure instanceof ConsoleSocket.Foreign ? words(failure) : NO_CONSOLE;
                return dialect.ask(asked, words).orElseGet(() -> deny(asked, words));
            }
            return deny(
                    asked, "Countersign ended before it answered, so this command was not run.");
        }
    }

    /// Whether the command is one that a hook put in place of another.
    private Optional<String> ticket(String text) {
        Matcher matcher = TICKET.matcher(text);
        String start = surroundings.launcher().shellLine();
        return matcher.matches() && matcher.group(1).equals(start)
                ? Optional.of(matcher.group(2))
                : Optional.empty();
    }

    private static boolean isOpen(ConsoleClient console, String ticket) throws IOException {
        return console.request("countersign/ticket", object().put("ticket", ticket))
                .path("open")
                .asBoolean(false);
    }

    private ObjectNode parameters(HookEvent.Command asked) {
        Duration left = Duration.between(Instant.now(), deadline);
        Duration patience = left.compareTo(SHORTEST_PATIENCE) < 0 ? SHORTEST_PATIENCE : left;
        ObjectNode parameters =
                object().put("command", asked.command())
                        .put("background", asked.background())
                        .put("withinMs", patience.toMillis())
                        .put("rewritable", dialect.canRewrite(asked))
                        .put("cwd", asked.directory().orElse(surroundings.directory().toString()));
        asked.summary().ifPresent(words -> parameters.put("summary", words));
        asked.toolUseId().ifPresent(id -> parameters.put("toolUseId", id));
        return parameters;
    }

    private String render(HookEvent.Command asked, JsonNode verdict) {
        return switch (verdict.path("verdict").asString("")) {
            case "run" ->
                    allow(
                            asked,
                            Optional.of(
                                    surroundings
                                            .launcher()
                                            .shellLine("run", verdict.path("ticket").asString())));
            case "handOver" -> {
                JsonNode edited = verdict.path("edited");
                yield allow(
                        asked,
                        edited.isString() ? Optional.of(edited.stringValue()) : Optional.empty());
            }
            case "refused", "unanswered" ->
                    deny(asked, verdict.path("words").asString("not allowed"));
            default -> deny(asked, "Countersign gave an answer that this hook does not know.");
        };
    }

    private String allow(HookEvent.Command asked, Optional<String> rewritten) {
        return dialect.allow(asked, rewritten)
                .orElseGet(() ->
                        deny(
                                asked,
                                "The person changed the command. Run this instead: "
                                        + rewritten.orElse("")));
    }

    private String deny(HookEvent.Command asked, String words) {
        return dialect.deny(asked, words);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    // ---- the answer

    /// Watches the clock and the parent: nobody must wait for an agent that is gone.
    private void answerInTime() {
        try {
            Optional<ProcessHandle> parent = ProcessHandle.current().parent();
            Instant last = deadline.plus(LAST_MOMENT);
            while (Instant.now().isBefore(last)) {
                Thread.sleep(LAST_MOMENT.toMillis());
                if (parent.isPresent() && !parent.get().isAlive()) {
                    Runtime.getRuntime().halt(REFUSED);
                }
            }
        } catch (InterruptedException _) {
            // The answer is out.
            Thread.currentThread().interrupt();
            return;
        }
        refuse("not run: nobody answered in time");
        closeClient();
        Runtime.getRuntime().halt(exitCode);
    }

    private void closeClient() {
        try {
            if (client.isPresent()) {
                client.get().close();
            }
        } catch (IOException _) {
            // The end of the process closes it, too.
            return;
        }
    }

    private void refuse(String words) {
        Optional<HookEvent.Command> asked = command;
        if (asked.isPresent()) {
            answer(deny(asked.get(), words));
            return;
        }
        if (answered.compareAndSet(false, true)) {
            complain(words);
        }
    }

    private void answer(String json) {
        if (!answered.compareAndSet(false, true)) {
            return;
        }
        try {
            surroundings.output().write((json + "\n").getBytes(StandardCharsets.UTF_8));
            surroundings.output().flush();
            exitCode = ANSWERED;
        } catch (IOException failure) {
            complain("Countersign's hook could not answer: " + words(failure));
        }
    }

    private void complain(String words) {
        exitCode = REFUSED;
        try {
            surroundings.error().write((words + "\n").getBytes(StandardCharsets.UTF_8));
            surroundings.error().flush();
        } catch (IOException _) {
            // The exit code refuses by itself.
            return;
        }
    }
}
