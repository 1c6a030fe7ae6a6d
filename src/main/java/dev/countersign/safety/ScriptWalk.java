package dev.countersign.safety;

import dev.countersign.shell.Assignment;
import dev.countersign.shell.Command;
import dev.countersign.shell.CommandList;
import dev.countersign.shell.Condition;
import dev.countersign.shell.Redirect;
import dev.countersign.shell.Script;
import dev.countersign.shell.Span;
import dev.countersign.shell.Word;
import dev.countersign.shell.WordPart;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Goes through a script in the order in which bash would run it, keeps what it sets, and has each
/// simple command judged with its words expanded as far as they are known. Where the script may go
/// either way, both are gone and only what holds after both is kept. Confined to one assessment.
final class ScriptWalk {
    // A script that costs more than this is no longer read to its end, and then not known.
    private static final int MOST_STEPS = 200_000;
    private static final int MOST_ROUNDS = 16;
    private static final int MOST_ROUNDS_IN_ALL = 256;
    private static final int DEEPEST_CALLS = 8;
    private static final int MOST_CALLS = 500;

    private final ScriptJudge judge;
    private final TargetPaths paths;
    private final Set<String> called = new HashSet<>();
    private final List<ScriptState.Definition> defined = new ArrayList<>();
    private ScriptState state;
    private ScriptText text = ScriptText.command("");
    private Pipe pipe = Pipe.NONE;
    private Optional<String> piped = Optional.empty();
    private int pipelines;
    private int depth;
    private final Deque<String> calls = new ArrayDeque<>();
    private int allCalls;
    private int rounds;
    private int steps;
    private boolean conditional;

    ScriptWalk(ScriptJudge judge, TargetPaths paths) {
        this.judge = judge;
        this.paths = paths;
        this.state = new ScriptState(Optional.of(List.of()));
    }

    /// A pipeline around a command, and how far it has come.
    private static final class Pipe {
        static final Pipe NONE = new Pipe(-1);
        private final int number;
        private int stage;

        Pipe(int number) {
            this.number = number;
        }
    }

    ScriptState state() {
        return state;
    }

    String userName() {
        return paths.home().getFileName() == null ? "root" : paths.home().getFileName().toString();
    }

    Span place(Span span) {
        return text.place(span);
    }

    /// The command itself.
    void command(String command, Script script) {
        text = ScriptText.command(command);
        list(script.commands());
        neverCalled();
    }

    /// A text that a shell of its own runs.
    ///
    /// @param arguments of that shell; empty where they are not known
    void nestedShell(
            String source,
            Script script,
            Span at,
            int atDepth,
            Optional<List<ScriptValue>> arguments) {
        ScriptState outer = state;
        TargetPaths.Folders folders = paths.folders();
        state = new ScriptState(arguments);
        nested(source, script, at, atDepth);
        state = outer;
        paths.returnTo(folders);
    }

    /// Another text that is run where this one is, by `eval`.
    ///
    /// @param at the word that holds it
    void nested(String source, Script script, Span at, int atDepth) {
        ScriptText outerText = text;
        Pipe outerPipe = pipe;
        int outerDepth = depth;
        text = new ScriptText(source, Optional.of(at));
        depth = atDepth;
        list(script.commands());
        text = outerText;
        pipe = outerPipe;
        depth = outerDepth;
    }

    /// Does something as a process of its own would: what it sets does not come back.
    void apart(Runnable inside) {
        ScriptState before = state;
        TargetPaths.Folders folders = paths.folders();
        step(before.size());
        state = before.copy();
        inside.run();
        state = before;
        paths.returnTo(folders);
        paths.forgetChange();
    }

    /// Functions that nothing here calls are judged all the same.
    private void neverCalled() {
        for (int i = 0; i < defined.size(); i++) {
            ScriptState.Definition definition = defined.get(i);
            if (called.add(key(definition))) {
                ScriptText outer = text;
                text = definition.text();
                state = new ScriptState(Optional.empty());
                state.forget();
                command(definition.function().body());
                text = outer;
            }
        }
    }

