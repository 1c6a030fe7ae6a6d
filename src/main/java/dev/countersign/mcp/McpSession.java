package dev.countersign.mcp;

import dev.countersign.supervision.AgentGateway;
import dev.countersign.toolcall.AgentSession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// The server's side of the Model Context Protocol on one connection.
///
/// Messages come on the reading thread, which never blocks here; see [ToolCalls] for the rest.
final class McpSession implements JsonRpcConnection.Handler {
    /// How many requests of one connection may be unanswered at once.
    static final int MAXIMUM_OPEN_REQUESTS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(McpSession.class);
    private static final String ROOTS_REQUEST = "countersign-roots";
    private static final Duration ROOTS_PATIENCE = Duration.ofSeconds(2);

    /// How long answers may still take after a peer has closed its side: what needs no person is
    /// done by then, as scripts expect that write all and then read all. What waits is withdrawn.
    private static final Duration LAST_ANSWERS_PATIENCE = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofMillis(10);

    private final JsonRpcConnection connection;
    private final AgentGateway gateway;
    private final String version;
    private final PeerProcess peer;
    private final ToolCalls calls;
    private final HookRequests hooks;
    private final TaskRequests tasks;
    private final SessionGate gate = new SessionGate();
    private final Map<JsonNode, OpenRequest> open = new ConcurrentHashMap<>();
    private final ClientIntroduction introduction = new ClientIntroduction();
    private final AtomicBoolean sessionBegun = new AtomicBoolean();
    private boolean firstMessage = true;
    private boolean initialized;
    private boolean rootsAsked;

    /// @param version the console's own
    McpSession(
            JsonRpcConnection connection, AgentGateway gateway, String version, PeerProcess peer) {
        this.connection = connection;
        this.gateway = gateway;
        this.version = version;
        this.peer = peer;
        this.tasks = new TaskRequests(connection);
        this.calls = new ToolCalls(gateway, connection, this::over, tasks);
        this.hooks = new HookRequests(gateway, connection, this::over);
    }

    @Override
    public void request(JsonRpcMessage.Request request) {
        firstMessage = false;
        StatelessForm form = StatelessForm.of(request.parameters());
        if (form.isUnknownVersion()) {
            connection.fail(request.id(), form.unknownVersion());
            return;
        }
        form.client().ifPresent(introduction::client);
        switch (request.method()) {
            case "initialize" -> initialize(request);
            case "ping" -> connection.answer(request.id(), form.complete(Json.object(), version));
            case "server/discover" -> discover(request, form);
            case "tasks/get", "tasks/cancel", "tasks/update" -> taskRequest(request, form);
            case "tools/list" -> listTools(request);
            case "tools/call" -> callTool(request);
            case "countersign/raise" -> {
                gateway.raiseWindow();
                connection.answer(request.id(), Json.object());
            }
            default -> otherRequest(request);
        }
    }

    private void otherRequest(JsonRpcMessage.Request request) {
        String method = request.method();
        if (HookRequests.needsTicket(method)) {
            admit(request)
                    .ifPresent(admitted -> hooks.take(admitted, method, request.parameters()));
        } else if (HookRequests.needsSession(method)) {
            admit(request)
                    .ifPresent(admitted ->
                            whenKnown(session ->
                                    hooks.take(session, admitted, method, request.parameters())));
        } else {
            unknownMethod(request);
        }
    }

    @Override
    public void notification(JsonRpcMessage.Notification notification) {
        boolean first = firstMessage;
        firstMessage = false;
        switch (notification.method()) {
            case "countersign/hello" -> {
                if (first) {
                    introduction.hello(notification.parameters());
                }
            }
            case "countersign/raise" -> gateway.raiseWindow();
            case "notifications/initialized" -> clientInitialized();
            case "notifications/cancelled" -> cancel(notification.parameters().path("requestId"));
            default -> LOG.debug("a notification that means nothing here");
        }
    }

    @Override
    public void response(JsonRpcMessage.Response response) {
        if (rootsAsked
                && response.id().isString()
                && response.id().stringValue().equals(ROOTS_REQUEST)) {
            beginSession(response.result());
        }
    }

    /// Without versions in it the request is of a time that knew no such method.
    private void discover(JsonRpcMessage.Request request, StatelessForm form) {
        if (!form.isStateless()) {
            unknownMethod(request);
            return;
        }
        connection.answer(request.id(), form.complete(StatelessForm.discovery(version), version));
    }

    private void taskRequest(JsonRpcMessage.Request request, StatelessForm form) {
        if (!form.isStateless()) {
            unknownMethod(request);
            return;
        }
        Optional<ObjectNode> told =
                tasks.answer(request.method(), request.parameters().path("taskId"));
        if (told.isEmpty()) {
            connection.fail(
                    request.id(), JsonRpcMessage.INVALID_PARAMETERS, "there is no such task");
            return;
        }
        connection.answer(request.id(), form.complete(told.get(), version));
    }

    private void unknownMethod(JsonRpcMessage.Request request) {
        connection.fail(
                request.id(),
                JsonRpcMessage.METHOD_NOT_FOUND,
                "unknown method: " + ToolArguments.quote(request.method()));
    }

