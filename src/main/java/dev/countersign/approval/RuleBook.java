package dev.countersign.approval;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// All files that decide about a call: the global one first, then the workspace's where it has one.
/// The strictest of them counts.
public record RuleBook(List<PermissionRules> files) {
    public RuleBook {
        files = List.copyOf(files);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("there is always a global file");
        }
    }

    public static RuleBook of(PermissionRules global) {
        return new RuleBook(List.of(global));
    }

    /// The guards that are on: all but those that the global file switches off, and those that
    /// another file switches on.
    Set<Guard> guards() {
        EnumSet<Guard> on = EnumSet.allOf(Guard.class);
        files.getFirst()
                .guards()
                .forEach((guard, value) -> {
                    if (!value) {
                        on.remove(guard);
                    }
                });
        for (PermissionRules file : files) {
            file.guards()
                    .forEach((guard, value) -> {
                        if (value) {
                            on.add(guard);
                        }
                    });
        }
        return on;
    }

    /// The same with one more rule in the global file.
    RuleBook with(PermissionRule rule) {
        List<PermissionRules> changed = new ArrayList<>(files);
        changed.set(0, files.getFirst().with(rule));
        return new RuleBook(changed);
    }
}
