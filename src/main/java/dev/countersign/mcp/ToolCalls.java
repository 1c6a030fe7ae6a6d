package dev.countersign.mcp;

import dev.countersign.mcp.ToolArguments.InvalidArgument;
import dev.countersign.supervision.AgentGateway;
import dev.countersign.supervision.AnswerText;
import dev.countersign.supervision.BashRequest;
import dev.countersign.supervision.CallError;
import dev.countersign.supervision.CallObserver;
import dev.countersign.supervision.CallReport;
import dev.countersign.supervision.JobSummary;
import dev.countersign.supervision.OpenCall;
import dev.countersign.toolcall.AgentSession;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Carries out the calls of one session's tools and answers them.
///
/// Calls are handed to the console in the order in which they came; the wait for each answer takes
/// a virtual thread of its own.
final class ToolCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

    /// Work that blocks and ends in an answer.
    private interface Answering {
        ObjectNode result() throws InterruptedException;
    }

    private final AgentGateway gateway;
    private final JsonRpcConnection connection;
    private final Consumer<OpenRequest> whenOver;
    private final TaskRequests tasks;
    private final PermissionPrompts prompts;

    /// @param whenOver told of each request once its answer is sent
    ToolCalls(
            AgentGateway gateway,
            JsonRpcConnection connection,
            Consumer<OpenRequest> whenOver,
            TaskRequests tasks) {
        this.tasks = tasks;
        this.gateway = gateway;
        this.connection = connection;
        this.whenOver = whenOver;
        this.prompts = new PermissionPrompts(gateway, connection, this::answer);
    }

    static boolean knows(String tool) {
        return switch (tool) {
            case ToolCatalog.BASH,
                    ToolCatalog.BASH_OUTPUT,
                    ToolCatalog.KILL_SHELL,
                    ToolCatalog.LIST_SHELLS,
                    ToolCatalog.APPROVE ->
                    true;
            default -> false;
        };
    }

    /// Takes a call of a known tool. Returns at once.
    ///
    /// @param runLine what the agent's shell runs a ticket with, where the peer told
    void call(
            AgentSession session,
            OpenRequest request,
            String tool,
            JsonNode arguments,
            Optional<String> runLine) {
        if (tool.equals(ToolCatalog.APPROVE)) {
            prompts.take(session, request, arguments, runLine);
            return;
        }
        try {
            take(session, request, tool, arguments);
        } catch (InvalidArgument refusal) {
            CallReport report = CallReport.refused(CallError.Type.INVALID_INPUT, refusal.words());
            answer(request, result(report));
        } catch (RuntimeException failure) {
            fail(request, failure);
        }
    }

    private void take(AgentSession session, OpenRequest request, String tool, JsonNode arguments)
            throws InvalidArgument {
        switch (tool) {
            case ToolCatalog.BASH ->
                    bash(
                            session,
                            request,
                            BashArguments.parse(arguments, gateway.limits().times()));
            case ToolCatalog.BASH_OUTPUT -> {
                OutputArguments given = OutputArguments.parse(arguments);
                inBackground(
                        request,
                        () ->
                                result(
                                        gateway.bashOutput(
                                                session,
                                                given.bashId(),
                                                given.filter(),
                                                given.patience())));
            }
            case ToolCatalog.KILL_SHELL -> {
                String id =
                        OutputArguments.id(
                                ToolArguments.of(arguments, List.of("shell_id")), "shell_id");
                inBackground(request, () -> result(gateway.killShell(session, id)));
            }
            case ToolCatalog.LIST_SHELLS -> {
                ToolArguments.of(arguments, List.of());
                inBackground(request, () -> list(gateway.listShells(session)));
            }
            default -> throw new IllegalArgumentException("no such tool");
        }
    }

    private void bash(AgentSession session, OpenRequest request, BashArguments arguments) {
        switch (arguments) {
            case BashArguments.Command(BashRequest command) -> {
                boolean asTask = request.form().takesTasks();
                OpenCall call = gateway.bash(session, command, observer(request, asTask));
                request.onCancel(call::cancel);
                if (asTask) {
                    tasks.start(
                            () -> result(call.await()),
                            call::cancel,
                            told -> answer(request, told));
                } else {
                    start(request, () -> result(call.await()));
                }
            }
            case BashArguments.CheckPid(long pid) ->
                    inBackground(request, () -> result(gateway.checkPid(session, pid)));
            case BashArguments.KillPid(long pid) ->
                    inBackground(request, () -> result(gateway.killPid(session, pid)));
        }
    }

    private CallObserver observer(OpenRequest request, boolean patient) {
        if (patient) {
            return CallObserver.patient();
        }
        return request.progressToken()
                .<CallObserver>map(token -> new ProgressTeller(connection, request, token))
                .orElse(CallObserver.none());
    }

    /// Like [#start], and a cancelling interrupts the work.
    private void inBackground(OpenRequest request, Answering work) {
        Thread thread = Thread.ofVirtual().name("mcp-call").unstarted(() -> run(request, work));
        request.onCancel(thread::interrupt);
        thread.start();
    }

    private void start(OpenRequest request, Answering work) {
        Thread.ofVirtual().name("mcp-call").start(() -> run(request, work));
    }

    private void run(OpenRequest request, Answering work) {
        try {
            answer(request, work.result());
        } catch (InterruptedException _) {
            // Only cancelling interrupts, and what is cancelled is not answered.
            Thread.currentThread().interrupt();
        } catch (RuntimeException failure) {
            fail(request, failure);
        }
    }

    private void answer(OpenRequest request, ObjectNode result) {
        request.answer(() -> {
            connection.answer(request.id(), request.form().complete(result));
            whenOver.accept(request);
        });
    }

    private void fail(OpenRequest request, RuntimeException failure) {
        LOG.error("a tool call failed inside the console", failure);
        whenOver.accept(request);
        request.answer(() ->
                connection.fail(
                        request.id(),
                        JsonRpcMessage.INTERNAL_ERROR,
                        "the console failed on this call; its log says more"));
    }

    private static ObjectNode result(CallReport report) {
        return result(AnswerText.render(report), ReportJson.structured(report), report.isError());
    }

    private static ObjectNode list(List<JobSummary> jobs) {
        return result(JobTable.render(jobs), ReportJson.structured(jobs), false);
    }

    private static ObjectNode result(String text, ObjectNode structured, boolean isError) {
        ObjectNode result = Json.object();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        result.set("structuredContent", structured);
        result.put("isError", isError);
        return result;
    }
}
