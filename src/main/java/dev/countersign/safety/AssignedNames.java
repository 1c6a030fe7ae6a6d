package dev.countersign.safety;

import dev.countersign.shell.Assignment;
import dev.countersign.shell.Command;
import dev.countersign.shell.CommandList;
import dev.countersign.shell.Condition;
import dev.countersign.shell.Word;
import dev.countersign.shell.WordPart;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The variables that a piece of a script may set, without saying to what. Errs towards too many.
final class AssignedNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern ASSIGNS = Pattern.compile("(?<![=!<>])=(?!=)|<<=|>>=|\\+\\+|--");
    private static final Pattern ASSIGNS_UNKNOWN =
            Pattern.compile("\u0001\\s*([-+*/%&^|]|<<|>>)?=(?!=)|\u0001\\+\\+|\u0001--");
    private static final Set<String> SET_BY_NAME =
            Set.of(
                    "export",
                    "readonly",
                    "declare",
                    "typeset",
                    "local",
                    "unset",
                    "read",
                    "mapfile",
                    "readarray",
                    "getopts",
                    "printf",
                    "let",
                    "wait",
                    "command",
                    "builtin",
                    "set",
                    "shift");
    private static final Set<String> SET_ANYTHING = Set.of("eval", "source", ".");

    private final Predicate<String> isFunction;
    private final Set<String> names = new HashSet<>();
    private final Set<String> mentioned = new HashSet<>();
    private boolean any;

    private AssignedNames(Predicate<String> isFunction) {
        this.isFunction = isFunction;
    }

    static AssignedNames in(CommandList body, Predicate<String> isFunction) {
        AssignedNames found = new AssignedNames(isFunction);
        found.list(body);
        return found;
    }

    static AssignedNames inArithmetic(List<WordPart> parts) {
        AssignedNames found = new AssignedNames(_ -> false);
        found.arithmetic(parts);
        return found;
    }

    Set<String> names() {
        return names;
    }

    /// Every name that an arithmetic text holds.
    Set<String> mentioned() {
        return mentioned;
    }

    /// Whether it may set any variable at all.
    boolean any() {
        return any;
    }

    private void list(CommandList list) {
        list.entries().forEach(entry -> command(entry.command()));
    }

    private void command(Command command) {
        switch (command) {
            case Command.Simple simple -> simple(simple);
            case Command.Pipeline pipeline -> pipeline.stages().forEach(this::command);
            case Command.AndOr andOr -> andOr.commands().forEach(this::command);
            // What is set in here does not come back.
            case Command.Subshell _ -> {}
            case Command.Group group -> list(group.body());
            case Command.If choice -> {
                for (Command.Branch branch : choice.branches()) {
                    list(branch.condition());
                    list(branch.body());
                }
                choice.otherwise().ifPresent(this::list);
            }
            case Command.Loop loop -> {
                list(loop.condition());
                list(loop.body());
            }
            case Command.For each -> {
                names.add(each.variable().text());
                each.words().orElse(List.of()).forEach(this::word);
                list(each.body());
            }
            case Command.ArithmeticFor each -> {
                arithmetic(each.header().parts());
                list(each.body());
            }
            case Command.Case choice -> {
                word(choice.subject());
                choice.clauses().forEach(clause -> list(clause.body()));
            }
            case Command.Conditional test -> condition(test.condition());
            case Command.ArithmeticCommand arithmetic ->
                    arithmetic(arithmetic.expression().parts());
            case Command.Function function -> command(function.body());
            case Command.Coprocess _ -> any = true;
            case dev.countersign.shell.Unparsed _ -> any = true;
        }
    }

    private void simple(Command.Simple simple) {
        for (Assignment assignment : simple.assignments()) {
            names.add(assignment.name());
            assignment.subscript().ifPresent(this::word);
            word(assignment.value());
        }
        simple.words().forEach(this::word);
        if (simple.words().isEmpty()) {
            return;
        }
        Optional<String> name = simple.words().getFirst().staticValue();
        if (name.isEmpty() || SET_ANYTHING.contains(name.get()) || isFunction.test(name.get())) {
            any = true;
        } else if (SET_BY_NAME.contains(name.get())) {
            simple.words().forEach(this::operand);
        }
    }

    private void operand(Word word) {
        Optional<String> text = word.staticValue();
        if (text.isEmpty() && !word.text().contains("=")) {
            any |= !word.text().startsWith("\"%") && !word.text().startsWith("\"$");
        }
        Matcher matcher = NAME.matcher(text.orElse(word.text()));
        if (matcher.lookingAt()) {
            names.add(matcher.group());
        }
    }

    private void condition(Condition condition) {
        switch (condition) {
            case Condition.Any any -> any.terms().forEach(this::condition);
            case Condition.All all -> all.terms().forEach(this::condition);
            case Condition.Not not -> condition(not.term());
            case Condition.Parenthesized group -> condition(group.term());
            case Condition.Unary unary -> word(unary.operand());
            case Condition.Binary binary -> {
                word(binary.left());
                word(binary.right());
            }
        }
    }

    private void word(Word word) {
        word.parts().forEach(this::part);
    }

    private void part(WordPart part) {
        switch (part) {
            case WordPart.DoubleQuoted quoted -> quoted.parts().forEach(this::part);
            case WordPart.Arithmetic arithmetic -> arithmetic(arithmetic.parts());
            case WordPart.Parameter parameter -> {
                if (parameter.operator().endsWith("=")) {
                    names.add(parameter.name());
                }
                parameter.operand().ifPresent(this::word);
            }
            case WordPart.ArrayElements array -> array.elements().forEach(this::word);
            case WordPart.PatternGroup group -> group.parts().forEach(this::part);
            case WordPart.Literal _,
                    WordPart.Escaped _,
                    WordPart.SingleQuoted _,
                    WordPart.AnsiQuoted _,
                    WordPart.CommandSubstitution _,
                    WordPart.ProcessSubstitution _,
                    dev.countersign.shell.Unparsed _ -> {}
        }
    }

    private void arithmetic(List<WordPart> parts) {
        StringBuilder text = new StringBuilder();
        flatten(parts, text);
        boolean assigns = ASSIGNS.matcher(text).find();
        any |= ASSIGNS_UNKNOWN.matcher(text).find();
        Matcher matcher = NAME.matcher(text);
        while (matcher.find()) {
            mentioned.add(matcher.group());
            if (assigns) {
                names.add(matcher.group());
            }
        }
    }

    private void flatten(List<WordPart> parts, StringBuilder text) {
        for (WordPart part : parts) {
            switch (part) {
                case WordPart.Literal literal -> text.append(literal.value());
                case WordPart.Escaped escaped -> text.append(escaped.value());
                case WordPart.SingleQuoted quoted -> text.append(quoted.value());
                case WordPart.DoubleQuoted quoted -> flatten(quoted.parts(), text);
                case WordPart.Arithmetic inner -> {
                    text.append('(');
                    flatten(inner.parts(), text);
                    text.append(')');
                }
                case WordPart.Parameter parameter -> {
                    mentioned.add(parameter.name());
                    text.append('\u0001');
                }
                case WordPart.AnsiQuoted _,
                        WordPart.CommandSubstitution _,
                        WordPart.ProcessSubstitution _,
                        WordPart.PatternGroup _,
                        WordPart.ArrayElements _,
                        dev.countersign.shell.Unparsed _ ->
                        text.append('\u0001');
            }
        }
    }
}
