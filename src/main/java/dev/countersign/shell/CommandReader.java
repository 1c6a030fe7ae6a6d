package dev.countersign.shell;

import java.util.Comparator;
import java.util.List;

/// Splits a command into the simple commands in it. Pure; answers any text.
public final class CommandReader {
    /// More parts than a person could look at: then it is as good as unreadable.
    static final int PART_LIMIT = 10_000;

    private CommandReader() {}

    public static CommandReading read(String command) {
        ParsedText parsed = ShellParser.parse(command);
        if (parsed.problem().isPresent()) {
            ParseProblem problem = parsed.problem().get();
            return new CommandReading.Unreadable(problem.reason(), problem.at());
        }
        if (!parsed.unparsed().isEmpty()) {
            Unparsed first =
                    parsed.unparsed().stream()
                            .min(Comparator.comparingInt(node -> node.span().start()))
                            .get();
            return new CommandReading.Unreadable(first.reason(), first.span());
        }
        List<CommandPart> parts = CommandCollector.collect(parsed.script(), command);
        if (parts.size() > PART_LIMIT) {
            return new CommandReading.Unreadable(
                    "More than " + PART_LIMIT + " commands in one.", parts.get(PART_LIMIT).span());
        }
        return new CommandReading.Parts(parsed.script(), parts);
    }
}
