package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Changes the text of a permissions.json in one place and leaves the rest as the person wrote it.
/// Pure.
final class PermissionsEditor {
    private PermissionsEditor() {}

    /// Adds rules; one that is about the same pattern as another takes its place.
    static String add(String text, List<PermissionRule> rules) throws ConfigurationException {
        String changed = text.isBlank() ? "{}\n" : text;
        for (PermissionRule rule : rules) {
            changed =
                    rule instanceof PermissionRule.Pattern pattern
                            ? addPattern(changed, pattern)
                            : addLong(changed, json(rule));
        }
        return changed;
    }

    private static String addPattern(String text, PermissionRule.Pattern rule)
            throws ConfigurationException {
        String value = quoted(rule.decision().wireName());
        return put(text, PermissionsParser.BASH, rule.pattern(), value);
    }

    /// Sets a key of an object of the file, which is made where there is none.
    private static String put(String text, String object, String key, String value)
            throws ConfigurationException {
        JsonSpots spots = new JsonSpots(text);
        LocatedJson.Fields root = JsonSpots.root(text);
        Optional<LocatedJson> holder = root.value(object);
        String entry = quoted(key) + ": " + value;
        if (holder.isEmpty()) {
            return spots.append(root, "%s: {\n    %s\n  }".formatted(quoted(object), entry));
        }
        Optional<LocatedJson> before = holder.get().asFields(quoted(object)).value(key);
        return before.isPresent()
                ? spots.replaceValue(before.get(), value)
                : spots.append(holder.get(), entry);
    }

    private static String addLong(String text, String item) throws ConfigurationException {
        JsonSpots spots = new JsonSpots(text);
        LocatedJson.Fields root = JsonSpots.root(text);
        Optional<LocatedJson> rules = root.value(PermissionsParser.RULES);
        return rules.isPresent()
                ? spots.append(rules.get(), item)
                : spots.append(
                        root,
                        "%s: [\n    %s\n  ]".formatted(quoted(PermissionsParser.RULES), item));
    }

    /// Takes a rule out.
    ///
    /// @throws PermissionsFile.EditRefused when it is not there
    static String remove(String text, PermissionRule rule)
            throws ConfigurationException, PermissionsFile.EditRefused {
        JsonSpots spots = new JsonSpots(text);
        LocatedJson.Fields root = JsonSpots.root(text);
        if (rule instanceof PermissionRule.Pattern(String pattern, Verdict _, RuleOrigin _)) {
            Optional<LocatedJson> patterns = root.value(PermissionsParser.BASH);
            if (patterns.isPresent()) {
                for (LocatedJson.Member member : patterns.get().asFields("\"bash\"").members()) {
                    if (member.name().equals(pattern)) {
                        return spots.remove(member.place(), member.value());
                    }
                }
            }
            throw gone(rule);
        }
        List<PermissionRule> others =
                PermissionRules.parse(text, rule.origin().source()).rules().stream()
                        .filter(one -> !(one instanceof PermissionRule.Pattern))
                        .toList();
        Optional<LocatedJson> items = root.value(PermissionsParser.RULES);
        int index = others.indexOf(rule);
        if (index < 0 || items.isEmpty()) {
            throw gone(rule);
        }
        LocatedJson item = items.get().asItems("\"rules\"").get(index);
        return spots.remove(item.place(), item);
    }

    private static PermissionsFile.EditRefused gone(PermissionRule rule) {
        return new PermissionsFile.EditRefused(
                "The rule %s is no longer in the file.".formatted(rule.id()));
    }

    /// Switches a guard.
    static String guard(String text, Guard guard, boolean on) throws ConfigurationException {
        return put(
                text.isBlank() ? "{}\n" : text,
                PermissionsParser.GUARDS,
                guard.key(),
                Boolean.toString(on));
    }

    /// What stands in the file for a rule.
    static String json(PermissionRule rule) {
        return switch (rule) {
            case PermissionRule.Pattern(String pattern, Verdict decision, RuleOrigin _) ->
                    quoted(pattern) + ": " + quoted(decision.wireName());
            case PermissionRule.Prefix prefix ->
                    "{\"prefix\": %s, %s%s}"
                            .formatted(
                                    list(
                                            prefix.words().stream()
                                                    .map(PermissionsEditor::alternatives)
                                                    .toList()),
                                    common(prefix),
                                    prefix.sandbox()
                                            .map(shut ->
                                                    shut.network()
                                                            ? ", \"sandbox\": \"network\""
                                                            : ", \"sandbox\": true")
                                            .orElse(""));
            case PermissionRule.Reading reading ->
                    "{\"readOnly\": true, \"in\": \"%s\", %s}"
                            .formatted(
                                    reading.anywhere() ? "anywhere" : "workspace", common(reading));
            case PermissionRule.Ordinary ordinary ->
                    "{\"level\": \"%s\", \"in\": \"workspace\", %s}"
                            .formatted(PermissionRule.Ordinary.LEVEL, common(ordinary));
            case PermissionRule.Reach reach ->
                    "{\"path\": %s, \"access\": \"%s\", %s}"
                            .formatted(
                                    quoted(reach.path().text()),
                                    reach.access().wireName(),
                                    common(reach));
        };
    }

    private static String alternatives(List<String> words) {
        return words.size() == 1
                ? quoted(words.getFirst())
                : list(words.stream().map(PermissionsEditor::quoted).toList());
    }

    private static String list(List<String> items) {
        return "[" + String.join(", ", items) + "]";
    }

    private static String common(PermissionRule rule) {
        return "\"decision\": "
                + quoted(rule.decision().wireName())
                + rule.why().map(why -> ", \"why\": " + quoted(why)).orElse("")
                + rule.instead().map(other -> ", \"instead\": " + quoted(other)).orElse("");
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\t' -> json.append("\\t");
                default -> {
                    // Whatever could be unseen is written as a number.
                    boolean plain = (c >= ' ' && c < 0x7f) || Character.isLetterOrDigit(c);
                    json.append(
                            plain
                                    ? String.valueOf(c)
                                    : String.format(Locale.ROOT, "\\u%04x", (int) c));
                }
            }
        }
        return json.append('"').toString();
    }
}
