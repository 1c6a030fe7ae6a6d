package dev.countersign.mcp;

import dev.countersign.mcp.ToolArguments.InvalidArgument;
import dev.countersign.supervision.HookGateway;
import dev.countersign.supervision.HookRequest;
import dev.countersign.supervision.HookVerdict;
import dev.countersign.supervision.HookedCall;
import dev.countersign.supervision.TicketRun;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CommandText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The requests of `countersign hook` and `countersign run` on one connection. None of them decides
/// a call.
///
/// Requests are taken on the reading thread, which never blocks here; what waits does so on a
/// virtual thread of its own.
final class HookRequests {
    static final String HOOK = "countersign/hook";
    static final String RUN = "countersign/run";
    static final String NEXT = "countersign/next";
    static final String TICKET = "countersign/ticket";
    static final String REPORTED = "countersign/reported";
    static final String SESSION_ENDED = "countersign/sessionEnded";

    static final int MAXIMUM_NAME_LENGTH = 200;
    static final Duration SHORTEST_PATIENCE = Duration.ofMillis(100);
    static final Duration LONGEST_PATIENCE = Duration.ofDays(2);
    static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(HookRequests.class);

    /// What needs the agent's session, and what a ticket alone is enough for.
    private static final List<String> OF_A_SESSION = List.of(HOOK, REPORTED, SESSION_ENDED);

    private static final List<String> OF_A_TICKET = List.of(RUN, NEXT, TICKET);

    private interface Answering {
        ObjectNode result() throws InterruptedException, InvalidArgument;
    }

    private final HookGateway gateway;
    private final JsonRpcConnection connection;
    private final Consumer<OpenRequest> whenOver;
    private final AtomicReference<Optional<TicketRun>> run =
            new AtomicReference<>(Optional.empty());

    /// @param whenOver told of each request once its answer is sent
    HookRequests(
            HookGateway gateway, JsonRpcConnection connection, Consumer<OpenRequest> whenOver) {
        this.gateway = gateway;
        this.connection = connection;
        this.whenOver = whenOver;
    }

    static boolean needsSession(String method) {
        return OF_A_SESSION.contains(method);
    }

    static boolean needsTicket(String method) {
        return OF_A_TICKET.contains(method);
    }

    /// Takes a request of an agent's hook. Returns at once.
    void take(AgentSession session, OpenRequest request, String method, JsonNode parameters) {
        switch (method) {
            case HOOK -> hook(session, request, parameters);
            case REPORTED -> answering(request, () -> reported(session, parameters));
            case SESSION_ENDED ->
                    answering(
                            request,
                            () -> {
                                gateway.sessionEnded(session);
                                return Json.object();
                            });
            default -> throw new IllegalArgumentException("no such method");
        }
    }

    /// Takes a request of `countersign run`. Returns at once.
    void take(OpenRequest request, String method, JsonNode parameters) {
        switch (method) {
            case RUN -> answering(request, () -> claim(ticket(parameters)));
            case NEXT -> answering(request, () -> next(parameters));
            case TICKET ->
                    answering(
                            request,
                            () ->
                                    Json.object()
                                            .put("open", gateway.isOpenTicket(ticket(parameters))));
            default -> throw new IllegalArgumentException("no such method");
        }
    }

    private void hook(AgentSession session, OpenRequest request, JsonNode parameters) {
        try {
            HookedCall call = gateway.hook(session, parse(parameters));
            request.onCancel(call::cancel);
            start(request, () -> verdict(call.await()));
        } catch (InvalidArgument refusal) {
            refuse(request, refusal);
        }
    }

    private static HookRequest parse(JsonNode parameters) throws InvalidArgument {
        ToolArguments given =
                ToolArguments.of(
                        parameters,
                        List.of(
                                "command",
                                "summary",
                                "cwd",
                                "background",
                                "withinMs",
                                "rewritable",
                                "toolUseId"));
        long patience =
                given.integer("withinMs", SHORTEST_PATIENCE.toMillis(), LONGEST_PATIENCE.toMillis())
                        .orElseThrow(() -> new InvalidArgument("withinMs is missing"));
        return new HookRequest(
                command(given),
                given.text("summary")
                        .map(text -> shortened(text, BashArguments.MAXIMUM_SUMMARY_LENGTH))
                        .filter(text -> !text.isBlank()),
                given.systemText("cwd", BashArguments.MAXIMUM_PATH_LENGTH),
                given.flag("background").orElse(false),
                Duration.ofMillis(patience),
                given.flag("rewritable").orElse(false),
                given.text("toolUseId").map(text -> shortened(text, MAXIMUM_NAME_LENGTH)));
    }

