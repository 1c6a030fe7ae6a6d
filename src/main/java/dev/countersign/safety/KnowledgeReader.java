package dev.countersign.safety;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads a file of the knowledge of commands and refuses what is wrongly written.
final class KnowledgeReader {
    private static final Set<String> FILE_KEYS = Set.of("form", "shared", "commands");
    private static final Set<String> DANGER_KEYS = Set.of("level", "message", "loss", "instead");
    private static final Map<String, CommandFacts.Manner> MANNERS =
            Map.of(
                    "harmless", CommandFacts.Manner.HARMLESS,
                    "numbers", CommandFacts.Manner.NUMBERS,
                    "wholeWords", CommandFacts.Manner.WHOLE_WORDS,
                    "optionsFirst", CommandFacts.Manner.OPTIONS_FIRST,
                    "bareLetters", CommandFacts.Manner.BARE_LETTERS,
                    "alone", CommandFacts.Manner.ALONE,
                    "oneDash", CommandFacts.Manner.ONE_DASH,
                    "projectScript", CommandFacts.Manner.PROJECT_SCRIPT,
                    "openEnd", CommandFacts.Manner.OPEN_END);
    private static final Set<String> KEYS =
            Set.of(
                    "with",
                    "flags",
                    "options",
                    "changes",
                    "does",
                    "finds",
                    "finding",
                    "operands",
                    "last",
                    "pairs",
                    "given",
                    "inert",
                    "reads",
                    "writes",
                    "answers",
                    "effects",
                    "level",
                    "wraps",
                    "subcommands");
    private static final Set<String> SHARED_KEYS =
            Set.of("flags", "options", "changes", "does", "finds");

    private final Map<String, ListedDanger> dangers;
    private final Map<String, Map<String, CommandFacts.OptionFacts>> shared = new HashMap<>();

    /// @param dangers those that the file may name
    KnowledgeReader(Map<String, ListedDanger> dangers) {
        this.dangers = dangers;
    }

    /// What the file says of commands, by their names.
    Map<String, CommandFacts> commands(LocatedJson.Fields file) throws ConfigurationException {
        known(file, FILE_KEYS);
        for (LocatedJson.Member member : members(file, "shared")) {
            LocatedJson.Fields fields = member.value().asFields(member.name());
            known(fields, SHARED_KEYS);
            shared.put(member.name(), options(fields));
        }
        Optional<LocatedJson> commands = file.value("commands");
        if (commands.isEmpty()) {
            throw new ConfigurationException(file.place(), "\"commands\" is missing");
        }
        return named(commands.get().asFields("\"commands\""), Set.of("--help", "--version"));
    }

    /// The dangers that the other files name.
    static Map<String, ListedDanger> dangers(LocatedJson.Fields file)
            throws ConfigurationException {
        Map<String, ListedDanger> dangers = new HashMap<>();
        for (LocatedJson.Member member : members(file, "dangers")) {
            LocatedJson.Fields fields = member.value().asFields("a danger");
            known(fields, DANGER_KEYS);
            String message = sentence(fields, "message");
            String loss = sentence(fields, "loss");
            String instead = text(fields, "instead");
            if (message.isEmpty()) {
                throw new ConfigurationException(fields.place(), "the message is missing");
            }
            dangers.put(
                    member.name(),
                    new ListedDanger(
                            member.name(),
                            level(fields.place(), text(fields, "level")),
                            message,
                            loss.isEmpty() ? Optional.empty() : Optional.of(loss),
                            instead.isEmpty() ? Optional.empty() : Optional.of(instead)));
        }
        return dangers;
    }

    /// The dangerous ways of using commands, by the commands' names.
    Map<String, DangerousUses> uses(LocatedJson.Fields file) throws ConfigurationException {
        known(file, Set.of("form", "uses"));
        Map<String, DangerousUses> uses = new HashMap<>();
        for (LocatedJson.Member commands : members(file, "uses")) {
            List<DangerousUse> ofThese = new ArrayList<>();
            for (LocatedJson.Member use : commands.value().asFields("uses").members()) {
                String danger = use.value().asText("a danger");
                named(use.place(), danger);
                ofThese.add(DangerousUse.of(use.name(), danger));
            }
            DangerousUses together = new DangerousUses(ofThese);
            for (String name : words(commands.name())) {
                if (uses.put(name, together) != null) {
                    throw new ConfigurationException(commands.place(), name + " stands twice");
                }
            }
        }
        return uses;
    }

