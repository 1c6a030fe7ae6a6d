package dev.countersign.supervision;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.execution.RunningCommand;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.ScriptFile;
import dev.countersign.supervision.consequence.ConsequenceFinder;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The desk at which the person sits: shows what there is, and leads each act to the room that does
/// it. Safe on any thread.
final class PersonsDesk implements PersonDesk {
    /// The desks beside this one.
    record Drawers(
            JobBoard jobs, RehearsalRoom rehearsals, KeptCalls keeping, PersonsRules rules) {}

    private final CallLedger ledger;
    private final CallLives lives;
    private final PersonsDecisions decisions;
    private final StartGate gate;
    private final Drawers drawers;
    private final ConnectedAgents agents;
    private final StatusTeller status;
    private final ConsequenceFinder consequences;
    private final Supplier<Duration> lookFor;
    private final DeskListeners listeners;

    /// @param lookFor how long a look at what a waiting command would do may take now
    PersonsDesk(
            CallLedger ledger,
            CallLives lives,
            PersonsDecisions decisions,
            StartGate gate,
            Drawers drawers,
            ConnectedAgents agents,
            StatusTeller status,
            ConsequenceFinder consequences,
            Supplier<Duration> lookFor,
            DeskListeners listeners) {
        this.ledger = ledger;
        this.lives = lives;
        this.decisions = decisions;
        this.gate = gate;
        this.drawers = drawers;
        this.agents = agents;
        this.status = status;
        this.consequences = consequences;
        this.lookFor = lookFor;
        this.listeners = listeners;
    }

    // ---- what there is

    @Override
    public List<CallRecord> calls() {
        return ledger.all();
    }

    @Override
    public List<AgentSession> agents() {
        return agents.list();
    }

    @Override
    public ConsoleStatus status() {
        return status.now();
    }

    @Override
    public Runnable subscribe(Listener listener) {
        return listeners.add(listener);
    }

    // ---- waiting calls

    @Override
    public boolean approve(ToolCallId id) {
        return decisions.approve(id);
    }

    @Override
    public Optional<AssessedCall> assessEdited(ToolCallId id, CommandText command) {
        return decisions.assessEdited(id, command);
    }

    @Override
    public EditApproval approveEdited(EditedCall edit) {
        return decisions.approveEdited(edit);
    }

    @Override
    public boolean deny(ToolCallId id, Optional<String> reason) {
        return decisions.deny(id, reason);
    }

    @Override
    public int denyAllOfAgent(ToolCallId id, Optional<String> reason) {
        return decisions.denyAllOfAgent(id, reason);
    }

    @Override
    public boolean choose(ToolCallId id, RunConditions conditions) {
        return decisions.choose(id, conditions);
    }

    @Override
    public Optional<String> sandboxObstacle() {
        return decisions.sandboxObstacle();
    }

    @Override
    public List<ScriptFile> scripts(ToolCallId id) {
        return decisions.waiting(id).map(AssessedCall::scripts).orElse(List.of());
    }

    @Override
    public Consequences consequences(ToolCallId id, String command) {
        return ledger.find(id)
                .map(record -> consequences.find(command, record.call().directory(), lookFor.get()))
                .orElse(Consequences.none());
    }

    // ---- switches

    @Override
    public SessionSwitches switches() {
        return gate.switches();
    }

    @Override
    public void holdAll(boolean on) {
        gate.holdAll(on);
        listeners.statusChanged();
    }

    @Override
    public void hold(AgentSessionId agent, boolean on) {
        gate.hold(agent, on);
        listeners.statusChanged();
    }

    @Override
    public void dryRun(AgentSessionId agent, boolean on) {
        gate.dryRun(agent, on);
        listeners.statusChanged();
    }

    // ---- runs

    @Override
    public void stop(ToolCallId id) {
        drawers.jobs().stop(id);
    }

    @Override
    public Optional<PersonTerminal> terminal(ToolCallId id) {
        Optional<Instant> started =
                ledger.find(id).flatMap(CallRecord::started).map(SupervisionEvent.Started::at);
        return lives.find(id)
                .flatMap(life -> life.state().command())
                .flatMap(RunningCommand::terminal)
                .map(control ->
                        new EngineTerminal(
                                control,
                                ledger.recording(id),
                                started.orElseGet(ledger::now),
                                ledger.clock()));
    }

    @Override
    public Optional<Path> recordingFolder(ToolCallId id) {
        return ledger.find(id)
                .filter(record -> record.started().isPresent() && record.isOutputKept())
                .map(_ -> ledger.recording(id))
                .or(() -> drawers.rehearsals().recording(id));
    }

    // ---- the desks beside this one

    @Override
    public JobDesk jobs() {
        return drawers.jobs();
    }

    @Override
    public RehearsalDesk rehearsals() {
        return drawers.rehearsals();
    }

    @Override
    public HistoryDesk keeping() {
        return drawers.keeping();
    }

    @Override
    public RuleDesk rules() {
        return drawers.rules();
    }
}
