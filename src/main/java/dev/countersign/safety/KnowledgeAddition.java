package dev.countersign.safety;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Adds what a person says about a command to what the console knows of it.
final class KnowledgeAddition {
    private KnowledgeAddition() {}

    /// @param name of the command, for the refusal
    /// @throws ConfigurationException where the addition would take the place of something known
    static CommandFacts to(
            CommandFacts known, CommandFacts added, String name, LocatedJson.Place place)
            throws ConfigurationException {
        boolean onlyAdds =
                added.operands().kinds().isEmpty()
                        && added.operands().pairs().isEmpty()
                        && added.manners().isEmpty()
                        && added.inert().isEmpty()
                        && added.reads().isEmpty()
                        && added.writes().isEmpty()
                        && added.given().isEmpty()
                        && added.wraps().isEmpty();
        if (!onlyAdds) {
            throw new ConfigurationException(
                    place,
                    "%s is known already; only options, subcommands and effects can be added to it"
                            .formatted(name));
        }
        Map<String, CommandFacts.OptionFacts> options = new HashMap<>(known.options());
        for (Map.Entry<String, CommandFacts.OptionFacts> entry : added.options().entrySet()) {
            if (options.put(entry.getKey(), entry.getValue()) != null) {
                throw new ConfigurationException(
                        place,
                        "%s: the option %s is known already".formatted(name, entry.getKey()));
            }
        }
        Map<String, CommandFacts> subcommands = new HashMap<>(known.subcommands());
        for (Map.Entry<String, CommandFacts> entry : added.subcommands().entrySet()) {
            CommandFacts before = known.subcommands().get(entry.getKey());
            subcommands.put(
                    entry.getKey(),
                    before == null
                            ? entry.getValue()
                            : to(before, entry.getValue(), name + " " + entry.getKey(), place));
        }
        return new CommandFacts(
                options,
                known.operands(),
                known.manners(),
                known.inert(),
                known.reads(),
                known.writes(),
                known.answers(),
                joined(known.effects(), added.effects()),
                joined(known.dangers(), added.dangers()),
                known.given(),
                known.level().or(added.level()),
                known.wraps(),
                subcommands);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).distinct().toList();
    }
}