    private static String key(ScriptState.Definition definition) {
        return definition.function().span() + definition.text().source();
    }

    private boolean step(int cost) {
        steps += cost;
        return steps > MOST_STEPS;
    }

    private void list(CommandList list) {
        for (CommandList.Entry entry : list.entries()) {
            if (step(1)) {
                judge.tooMuch(place(entry.command().span()));
                return;
            }
            if (entry.background()) {
                apart(() -> command(entry.command()));
                continue;
            }
            paths.forgetChange();
            command(entry.command());
            if (state.exitsOnFailure() && !conditional) {
                paths.changed().ifPresent(paths::returnTo);
            }
        }
    }

    private void command(Command command) {
        switch (command) {
            case Command.Simple simple -> simple(simple);
            case Command.Pipeline pipeline -> pipeline(pipeline);
            case Command.AndOr andOr -> andOr(andOr);
            case Command.Subshell subshell -> {
                apart(() -> list(subshell.body()));
                redirects(subshell.redirects());
            }
            case Command.Group group -> {
                list(group.body());
                redirects(group.redirects());
            }
            case Command.If choice -> choice(choice);
            case Command.Loop loop -> loop(loop);
            case Command.For each -> each(each);
            case Command.ArithmeticFor each -> {
                arithmetic(each.header().parts());
                round(each.body());
                redirects(each.redirects());
            }
            case Command.Case choice -> choice(choice);
            case Command.Conditional test -> {
                condition(test.condition());
                redirects(test.redirects());
            }
            case Command.ArithmeticCommand arithmetic -> {
                arithmetic(arithmetic.expression().parts());
                redirects(arithmetic.redirects());
            }
            case Command.Function function -> function(function);
            case Command.Coprocess coprocess -> apart(() -> command(coprocess.body()));
            case dev.countersign.shell.Unparsed unparsed ->
                    judge.gap(place(unparsed.span()), unparsed.reason());
        }
    }

    private void function(Command.Function function) {
        ScriptState.Definition definition = new ScriptState.Definition(function, text);
        defined.add(definition);
        state.define(function.name().text(), definition);
        judge.defines(function.name().text());
    }

    private void pipeline(Command.Pipeline pipeline) {
        if (pipeline.stages().size() < 2) {
            pipeline.stages().forEach(this::command);
            if (pipeline.prefixes().contains("!")) {
                paths.forgetChange();
            }
            return;
        }
        Pipe outer = pipe;
        pipe = outer == Pipe.NONE ? new Pipe(pipelines++) : outer;
        Optional<String> printed = Optional.empty();
        for (Command stage : pipeline.stages()) {
            int before = judge.count();
            piped = stage instanceof Command.Simple ? printed : Optional.empty();
            apart(() -> command(stage));
            piped = Optional.empty();
            printed = PrintedText.of(judge.since(before), paths).text();
            pipe.stage++;
        }
        pipe = outer;
    }

    /// `a && b || c`: only the first runs for certain.
    private void andOr(Command.AndOr andOr) {
        boolean outer = conditional;
        conditional = true;
        paths.forgetChange();
        command(andOr.commands().getFirst());
        for (int i = 1; i < andOr.commands().size(); i++) {
            Command next = andOr.commands().get(i);
            boolean and = andOr.joins().get(i - 1).equals("&&");
            TargetPaths.Folders all = paths.folders();
            Optional<TargetPaths.Folders> succeeded = paths.changed();
            if (and) {
                succeeded.ifPresent(paths::returnTo);
            }
            ScriptState before = state;
            step(before.size());
            state = before.copy();
            paths.forgetChange();
            command(next);
            boolean leaves = !and && leaves(next);
            if (leaves) {
                state = before;
                succeeded.ifPresentOrElse(paths::returnTo, () -> paths.returnTo(all));
                paths.forgetChange();
                continue;
            }
            Optional<TargetPaths.Folders> later = paths.changed();
            if (!isAssignment(andOr.commands().get(i - 1)) || !and) {
                state.join(before);
            }
            paths.also(all);
            if (and && (later.isPresent() || succeeded.isPresent())) {
                paths.changedTo(later.or(() -> succeeded).get());
            } else {
                paths.forgetChange();
            }
        }
        conditional = outer;
    }

