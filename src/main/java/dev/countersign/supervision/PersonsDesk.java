package dev.countersign.supervision;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.journal.CallRecord;
import dev.countersign.safety.ScriptFile;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The desk at which the person sits: shows what there is, and leads each act to the room that does
/// it. Safe on any thread.
final class PersonsDesk implements PersonDesk {
    /// What there is, and who hears of it when it changes.
    record Overview(
            CallLedger calls,
            ConnectedAgents agents,
            StatusTeller status,
            DeskListeners listeners) {}

    /// The desks beside this one.
    record Drawers(
            JobBoard jobs, RehearsalRoom rehearsals, KeptCalls keeping, PersonsRules rules) {}

    private final Overview overview;
    private final PersonsDecisions decisions;
    private final CommandForesight foresight;
    private final PersonsSwitches switches;
    private final ShownRuns runs;
    private final Drawers drawers;

    PersonsDesk(
            Overview overview,
            PersonsDecisions decisions,
            CommandForesight foresight,
            PersonsSwitches switches,
            ShownRuns runs,
            Drawers drawers) {
        this.overview = overview;
        this.decisions = decisions;
        this.foresight = foresight;
        this.switches = switches;
        this.runs = runs;
        this.drawers = drawers;
    }

    // ---- what there is

    @Override
    public List<CallRecord> calls() {
        return overview.calls().all();
    }

    @Override
    public List<AgentSession> agents() {
        return overview.agents().list();
    }

    @Override
    public ConsoleStatus status() {
        return overview.status().now();
    }

    @Override
    public Runnable subscribe(Listener listener) {
        return overview.listeners().add(listener);
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
        return foresight.look(id, command);
    }

    // ---- switches

    @Override
    public SessionSwitches switches() {
        return switches.now();
    }

    @Override
    public void holdAll(boolean on) {
        switches.holdAll(on);
    }

    @Override
    public void hold(AgentSessionId agent, boolean on) {
        switches.hold(agent, on);
    }

    @Override
    public void dryRun(AgentSessionId agent, boolean on) {
        switches.dryRun(agent, on);
    }

    // ---- runs

    @Override
    public void stop(ToolCallId id) {
        drawers.jobs().stop(id);
    }

    @Override
    public Optional<PersonTerminal> terminal(ToolCallId id) {
        return runs.terminal(id);
    }

    @Override
    public Optional<Path> recordingFolder(ToolCallId id) {
        return runs.recordingFolder(id);
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
