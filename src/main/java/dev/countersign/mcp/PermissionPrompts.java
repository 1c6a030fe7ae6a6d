package dev.countersign.mcp;

import dev.countersign.mcp.ToolArguments.InvalidArgument;
import dev.countersign.supervision.AgentGateway;
import dev.countersign.supervision.HookedCall;
import dev.countersign.toolcall.AgentSession;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Takes what agents ask the tool `approve` to the queue. Every failure is a denial.
///
/// Each prompt that waits takes a virtual thread, and one that tells the agent so.
final class PermissionPrompts {
    private static final Logger LOG = LoggerFactory.getLogger(PermissionPrompts.class);

    private final AgentGateway gateway;
    private final JsonRpcConnection connection;
    private final BiConsumer<OpenRequest, ObjectNode> answering;

    /// @param answering sends a result
    PermissionPrompts(
            AgentGateway gateway,
            JsonRpcConnection connection,
            BiConsumer<OpenRequest, ObjectNode> answering) {
        this.gateway = gateway;
        this.connection = connection;
        this.answering = answering;
    }

    /// Takes a prompt. Returns at once.
    ///
    /// @param runLine what the agent's shell runs a ticket with, where the peer told
    void take(
            AgentSession session,
            OpenRequest request,
            JsonNode arguments,
            Optional<String> runLine) {
        try {
            switch (PermissionPrompt.parse(arguments)) {
                case PermissionPrompt.Command command -> ask(session, request, command, runLine);
                case PermissionPrompt.OurOwn(ObjectNode input) ->
                        answering.accept(request, PermissionPrompt.allow(input));
                case PermissionPrompt.Other other ->
                        answering.accept(request, PermissionPrompt.deny(other.words()));
            }
        } catch (InvalidArgument refusal) {
            answering.accept(
                    request,
                    PermissionPrompt.deny("Countersign was not asked rightly: " + refusal.words()));
        } catch (RuntimeException failure) {
            fail(request, failure);
        }
    }

    private void ask(
            AgentSession session,
            OpenRequest request,
            PermissionPrompt.Command command,
            Optional<String> runLine) {
        if (command.ticket(runLine).filter(gateway::isOpenTicket).isPresent()) {
            answering.accept(request, PermissionPrompt.allow(command.input()));
            return;
        }
        Duration patience =
                gateway.patience(session, request.progressToken().isPresent())
                        .orElse(HookRequests.LONGEST_PATIENCE);
        HookedCall call = gateway.hook(session, command.asHook(patience, runLine.isPresent()));
        request.onCancel(call::cancel);
        Thread.ofVirtual().name("mcp-prompt").start(() -> answer(request, call, command, runLine));
        request.progressToken()
                .map(token -> new ProgressTeller(connection, request, token))
                .ifPresent(teller ->
                        Thread.ofVirtual()
                                .name("mcp-prompt-progress")
                                .start(() -> tell(request, teller)));
    }

    private void answer(
            OpenRequest request,
            HookedCall call,
            PermissionPrompt.Command command,
            Optional<String> runLine) {
        try {
            answering.accept(request, command.answer(call.await(), runLine));
        } catch (InterruptedException _) {
            // Nothing but the end of the program interrupts, and it answers nobody.
            Thread.currentThread().interrupt();
        } catch (RuntimeException failure) {
            fail(request, failure);
        }
    }

    private void tell(OpenRequest request, ProgressTeller teller) {
        long start = System.nanoTime();
        try {
            Thread.sleep(gateway.progressInterval());
            while (!request.isOver()) {
                teller.waiting(Duration.ofNanos(System.nanoTime() - start));
                Thread.sleep(gateway.progressInterval());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void fail(OpenRequest request, RuntimeException failure) {
        LOG.error("a permission prompt failed inside the console", failure);
        answering.accept(
                request,
                PermissionPrompt.deny(
                        "Countersign failed on this command, so it must not run; its log says"
                                + " more."));
    }
}
