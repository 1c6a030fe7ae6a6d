package dev.countersign.shell;

import dev.countersign.shell.CommandPart.Kind;
import dev.countersign.shell.CommandPart.PipeStage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Walks a tree for its simple commands, into words and here-documents too. Confined to one call.
final class CommandCollector {
    private final String source;
    private final List<CommandPart> parts = new ArrayList<>();
    private int pipelines;

    private CommandCollector(String source) {
        this.source = source;
    }

    static List<CommandPart> collect(Script script, String source) {
        CommandCollector collector = new CommandCollector(source);
        collector.list(script.commands(), new Place(Optional.empty(), false));
        collector.parts.sort(Comparator.comparingInt(part -> part.span().start()));
        return collector.parts;
    }

    private record Place(Optional<PipeStage> pipe, boolean background) {}

    private void list(CommandList list, Place place) {
        for (CommandList.Entry entry : list.entries()) {
            command(
                    entry.command(),
                    new Place(place.pipe(), place.background() || entry.background()));
        }
    }

    private void command(Command command, Place place) {
        switch (command) {
            case Command.Simple simple -> simple(simple, place);
            case Command.Pipeline pipeline -> pipeline(pipeline, place);
            case Command.AndOr andOr -> andOr.commands().forEach(next -> command(next, place));
            case Command.Subshell subshell -> {
                list(subshell.body(), place);
                redirects(subshell.redirects(), place);
            }
            case Command.Group group -> {
                list(group.body(), place);
                redirects(group.redirects(), place);
            }
            case Command.If choice -> {
                for (Command.Branch branch : choice.branches()) {
                    list(branch.condition(), place);
                    list(branch.body(), place);
                }
                choice.otherwise().ifPresent(body -> list(body, place));
                redirects(choice.redirects(), place);
            }
            case Command.Loop loop -> {
                list(loop.condition(), place);
                list(loop.body(), place);
                redirects(loop.redirects(), place);
            }
            case Command.For each -> each(each, place);
            case Command.ArithmeticFor each -> {
                part(each.header(), place);
                list(each.body(), place);
                redirects(each.redirects(), place);
            }
            case Command.Case choice -> {
                word(choice.subject(), place);
                for (Command.Clause clause : choice.clauses()) {
                    clause.patterns().forEach(pattern -> word(pattern, place));
                    list(clause.body(), place);
                }
                redirects(choice.redirects(), place);
            }
            case Command.Conditional test -> {
                condition(test.condition(), place);
                redirects(test.redirects(), place);
            }
            case Command.ArithmeticCommand arithmetic -> {
                part(arithmetic.expression(), place);
                redirects(arithmetic.redirects(), place);
            }
            case Command.Function function -> command(function.body(), place);
            case Command.Coprocess coprocess ->
                    command(coprocess.body(), new Place(place.pipe(), true));
            case Unparsed _ -> {}
        }
    }

    private void pipeline(Command.Pipeline pipeline, Place place) {
        int count = pipeline.stages().size();
        if (count < 2) {
            pipeline.stages().forEach(stage -> command(stage, place));
            return;
        }
        int number = pipelines++;
        for (int i = 0; i < count; i++) {
            Optional<PipeStage> pipe = Optional.of(new PipeStage(number, i, count));
            command(pipeline.stages().get(i), new Place(pipe, place.background()));
        }
    }

    private void simple(Command.Simple simple, Place place) {
        Kind kind =
                !simple.words().isEmpty()
                        ? Kind.COMMAND
                        : simple.assignments().isEmpty() ? Kind.REDIRECTS : Kind.ASSIGNMENTS;
        add(
                kind,
                simple.span(),
                simple.words().stream().map(CommandWord::of).toList(),
                simple.redirects(),
                simple.assignments().stream().map(CommandAssignment::of).toList(),
                place);
        for (Assignment assignment : simple.assignments()) {
            assignment.subscript().ifPresent(index -> word(index, place));
            word(assignment.value(), place);
        }
        simple.words().forEach(word -> word(word, place));
        insideRedirects(simple.redirects(), place);
    }

