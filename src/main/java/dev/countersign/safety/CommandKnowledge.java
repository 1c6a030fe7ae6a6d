package dev.countersign.safety;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What commands do, as data: the files of `knowledge` beside this class, by domain; how they are
/// read stands at the top of `shell.json`. Immutable.
///
/// A person's own file only adds: commands that the console does not know, and options and
/// subcommands of those that it does. What it says is taken at the person's word; it cannot take
/// anything back that the console knows.
public final class CommandKnowledge {
    private static final String FOLDER = "knowledge/";
    private static final String DANGERS = "dangers.json";
    private static final String USES = "uses.json";
    private static final List<String> FILES =
            List.of(
                    "shell.json",
                    "files.json",
                    "text.json",
                    "git.json",
                    "packages.json",
                    "building.json",
                    "system.json",
                    "network.json",
                    "cloud.json",
                    "data.json",
                    "editors.json",
                    "everyday.json");

    // Where package managers put the programs of a project.
    private static final Set<String> FOLDERS_OF_PROGRAMS =
            Set.of("node_modules/.bin", "vendor/bin", "venv/bin", ".venv/bin", "env/bin");

    private static final CommandKnowledge BUILT_IN = load();

    private final Map<String, CommandFacts> commands;
    private final Map<String, ListedDanger> dangers;
    private final Map<String, DangerousUses> uses;

    private CommandKnowledge(
            Map<String, CommandFacts> commands,
            Map<String, ListedDanger> dangers,
            Map<String, DangerousUses> uses) {
        this.commands = Map.copyOf(commands);
        this.dangers = Map.copyOf(dangers);
        this.uses = Map.copyOf(uses);
    }

    /// The knowledge that comes with the console.
    public static CommandKnowledge builtIn() {
        return BUILT_IN;
    }

    /// This with what a person's own file adds.
    ///
    /// @param text the file: `{"commands": {…}}`
    /// @throws ConfigurationException names the first thing that is wrong; nothing is taken then
    public CommandKnowledge with(String text) throws ConfigurationException {
        LocatedJson.Fields file = LocatedJson.parse(text).asFields("the file");
        Map<String, CommandFacts> own = new KnowledgeReader(dangers).commands(file);
        Map<String, CommandFacts> all = new HashMap<>(commands);
        for (Map.Entry<String, CommandFacts> entry : own.entrySet()) {
            CommandFacts known = commands.get(entry.getKey());
            all.put(
                    entry.getKey(),
                    known == null
                            ? entry.getValue()
                            : KnowledgeAddition.to(
                                    known, entry.getValue(), entry.getKey(), file.place()));
        }
        return new CommandKnowledge(all, dangers, uses);
    }

    /// The names of which this knows something else than the other, or which only this knows.
    public List<String> otherwiseThan(CommandKnowledge other) {
        return commands.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(other.commands.get(entry.getKey())))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /// The names that the other does not know.
    public List<String> missingIn(CommandKnowledge other) {
        return commands.keySet().stream()
                .filter(name -> !other.commands.containsKey(name))
                .sorted()
                .toList();
    }

    /// What is known of a command by its name without a folder.
    Optional<CommandFacts> find(String name) {
        return Optional.ofNullable(commands.get(name));
    }

    /// What is known of a program that a project holds, by its path: `./gradlew`,
    /// `node_modules/.bin/tsc`.
    Optional<CommandFacts> findInProject(String path) {
        if (path.startsWith("/") || path.contains("..")) {
            return Optional.empty();
        }
        String folder = path.substring(0, Math.max(0, path.lastIndexOf('/')));
        boolean holdsPrograms =
                FOLDERS_OF_PROGRAMS.stream()
                        .anyMatch(one -> folder.equals(one) || folder.endsWith("/" + one));
        return find(Names.base(path))
                .filter(facts -> holdsPrograms || facts.has(CommandFacts.Manner.PROJECT_SCRIPT));
    }

    ListedDanger danger(String id) {
        ListedDanger danger = dangers.get(id);
        if (danger == null) {
            throw new IllegalArgumentException("no danger " + id);
        }
        return danger;
    }

    /// The dangerous ways of using a command, by its name without a folder.
    DangerousUses uses(String name) {
        return uses.getOrDefault(name, DangerousUses.NONE);
    }

    /// All commands that are known.
    Set<String> names() {
        return commands.keySet();
    }

    int size() {
        return commands.size();
    }

    private static CommandKnowledge load() {
        Map<String, ListedDanger> dangers = read(DANGERS, file -> KnowledgeReader.dangers(file));
        Map<String, CommandFacts> commands = new HashMap<>();
        for (String name : FILES) {
            Map<String, CommandFacts> ofFile =
                    read(name, file -> new KnowledgeReader(dangers).commands(file));
            ofFile.forEach((command, facts) -> {
                if (commands.put(command, facts) != null) {
                    throw new IllegalStateException(
                            "%s: %s stands in another file too".formatted(name, command));
                }
            });
        }
        return new CommandKnowledge(
                commands, dangers, read(USES, file -> new KnowledgeReader(dangers).uses(file)));
    }

    private static <T> T read(String name, Reading<T> reading) {
        try (InputStream stream = CommandKnowledge.class.getResourceAsStream(FOLDER + name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return reading.of(LocatedJson.parse(text).asFields("the file"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (ConfigurationException wrong) {
            throw new IllegalStateException(name + ", " + wrong.getMessage(), wrong);
        }
    }

    private interface Reading<T> {
        T of(LocatedJson.Fields file) throws ConfigurationException;
    }
}
