package dev.countersign.safety;

import dev.countersign.shell.CommandAssignment;
import dev.countersign.shell.CommandPart;
import dev.countersign.shell.CommandReader;
import dev.countersign.shell.CommandReading;
import dev.countersign.shell.CommandRedirect;
import dev.countersign.shell.CommandWord;
import dev.countersign.shell.Unparsed;
import dev.countersign.shell.WordPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns what the shell parser reads into the outline that this room works on.
final class OutlineReader {
    private static final Pattern FUNCTION =
            Pattern.compile("\\bfunction\\s+([^\\s(){};&|<>]{1,1000})");
    private static final String NO_NAME = " \t\r\n(){};&|<>\"'$`\\";
    private static final String HOME = "HOME";

    private OutlineReader() {}

    static ScriptOutline read(String command) {
        return switch (CommandReader.read(command)) {
            case CommandReading.Unreadable(String reason, var at) ->
                    new ScriptOutline(
                            List.of(),
                            Set.of(),
                            Set.of(),
                            List.of(new ScriptOutline.Gap(at.start(), at.end(), reason)));
            case CommandReading.Parts(var _, List<CommandPart> parts) -> outline(command, parts);
        };
    }

    private static ScriptOutline outline(String command, List<CommandPart> parts) {
        Set<String> assigned = new HashSet<>();
        parts.forEach(
                part -> part.assignments().forEach(assignment -> assigned.add(assignment.name())));
        return new ScriptOutline(
                parts.stream().map(part -> simpleCommand(part, assigned)).toList(),
                functions(command),
                assigned,
                List.of());
    }

    /// The names before `()` and after `function`. May find too many, in quoted text, which only
    /// makes more commands unknown. Linear, unlike a regular expression for it.
    private static Set<String> functions(String command) {
        Set<String> names = new HashSet<>();
        String text = command.replace("\\\n", "");
        for (int open = text.indexOf('('); open >= 0; open = text.indexOf('(', open + 1)) {
            int close = open + 1;
            while (close < text.length() && isBlank(text.charAt(close))) {
                close++;
            }
            if (close < text.length() && text.charAt(close) == ')') {
                nameBefore(text, open).ifPresent(names::add);
            }
        }
        Matcher matcher = FUNCTION.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    private static Optional<String> nameBefore(String text, int open) {
        int end = open;
        while (end > 0 && isBlank(text.charAt(end - 1))) {
            end--;
        }
        int start = end;
        while (start > 0 && NO_NAME.indexOf(text.charAt(start - 1)) < 0) {
            start--;
        }
        return start == end ? Optional.empty() : Optional.of(text.substring(start, end));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static SimpleCommand simpleCommand(CommandPart part, Set<String> assigned) {
        return new SimpleCommand(
                part.text(),
                part.span().start(),
                part.span().end(),
                part.assignments().stream().map(OutlineReader::assignment).toList(),
                part.words().stream().map(word -> word(word, assigned)).toList(),
                part.redirects().stream().map(redirect -> redirect(redirect, assigned)).toList(),
                part.pipe().map(CommandPart.PipeStage::pipeline).orElse(-1),
                part.pipe().map(CommandPart.PipeStage::stage).orElse(0));
    }

    private static SimpleCommand.Assigned assignment(CommandAssignment assignment) {
        return new SimpleCommand.Assigned(
                assignment.name(),
                assignment.value().staticValue(),
                assignment.span().start(),
                assignment.span().end());
    }

    private static SimpleCommand.Redirected redirect(
            CommandRedirect redirect, Set<String> assigned) {
        return new SimpleCommand.Redirected(
                redirect.operator(),
                redirect.writesFile(),
                redirect.readsFile(),
                redirect.target().map(target -> word(target, assigned)),
                redirect.span().start(),
                redirect.span().end());
    }

    private static ScriptWord word(CommandWord word, Set<String> assigned) {
        List<String> variables = new ArrayList<>();
        variables(word.parts(), variables);
        Optional<String> fromHome =
                assigned.contains(HOME) || word.hasBraces()
                        ? Optional.empty()
                        : underHomeVariable(word.parts());
        return new ScriptWord(
                word.text(),
                word.span().start(),
                word.span().end(),
                word.staticValue(),
                word.staticValue().orElseGet(() -> prefix(word)),
                word.staticValue().or(() -> fromHome),
                word.isGlob(),
                word.startsWithTilde() || (word.staticValue().isEmpty() && fromHome.isPresent()),
                variables);
    }

    private static String prefix(CommandWord word) {
        StringBuilder prefix = new StringBuilder();
        appendKnown(word.parts(), prefix);
        int brace = word.hasBraces() ? prefix.indexOf("{") : -1;
        return brace < 0 ? prefix.toString() : prefix.substring(0, brace);
    }

    /// Appends what is known of the parts up to the first that is not; says whether all was.
    private static boolean appendKnown(List<WordPart> parts, StringBuilder text) {
        for (WordPart part : parts) {
            boolean known =
                    switch (part) {
                        case WordPart.Literal literal -> append(text, literal.value());
                        case WordPart.Escaped escaped -> append(text, escaped.value());
                        case WordPart.SingleQuoted quoted -> append(text, quoted.value());
                        case WordPart.AnsiQuoted quoted ->
                                quoted.value().isPresent() && append(text, quoted.value().get());
                        case WordPart.DoubleQuoted quoted ->
                                !quoted.localized() && appendKnown(quoted.parts(), text);
                        case WordPart.Parameter _,
                                WordPart.CommandSubstitution _,
                                WordPart.ProcessSubstitution _,
                                WordPart.Arithmetic _,
                                WordPart.PatternGroup _,
                                WordPart.ArrayElements _,
                                Unparsed _ ->
                                false;
                    };
            if (!known) {
                return false;
            }
        }
        return true;
    }

    private static boolean append(StringBuilder text, String piece) {
        text.append(piece);
        return true;
    }

    /// `~/x` for `$HOME/x` and `"${HOME}/x"`; empty for anything else that is not known.
    private static Optional<String> underHomeVariable(List<WordPart> parts) {
        List<WordPart> flat = new ArrayList<>();
        for (WordPart part : parts) {
            if (part instanceof WordPart.DoubleQuoted quoted && !quoted.localized()) {
                flat.addAll(quoted.parts());
            } else {
                flat.add(part);
            }
        }
        if (flat.isEmpty()
                || !(flat.getFirst() instanceof WordPart.Parameter parameter)
                || !parameter.name().equals(HOME)
                || parameter.access() != WordPart.Access.VALUE
                || !parameter.operator().isEmpty()
                || parameter.subscript().isPresent()) {
            return Optional.empty();
        }
        StringBuilder path = new StringBuilder("~");
        return appendKnown(flat.subList(1, flat.size()), path)
                ? Optional.of(path.toString())
                : Optional.empty();
    }

    private static void variables(List<WordPart> parts, List<String> names) {
        for (WordPart part : parts) {
            switch (part) {
                case WordPart.Parameter parameter -> names.add(parameter.name());
                case WordPart.DoubleQuoted quoted -> variables(quoted.parts(), names);
                case WordPart.Arithmetic arithmetic -> variables(arithmetic.parts(), names);
                case WordPart.PatternGroup group -> variables(group.parts(), names);
                case WordPart.Literal _,
                        WordPart.Escaped _,
                        WordPart.SingleQuoted _,
                        WordPart.AnsiQuoted _,
                        WordPart.CommandSubstitution _,
                        WordPart.ProcessSubstitution _,
                        WordPart.ArrayElements _,
                        Unparsed _ -> {}
            }
        }
    }
}