    private static String sentence(LocatedJson.Fields fields, String key)
            throws ConfigurationException {
        String sentence = text(fields, key);
        if (!sentence.isEmpty() && !sentence.endsWith(".")) {
            throw new ConfigurationException(fields.place(), key + " must be a sentence");
        }
        return sentence;
    }

    private Map<String, CommandFacts> named(LocatedJson.Fields fields, Set<String> answers)
            throws ConfigurationException {
        Map<String, CommandFacts> named = new HashMap<>();
        for (LocatedJson.Member member : fields.members()) {
            CommandFacts facts = entry(member, answers);
            for (String name : words(member.name())) {
                if (named.put(name, facts) != null) {
                    throw new ConfigurationException(member.place(), name + " stands twice");
                }
            }
        }
        return named;
    }

    /// The facts of one entry; a refusal names it.
    private CommandFacts entry(LocatedJson.Member member, Set<String> answers)
            throws ConfigurationException {
        try {
            return facts(member.value().asFields("a command"), answers);
        } catch (ConfigurationException wrong) {
            throw new ConfigurationException(
                    wrong.place(), "%s: %s".formatted(member.name(), wrong.reason()));
        }
    }

    private CommandFacts facts(LocatedJson.Fields fields, Set<String> alwaysAnswers)
            throws ConfigurationException {
        for (LocatedJson.Member member : fields.members()) {
            if (!KEYS.contains(member.name()) && !MANNERS.containsKey(member.name())) {
                throw new ConfigurationException(
                        member.place(), "unknown key \"" + member.name() + "\"");
            }
        }
        Map<String, CommandFacts.OptionFacts> options = new HashMap<>();
        for (String name : words(text(fields, "with"))) {
            Map<String, CommandFacts.OptionFacts> others = shared.get(name);
            if (others == null) {
                throw new ConfigurationException(fields.place(), "nothing shared is named " + name);
            }
            options.putAll(others);
        }
        options.putAll(options(fields));
        Set<String> inert = Set.copyOf(words(text(fields, "inert")));
        requireOptions(fields, options, inert);
        Set<String> reads = Set.copyOf(words(text(fields, "reads")));
        requireOptions(fields, options, reads);
        Set<String> writes = Set.copyOf(words(text(fields, "writes")));
        requireOptions(fields, options, writes);
        Set<String> answers = new HashSet<>(alwaysAnswers);
        answers.addAll(words(text(fields, "answers")));
        String level = text(fields, "level");
        Optional<LocatedJson> subcommands = fields.value("subcommands");
        return new CommandFacts(
                options,
                operands(fields),
                manners(fields, options),
                inert,
                reads,
                writes,
                answers,
                effects(fields.value("effects")),
                named(fields.place(), text(fields, "finding")),
                given(fields),
                level.isEmpty() ? RiskLevel.NONE : level(fields.place(), level),
                wrapping(fields),
                subcommands.isEmpty()
                        ? Map.of()
                        : named(subcommands.get().asFields("\"subcommands\""), Set.of("--help")));
    }

    private Optional<CommandFacts.Given> given(LocatedJson.Fields fields)
            throws ConfigurationException {
        Optional<LocatedJson> value = fields.value("given");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        LocatedJson.Fields given = value.get().asFields("\"given\"");
        known(given, Set.of("from", "effects", "finding"));
        String from = text(given, "from");
        if (!from.isEmpty() && !from.matches("[1-9]")) {
            throw new ConfigurationException(given.place(), "from must be a digit in a text");
        }
        return Optional.of(
                new CommandFacts.Given(
                        from.isEmpty() ? 1 : Integer.parseInt(from),
                        effects(given.value("effects")),
                        named(given.place(), text(given, "finding"))));
    }

