package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// The agents that are connected now, in the order they came. Safe on any thread.
final class ConnectedAgents {
    private static final String UNNAMED = "unnamed agent";

    private final WorkspaceFinder workspaces;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Consumer<List<AgentSession>> changed;
    private static final String CONNECTION = "connection-";

    private final List<AgentSession> sessions = new CopyOnWriteArrayList<>();

    /// @param changed hears the new list on the thread that changed it
    ConnectedAgents(
            WorkspaceFinder workspaces,
            InstantSource clock,
            RandomGenerator random,
            Consumer<List<AgentSession>> changed) {
        this.workspaces = workspaces;
        this.clock = clock;
        this.random = random;
        this.changed = changed;
    }

    /// Whether a session is nothing but its connection, and so ends with it.
    static boolean isConnection(AgentSessionId id) {
        return id.value().startsWith(CONNECTION);
    }

    AgentSession connect(AgentIntroduction introduction) {
        AgentSession session =
                new AgentSession(
                        new AgentSessionId(
                                CONNECTION + HexFormat.of().toHexDigits(random.nextInt())),
                        bounded(
                                introduction
                                        .name()
                                        .filter(name -> !name.isBlank())
                                        .orElse(UNNAMED)),
                        bounded(introduction.version()),
                        introduction.pid(),
                        workspaces.find(introduction),
                        clock.instant());
        sessions.add(session);
        changed.accept(list());
        return session;
    }

    void disconnect(AgentSession session) {
        if (sessions.remove(session)) {
            changed.accept(list());
        }
    }

    List<AgentSession> list() {
        return List.copyOf(sessions);
    }

    /// The agent's own words, cut to what a label can hold, without control characters.
    private static String bounded(String words) {
        String plain = words.replaceAll("\\p{Cntrl}", " ");
        int end = Math.min(plain.length(), AgentSession.MAXIMUM_NAME_LENGTH);
        return plain.substring(0, end);
    }
}