    /// `x=1` cannot fail.
    private static boolean isAssignment(Command command) {
        return command instanceof Command.Simple simple
                && simple.words().isEmpty()
                && simple.redirects().isEmpty()
                && simple.assignments().stream()
                        .allMatch(one -> one.value().staticValue().isPresent());
    }

    /// Whether nothing runs behind it: `exit`, `return`, …
    private static boolean leaves(Command command) {
        return switch (command) {
            case Command.Simple simple ->
                    !simple.words().isEmpty()
                            && simple.words()
                                    .getFirst()
                                    .staticValue()
                                    .filter(Set.of("exit", "return", "break", "continue")::contains)
                                    .isPresent();
            case Command.Group group ->
                    !group.body().entries().isEmpty()
                            && leaves(group.body().entries().getLast().command());
            default -> false;
        };
    }

    private void choice(Command.If choice) {
        List<ScriptState> ends = new ArrayList<>();
        TargetPaths.Folders before = paths.folders();
        List<TargetPaths.Folders> reached = new ArrayList<>();
        for (Command.Branch branch : choice.branches()) {
            boolean outer = conditional;
            conditional = true;
            list(branch.condition());
            conditional = outer;
            ScriptState otherwise = state;
            branch(branch.body(), ends, reached);
            state = otherwise;
        }
        if (choice.otherwise().isPresent()) {
            branch(choice.otherwise().get(), ends, reached);
            state = ends.removeLast();
        }
        ends.forEach(state::join);
        paths.also(before);
        reached.forEach(paths::also);
        redirects(choice.redirects());
    }

    private void branch(
            CommandList body, List<ScriptState> ends, List<TargetPaths.Folders> reached) {
        TargetPaths.Folders before = paths.folders();
        step(state.size());
        state = state.copy();
        list(body);
        ends.add(state);
        reached.add(paths.folders());
        paths.returnTo(before);
    }

    private void loop(Command.Loop loop) {
        forgetAssigned(loop.condition());
        forgetAssigned(loop.body());
        TargetPaths.Folders before = paths.folders();
        boolean outer = conditional;
        conditional = true;
        list(loop.condition());
        conditional = outer;
        round(loop.body());
        paths.also(before);
        redirects(loop.redirects());
    }

    /// A body that may run not at all, once, or often.
    private void round(CommandList body) {
        forgetAssigned(body);
        ScriptState before = state;
        TargetPaths.Folders folders = paths.folders();
        step(before.size());
        state = before.copy();
        list(body);
        if (!paths.folders().equals(folders)) {
            paths.changeDirectoryToUnknown();
        }
        paths.also(folders);
        state.join(before);
    }

    private void forgetAssigned(CommandList body) {
        AssignedNames names = AssignedNames.in(body, state::isFunction);
        if (names.any()) {
            state.forget();
        }
        names.names().forEach(name -> state.set(name, ScriptValue.UNKNOWN));
    }

