package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import dev.countersign.toolcall.Sandbox;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads a permissions.json in all its forms, strictly: what is not understood refuses the whole
/// file, since a rule that is silently left out could be the one that denies.
///
/// Confined to one reading.
final class PermissionsParser {
    /// The most words of a prefix, alternatives of a word, and examples of a rule.
    static final int MAXIMUM_ITEMS = 100;

    /// The longest word, reason or example, in UTF-16 units.
    static final int MAXIMUM_TEXT = 2_000;

    static final String BASH = "bash";
    static final String RULES = "rules";
    static final String GUARDS = "guards";

    private static final String UNDERSTOOD =
            "understood is {\"bash\": {pattern: \"allow\", \"ask\" or \"deny\", …}, \"rules\":"
                    + " [{…}], \"guards\": {…}}";
    private static final Set<String> COMMON = Set.of("decision", "why", "instead");

    private final String source;
    private final List<PermissionRule> rules = new ArrayList<>();
    private final Map<Guard, Boolean> guards = new EnumMap<>(Guard.class);

    PermissionsParser(String source) {
        this.source = source;
    }

    PermissionRules parse(String text) throws ConfigurationException {
        LocatedJson.Fields file = LocatedJson.parse(text).asFields(PermissionRules.FILE_NAME);
        for (LocatedJson.Member member : file.members()) {
            switch (member.name()) {
                case BASH -> patterns(member.value());
                case RULES -> longRules(member.value());
                case GUARDS -> guards(member.value());
                default ->
                        throw refusal(
                                member.place(),
                                "the key \"%s\" is not understood here; %s"
                                        .formatted(member.name(), UNDERSTOOD));
            }
        }
        return new PermissionRules(rules, guards);
    }

    private void add(PermissionRule rule, LocatedJson.Place place) throws ConfigurationException {
        if (rules.size() == PermissionRules.MAXIMUM_RULES) {
            throw refusal(
                    place,
                    "there are more than %,d rules".formatted(PermissionRules.MAXIMUM_RULES));
        }
        rules.add(rule);
    }

    // ---- the short form

    private void patterns(LocatedJson value) throws ConfigurationException {
        for (LocatedJson.Member member : value.asFields("\"bash\"").members()) {
            String pattern = member.name();
            if (pattern.isBlank()) {
                throw refusal(member.place(), "a pattern must not be empty");
            }
            if (pattern.length() > CommandPattern.MAXIMUM_LENGTH) {
                throw refusal(
                        member.place(),
                        "a pattern has at most %,d characters"
                                .formatted(CommandPattern.MAXIMUM_LENGTH));
            }
            add(
                    new PermissionRule.Pattern(
                            pattern,
                            decision(member.value(), "the decision for \"" + pattern + "\""),
                            origin(member.place())),
                    member.place());
        }
    }

    private static Verdict decision(LocatedJson value, String what) throws ConfigurationException {
        String word = value.asText(what);
        for (Verdict verdict : Verdict.values()) {
            if (verdict.wireName().equals(word)) {
                return verdict;
            }
        }
        throw refusal(
                value.place(),
                "\"%s\" is no decision; say \"allow\", \"ask\" or \"deny\"".formatted(shown(word)));
    }

    // ---- the long form

    private void longRules(LocatedJson value) throws ConfigurationException {
        for (LocatedJson item : value.asItems("\"rules\"")) {
            LocatedJson.Fields fields = item.asFields("a rule");
            add(longRule(fields), fields.place());
        }
    }

    private PermissionRule longRule(LocatedJson.Fields fields) throws ConfigurationException {
        boolean prefix = fields.value("prefix").isPresent();
        boolean reading = fields.value("readOnly").isPresent();
        boolean path = fields.value("path").isPresent();
        boolean level = fields.value("level").isPresent();
        if (Stream.of(prefix, reading, path, level).filter(one -> one).count() != 1) {
            throw refusal(
                    fields.place(),
                    "a rule is about exactly one of \"prefix\", \"readOnly\", \"level\" and"
                            + " \"path\"");
        }
        if (prefix) {
            return prefixRule(fields);
        }
        if (level) {
            return ordinaryRule(fields);
        }
        return reading ? readingRule(fields) : pathRule(fields);
    }

    private PermissionRule prefixRule(LocatedJson.Fields fields) throws ConfigurationException {
        requireKeys(fields, "prefix", "match", "notMatch", "sandbox");
        LocatedJson prefix = required(fields, "prefix");
        List<List<String>> words = new ArrayList<>();
        for (LocatedJson item : items(prefix, "\"prefix\"")) {
            words.add(alternatives(item));
        }
        if (words.isEmpty()) {
            throw refusal(prefix.place(), "a prefix needs at least one word");
        }
        List<Example> match = examples(fields, "match");
        List<Example> notMatch = examples(fields, "notMatch");
        PermissionRule.Prefix rule =
                new PermissionRule.Prefix(
                        words,
                        ruleDecision(fields),
                        text(fields, "why"),
                        text(fields, "instead"),
                        match.stream().map(Example::command).toList(),
                        notMatch.stream().map(Example::command).toList(),
                        sandbox(fields),
                        origin(fields.place()));
        for (Example example : match) {
            check(rule, example, true);
        }
        for (Example example : notMatch) {
            check(rule, example, false);
        }
        return rule;
    }

