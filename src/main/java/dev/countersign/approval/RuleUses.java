package dev.countersign.approval;

import dev.countersign.toolcall.ToolCall;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How often each rule decided. Safe on any thread.
final class RuleUses {
    /// How many rules are counted at most; those beyond count nothing.
    static final int MOST_RULES = 50_000;

    /// @param root of the workspace, for a rule of a workspace's file
    private record Key(Optional<Path> root, String id) {}

    /// @param last when it last did
    record Use(long count, Instant last) {}

    private final Map<Key, Use> uses = new HashMap<>();

    synchronized void count(ToolCall call, RuleReference rule, Instant at) {
        boolean own = rule.source().equals(WorkspaceFile.PLACE);
        List<Path> roots = call.session().workspace().roots();
        Key key = new Key(own ? Optional.of(roots.getFirst()) : Optional.empty(), rule.id());
        if (uses.size() < MOST_RULES || uses.containsKey(key)) {
            uses.merge(
                    key,
                    new Use(1, at),
                    (before, _) ->
                            new Use(
                                    before.count() + 1,
                                    at.isAfter(before.last()) ? at : before.last()));
        }
    }

    synchronized Optional<Use> of(Optional<Path> root, PermissionRule rule) {
        return Optional.ofNullable(uses.get(new Key(root, rule.id())));
    }
}
