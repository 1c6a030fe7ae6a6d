package dev.countersign.approval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tells what differs between two versions of a rule file, and whether that loosens.
///
/// Errs to the safe side: whatever could let something run that was asked or denied before counts
/// as loosening, even where other rules would still hold it.
final class RuleChanges {
    private static final String PATTERN = "pattern\n";

    private RuleChanges() {}

    /// What differs, what loosens first.
    static List<RuleChange> between(PermissionRules before, PermissionRules after) {
        List<RuleChange> changes = new ArrayList<>();
        Map<String, Verdict> old = byKey(before);
        Map<String, Verdict> now = byKey(after);
        old.forEach((key, decision) -> {
            Verdict changed = now.get(key);
            if (changed == null) {
                changes.add(removed(key, decision));
            } else if (changed != decision) {
                changes.add(
                        new RuleChange(
                                changed.compareTo(decision) < 0,
                                "%s %s instead of %s"
                                        .formatted(verb(changed), name(key), decision.wireName())));
            }
        });
        now.forEach((key, decision) -> {
            if (!old.containsKey(key)) {
                changes.add(
                        new RuleChange(
                                mayLoosen(key, decision, after),
                                "%s %s".formatted(verb(decision), name(key))));
            }
        });
        guards(before, after, changes);
        changes.sort(Comparator.comparing(RuleChange::loosens).reversed());
        return changes;
    }

    static boolean loosens(List<RuleChange> changes) {
        return changes.stream().anyMatch(RuleChange::loosens);
    }

    private static RuleChange removed(String key, Verdict decision) {
        return switch (decision) {
            case ALLOW -> new RuleChange(false, "no longer allows " + name(key));
            case ASK -> new RuleChange(true, "no longer asks about " + name(key));
            case DENY -> new RuleChange(true, "no longer denies " + name(key));
        };
    }

    /// A longer pattern goes before a shorter one, so that one which asks can lift one that denies.
    private static boolean mayLoosen(String key, Verdict decision, PermissionRules after) {
        return switch (decision) {
            case ALLOW -> true;
            case ASK ->
                    key.startsWith(PATTERN)
                            && after.rules().stream()
                                    .anyMatch(rule ->
                                            rule instanceof PermissionRule.Pattern pattern
                                                    && pattern.decision() == Verdict.DENY
                                                    && pattern.pattern().length()
                                                            < name(key).length());
            case DENY -> false;
        };
    }

    private static void guards(
            PermissionRules before, PermissionRules after, List<RuleChange> changes) {
        for (Guard guard : Guard.values()) {
            boolean on = before.guards().getOrDefault(guard, true);
            boolean nowOn = after.guards().getOrDefault(guard, true);
            if (on != nowOn) {
                changes.add(
                        new RuleChange(
                                on,
                                "switches the guard %s %s"
                                        .formatted(guard.key(), nowOn ? "on" : "off")));
            }
        }
    }

    /// Each rule by what it is about; of several about the same in one form the strictest.
    private static Map<String, Verdict> byKey(PermissionRules rules) {
        Map<String, Verdict> byKey = new LinkedHashMap<>();
        for (PermissionRule rule : rules.rules()) {
            byKey.merge(key(rule), rule.decision(), Verdict::strictest);
        }
        return byKey;
    }

    private static String key(PermissionRule rule) {
        return switch (rule) {
            case PermissionRule.Pattern _ -> PATTERN + rule.id();
            // Another sandbox is another rule, so that one less counts as loosening.
            case PermissionRule.Prefix prefix ->
                    "prefix\n"
                            + rule.id()
                            + prefix.sandbox().map(shut -> " in a " + shut.words()).orElse("");
            case PermissionRule.Reading _ -> "reading\n" + rule.id();
            case PermissionRule.Ordinary _ -> "level\n" + rule.id();
            case PermissionRule.Reach _ -> "path\n" + rule.id();
        };
    }

    private static String name(String key) {
        return key.substring(key.indexOf('\n') + 1);
    }

    private static String verb(Verdict verdict) {
        return switch (verdict) {
            case ALLOW -> "allows";
            case ASK -> "asks about";
            case DENY -> "denies";
        };
    }
}
