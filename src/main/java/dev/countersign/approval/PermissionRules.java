package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The rules of one permissions.json, in all their forms. Immutable.
public final class PermissionRules {
    public static final int MAXIMUM_RULES = 10_000;

    /// What the file is called when no path says otherwise.
    public static final String FILE_NAME = "permissions.json";

    private final List<PermissionRule> asWritten;
    private final Map<Guard, Boolean> guards;
    private final PatternRules patterns;
    private final int hash;

    PermissionRules(List<PermissionRule> asWritten, Map<Guard, Boolean> guards) {
        this.asWritten = List.copyOf(asWritten);
        this.guards =
                guards.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(guards));
        this.patterns =
                new PatternRules(
                        asWritten.stream()
                                .filter(PermissionRule.Pattern.class::isInstance)
                                .map(PermissionRule.Pattern.class::cast)
                                .toList());
        this.hash = this.asWritten.hashCode() * 31 + this.guards.hashCode();
    }

    /// No rules: everything is asked.
    public static PermissionRules none() {
        return new PermissionRules(List.of(), Map.of());
    }

    /// The rules that a new console starts with.
    public static PermissionRules starter() {
        try {
            return parse(StarterRules.TEXT);
        } catch (ConfigurationException impossible) {
            throw new IllegalStateException("the starter rules are wrong", impossible);
        }
    }

    /// Reads the text of a file.
    ///
    /// @throws ConfigurationException names the first thing that is not understood; a file is taken
    ///   whole or not at all
    public static PermissionRules parse(String text) throws ConfigurationException {
        return parse(text, FILE_NAME);
    }

    /// Reads the text of a file.
    ///
    /// @param source what the file is called, for people
    /// @throws ConfigurationException names the first thing that is not understood; a file is taken
    ///   whole or not at all
    public static PermissionRules parse(String text, String source) throws ConfigurationException {
        return new PermissionsParser(source).parse(text);
    }

    /// The rules in the order of the file.
    public List<PermissionRule> rules() {
        return asWritten;
    }

    /// The guards that the file speaks of.
    public Map<Guard, Boolean> guards() {
        return guards;
    }

    /// The same without what allows: what a file may say that the person has not trusted.
    public PermissionRules tighteningOnly() {
        Map<Guard, Boolean> on = new EnumMap<>(Guard.class);
        guards.forEach((guard, value) -> {
            if (value) {
                on.put(guard, true);
            }
        });
        return new PermissionRules(
                asWritten.stream().filter(rule -> rule.decision() != Verdict.ALLOW).toList(), on);
    }

    /// The same with one more rule, which takes the place of one about the same pattern.
    PermissionRules with(PermissionRule rule) {
        List<PermissionRule> more = new ArrayList<>(asWritten);
        more.removeIf(other ->
                rule instanceof PermissionRule.Pattern
                        && other instanceof PermissionRule.Pattern
                        && other.id().equals(rule.id()));
        more.add(rule);
        return new PermissionRules(more, guards);
    }

    PatternRules patterns() {
        return patterns;
    }

    PatternRules.Match match(String words) {
        return patterns.match(words);
    }

    PatternRules.Match matchUnknown(String words) {
        return patterns.matchUnknown(words, words);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PermissionRules that
                && asWritten.equals(that.asWritten)
                && guards.equals(that.guards);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "PermissionRules[%d]", asWritten.size());
    }
}