    private void add(
            Kind kind,
            Span span,
            List<CommandWord> words,
            List<Redirect> redirects,
            List<CommandAssignment> assignments,
            Place place) {
        parts.add(
                new CommandPart(
                        kind,
                        span,
                        span.of(source),
                        words,
                        redirects.stream()
                                .map(redirect -> CommandRedirect.of(redirect, source))
                                .toList(),
                        assignments,
                        place.pipe(),
                        place.background()));
    }

    private void each(Command.For each, Place place) {
        Word variable = each.variable();
        List<Word> words = each.words().orElse(List.of());
        Span end = words.isEmpty() ? variable.span() : words.getLast().span();
        Span span = new Span(each.span().start(), Math.max(end.end(), each.span().start()));
        Word unknown =
                new Word(
                        variable.span(),
                        variable.text(),
                        List.of(new Unparsed(variable.span(), "Set by the loop.")));
        add(
                Kind.LOOP,
                span,
                List.of(),
                List.of(),
                List.of(
                        new CommandAssignment(
                                variable.span(),
                                variable.text(),
                                variable.text(),
                                false,
                                false,
                                CommandWord.of(unknown))),
                place);
        words.forEach(word -> word(word, place));
        list(each.body(), place);
        redirects(each.redirects(), place);
    }

    private void redirects(List<Redirect> redirects, Place place) {
        if (redirects.isEmpty()) {
            return;
        }
        Span span = redirects.getFirst().span().to(redirects.getLast().span());
        add(Kind.REDIRECTS, span, List.of(), redirects, List.of(), place);
        insideRedirects(redirects, place);
    }

    private void insideRedirects(List<Redirect> redirects, Place place) {
        for (Redirect redirect : redirects) {
            redirect.target().ifPresent(target -> word(target, place));
            redirect.hereDocument()
                    .ifPresent(document -> document.parts().forEach(part -> part(part, place)));
        }
    }

    private void condition(Condition condition, Place place) {
        switch (condition) {
            case Condition.Any any -> any.terms().forEach(term -> condition(term, place));
            case Condition.All all -> all.terms().forEach(term -> condition(term, place));
            case Condition.Not not -> condition(not.term(), place);
            case Condition.Parenthesized group -> condition(group.term(), place);
            case Condition.Unary unary -> word(unary.operand(), place);
            case Condition.Binary binary -> {
                word(binary.left(), place);
                word(binary.right(), place);
            }
        }
    }

    private void word(Word word, Place place) {
        word.parts().forEach(part -> part(part, place));
    }

    private void part(WordPart part, Place place) {
        switch (part) {
            case WordPart.CommandSubstitution substitution ->
                    list(
                            substitution.script().commands(),
                            new Place(Optional.empty(), place.background()));
            case WordPart.ProcessSubstitution substitution ->
                    list(
                            substitution.script().commands(),
                            new Place(Optional.empty(), place.background()));
            case WordPart.DoubleQuoted quoted -> quoted.parts().forEach(next -> part(next, place));
            case WordPart.Arithmetic arithmetic ->
                    arithmetic.parts().forEach(next -> part(next, place));
            case WordPart.PatternGroup group -> group.parts().forEach(next -> part(next, place));
            case WordPart.ArrayElements array ->
                    array.elements().forEach(element -> word(element, place));
            case WordPart.Parameter parameter -> {
                parameter.subscript().ifPresent(index -> word(index, place));
                parameter.operand().ifPresent(operand -> word(operand, place));
            }
            case WordPart.Literal _,
                    WordPart.Escaped _,
                    WordPart.SingleQuoted _,
                    WordPart.AnsiQuoted _,
                    Unparsed _ -> {}
        }
    }
}
