package dev.countersign.safety;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What commands do, as data: `commands.json` beside this class, which says at its top how it is
/// read. Immutable.
final class CommandKnowledge {
    private static final String RESOURCE = "commands.json";

    private static final Set<String> KEYS =
            Set.of(
                    "flags",
                    "options",
                    "changes",
                    "does",
                    "operands",
                    "last",
                    "harmless",
                    "numbers",
                    "wholeWords",
                    "optionsFirst",
                    "inert",
                    "effects",
                    "level",
                    "wraps",
                    "subcommands");

    private final Map<String, CommandFacts> commands;

    private CommandKnowledge(Map<String, CommandFacts> commands) {
        this.commands = Map.copyOf(commands);
    }

    /// The knowledge that comes with the console.
    static CommandKnowledge builtIn() {
        try (InputStream stream = CommandKnowledge.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IllegalStateException(RESOURCE + " is missing");
            }
            return parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (ConfigurationException wrong) {
            throw new IllegalStateException(RESOURCE + ", " + wrong.getMessage(), wrong);
        }
    }

    static CommandKnowledge parse(String text) throws ConfigurationException {
        LocatedJson.Fields file = LocatedJson.parse(text).asFields("the file");
        Optional<LocatedJson> commands = file.value("commands");
        if (commands.isEmpty()) {
            throw new ConfigurationException(file.place(), "\"commands\" is missing");
        }
        return new CommandKnowledge(named(commands.get().asFields("\"commands\"")));
    }

    /// What is known of a command by its name without a folder.
    Optional<CommandFacts> find(String name) {
        return Optional.ofNullable(commands.get(name));
    }

    int size() {
        return commands.size();
    }

    private static Map<String, CommandFacts> named(LocatedJson.Fields fields)
            throws ConfigurationException {
        Map<String, CommandFacts> named = new HashMap<>();
        for (LocatedJson.Member member : fields.members()) {
            CommandFacts facts = facts(member.value().asFields("a command"));
            for (String name : words(member.name())) {
                if (named.put(name, facts) != null) {
                    throw new ConfigurationException(member.place(), name + " stands twice");
                }
            }
        }
        return named;
    }

    private static CommandFacts facts(LocatedJson.Fields fields) throws ConfigurationException {
        for (LocatedJson.Member member : fields.members()) {
            if (!KEYS.contains(member.name())) {
                throw new ConfigurationException(
                        member.place(), "unknown key \"" + member.name() + "\"");
            }
        }
        List<String> operands = words(text(fields, "operands"));
        boolean repeats = !operands.isEmpty() && operands.getLast().endsWith("*");
        List<ArgumentKind> kinds = new ArrayList<>();
        for (String operand : operands) {
            kinds.add(kind(fields.place(), operand.replace("*", "")));
        }
        String last = text(fields, "last");
        String level = text(fields, "level");
        Optional<LocatedJson> subcommands = fields.value("subcommands");
        return new CommandFacts(
                options(fields),
                kinds,
                repeats,
                last.isEmpty() ? Optional.empty() : Optional.of(kind(fields.place(), last)),
                truth(fields, "harmless"),
                truth(fields, "numbers"),
                truth(fields, "wholeWords"),
                truth(fields, "optionsFirst"),
                Set.copyOf(words(text(fields, "inert"))),
                effects(fields.value("effects")),
                level.isEmpty() ? RiskLevel.NONE : level(fields.place(), level),
                wrapping(fields),
                subcommands.isEmpty()
                        ? Map.of()
                        : named(subcommands.get().asFields("\"subcommands\"")));
    }

    private static Map<String, CommandFacts.OptionFacts> options(LocatedJson.Fields fields)
            throws ConfigurationException {
        Map<String, CommandFacts.OptionFacts> options = new HashMap<>();
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
        for (String name : words(text(fields, "flags"))) {
            put(options, name, "", fields.place(), changes, does);
        }
        for (LocatedJson.Member member : members(fields, "options")) {
            for (String name : words(member.name())) {
                String value = member.value().asText("an option's value");
                put(options, name, value, member.place(), changes, does);
            }
        }
        for (String name : words(text(fields, "inert"))) {
            requireOption(fields, options, name);
        }
        for (String name : changes.keySet()) {
            requireOption(fields, options, name);
        }
        for (String name : does.keySet()) {
            requireOption(fields, options, name);
        }
        return options;
    }

    private static void put(
            Map<String, CommandFacts.OptionFacts> options,
            String name,
            String value,
            LocatedJson.Place place,
            Map<String, ArgumentKind> changes,
            Map<String, List<Effect>> does)
            throws ConfigurationException {
        if (Character.isLetterOrDigit(name.charAt(0))) {
            throw new ConfigurationException(place, name + " is no option");
        }
        boolean optional = value.startsWith("?");
        String kind = optional ? value.substring(1) : value;
        CommandFacts.OptionFacts facts =
                new CommandFacts.OptionFacts(
                        !optional && !kind.isEmpty(),
                        optional,
                        kind.isEmpty() ? ArgumentKind.TEXT : kind(place, kind),
                        Optional.ofNullable(changes.get(name)),
                        does.getOrDefault(name, List.of()));
        if (options.put(name, facts) != null) {
            throw new ConfigurationException(place, name + " stands twice");
        }
    }

    private static void requireOption(
            LocatedJson.Fields fields, Map<String, CommandFacts.OptionFacts> options, String name)
            throws ConfigurationException {
        if (!options.containsKey(name)) {
            throw new ConfigurationException(fields.place(), name + " is not among the options");
        }
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