    private void each(Command.For each) {
        List<ScriptWord> words = new ArrayList<>();
        each.words().orElse(List.of()).forEach(word -> words.addAll(words(word)));
        boolean literal = each.words().isPresent();
        if (!literal && state.arguments().isEmpty()) {
            words.clear();
        }
        String name = each.variable().text();
        judge.command(loopVariable(each, name), depth, false);
        List<ScriptValue> values = new ArrayList<>(words.stream().map(ScriptValue::of).toList());
        if (!literal) {
            state.arguments().ifPresent(values::addAll);
        }
        boolean all =
                !each.select()
                        && (literal || state.arguments().isPresent())
                        && values.size() <= MOST_ROUNDS
                        && rounds + values.size() <= MOST_ROUNDS_IN_ALL
                        && words.stream()
                                .allMatch(word ->
                                        word.value().isPresent() || word.path().isPresent());
        if (!all) {
            values.clear();
            values.add(words.size() > MOST_ROUNDS ? ScriptValue.UNKNOWN : common(words));
        }
        rounds += values.size();
        for (ScriptValue value : values) {
            ScriptState before = state.copy();
            step(before.size());
            forgetAssigned(each.body());
            state.set(name, value);
            TargetPaths.Folders folders = paths.folders();
            list(each.body());
            if (!paths.folders().equals(folders) && values.size() > 1) {
                paths.changeDirectoryToUnknown();
            }
            paths.also(folders);
            state.join(before);
        }
        redirects(each.redirects());
    }

    private static ScriptValue common(List<ScriptWord> words) {
        return words.size() == 1 ? ScriptValue.of(words.getFirst()) : ScriptValue.UNKNOWN;
    }

    private SimpleCommand loopVariable(Command.For each, String name) {
        Span variable = place(each.variable().span());
        int end =
                each.words()
                        .filter(words -> !words.isEmpty())
                        .map(words -> words.getLast().span().end())
                        .orElse(each.variable().span().end());
        Span source = new Span(each.span().start(), Math.max(end, each.span().start()));
        Span at = place(source);
        return new SimpleCommand(
                text.slice(source),
                at.start(),
                at.end(),
                List.of(
                        new SimpleCommand.Assigned(
                                name, Optional.empty(), variable.start(), variable.end())),
                List.of(),
                List.of(),
                Optional.empty(),
                pipe.number,
                pipe.stage);
    }

    private void choice(Command.Case choice) {
        single(choice.subject());
        List<ScriptState> ends = new ArrayList<>();
        List<TargetPaths.Folders> reached = new ArrayList<>();
        for (Command.Clause clause : choice.clauses()) {
            clause.patterns().forEach(this::single);
            ScriptState before = state;
            branch(clause.body(), ends, reached);
            // `;&` goes on into the next one.
            state = before;
            if (clause.terminator().equals(";&") || clause.terminator().equals(";;&")) {
                state = before.copy();
                state.join(ends.getLast());
                paths.also(reached.getLast());
            }
        }
        ends.forEach(state::join);
        reached.forEach(paths::also);
        redirects(choice.redirects());
    }

    private void condition(Condition condition) {
        switch (condition) {
            case Condition.Any any -> any.terms().forEach(this::condition);
            case Condition.All all -> all.terms().forEach(this::condition);
            case Condition.Not not -> condition(not.term());
            case Condition.Parenthesized group -> condition(group.term());
            case Condition.Unary unary -> {
                ScriptWord operand = single(unary.operand());
                if (unary.operator().equals("-v") || unary.operator().equals("-R")) {
                    evaluated(operand);
                }
            }
            case Condition.Binary binary -> {
                ScriptWord left = single(binary.left());
                ScriptWord right = single(binary.right());
                if (Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge").contains(binary.operator())) {
                    evaluated(left);
                    evaluated(right);
                }
                state.set("BASH_REMATCH", ScriptValue.UNKNOWN);
            }
        }
    }

    /// Something of which nobody can say what it does.
    void unclear(WordPart part, String reason) {
        judge.gap(place(part.span()), reason);
    }

