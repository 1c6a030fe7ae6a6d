package dev.countersign.shell;

import java.util.Optional;
import java.util.Set;

/// A redirect of a command.
///
/// @param text the exact source slice, without a here-document's body
/// @param operator `>`, `>>`, `>|`, `<`, `<>`, `<<`, `<<-`, `<<<`, `<&`, `>&`, `&>`, `&>>`
/// @param descriptor `2` or `name` (of `{name}`) where one is written
/// @param target absent for `>&-` and `<&-`; a here-document's delimiter
/// @param hereDocument the lines of a `<<`
public record CommandRedirect(
        Span span,
        String text,
        String operator,
        Optional<String> descriptor,
        Optional<CommandWord> target,
        Optional<HereDocument> hereDocument) {
    private static final Set<String> HARMLESS = Set.of("/dev/null", "/dev/stdout", "/dev/stderr");

    static CommandRedirect of(Redirect redirect, String source) {
        return new CommandRedirect(
                redirect.span(),
                redirect.span().of(source),
                redirect.operator(),
                redirect.descriptor(),
                redirect.target().map(CommandWord::of),
                redirect.hereDocument());
    }

    /// It may create, change or empty a file. False for `/dev/null`, the standard streams, and
    /// duplicated descriptors; true where the target is not known.
    public boolean writesFile() {
        return switch (operator) {
            case ">", ">>", ">|", "<>", "&>", "&>>" -> !harmless();
            case ">&" -> target.isPresent() && !duplicates() && !harmless();
            default -> false;
        };
    }

    private boolean harmless() {
        return target.flatMap(CommandWord::staticValue).filter(HARMLESS::contains).isPresent();
    }

    private boolean duplicates() {
        String value = target.flatMap(CommandWord::staticValue).orElse("");
        String digits = value.endsWith("-") ? value.substring(0, value.length() - 1) : value;
        return value.equals("-") || (!digits.isEmpty() && digits.chars().allMatch(Names::digit));
    }
}
