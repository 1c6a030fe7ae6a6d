package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// The agents that are connected now, in the order they came. Safe on any thread.
final class ConnectedAgents {
    private static final String UNNAMED = "unnamed agent";
    private static final String CONNECTION = "connection-";

    private final WorkspaceFinder workspaces;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Consumer<List<AgentSession>> changed;
    private final Object named = new Object();
    private final List<AgentSession> sessions = new CopyOnWriteArrayList<>();
    private final Map<AgentSessionId, Duration> limits = new ConcurrentHashMap<>();

    /// @param changed hears the new list on the thread that changed it
    ConnectedAgents(SupervisorParts.World world, Consumer<List<AgentSession>> changed) {
        this.workspaces = new WorkspaceFinder(world.home());
        this.clock = world.clock();
        this.random = world.random();
        this.changed = changed;
    }

    /// Whether a session is nothing but its connection, and so ends with it.
    static boolean isConnection(AgentSessionId id) {
        return id.value().startsWith(CONNECTION);
    }

    /// Introduces an agent; one that names its session is given the session that it has.
    AgentSession connect(AgentIntroduction introduction) {
        if (introduction.sessionName().isEmpty()) {
            // Two of the same id would lose each other's calls and grants when one ends.
            return add(introduction, CONNECTION + HexFormat.of().toHexDigits(random.nextLong()));
        }
        synchronized (named) {
            String name = sessionId(introduction);
            return list().stream()
                    .filter(session -> session.id().value().equals(name))
                    .findFirst()
                    .orElseGet(() -> add(introduction, name));
        }
    }

    /// The process is part of the name: who else calls its session so gets no grants by it.
    private static String sessionId(AgentIntroduction introduction) {
        String name =
                "%s:%s"
                        .formatted(
                                introduction.name().map(ConnectedAgents::bounded).orElse(UNNAMED),
                                introduction.sessionName().map(ConnectedAgents::bounded).orElse(""))
                        .strip();
        OptionalLong pid = introduction.pid();
        String whole = pid.isPresent() ? name + "@" + pid.getAsLong() : name;
        return whole.substring(Math.max(0, whole.length() - AgentSessionId.MAXIMUM_LENGTH));
    }

    private AgentSession add(AgentIntroduction introduction, String id) {
        AgentSession session =
                new AgentSession(
                        new AgentSessionId(id),
                        bounded(
                                introduction
                                        .name()
                                        .filter(name -> !name.isBlank())
                                        .orElse(UNNAMED)),
                        bounded(introduction.version()),
                        introduction.pid(),
                        workspaces.find(introduction),
                        clock.instant());
        introduction.limit().ifPresent(limit -> limits.put(session.id(), limit));
        sessions.add(session);
        changed.accept(list());
        return session;
    }

    void disconnect(AgentSession session) {
        limits.remove(session.id());
        if (sessions.remove(session)) {
            changed.accept(list());
        }
    }

    /// After this the agent gives up on a call, where it told.
    Optional<Duration> limit(AgentSessionId id) {
        return Optional.ofNullable(limits.get(id));
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
