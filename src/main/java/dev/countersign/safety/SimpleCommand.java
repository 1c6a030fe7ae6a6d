package dev.countersign.safety;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One simple command as it stands in a script: assignments, words and redirects.
///
/// @param input what it reads by its standard input, where a here-document or the command before it
///   in a pipe says so
/// @param pipeline the number of its pipeline in the script; negative when it stands alone
/// @param stage its place in the pipeline, from 0
record SimpleCommand(
        String text,
        int start,
        int end,
        List<Assigned> assignments,
        List<ScriptWord> words,
        List<Redirected> redirects,
        Optional<String> input,
        int pipeline,
        int stage) {
    SimpleCommand {
        assignments = List.copyOf(assignments);
        words = List.copyOf(words);
        redirects = List.copyOf(redirects);
    }

    /// `NAME=value` before the command.
    record Assigned(String name, Optional<String> value, int start, int end) {}

    /// @param target empty for `>&-`, `<&-` and here-documents
    /// @param content the text of a here-document or here-string, where it is known
    record Redirected(
            String operator,
            Optional<ScriptWord> target,
            Optional<String> content,
            int start,
            int end) {
        private static final Set<String> HARMLESS =
                Set.of("/dev/null", "/dev/stdout", "/dev/stderr");

        /// It may create, change or empty a file. False for `/dev/null`, the standard streams, and
        /// duplicated descriptors; true where the target is not known.
        boolean writesFile() {
            return switch (operator) {
                case ">", ">>", ">|", "<>", "&>", "&>>" -> !isHarmless();
                case ">&" -> target.isPresent() && !duplicates() && !isHarmless();
                default -> false;
            };
        }

        /// It may open a file for reading.
        boolean readsFile() {
            return switch (operator) {
                case "<", "<>" -> !isHarmless();
                default -> false;
            };
        }

        /// Its command reads a text that stands in the script.
        boolean givesText() {
            return operator.startsWith("<<");
        }

        private boolean isHarmless() {
            return target.flatMap(ScriptWord::value).filter(HARMLESS::contains).isPresent();
        }

        private boolean duplicates() {
            String value = target.flatMap(ScriptWord::value).orElse("");
            String digits = value.endsWith("-") ? value.substring(0, value.length() - 1) : value;
            return value.equals("-")
                    || (!digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9'));
        }
    }

    /// Another command inside this one: what a wrapper runs.
    SimpleCommand wrapping(List<Assigned> innerAssignments, List<ScriptWord> inner) {
        int innerStart =
                innerAssignments.isEmpty()
                        ? inner.getFirst().start()
                        : innerAssignments.getFirst().start();
        int innerEnd = Math.max(innerStart, inner.getLast().end());
        StringBuilder innerText = new StringBuilder();
        for (ScriptWord word : inner) {
            innerText.append(innerText.isEmpty() ? "" : " ").append(word.text());
        }
        return new SimpleCommand(
                innerText.toString(),
                innerStart,
                innerEnd,
                innerAssignments,
                inner,
                List.of(),
                input,
                pipeline,
                stage);
    }

    /// The command's word, without its folder, where it is known: `rm` for `/bin/rm`.
    Optional<String> name() {
        return words.isEmpty() ? Optional.empty() : words.getFirst().value().map(Names::base);
    }
}
