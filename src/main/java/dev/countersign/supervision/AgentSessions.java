package dev.countersign.supervision;

import dev.countersign.approval.RuleKeeper;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The coming and going of agents, and what ends with them: their waiting calls, their grants, what
/// they have read. Safe on any thread.
final class AgentSessions {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSessions.class);

    private final ConnectedAgents agents;
    private final CallLives lives;
    private final OutputReads reads;
    private final RuleKeeper rules;
    private final StartGate gate;
    private final SettingsStore settings;
    private final Set<AgentSessionId> watched = ConcurrentHashMap.newKeySet();

    AgentSessions(
            ConnectedAgents agents,
            CallLives lives,
            OutputReads reads,
            RuleKeeper rules,
            StartGate gate,
            SettingsStore settings) {
        this.agents = agents;
        this.lives = lives;
        this.reads = reads;
        this.rules = rules;
        this.gate = gate;
        this.settings = settings;
    }

    AgentSession connect(AgentIntroduction introduction) {
        AgentSession session = agents.connect(introduction);
        LOG.info(
                "connected: {} {} ({}), workspace {}",
                session.name(),
                session.version(),
                session.id(),
                session.workspace().directory());
        if (introduction.sessionName().isPresent() && watched.add(session.id())) {
            introduction.pid().ifPresent(pid -> endWithProcess(session, pid));
        }
        return session;
    }

    /// A session that is no connection ends with its agent at the latest.
    private void endWithProcess(AgentSession session, long pid) {
        Optional<ProcessHandle> agent = ProcessHandle.of(pid);
        if (agent.isPresent() && pid != ProcessHandle.current().pid()) {
            var _ = agent.get().onExit().thenRun(() -> end(session));
        }
    }

    /// The agent's connection is gone.
    void disconnect(AgentSession session) {
        agents.disconnect(session);
        watched.remove(session.id());
        boolean stop = settings.value(Settings.STOP_FOREGROUND_ON_DISCONNECT);
        lives.of(session.id()).forEach(life -> life.callerLeft(stop));
        reads.forget(session.id());
        if (ConnectedAgents.isConnection(session.id())) {
            rules.endSession(session.id());
        }
        gate.forget(session.id());
        LOG.info("disconnected: {} ({})", session.name(), session.id());
    }

    /// The agent's own session is over.
    void end(AgentSession session) {
        disconnect(session);
        rules.endSession(session.id());
    }

    /// How long after its arrival a call of this agent must be answered; empty for as long as it
    /// takes.
    Optional<Duration> patience(AgentSession session, boolean hearsProgress) {
        return ClientPatience.of(
                session.name(), hearsProgress, agents.limit(session.id()), settings.current());
    }

    /// The console closes, and nobody reads on.
    void close() {
        agents.list().forEach(agent -> reads.forget(agent.id()));
    }
}