    private void initialize(JsonRpcMessage.Request request) {
        if (initialized) {
            connection.fail(
                    request.id(),
                    JsonRpcMessage.INVALID_REQUEST,
                    "this connection is initialized already");
            return;
        }
        initialized = true;
        introduction.initialize(request.parameters());
        ObjectNode result = Json.object();
        JsonNode asked = request.parameters().path("protocolVersion");
        result.put(
                "protocolVersion",
                ProtocolVersion.agree(asked.isString() ? asked.stringValue() : ""));
        result.putObject("capabilities").putObject("tools").put("listChanged", false);
        result.putObject("serverInfo")
                .put("name", "countersign")
                .put("title", "Countersign")
                .put("version", version);
        result.put("instructions", ToolCatalog.INSTRUCTIONS);
        connection.answer(request.id(), result);
    }

    private void clientInitialized() {
        if (!introduction.needsRoots()) {
            beginSession(MissingNode.getInstance());
            return;
        }
        if (rootsAsked || sessionBegun.get()) {
            return;
        }
        rootsAsked = true;
        connection.ask(ROOTS_REQUEST, "roots/list");
        Thread.ofVirtual().name("mcp-roots").start(this::stopWaitingForRoots);
    }

    private void stopWaitingForRoots() {
        try {
            Thread.sleep(ROOTS_PATIENCE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        beginSession(MissingNode.getInstance());
    }

    /// Introduces the agent to the console, once. What it already asked for goes on afterwards.
    private void beginSession(JsonNode roots) {
        if (!sessionBegun.compareAndSet(false, true)) {
            return;
        }
        var told = introduction.complete(roots, peer);
        Thread.ofVirtual()
                .name("mcp-connect")
                .start(() -> {
                    AgentSession session = gateway.connect(told);
                    if (!gate.open(session) && told.sessionName().isEmpty()) {
                        gateway.disconnect(session);
                    }
                });
    }

    private void listTools(JsonRpcMessage.Request request) {
        admit(request).ifPresent(admitted -> whenKnown(session -> answerTools(session, admitted)));
    }

    private void answerTools(AgentSession session, OpenRequest request) {
        request.answer(() -> {
            ObjectNode tools = ToolCatalog.list(session, gateway.limits());
            connection.answer(
                    request.id(),
                    request.form().complete(request.form().cacheable(tools), version));
            over(request);
        });
    }

    private void over(OpenRequest request) {
        open.remove(request.id(), request);
    }

    private void callTool(JsonRpcMessage.Request request) {
        JsonNode name = request.parameters().path("name");
        if (!name.isString() || !ToolCalls.knows(name.stringValue())) {
            String told =
                    name.isString()
                            ? "unknown tool: " + ToolArguments.quote(name.stringValue())
                            : "the name of the tool is missing";
            connection.fail(request.id(), JsonRpcMessage.INVALID_PARAMETERS, told);
            return;
        }
        String tool = name.stringValue();
        JsonNode arguments = request.parameters().path("arguments");
        Optional<String> runLine = introduction.runLine();
        admit(request)
                .ifPresent(admitted ->
                        whenKnown(session ->
                                calls.call(session, admitted, tool, arguments, runLine)));
    }

    private void whenKnown(Consumer<AgentSession> action) {
        if (!rootsAsked) {
            beginSession(MissingNode.getInstance());
        }
        gate.whenOpen(action);
    }

    private Optional<OpenRequest> admit(JsonRpcMessage.Request request) {
        if (isFull()) {
            connection.fail(
                    request.id(),
                    JsonRpcMessage.LIMIT_REACHED,
                    "%d requests of this connection are unanswered, which is the limit; wait for one of them"
                            .formatted(MAXIMUM_OPEN_REQUESTS));
            return Optional.empty();
        }
        OpenRequest admitted =
                new OpenRequest(
                        request.id(),
                        progressToken(request),
                        StatelessForm.of(request.parameters()));
        OpenRequest earlier = open.putIfAbsent(request.id(), admitted);
        if (earlier != null && earlier.isOver()) {
            // Its answer has just gone out; the peer was quicker than the removal.
            open.put(request.id(), admitted);
        } else if (earlier != null) {
            connection.fail(
                    request.id(),
                    JsonRpcMessage.INVALID_REQUEST,
                    "a request with this id is not answered yet");
            return Optional.empty();
        }
        return Optional.of(admitted);
    }

    /// What has just been answered counts no more, though the peer was quicker than its removal.
    private boolean isFull() {
        return open.size() >= MAXIMUM_OPEN_REQUESTS
                && open.values().stream().filter(request -> !request.isOver()).count()
                        >= MAXIMUM_OPEN_REQUESTS;
    }

    private static Optional<JsonNode> progressToken(JsonRpcMessage.Request request) {
        JsonNode token = request.parameters().path("_meta").path("progressToken");
        boolean usable =
                token.isIntegralNumber()
                        || (token.isString()
                                && token.stringValue().length() <= JsonRpcParser.MAXIMUM_ID_LENGTH);
        return usable ? Optional.of(token) : Optional.empty();
    }

    /// Cancels for ids that are answered, or were never heard of, are normal and mean nothing.
    private void cancel(JsonNode id) {
        Optional.ofNullable(open.remove(id)).ifPresent(OpenRequest::cancel);
    }

    @Override
    public void inputEnded() throws InterruptedException {
        long deadline = System.nanoTime() + LAST_ANSWERS_PATIENCE.toNanos();
        while (!open.isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.sleep(PAUSE);
        }
    }

    @Override
    public void closed() {
        Optional<AgentSession> session = gate.close();
        // First this, so that history says why: the agent left, it did not cancel.
        if (!introduction.namesSession()) {
            session.ifPresent(gateway::disconnect);
        }
        hooks.closed();
        tasks.closed();
        for (OpenRequest request : List.copyOf(open.values())) {
            request.cancel();
        }
        open.clear();
    }
}
