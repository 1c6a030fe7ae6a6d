package dev.countersign.supervision.consequence;

import dev.countersign.platform.GitReader;
import dev.countersign.shell.Command;
import dev.countersign.shell.CommandPart;
import dev.countersign.shell.CommandReader;
import dev.countersign.shell.CommandReading;
import dev.countersign.shell.CommandWord;
import dev.countersign.shell.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Looks at what a command would do, without doing any of it.
///
/// Globs are expanded, folders walked, git and the process table asked. Whatever was not found out
/// in the deadline, or cannot be found out by looking, is said to be unknown. Safe on any thread;
/// blocks for the deadline at most.
public final class ConsequenceFinder {
    /// Folder entries that one look may visit.
    private static final int MOST_ENTRIES = 200_000;

    private static final int MOST_COMMANDS = 200;
    private static final int MOST_CONSEQUENCES = 50;

    private final Path home;
    private final Optional<GitReader> git;
    private final int items;

    /// @param home the person's home folder
    /// @param git absent where there is no git: then nothing is said of commits
    public ConsequenceFinder(Path home, Optional<GitReader> git) {
        this(home, git, 12);
    }

    /// @param items how many of the files are named
    ConsequenceFinder(Path home, Optional<GitReader> git, int items) {
        this.home = home;
        this.git = git;
        this.items = items;
    }

    /// What the command would do.
    ///
    /// @param directory where it would start
    /// @param limit how long the look may take
    public Consequences find(String command, Path directory, Duration limit) {
        return switch (CommandReader.read(command)) {
            case CommandReading.Unreadable _ ->
                    new Consequences(
                            Optional.empty(),
                            List.of(
                                    Consequence.notKnown(
                                            "What it would do is not known: the console cannot"
                                                    + " read all of it.")));
            case CommandReading.Parts(var script, List<CommandPart> parts) -> {
                boolean plain =
                        isOneSequence(script)
                                && command.indexOf('`') < 0
                                && !command.contains("$(")
                                && !command.contains("<(");
                yield find(parts, directory, plain, limit);
            }
        };
    }

    /// Whether each command runs in the same shell as the one before it, so that a `cd` holds for
    /// all that follow.
    private static boolean isOneSequence(Script script) {
        return script.commands().entries().stream()
                .allMatch(entry ->
                        !entry.background()
                                && switch (entry.command()) {
                                    case Command.Simple _ -> true;
                                    case Command.AndOr andOr ->
                                            andOr.commands().stream()
                                                    .allMatch(Command.Simple.class::isInstance);
                                    case Command other -> false;
                                });
    }

    private Consequences find(
            List<CommandPart> parts, Path directory, boolean plain, Duration limit) {
        Deadline deadline = new Deadline(limit, MOST_ENTRIES);
        WordExpansion expansion = new WordExpansion(home, deadline);
        Look look = new Look(deadline, git, directory, items);
        Optional<Path> folder = Optional.of(directory);
        List<Consequence> found = new ArrayList<>();
        for (CommandPart part : parts.subList(0, Math.min(parts.size(), MOST_COMMANDS))) {
            PlannedCommand command = plan(part, folder, expansion);
            if (command.name().equals("cd") || command.name().equals("pushd")) {
                folder = plain ? reached(command) : Optional.empty();
            } else {
                found.addAll(look.at(command, expansion));
            }
        }
        if (parts.size() > MOST_COMMANDS) {
            found.add(
                    Consequence.notKnown("What its further commands would do was not looked at."));
        }
        if (deadline.isOver()) {
            found.add(Consequence.notKnown("There is more than could be looked at in time."));
        }
        return sorted(found);
    }

    private static Consequences sorted(List<Consequence> found) {
        List<Consequence> list =
                found.stream()
                        .distinct()
                        .sorted(Comparator.comparing(Consequence::kind))
                        .limit(MOST_CONSEQUENCES)
                        .toList();
        Optional<String> headline =
                list.stream()
                        .filter(one -> one.kind().losesSomething())
                        .map(Consequence::sentence)
                        .findFirst();
        return new Consequences(headline, list);
    }

    private static PlannedCommand plan(
            CommandPart part, Optional<Path> directory, WordExpansion expansion) {
        if (part.words().isEmpty()) {
            return new PlannedCommand("", Optional.of(List.of()), directory, part);
        }
        Optional<List<String>> name = expansion.texts(part.words().getFirst(), directory);
        Optional<List<String>> rest = Optional.of(new ArrayList<>());
        for (CommandWord word : part.words().subList(1, part.words().size())) {
            Optional<List<String>> texts = expansion.texts(word, directory);
            if (texts.isEmpty()) {
                rest = Optional.empty();
                break;
            }
            rest.get().addAll(texts.get());
        }
        String first = name.filter(one -> one.size() == 1).map(List::getFirst).orElse("");
        return new PlannedCommand(PlannedCommand.base(first), rest, directory, part).unwrapped();
    }

    /// Where a `cd` leads.
    private static Optional<Path> reached(PlannedCommand command) {
        if (command.operands().size() != 1 || command.operands().getFirst().equals("-")) {
            return Optional.empty();
        }
        return command.resolve(command.operands().getFirst()).filter(Files::isDirectory);
    }
}