    private static Optional<Sandbox> sandbox(LocatedJson.Fields fields)
            throws ConfigurationException {
        Optional<LocatedJson> wanted = fields.value("sandbox");
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        return switch (wanted.get()) {
            case LocatedJson.Truth(LocatedJson.Place _, boolean value) when value ->
                    Optional.of(new Sandbox(false));
            case LocatedJson.Text(LocatedJson.Place _, String text) when text.equals("network") ->
                    Optional.of(new Sandbox(true));
            default ->
                    throw refusal(
                            wanted.get().place(),
                            "\"sandbox\" is true, or \"network\" for one that reaches the network");
        };
    }

    private static List<String> alternatives(LocatedJson item) throws ConfigurationException {
        List<String> words = new ArrayList<>();
        if (item instanceof LocatedJson.Items) {
            for (LocatedJson one : items(item, "a word with alternatives")) {
                words.add(word(one));
            }
        } else {
            words.add(word(item));
        }
        if (words.isEmpty()) {
            throw refusal(item.place(), "a word needs at least one alternative");
        }
        return words;
    }

    private static String word(LocatedJson value) throws ConfigurationException {
        String word = bounded(value, value.asText("a word of the prefix"));
        if (word.isBlank()) {
            throw refusal(value.place(), "a word of a prefix must not be empty");
        }
        if (word.chars().anyMatch(Character::isWhitespace)) {
            throw refusal(
                    value.place(),
                    "\"%s\" is more than one word; write [\"git\", \"push\"] for git push"
                            .formatted(shown(word)));
        }
        return word;
    }

    private record Example(String command, LocatedJson.Place place) {}

    private static List<Example> examples(LocatedJson.Fields fields, String key)
            throws ConfigurationException {
        List<Example> examples = new ArrayList<>();
        Optional<LocatedJson> list = fields.value(key);
        if (list.isEmpty()) {
            return examples;
        }
        for (LocatedJson item : items(list.get(), "\"" + key + "\"")) {
            examples.add(new Example(bounded(item, item.asText("an example")), item.place()));
        }
        return examples;
    }

    private static void check(PermissionRule.Prefix rule, Example example, boolean wanted)
            throws ConfigurationException {
        Optional<List<List<Optional<String>>>> commands = CommandWords.of(example.command());
        if (commands.isEmpty() || commands.get().isEmpty()) {
            throw refusal(
                    example.place(),
                    "the example \"%s\" is no command that can be read"
                            .formatted(shown(example.command())));
        }
        boolean matches =
                commands.get().stream().anyMatch(rule::matches)
                        || (rule.decision() != Verdict.ALLOW
                                && CommandWords.plain(example.command()).stream()
                                        .anyMatch(rule::matches));
        if (matches != wanted) {
            throw refusal(
                    example.place(),
                    (wanted
                                    ? "the example \"%s\" should match the prefix %s and does not"
                                    : "the example \"%s\" should not match the prefix %s and does")
                            .formatted(shown(example.command()), rule.id()));
        }
    }

    private PermissionRule readingRule(LocatedJson.Fields fields) throws ConfigurationException {
        requireKeys(fields, "readOnly", "in");
        LocatedJson readOnly = required(fields, "readOnly");
        if (!(readOnly instanceof LocatedJson.Truth(LocatedJson.Place _, boolean value))
                || !value) {
            throw refusal(
                    readOnly.place(),
                    "\"readOnly\" can only be true: a rule about all that changes something would"
                            + " be a pattern \"*\"");
        }
        Optional<LocatedJson> in = fields.value("in");
        boolean anywhere = false;
        if (in.isPresent()) {
            String where = in.get().asText("\"in\"");
            if (!where.equals("workspace") && !where.equals("anywhere")) {
                throw refusal(in.get().place(), "\"in\" is \"workspace\" or \"anywhere\"");
            }
            anywhere = where.equals("anywhere");
        }
        return new PermissionRule.Reading(
                anywhere,
                ruleDecision(fields),
                text(fields, "why"),
                text(fields, "instead"),
                origin(fields.place()));
    }

