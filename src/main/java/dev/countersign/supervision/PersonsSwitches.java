package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSessionId;

/// What the person switches for all agents or for one: holds and dry runs. The window is told of
/// each change. Safe on any thread.
final class PersonsSwitches {
    private final StartGate gate;
    private final DeskListeners listeners;

    PersonsSwitches(StartGate gate, DeskListeners listeners) {
        this.gate = gate;
        this.listeners = listeners;
    }

    SessionSwitches now() {
        return gate.switches();
    }

    void holdAll(boolean on) {
        gate.holdAll(on);
        listeners.statusChanged();
    }

    void hold(AgentSessionId agent, boolean on) {
        gate.hold(agent, on);
        listeners.statusChanged();
    }

    void dryRun(AgentSessionId agent, boolean on) {
        gate.dryRun(agent, on);
        listeners.statusChanged();
    }
}
