package dev.countersign.shell;

/// A variable that a command sets: before its words, or as the variable of a loop, whose value is
/// then not static.
///
/// @param text the exact source slice
/// @param append `+=`
/// @param element one element of an array
/// @param value what it is set to; an array is a word that is not static
public record CommandAssignment(
        Span span, String text, String name, boolean append, boolean element, CommandWord value) {
    static CommandAssignment of(Assignment assignment) {
        return new CommandAssignment(
                assignment.span(),
                assignment.text(),
                assignment.name(),
                assignment.append(),
                assignment.subscript().isPresent(),
                CommandWord.of(assignment.value()));
    }
}