    /// A text that bash takes for arithmetic: a subscript in it can run a command.
    private void evaluated(ScriptWord word) {
        String known = word.value().orElse("");
        boolean runs =
                known.indexOf('[') >= 0 && (known.indexOf('$') >= 0 || known.indexOf('`') >= 0);
        if (runs || state.holdsSubscript()) {
            judge.gap(
                    new Span(word.start(), word.end()),
                    "Arithmetic on a text whose subscript runs a command.");
        }
        if (!word.isKnown() && word.variables().stream().anyMatch(this::isRead)) {
            judge.gap(
                    new Span(word.start(), word.end()),
                    "Arithmetic on a text that was read from elsewhere, which can run a command.");
        }
    }

    private boolean isRead(String name) {
        return state.isRead(name);
    }

    /// The expansions of `$((…))`, and what it sets.
    void arithmetic(List<WordPart> parts) {
        parts.forEach(this::substitutions);
        AssignedNames names = AssignedNames.inArithmetic(parts);
        boolean read = names.mentioned().stream().anyMatch(state::isRead);
        if (state.holdsSubscript() || read) {
            judge.gap(
                    place(parts.isEmpty() ? new Span(0, 0) : parts.getFirst().span()),
                    "Arithmetic on a text that may run a command.");
        }
        if (names.any()) {
            state.forget();
        }
        names.names().forEach(name -> state.set(name, ScriptValue.UNKNOWN));
    }

    private List<ScriptWord> words(Word word) {
        return new WordExpansion(this).words(word);
    }

    private ScriptWord single(Word word) {
        return new WordExpansion(this).single(word);
    }

    /// Judges the commands inside a piece of a word, whatever it expands to.
    void substitutions(WordPart part) {
        switch (part) {
            case WordPart.CommandSubstitution substitution -> output(substitution);
            case WordPart.ProcessSubstitution substitution -> subshell(substitution.script());
            case WordPart.DoubleQuoted quoted -> quoted.parts().forEach(this::substitutions);
            case WordPart.Arithmetic arithmetic -> arithmetic(arithmetic.parts());
            case WordPart.PatternGroup group -> group.parts().forEach(this::substitutions);
            case WordPart.ArrayElements array ->
                    array.elements()
                            .forEach(element -> element.parts().forEach(this::substitutions));
            case WordPart.Parameter parameter -> new VariableReader(this).value(parameter);
            case WordPart.Literal _,
                    WordPart.Escaped _,
                    WordPart.SingleQuoted _,
                    WordPart.AnsiQuoted _ -> {}
            case dev.countersign.shell.Unparsed unparsed ->
                    judge.gap(place(unparsed.span()), unparsed.reason());
        }
    }

    void subshell(Script script) {
        Pipe outer = pipe;
        pipe = Pipe.NONE;
        apart(() -> list(script.commands()));
        pipe = outer;
    }

    /// Judges what is inside, and says what it prints where that is certain.
    ScriptValue output(WordPart.CommandSubstitution substitution) {
        int before = judge.count();
        subshell(substitution.script());
        return PrintedText.of(judge.since(before), paths);
    }

    private void redirects(List<Redirect> redirects) {
        if (redirects.isEmpty()) {
            return;
        }
        int start = redirects.stream().mapToInt(one -> one.span().start()).min().getAsInt();
        int end = redirects.stream().mapToInt(one -> one.span().end()).max().getAsInt();
        Span source = new Span(start, end);
        Span at = place(source);
        judge.command(
                new SimpleCommand(
                        text.slice(source),
                        at.start(),
                        at.end(),
                        List.of(),
                        List.of(),
                        redirects.stream().map(this::redirect).toList(),
                        Optional.empty(),
                        pipe.number,
                        pipe.stage),
                depth,
                false);
    }

    private SimpleCommand.Redirected redirect(Redirect redirect) {
        boolean document = redirect.hereDocument().isPresent();
        Optional<ScriptWord> target =
                document ? Optional.empty() : redirect.target().map(this::single);
        Optional<String> content =
                document
                        ? new WordExpansion(this).text(redirect.hereDocument().get().parts())
                        : redirect.operator().equals("<<<")
                                ? target.flatMap(ScriptWord::value)
                                : Optional.empty();
        Span at = place(redirect.span());
        return new SimpleCommand.Redirected(
                redirect.operator(), target, content, at.start(), at.end());
    }