    private static Set<CommandFacts.Manner> manners(
            LocatedJson.Fields fields, Map<String, CommandFacts.OptionFacts> options)
            throws ConfigurationException {
        Set<CommandFacts.Manner> manners = EnumSet.noneOf(CommandFacts.Manner.class);
        for (Map.Entry<String, CommandFacts.Manner> manner : MANNERS.entrySet()) {
            if (truth(fields, manner.getKey())) {
                manners.add(manner.getValue());
            }
        }
        if (options.keySet().stream().anyMatch(name -> name.endsWith(CommandFacts.ANY_OTHER))) {
            manners.add(CommandFacts.Manner.BEGINNINGS);
        }
        return manners;
    }

    private static CommandFacts.Operands operands(LocatedJson.Fields fields)
            throws ConfigurationException {
        List<String> operands = words(text(fields, "operands"));
        boolean repeats = !operands.isEmpty() && operands.getLast().endsWith("*");
        List<ArgumentKind> kinds = new ArrayList<>();
        for (String operand : operands) {
            kinds.add(kind(fields.place(), operand.replace("*", "")));
        }
        String last = text(fields, "last");
        Map<String, ArgumentKind> pairs = new HashMap<>();
        for (LocatedJson.Member member : members(fields, "pairs")) {
            ArgumentKind kind = kind(member.place(), member.value().asText("a pair's value"));
            words(member.name()).forEach(name -> pairs.put(name, kind));
        }
        return new CommandFacts.Operands(
                kinds,
                repeats,
                last.isEmpty() ? Optional.empty() : Optional.of(kind(fields.place(), last)),
                pairs);
    }

    private Map<String, CommandFacts.OptionFacts> options(LocatedJson.Fields fields)
            throws ConfigurationException {
        Map<String, String> values = new LinkedHashMap<>();
        for (String name : words(text(fields, "flags"))) {
            putOption(values, name, "", fields.place());
        }
        for (LocatedJson.Member member : members(fields, "options")) {
            for (String name : words(member.name())) {
                putOption(values, name, member.value().asText("an option's value"), member.place());
            }
        }
        Map<String, ArgumentKind> changes = new HashMap<>();
        for (LocatedJson.Member member : members(fields, "changes")) {
            ArgumentKind kind = kind(member.place(), member.value().asText("a change"));
            words(member.name()).forEach(name -> changes.put(name, kind));
        }
        Map<String, List<Effect>> does = new HashMap<>();
        for (LocatedJson.Member member : members(fields, "does")) {
            List<Effect> effects = effects(Optional.of(member.value()));
            words(member.name()).forEach(name -> does.put(name, effects));
        }
        Map<String, List<String>> finds = new HashMap<>();
        for (LocatedJson.Member member : members(fields, "finds")) {
            List<String> ids = named(member.place(), member.value().asText("a danger"));
            words(member.name()).forEach(name -> finds.put(name, ids));
        }
        Map<String, CommandFacts.OptionFacts> options = new HashMap<>();
        for (Map.Entry<String, String> entry : values.entrySet()) {
            String name = entry.getKey();
            String value = entry.getValue();
            boolean optional = value.startsWith("?");
            List<String> kinds = words(optional ? value.substring(1) : value);
            ArgumentKind first =
                    kinds.isEmpty() ? ArgumentKind.TEXT : kind(fields.place(), kinds.getFirst());
            options.put(
                    name,
                    new CommandFacts.OptionFacts(
                            !optional && !kinds.isEmpty(),
                            optional,
                            first,
                            kinds.size() < 2
                                    ? Optional.empty()
                                    : Optional.of(kind(fields.place(), kinds.get(1))),
                            Optional.ofNullable(changes.get(name)),
                            does.getOrDefault(name, List.of()),
                            finds.getOrDefault(name, List.of())));
        }
        requireOptions(fields, options, changes.keySet());
        requireOptions(fields, options, does.keySet());
        requireOptions(fields, options, finds.keySet());
        return options;
    }

    private static void putOption(
            Map<String, String> values, String name, String value, LocatedJson.Place place)
            throws ConfigurationException {
        if (Character.isLetterOrDigit(name.charAt(0))) {
            throw new ConfigurationException(place, name + " is no option");
        }
        if (values.put(name, value) != null) {
            throw new ConfigurationException(place, name + " stands twice");
        }
    }

