package dev.countersign.supervision;

import dev.countersign.journal.JournalException;
import dev.countersign.journal.PendingAppend;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Takes calls in: gives each its id, its directory and the usual conditions, writes down that it
/// came, and starts its life. Safe on any thread.
final class CallIntake {
    private final CallServices services;
    private final CallLives lives;
    private final WorkdirPolicy workdirs;
    private final SettingsStore settings;
    private final Supplier<Optional<Path>> otherShell;
    private final RandomGenerator random;

    CallIntake(SupervisorParts parts, CallServices services, CallLives lives) {
        this.services = services;
        this.lives = lives;
        this.workdirs = new WorkdirPolicy(parts.world().home());
        this.settings = parts.settings();
        this.otherShell = parts.running().surroundings().otherShell();
        this.random = parts.world().random();
    }

    /// Where a call of this agent is to run.
    ///
    /// @param wanted as the agent wrote it
    WorkdirPolicy.Checked directory(AgentSession session, Optional<String> wanted) {
        return workdirs.check(session.workspace(), wanted);
    }

    /// Takes a call and starts its life, which waits until the arrival is written down.
    ///
    /// @param directory one that may be used, see [#directory]
    LiveCall take(
            AgentSession session, BashRequest request, Path directory, LiveCall.Delivery delivery) {
        return begin(conditioned(call(session, request, directory)), delivery);
    }

    /// Takes the same call once more, as a new one that nobody waits for; empty when the console
    /// closes.
    Optional<ToolCallId> takeAnew(ToolCall call) throws JournalException {
        if (services.gate().isClosing()) {
            return Optional.empty();
        }
        LiveCall anew = begin(call.anew(newId(), services.ledger().now()), LiveCall.Delivery.HERE);
        anew.handOver();
        return Optional.of(anew.id());
    }

    private LiveCall begin(ToolCall call, LiveCall.Delivery delivery) {
        PendingAppend arrival = services.ledger().begin(new SupervisionEvent.Received(call));
        LiveCall live = new LiveCall(call, delivery, services);
        lives.add(live);
        Thread.ofVirtual()
                .name("call-" + call.id().digits())
                .start(new CallLife(live, arrival, services));
        return live;
    }

    private ToolCall conditioned(ToolCall call) {
        RunConditions conditions =
                UsualConditions.of(
                        call.session().workspace(), call.pseudoTerminal(), settings.current());
        ToolCall conditioned = call.withConditions(conditions);
        return otherShell.get().map(conditioned::withOtherShell).orElse(conditioned);
    }

    private ToolCall call(AgentSession session, BashRequest request, Path directory) {
        return new ToolCall(
                newId(),
                session,
                request.command(),
                request.summary(),
                request.flaggedDangerous(),
                request.mode(),
                request.timeout(),
                request.onTimeout(),
                directory,
                request.environment(),
                request.truncation(),
                request.mergeOutput(),
                request.pseudoTerminal(),
                request.dryRun() || services.gate().isDryRun(session.id()),
                services.ledger().now());
    }

    private ToolCallId newId() {
        ToolCallId id = ToolCallId.of(random.nextInt());
        while (id.equals(SupervisionEvent.RulesChanged.NO_CALL)
                || services.ledger().contains(id)
                || !lives.reserve(id)) {
            id = ToolCallId.of(random.nextInt());
        }
        return id;
    }
}