    private PermissionRule ordinaryRule(LocatedJson.Fields fields) throws ConfigurationException {
        requireKeys(fields, "level", "in");
        LocatedJson level = required(fields, "level");
        if (!level.asText("\"level\"").equals(PermissionRule.Ordinary.LEVEL)) {
            throw refusal(
                    level.place(),
                    "\"level\" can only be \"low\": what is worse must be named by a prefix or a"
                            + " pattern");
        }
        LocatedJson in = required(fields, "in");
        if (!in.asText("\"in\"").equals("workspace")) {
            throw refusal(in.place(), "\"in\" can only be \"workspace\" in a rule about a level");
        }
        LocatedJson decision = required(fields, "decision");
        if (ruleDecision(fields) != Verdict.ALLOW) {
            throw refusal(decision.place(), "a rule about a level can only allow");
        }
        if (fields.value("instead").isPresent()) {
            throw refusal(fields.place(), "a rule that allows needs no \"instead\"");
        }
        return new PermissionRule.Ordinary(text(fields, "why"), origin(fields.place()));
    }

    private PermissionRule pathRule(LocatedJson.Fields fields) throws ConfigurationException {
        requireKeys(fields, "path", "access");
        LocatedJson path = required(fields, "path");
        String text = path.asText("\"path\"");
        Optional<String> problem = PathPattern.problem(text);
        if (problem.isPresent()) {
            throw refusal(path.place(), problem.get());
        }
        return new PermissionRule.Reach(
                new PathPattern(text),
                access(required(fields, "access")),
                ruleDecision(fields),
                text(fields, "why"),
                text(fields, "instead"),
                origin(fields.place()));
    }

    private static PathAccess access(LocatedJson value) throws ConfigurationException {
        String word = value.asText("\"access\"");
        for (PathAccess access : PathAccess.values()) {
            if (access.wireName().equals(word)) {
                return access;
            }
        }
        throw refusal(
                value.place(),
                "\"%s\" is no access; say \"read\", \"write\" or \"delete\""
                        .formatted(shown(word)));
    }

    private static Verdict ruleDecision(LocatedJson.Fields fields) throws ConfigurationException {
        return decision(required(fields, "decision"), "\"decision\"");
    }

    private static Optional<String> text(LocatedJson.Fields fields, String key)
            throws ConfigurationException {
        Optional<LocatedJson> value = fields.value(key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        String text = bounded(value.get(), value.get().asText("\"" + key + "\"")).strip();
        if (text.isEmpty()) {
            throw refusal(value.get().place(), "\"%s\" must not be empty".formatted(key));
        }
        return Optional.of(text);
    }

    // ---- guards

    private void guards(LocatedJson value) throws ConfigurationException {
        for (LocatedJson.Member member : value.asFields("\"guards\"").members()) {
            Optional<Guard> guard = Guard.of(member.name());
            if (guard.isEmpty()) {
                throw refusal(
                        member.place(),
                        "there is no guard \"%s\"; there are %s"
                                .formatted(
                                        shown(member.name()),
                                        Arrays.stream(Guard.values())
                                                .map(Guard::key)
                                                .collect(Collectors.joining(", "))));
            }
            if (!(member.value() instanceof LocatedJson.Truth(LocatedJson.Place _, boolean on))) {
                throw refusal(
                        member.value().place(),
                        "a guard is true or false, not %s".formatted(member.value().kind()));
            }
            guards.put(guard.get(), on);
        }
    }

    // ---- common

    private static void requireKeys(LocatedJson.Fields fields, String... keys)
            throws ConfigurationException {
        for (LocatedJson.Member member : fields.members()) {
            if (!COMMON.contains(member.name()) && !List.of(keys).contains(member.name())) {
                throw refusal(
                        member.place(),
                        ("the key \"%s\" is not understood here; understood are %s, decision, why,"
                                        + " instead")
                                .formatted(shown(member.name()), String.join(", ", keys)));
            }
        }
    }

    private static LocatedJson required(LocatedJson.Fields fields, String key)
            throws ConfigurationException {
        Optional<LocatedJson> value = fields.value(key);
        if (value.isEmpty()) {
            throw refusal(fields.place(), "the rule needs the key \"%s\"".formatted(key));
        }
        return value.get();
    }

    private static List<LocatedJson> items(LocatedJson value, String what)
            throws ConfigurationException {
        List<LocatedJson> items = value.asItems(what);
        if (items.size() > MAXIMUM_ITEMS) {
            throw refusal(
                    items.get(MAXIMUM_ITEMS).place(),
                    "%s has more than %d entries".formatted(what, MAXIMUM_ITEMS));
        }
        return items;
    }

    private static String bounded(LocatedJson value, String text) throws ConfigurationException {
        if (text.length() > MAXIMUM_TEXT) {
            throw refusal(
                    value.place(),
                    "this text has more than %,d characters".formatted(MAXIMUM_TEXT));
        }
        return text;
    }

    private RuleOrigin origin(LocatedJson.Place place) {
        return new RuleOrigin(source, place.line());
    }

    private static String shown(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }

    private static ConfigurationException refusal(LocatedJson.Place place, String reason) {
        return new ConfigurationException(place, reason);
    }
}