    private static void requireOptions(
            LocatedJson.Fields fields,
            Map<String, CommandFacts.OptionFacts> options,
            Set<String> names)
            throws ConfigurationException {
        for (String name : names) {
            if (!options.containsKey(name)) {
                throw new ConfigurationException(
                        fields.place(), name + " is not among the options");
            }
        }
    }

    private List<String> named(LocatedJson.Place place, String ids) throws ConfigurationException {
        for (String id : words(ids)) {
            if (!dangers.containsKey(id)) {
                throw new ConfigurationException(place, "unknown danger " + id);
            }
        }
        return words(ids);
    }

    private static Optional<CommandFacts.Wrapping> wrapping(LocatedJson.Fields fields)
            throws ConfigurationException {
        Optional<LocatedJson> wraps = fields.value("wraps");
        if (wraps.isEmpty()) {
            return Optional.empty();
        }
        int skip = 0;
        boolean assignments = false;
        boolean appends = false;
        Set<String> unless = Set.of();
        for (String word : words(wraps.get().asText("\"wraps\""))) {
            switch (word) {
                case "command" -> {}
                case "skip-one" -> skip = 1;
                case "assignments" -> assignments = true;
                case "appends" -> appends = true;
                default -> {
                    if (!word.startsWith("unless:")) {
                        throw new ConfigurationException(
                                wraps.get().place(), "unknown word " + word);
                    }
                    unless = Set.of(word.substring("unless:".length()).split(",", -1));
                }
            }
        }
        return Optional.of(new CommandFacts.Wrapping(skip, assignments, appends, unless));
    }

    private static List<Effect> effects(Optional<LocatedJson> json) throws ConfigurationException {
        if (json.isEmpty()) {
            return List.of();
        }
        List<Effect> effects = new ArrayList<>();
        for (LocatedJson item : json.get().asItems("effects")) {
            String text = item.asText("an effect");
            int space = text.indexOf(' ');
            String kind = space < 0 ? text : text.substring(0, space);
            String target = space < 0 ? "" : text.substring(space + 1);
            effects.add(new Effect(effectKind(item.place(), kind), target));
        }
        return effects;
    }

    private static EffectKind effectKind(LocatedJson.Place place, String word)
            throws ConfigurationException {
        for (EffectKind kind : EffectKind.values()) {
            if (kind.wireName().equals(word)) {
                return kind;
            }
        }
        throw new ConfigurationException(place, "unknown effect " + word);
    }

    private static ArgumentKind kind(LocatedJson.Place place, String word)
            throws ConfigurationException {
        for (ArgumentKind kind : ArgumentKind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
                return kind;
            }
        }
        throw new ConfigurationException(place, "unknown kind of argument: " + word);
    }

    private static RiskLevel level(LocatedJson.Place place, String word)
            throws ConfigurationException {
        for (RiskLevel level : RiskLevel.values()) {
            if (level.wireName().equals(word)) {
                return level;
            }
        }
        throw new ConfigurationException(place, "unknown level " + word);
    }

    private static void known(LocatedJson.Fields fields, Set<String> keys)
            throws ConfigurationException {
        for (LocatedJson.Member member : fields.members()) {
            if (!keys.contains(member.name())) {
                throw new ConfigurationException(
                        member.place(), "unknown key \"" + member.name() + "\"");
            }
        }
    }

    private static List<LocatedJson.Member> members(LocatedJson.Fields fields, String key)
            throws ConfigurationException {
        Optional<LocatedJson> value = fields.value(key);
        return value.isEmpty() ? List.of() : value.get().asFields(key).members();
    }

    private static String text(LocatedJson.Fields fields, String key)
            throws ConfigurationException {
        Optional<LocatedJson> value = fields.value(key);
        return value.isEmpty() ? "" : value.get().asText(key);
    }

    private static boolean truth(LocatedJson.Fields fields, String key)
            throws ConfigurationException {
        Optional<LocatedJson> value = fields.value(key);
        if (value.isEmpty()) {
            return false;
        }
        if (value.get() instanceof LocatedJson.Truth(LocatedJson.Place _, boolean isTrue)) {
            return isTrue;
        }
        throw new ConfigurationException(value.get().place(), key + " must be true or false");
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
    }
}
