package dev.countersign.approval;

import dev.countersign.safety.CommandAnalysis;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCall;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What the person has let through for sessions. Held in memory alone: a grant ends with its
/// session, and every session ends with the console.
///
/// Safe on any thread. Guarded by its own monitor.
public final class SessionGrants {
    /// More than a person could keep in mind; then the oldest ends.
    static final int MOST_GRANTS = 1_000;

    private final InstantSource clock;
    private final Map<GrantId, SessionGrant> grants = new LinkedHashMap<>();
    private long lastNumber;

    public SessionGrants(InstantSource clock) {
        this.clock = clock;
    }

    /// Lets something through for the session of a call.
    ///
    /// @param lasting how long at most; empty for as long as the session
    public synchronized SessionGrant add(
            ToolCall call, GrantScope scope, Optional<Duration> lasting) {
        Instant now = clock.instant();
        lastNumber++;
        SessionGrant grant =
                new SessionGrant(
                        new GrantId(lastNumber),
                        call.session().id(),
                        call.session().name(),
                        scope,
                        now,
                        lasting.map(now::plus),
                        call.id(),
                        0);
        grants.put(grant.id(), grant);
        if (grants.size() > MOST_GRANTS) {
            grants.remove(grants.keySet().iterator().next());
        }
        return grant;
    }

    /// Ends a grant.
    ///
    /// @return the grant; empty when it was over already
    public synchronized Optional<SessionGrant> revoke(GrantId id) {
        return Optional.ofNullable(grants.remove(id));
    }

    /// Ends all grants of a session.
    ///
    /// @return those that ended
    public synchronized List<SessionGrant> endSession(AgentSessionId session) {
        return removeIf(grant -> grant.session().equals(session));
    }

    /// Ends those whose time is over.
    ///
    /// @return those that ended
    public synchronized List<SessionGrant> endOverdue() {
        Instant now = clock.instant();
        return removeIf(grant -> grant.isOver(now));
    }

    private List<SessionGrant> removeIf(Predicate<SessionGrant> over) {
        List<SessionGrant> ended = grants.values().stream().filter(over).toList();
        ended.forEach(grant -> grants.remove(grant.id()));
        return ended;
    }

    /// Those that hold now, newest first.
    public synchronized List<SessionGrant> list() {
        Instant now = clock.instant();
        return grants.values().stream()
                .filter(grant -> !grant.isOver(now))
                .sorted(
                        Comparator.comparingLong((SessionGrant one) -> one.id().number())
                                .reversed())
                .toList();
    }

    /// Counts a call that a grant has let through.
    public synchronized void used(RuleReference reference) {
        grants.replaceAll((id, grant) ->
                id.toString().equals(reference.source())
                        ? new SessionGrant(
                                id,
                                grant.session(),
                                grant.agent(),
                                grant.scope(),
                                grant.since(),
                                grant.until(),
                                grant.origin(),
                                grant.uses() + 1)
                        : grant);
    }

    /// What holds for a call.
    GrantsInForce inForce(ToolCall call, CommandAnalysis analysis) {
        List<SessionGrant> own = new ArrayList<>();
        for (SessionGrant grant : list()) {
            if (grant.session().equals(call.session().id())) {
                own.add(grant);
            }
        }
        if (own.isEmpty()) {
            return GrantsInForce.NONE;
        }
        return new GrantsInForce(
                own.stream().filter(grant -> isExactly(grant, call, analysis)).findFirst(),
                own.stream()
                        .filter(grant -> !(grant.scope() instanceof GrantScope.ExactCommand))
                        .toList());
    }

    private boolean isExactly(SessionGrant grant, ToolCall call, CommandAnalysis analysis) {
        return grant.scope() instanceof GrantScope.ExactCommand exact
                && exact.command().equals(call.command().text())
                && exact.directory().equals(call.directory())
                && exact.addedEnvironment().equals(call.addedEnvironment())
                && exact.scripts().equals(RunFiles.of(analysis));
    }
}