    private void simple(Command.Simple simple) {
        Optional<String> fromPipe = piped;
        piped = Optional.empty();
        List<SimpleCommand.Assigned> assignments = new ArrayList<>();
        for (Assignment assignment : simple.assignments()) {
            ScriptValue value = assigned(assignment);
            Span at = place(assignment.span());
            assignments.add(
                    new SimpleCommand.Assigned(
                            assignment.name(), value.text(), at.start(), at.end()));
            if (simple.words().isEmpty()) {
                state.set(assignment.name(), value);
            }
        }
        List<ScriptWord> words = new ArrayList<>();
        simple.words().forEach(word -> words.addAll(words(word)));
        Span at = place(simple.span());
        List<SimpleCommand.Redirected> redirects =
                simple.redirects().stream().map(this::redirect).toList();
        run(
                new SimpleCommand(
                        text.slice(simple.span()),
                        at.start(),
                        at.end(),
                        assignments,
                        words,
                        redirects,
                        input(redirects).or(() -> fromPipe),
                        pipe.number,
                        pipe.stage));
    }

    private static Optional<String> input(List<SimpleCommand.Redirected> redirects) {
        return redirects.stream()
                .flatMap(redirect -> redirect.content().stream())
                .reduce((_, last) -> last);
    }

    private ScriptValue assigned(Assignment assignment) {
        assignment.subscript().ifPresent(index -> arithmetic(index.parts()));
        ScriptValue value = new WordExpansion(this).value(assignment.value());
        if (assignment.subscript().isPresent()) {
            return ScriptValue.UNKNOWN;
        }
        if (!assignment.append()) {
            return value;
        }
        Optional<String> before = state.variable(assignment.name()).flatMap(ScriptValue::text);
        return before.isPresent() && value.text().isPresent()
                ? ScriptValue.known(before.get() + value.text().get())
                : ScriptValue.UNKNOWN;
    }

    private void run(SimpleCommand command) {
        state.readOtherwise()
                .ifPresent(reason ->
                        judge.gap(
                                new Span(command.start(), command.end()),
                                "It cannot be said what runs here, since " + reason + "."));
        Optional<String> name =
                command.words().isEmpty() ? Optional.empty() : command.words().getFirst().value();
        boolean function = name.filter(state::isFunction).isPresent();
        judge.command(command, depth, function);
        if (function) {
            call(name.get(), command);
        } else if (name.isPresent()) {
            ShellBuiltins.apply(command.words(), state);
        } else if (!command.words().isEmpty()) {
            state.forget();
        }
    }

    private void call(String name, SimpleCommand command) {
        Optional<ScriptState.Definition> definition = state.function(name);
        boolean tooMany = ++allCalls > MOST_CALLS || calls.size() > DEEPEST_CALLS;
        if (definition.isEmpty() || tooMany) {
            judge.gap(
                    new Span(command.start(), command.end()),
                    "Which function runs, or how often, is only known when it runs.");
            state.forget();
            return;
        }
        String key = key(definition.get());
        called.add(key);
        long running = calls.stream().filter(key::equals).count();
        if (running > 1) {
            return;
        }
        Optional<List<ScriptValue>> before = state.arguments();
        if (running == 1) {
            // It calls itself, and may do so with anything.
            state.forget();
        } else {
            List<ScriptWord> words = command.words();
            state.setArguments(
                    Optional.of(
                            words.subList(1, words.size()).stream().map(ScriptValue::of).toList()));
        }
        ScriptText outer = text;
        text = definition.get().text();
        calls.addLast(key);
        command(definition.get().function().body());
        calls.removeLast();
        text = outer;
        state.setArguments(before);
    }
}
