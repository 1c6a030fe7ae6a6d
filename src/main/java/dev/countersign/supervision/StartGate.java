package dev.countersign.supervision;

import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.ToolCall;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Future;

/// Says when what was approved may start: only so many commands at once, and none while the person
/// holds them, the disk is full, or the console closes. Safe on any thread.
final class StartGate {
    private final SettingsStore settings;
    private final DiskRoom room;
    private final StartHold hold = new StartHold();
    private final RunSlots foreground = new RunSlots(this::mayNotStart);
    private final RunSlots background = new RunSlots(this::mayNotStart);
    private volatile boolean closing;

    StartGate(SettingsStore settings, DiskRoom room) {
        this.settings = settings;
        this.room = room;
    }

    /// What is approved waits in its line while this holds.
    private boolean mayNotStart(AgentSessionId agent) {
        return room.isLow() || hold.holds(agent);
    }

    // ---- those who want to start

    /// Asks for a place to run in; the future is complete when it is the call's turn.
    Future<RunSlots.Slot> requestSlot(ToolCall call) {
        boolean job = call.mode() == ExecutionMode.BACKGROUND;
        return (job ? background : foreground)
                .request(call.session().id(), limits(job), call.receivedAt());
    }

    private RunSlots.Limits limits(boolean job) {
        return job
                ? new RunSlots.Limits(
                        settings.value(Settings.BACKGROUND_PER_AGENT),
                        settings.value(Settings.BACKGROUND_TOTAL))
                : new RunSlots.Limits(
                        settings.value(Settings.FOREGROUND_PER_AGENT),
                        settings.value(Settings.FOREGROUND_TOTAL));
    }

    /// Gives a foreground place back and counts the call among the jobs.
    RunSlots.Slot moveToBackground(RunSlots.Slot foregroundSlot, ToolCall call) {
        RunSlots.Slot place = background.take(call.session().id());
        foregroundSlot.close();
        return place;
    }

    /// Which place in the line somebody has who waits for their turn; empty when they do not.
    OptionalInt placeInLine(Future<RunSlots.Slot> turn) {
        OptionalInt place = foreground.placeOf(turn);
        return place.isPresent() ? place : background.placeOf(turn);
    }

    /// The right to start it now; empty while the person holds the agent.
    Optional<StartHold.Permit> permitStart(ToolCall call) {
        return hold.permit(call.session().id());
    }

    /// Why a rehearsal may not start now, a sentence; it waits in no line.
    Optional<String> rehearsalObstacle(ToolCall call) {
        if (closing) {
            return Optional.of("The console is closing.");
        }
        if (hold.holds(call.session().id())) {
            return Optional.of("Nothing starts while it is held; let go first.");
        }
        return room.isLow()
                ? Optional.of("The disk is almost full: nothing starts until there is room.")
                : Optional.empty();
    }

    /// Lets in who may come in now, after something that held them changed.
    void reconsider() {
        foreground.reconsider();
        background.reconsider();
    }

    // ---- the disk

    /// Whether the disk has too little room to start or to write anything.
    boolean isDiskLow() {
        return room.isLow();
    }

    // ---- the person's switches

    SessionSwitches switches() {
        return hold.switches();
    }

    boolean holds(AgentSessionId agent) {
        return hold.holds(agent);
    }

    boolean isDryRun(AgentSessionId agent) {
        return hold.isDryRun(agent);
    }

    /// Blocks while a command is just being started.
    void holdAll(boolean on) {
        hold.holdAll(on);
        reconsider();
    }

    /// Blocks while a command is just being started.
    void hold(AgentSessionId agent, boolean on) {
        hold.hold(agent, on);
        reconsider();
    }

    void dryRun(AgentSessionId agent, boolean on) {
        hold.dryRun(agent, on);
    }

    /// Its agent is gone, and with it what was switched for it.
    void forget(AgentSessionId agent) {
        hold.forget(agent);
    }

    // ---- the end of the console

    /// From now on no call is taken in.
    void close() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }
}