    private static CommandText command(ToolArguments given) throws InvalidArgument {
        try {
            return new CommandText(given.text("command").orElse(""));
        } catch (IllegalArgumentException refusal) {
            throw new InvalidArgument(String.valueOf(refusal.getMessage()));
        }
    }

    private static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }

    private static ObjectNode verdict(HookVerdict verdict) {
        ObjectNode json = Json.object();
        switch (verdict) {
            case HookVerdict.Run(String ticket, Optional<String> edited) -> {
                json.put("verdict", "run").put("ticket", ticket);
                edited.ifPresent(text -> json.put("edited", text));
            }
            case HookVerdict.HandOver(Optional<String> edited) -> {
                json.put("verdict", "handOver");
                edited.ifPresent(text -> json.put("edited", text));
            }
            case HookVerdict.Refused(String words) ->
                    json.put("verdict", "refused").put("words", words);
            case HookVerdict.Unanswered(String words) ->
                    json.put("verdict", "unanswered").put("words", words);
        }
        return json;
    }

    private ObjectNode reported(AgentSession session, JsonNode parameters) throws InvalidArgument {
        ToolArguments given = ToolArguments.of(parameters, List.of("toolUseId", "text"));
        gateway.reported(
                session,
                shortened(given.text("toolUseId").orElse(""), MAXIMUM_NAME_LENGTH),
                given.text("text").orElse(""));
        return Json.object();
    }

    private static String ticket(JsonNode parameters) throws InvalidArgument {
        ToolArguments given = ToolArguments.of(parameters, List.of("ticket"));
        return given.systemText("ticket", MAXIMUM_NAME_LENGTH)
                .orElseThrow(() -> new InvalidArgument("ticket is missing"));
    }

    private ObjectNode claim(String ticket) {
        if (run.get().isPresent()) {
            return Json.object().put("claimed", false);
        }
        Optional<TicketRun> claimed = gateway.claim(ticket);
        if (claimed.isPresent() && !run.compareAndSet(Optional.empty(), claimed)) {
            claimed.get().callerGone();
            return Json.object().put("claimed", false);
        }
        return Json.object().put("claimed", claimed.isPresent());
    }

    private ObjectNode next(JsonNode parameters) throws InterruptedException, InvalidArgument {
        ToolArguments given = ToolArguments.of(parameters, List.of("waitMs"));
        long wait = given.integer("waitMs", 0, LONGEST_WAIT.toMillis()).orElse(0);
        TicketRun following =
                run.get().orElseThrow(() -> new InvalidArgument("no ticket was shown"));
        TicketRun.Output output = following.next(Duration.ofMillis(wait));
        ObjectNode json = Json.object();
        ArrayNode pieces = json.putArray("output");
        for (TicketRun.Piece piece : output.pieces()) {
            pieces.addObject()
                    .put("stream", piece.toStderr() ? "stderr" : "stdout")
                    .put("text", piece.text());
        }
        if (output.end().isPresent()) {
            TicketRun.End end = output.end().get();
            ObjectNode told = json.putObject("end").put("exitCode", end.exitCode());
            end.words().ifPresent(words -> told.put("words", words));
            run.set(Optional.empty());
        }
        return json;
    }

    private void answering(OpenRequest request, Answering work) {
        Thread thread = Thread.ofVirtual().name("hook-call").unstarted(() -> answer(request, work));
        request.onCancel(thread::interrupt);
        thread.start();
    }

    private void start(OpenRequest request, Answering work) {
        Thread.ofVirtual().name("hook-call").start(() -> answer(request, work));
    }

    private void answer(OpenRequest request, Answering work) {
        try {
            ObjectNode result = work.result();
            request.answer(() -> {
                connection.answer(request.id(), result);
                whenOver.accept(request);
            });
        } catch (InvalidArgument refusal) {
            refuse(request, refusal);
        } catch (InterruptedException _) {
            // Only cancelling interrupts, and what is cancelled is not answered.
            Thread.currentThread().interrupt();
        } catch (RuntimeException failure) {
            LOG.error("a hook's request failed inside the console", failure);
            fail(
                    request,
                    JsonRpcMessage.INTERNAL_ERROR,
                    "the console failed on this; its log says more");
        }
    }

    private void refuse(OpenRequest request, InvalidArgument refusal) {
        fail(request, JsonRpcMessage.INVALID_PARAMETERS, refusal.words());
    }

    private void fail(OpenRequest request, int code, String words) {
        request.answer(() -> {
            connection.fail(request.id(), code, words);
            whenOver.accept(request);
        });
    }

    /// The peer is gone: a run that it followed has no reader any more.
    void closed() {
        run.getAndSet(Optional.empty()).ifPresent(TicketRun::callerGone);
    }
}
