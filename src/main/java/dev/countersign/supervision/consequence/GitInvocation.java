package dev.countersign.supervision.consequence;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `git` taken apart.
///
/// @param folder where it works, `-C` followed
/// @param words behind the subcommand
record GitInvocation(Path folder, String subcommand, List<String> words) {
    static Optional<GitInvocation> of(PlannedCommand command) {
        List<String> words = command.arguments().orElse(List.of());
        Optional<Path> folder = command.directory();
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) {
            String word = words.get(at++);
            boolean takesValue = word.equals("-C") || word.equals("-c");
            if (takesValue && at < words.size()) {
                String value = words.get(at++);
                if (word.equals("-C")) {
                    Optional<Path> base = folder;
                    folder = base.map(path -> path.resolve(value).normalize());
                }
            } else if (!List.of("--no-pager", "-P", "--no-optional-locks").contains(word)) {
                return Optional.empty();
            }
        }
        if (at >= words.size()) {
            return folder.map(path -> new GitInvocation(path, "", List.of()));
        }
        String name = words.get(at);
        List<String> rest = words.subList(at + 1, words.size());
        return folder.map(path -> new GitInvocation(path, name, rest));
    }

    boolean has(char letter, String longName) {
        return words.stream()
                .takeWhile(word -> !word.equals("--"))
                .anyMatch(word ->
                        word.equals(longName)
                                || (word.startsWith("-")
                                        && !word.startsWith("--")
                                        && word.indexOf(letter) > 0));
    }

    List<String> operands() {
        return operandsOf(words);
    }

    List<String> operandsOf(List<String> some) {
        List<String> operands = new ArrayList<>();
        boolean ended = false;
        for (String word : some) {
            if (!ended && word.equals("--")) {
                ended = true;
            } else if (ended || !word.startsWith("-")) {
                operands.add(word);
            }
        }
        return operands;
    }
}
