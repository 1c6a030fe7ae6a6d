package dev.countersign.supervision.consequence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What `find … -delete` and `find … -exec rm` would remove, for tests that are all joined by 'and'
/// and are among the common ones; for others it is not known. Confined to one look.
final class FindConsequences {
    private final Deadline deadline;
    private final FileConsequences files;

    FindConsequences(Deadline deadline, FileConsequences files) {
        this.deadline = deadline;
        this.files = files;
    }

    List<Consequence> found(PlannedCommand command) {
        List<String> words = command.arguments().orElse(List.of());
        boolean deletes = words.contains("-delete");
        boolean removes = words.contains("-exec") && removesByExec(words);
        if (!deletes && !removes) {
            return List.of();
        }
        Optional<Search> search = Search.of(words);
        if (search.isEmpty()) {
            return List.of(unknown());
        }
        List<Path> matches = new ArrayList<>();
        for (String start : search.get().starts()) {
            Optional<Path> root = command.resolve(start);
            if (root.isEmpty() || !collect(root.get(), search.get(), matches)) {
                return List.of(unknown());
            }
        }
        if (matches.isEmpty()) {
            return List.of();
        }
        boolean trees =
                removes
                        && words.stream()
                                .anyMatch(word ->
                                        word.matches("-[a-z]*[rR].*") && !word.startsWith("-re"));
        return files.removal(
                command, deletes || !trees ? withoutFolders(matches, deletes) : matches);
    }

    /// `find -delete` takes a folder only when it is empty by then, so its files alone are counted
    /// together with it; `rm` without `-r` takes none.
    private static List<Path> withoutFolders(List<Path> matches, boolean deletes) {
        return matches.stream()
                .filter(path ->
                        !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                                || (deletes && everythingBelow(path, matches)))
                .toList();
    }

    private static boolean everythingBelow(Path folder, List<Path> matches) {
        try (Stream<Path> below = Files.list(folder)) {
            return below.allMatch(matches::contains);
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean removesByExec(List<String> words) {
        int at = words.indexOf("-exec");
        return at + 1 < words.size() && PlannedCommand.base(words.get(at + 1)).equals("rm");
    }

    private static Consequence unknown() {
        return Consequence.notKnown("Which files find would remove is only known when it runs.");
    }

    private boolean collect(Path root, Search search, List<Path> matches) {
        try (Stream<Path> walk = Files.walk(root, search.deepest())) {
            for (Path path : (Iterable<Path>) walk::iterator) {
                if (!deadline.look()) {
                    return false;
                }
                int depth = path.getNameCount() - root.getNameCount();
                if (depth >= search.shallowest() && search.test().test(path)) {
                    matches.add(path);
                }
            }
            return true;
        } catch (IOException | java.io.UncheckedIOException _) {
            return false;
        }
    }

    /// What is looked for, where.
    private record Search(List<String> starts, int shallowest, int deepest, Predicate<Path> test) {

        static Optional<Search> of(List<String> words) {
            List<String> starts = new ArrayList<>();
            int at = 0;
            while (at < words.size()
                    && !words.get(at).startsWith("-")
                    && !words.get(at).matches("[!(]")) {
                starts.add(words.get(at++));
            }
            int shallowest = 0;
            int deepest = Integer.MAX_VALUE;
            Predicate<Path> test = _ -> true;
            while (at < words.size()) {
                String word = words.get(at++);
                if (word.equals("-delete") || word.equals("-print")) {
                    continue;
                }
                if (word.equals("-exec")) {
                    break;
                }
                if (word.equals("-empty")) {
                    test = test.and(Search::isEmpty);
                    continue;
                }
                boolean not = word.equals("!") || word.equals("-not");
                if (not && at < words.size()) {
                    word = words.get(at++);
                }
                if (at >= words.size()) {
                    return Optional.empty();
                }
                String value = words.get(at++);
                if (word.equals("-maxdepth") && value.matches("\\d{1,4}")) {
                    deepest = Integer.parseInt(value);
                } else if (word.equals("-mindepth") && value.matches("\\d{1,4}")) {
                    shallowest = Integer.parseInt(value);
                } else {
                    Optional<Predicate<Path>> one = test(word, value);
                    if (one.isEmpty()) {
                        return Optional.empty();
                    }
                    test = test.and(not ? one.get().negate() : one.get());
                }
            }
            return Optional.of(
                    new Search(
                            starts.isEmpty() ? List.of(".") : starts, shallowest, deepest, test));
        }

        private static Optional<Predicate<Path>> test(String name, String value) {
            return switch (name) {
                case "-name" -> Optional.of(path -> named(path, value, false));
                case "-iname" -> Optional.of(path -> named(path, value, true));
                case "-type" -> type(value);
                case "-mtime" -> days(value);
                default -> Optional.empty();
            };
        }

        /// Unlike the shell's own, find's patterns match leading dots.
        private static boolean named(Path path, String pattern, boolean foldCase) {
            Path name = path.getFileName();
            String text = name == null ? "/" : name.toString();
            return Glob.matches(
                    new WordPattern(
                            foldCase ? pattern.toLowerCase(Locale.ROOT) : pattern, new BitSet()),
                    foldCase ? text.toLowerCase(Locale.ROOT) : text);
        }

        private static Optional<Predicate<Path>> type(String value) {
            return switch (value) {
                case "f" -> Optional.of(p -> Files.isRegularFile(p, LinkOption.NOFOLLOW_LINKS));
                case "d" -> Optional.of(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS));
                case "l" -> Optional.of(Files::isSymbolicLink);
                default -> Optional.empty();
            };
        }

        private static Optional<Predicate<Path>> days(String value) {
            if (!value.matches("[+-]?\\d{1,6}")) {
                return Optional.empty();
            }
            int wanted = Integer.parseInt(value.replaceFirst("[+-]", ""));
            Instant now = Instant.now();
            return Optional.of(path -> {
                Optional<Instant> modified = modified(path);
                if (modified.isEmpty()) {
                    return false;
                }
                long days = Duration.between(modified.get(), now).toDays();
                return switch (value.charAt(0)) {
                    case '+' -> days > wanted;
                    case '-' -> days < wanted;
                    default -> days == wanted;
                };
            });
        }

        private static Optional<Instant> modified(Path path) {
            try {
                return Optional.of(
                        Files.readAttributes(
                                        path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                                .lastModifiedTime()
                                .toInstant());
            } catch (IOException _) {
                return Optional.empty();
            }
        }

        private static boolean isEmpty(Path path) {
            try {
                if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                            && Files.size(path) == 0;
                }
                try (Stream<Path> entries = Files.list(path)) {
                    return entries.findAny().isEmpty();
                }
            } catch (IOException _) {
                return false;
            }
        }
    }
}
