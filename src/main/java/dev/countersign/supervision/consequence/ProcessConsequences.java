package dev.countersign.supervision.consequence;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which processes `kill`, `pkill` and `killall` would end, by the process table as it is now.
/// Confined to one look.
final class ProcessConsequences {
    private static final int MOST_PROCESSES = 20_000;
    private static final int LONGEST_COMMAND_LINE = 4_096;

    /// Other patterns are not tried: they are an agent's, and could take for ever.
    private static final Pattern PLAIN = Pattern.compile("\\^?[\\w ./:@=-]+\\$?");

    private static final Pattern SIGNAL =
            Pattern.compile("-(\\d{1,2}|SIG[A-Z]+|HUP|INT|QUIT|KILL|TERM|USR1|USR2)");

    private final int items;

    ProcessConsequences(int items) {
        this.items = items;
    }

    List<Consequence> ended(PlannedCommand command) {
        List<String> words = command.arguments().orElse(List.of());
        boolean looksOnly = words.contains("-l") || words.contains("-L") || words.contains("-0");
        if (looksOnly) {
            return List.of();
        }
        Optional<Predicate<Running>> chosen =
                command.name().equals("kill") ? byNumber(command) : byName(command);
        if (chosen.isEmpty()) {
            return List.of(
                    Consequence.notKnown(
                            "Which processes it would end is only known when it runs."));
        }
        return consequence(running().stream().filter(chosen.get()).toList());
    }

    private List<Consequence> consequence(List<Running> hit) {
        if (hit.isEmpty()) {
            return List.of(Consequence.notKnown("No process that it names is running now."));
        }
        return List.of(
                new Consequence(
                        Consequence.Kind.PROCESSES_ENDED,
                        "Would signal " + Sizes.counted(hit.size(), "process"),
                        hit.size(),
                        hit.stream()
                                .limit(items)
                                .map(one ->
                                        new Consequence.Item(
                                                one.commandLine().isEmpty()
                                                        ? one.name()
                                                        : one.commandLine(),
                                                "pid " + one.pid()))
                                .toList(),
                        Optional.of("as of now")));
    }

    private static Optional<Predicate<Running>> byNumber(PlannedCommand command) {
        List<Long> numbers = new ArrayList<>();
        boolean first = true;
        List<String> words = command.arguments().orElse(List.of());
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (first && (word.equals("-s") || word.equals("-n"))) {
                i++;
            } else if (word.matches("\\d{1,9}")) {
                numbers.add(Long.parseLong(word));
            } else if (!(first && word.matches("-[A-Za-z0-9]+")) && !word.equals("--")) {
                return Optional.empty();
            }
            first = false;
        }
        return Optional.of(running -> numbers.contains(running.pid()));
    }

    private static Optional<Predicate<Running>> byName(PlannedCommand command) {
        List<String> patterns = new ArrayList<>();
        boolean full = false;
        boolean exact = command.name().equals("killall");
        for (String word : command.arguments().orElse(List.of())) {
            if (word.equals("-f")) {
                full = true;
            } else if (word.equals("-x")) {
                exact = true;
            } else if (!word.startsWith("-") && PLAIN.matcher(word).matches()) {
                patterns.add(word);
            } else if (!SIGNAL.matcher(word).matches()) {
                return Optional.empty();
            }
        }
        if (patterns.isEmpty()) {
            return Optional.empty();
        }
        boolean whole = full;
        boolean same = exact;
        return Optional.of(running ->
                patterns.stream().anyMatch(pattern -> running.matches(pattern, whole, same)));
    }

    private static List<Running> running() {
        List<Running> all = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            processes
                    .filter(path -> String.valueOf(path.getFileName()).matches("\\d+"))
                    .limit(MOST_PROCESSES)
                    .forEach(path -> Running.at(path).ifPresent(all::add));
        } catch (IOException _) {
            // No process table to read: nothing can be said.
            return List.of();
        }
        return all;
    }

    private record Running(long pid, String name, String commandLine) {

        static Optional<Running> at(Path folder) {
            try {
                String line =
                        Files.readString(folder.resolve("cmdline"), StandardCharsets.ISO_8859_1);
                String shown = line.replace('\0', ' ').strip();
                return Optional.of(
                        new Running(
                                Long.parseLong(String.valueOf(folder.getFileName())),
                                Files.readString(
                                                folder.resolve("comm"), StandardCharsets.ISO_8859_1)
                                        .strip(),
                                shown.substring(
                                        0, Math.min(shown.length(), LONGEST_COMMAND_LINE))));
            } catch (IOException _) {
                return Optional.empty();
            }
        }

        boolean matches(String pattern, boolean full, boolean exact) {
            String text = full ? commandLine : name;
            if (exact) {
                return full ? text.equals(pattern) : text.equals(cut(pattern));
            }
            return Pattern.compile(pattern).matcher(text).find();
        }

        /// The kernel keeps 15 characters of a name.
        private static String cut(String name) {
            return name.substring(0, Math.min(15, name.length()));
        }
    }
}
