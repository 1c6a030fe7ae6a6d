package dev.countersign.safety;

import java.util.List;
import java.util.Optional;

/// One simple command as it stands in a script: assignments, words and redirects.
///
/// @param pipeline the number of its pipeline in the script; negative when it stands alone
/// @param stage its place in the pipeline, from 0
record SimpleCommand(
        String text,
        int start,
        int end,
        List<Assigned> assignments,
        List<ScriptWord> words,
        List<Redirected> redirects,
        int pipeline,
        int stage) {
    SimpleCommand {
        assignments = List.copyOf(assignments);
        words = List.copyOf(words);
        redirects = List.copyOf(redirects);
    }

    /// `NAME=value` before the command.
    record Assigned(String name, Optional<String> value, int start, int end) {}

    /// @param target empty for `>&-` and `<&-`
    record Redirected(
            String operator,
            boolean writesFile,
            boolean readsFile,
            Optional<ScriptWord> target,
            int start,
            int end) {}

    /// The same at another place: where the text of a nested script stands in the command.
    SimpleCommand at(int newStart, int newEnd, int pipelineOffset) {
        return new SimpleCommand(
                text,
                newStart,
                newEnd,
                assignments.stream()
                        .map(one -> new Assigned(one.name(), one.value(), newStart, newEnd))
                        .toList(),
                words.stream().map(word -> word.at(newStart, newEnd)).toList(),
                redirects.stream()
                        .map(one ->
                                new Redirected(
                                        one.operator(),
                                        one.writesFile(),
                                        one.readsFile(),
                                        one.target().map(word -> word.at(newStart, newEnd)),
                                        newStart,
                                        newEnd))
                        .toList(),
                pipeline < 0 ? pipeline : pipeline + pipelineOffset,
                stage);
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
                pipeline,
                stage);
    }

    /// The command's word, without its folder, where it is known: `rm` for `/bin/rm`.
    Optional<String> name() {
        return words.isEmpty() ? Optional.empty() : words.getFirst().value().map(Names::base);
    }
}
