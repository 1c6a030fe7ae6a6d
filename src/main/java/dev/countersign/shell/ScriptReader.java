package dev.countersign.shell;

import dev.countersign.shell.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The grammar of commands, by recursive descent over the tokens of one script or substitution.
/// Confined to one call of [ShellParser].
final class ScriptReader {
    /// Where bash 5.2 splits the head of an arithmetic `for`, it takes the second dollar for the
    /// beginning of an expansion, though not where it expands it.
    private static final Pattern PROCESS_ID_BEFORE_BRACKET =
            Pattern.compile("\\$\\\\*\n?\\$\\\\*\n?[({\\['\"`]");

    private final Reading reading;
    private final Lexer lexer;

    private ScriptReader(Input input, boolean substitution) {
        this.reading = input.reading;
        this.lexer = new Lexer(input, substitution);
    }

    /// A text up to its end.
    static Script whole(Input input) {
        ScriptReader reader = new ScriptReader(input, false);
        CommandList commands = reader.list();
        Token token = reader.lexer.peek();
        if (token.kind() != Kind.END) {
            throw unexpected(token);
        }
        reader.lexer.abandonHereDocuments();
        return new Script(input.span(0, input.limit), commands);
    }

    /// The inside of `$(…)` that begins here; goes past its closing parenthesis.
    static Script nested(Input input, int opening) {
        int start = input.position;
        ScriptReader reader = new ScriptReader(input, true);
        CommandList commands = reader.list();
        Token token = reader.lexer.peek();
        if (token.kind() == Kind.END) {
            throw input.missing(opening, ")");
        }
        if (token.kind() != Kind.CLOSE) {
            throw unexpected(token);
        }
        if (reader.lexer.awaitsHereDocuments()) {
            input.reading.unparsed(
                    token.span(), "A substitution ends before the here-document it announces.");
        }
        int from = input.offset(start);
        return new Script(new Span(from, Math.max(from, token.span().start())), commands);
    }

    private static Stop.Refused unexpected(Token token) {
        String reason =
                token.kind() == Kind.END
                        ? "The text ends where bash still expects something."
                        : "Bash expects something else here than "
                                + (token.kind() == Kind.NEWLINE
                                        ? "the end of the line"
                                        : "'" + token.described() + "'")
                                + ".";
        return new Stop.Refused(token.span(), reason);
    }

    private Token expect(Kind kind) {
        Token token = lexer.next();
        if (token.kind() != kind) {
            throw unexpected(token);
        }
        if (token.word() != null) {
            reading.paint(token.span(), Highlight.Kind.KEYWORD);
        }
        return token;
    }

    private boolean at(Kind kind) {
        return lexer.peek().kind() == kind;
    }

    private void skipLines() {
        while (at(Kind.NEWLINE)) {
            lexer.next();
        }
    }

    /// Commands until something that cannot begin one; may be empty.
    private CommandList list() {
        skipLines();
        List<CommandList.Entry> entries = new ArrayList<>();
        Span span = lexer.peek().span();
        span = new Span(span.start(), span.start());
        while (begins(lexer.peek().kind())) {
            Command command = andOr();
            boolean background = at(Kind.AMPERSAND);
            span = span.to(command.span());
            entries.add(new CommandList.Entry(command, background));
            if (!background && !at(Kind.SEMICOLON) && !at(Kind.NEWLINE)) {
                break;
            }
            Token separator = lexer.next();
            if (separator.kind() != Kind.NEWLINE) {
                span = span.to(separator.span());
            }
            skipLines();
        }
        return new CommandList(span, entries);
    }

    private CommandList filledList() {
        CommandList list = list();
        if (list.entries().isEmpty()) {
            throw unexpected(lexer.peek());
        }
        return list;
    }

    private static boolean begins(Kind kind) {
        if (kind.redirects()) {
            return true;
        }
        return switch (kind) {
            case WORD,
                    ASSIGNMENT,
                    NUMBER,
                    DESCRIPTOR_NAME,
                    ARITHMETIC,
                    OPEN,
                    OPEN_BRACE,
                    IF,
                    CASE,
                    FOR,
                    SELECT,
                    WHILE,
                    UNTIL,
                    FUNCTION,
                    TIME,
                    BANG,
                    CONDITION,
                    COPROC ->
                    true;
            default -> false;
        };
    }

    private Command andOr() {
        Command first = pipeline();
        if (!at(Kind.AND) && !at(Kind.OR)) {
            return first;
        }
        List<Command> commands = new ArrayList<>(List.of(first));
        List<String> joins = new ArrayList<>();
        while (at(Kind.AND) || at(Kind.OR)) {
            joins.add(lexer.next().kind().text);
            skipLines();
            commands.add(pipeline());
        }
        return new Command.AndOr(first.span().to(commands.getLast().span()), commands, joins);
    }

    private Command pipeline() {
        List<String> prefixes = new ArrayList<>(0);
        Span span = lexer.peek().span();
        while (at(Kind.TIME) || at(Kind.BANG)) {
            span = prefix(prefixes, span);
        }
        if (!prefixes.isEmpty() && endsNullCommand(lexer.peek().kind())) {
            return new Command.Pipeline(span, prefixes, List.of(), List.of());
        }
        Command first = command();
        if (prefixes.isEmpty() && !at(Kind.PIPE) && !at(Kind.PIPE_BOTH)) {
            return first;
        }
        List<Command> stages = new ArrayList<>(List.of(first));
        List<String> joins = new ArrayList<>();
        while (at(Kind.PIPE) || at(Kind.PIPE_BOTH)) {
            joins.add(lexer.next().kind().text);
            skipLines();
            stages.add(command());
        }
        return new Command.Pipeline(span.to(stages.getLast().span()), prefixes, stages, joins);
    }

    private Span prefix(List<String> prefixes, Span span) {
        Token token = expect(lexer.peek().kind());
        prefixes.add(token.kind().text);
        Span soFar = span.to(token.span());
        while (at(Kind.TIME_OPTION) || at(Kind.TIME_END)) {
            Token option = expect(lexer.peek().kind());
            prefixes.add(option.kind().text);
            soFar = soFar.to(option.span());
        }
        return soFar;
    }

    private static boolean endsNullCommand(Kind kind) {
        return kind == Kind.SEMICOLON || kind == Kind.NEWLINE || kind == Kind.END;
    }

    private Command command() {
        Token token = lexer.peek();
        if (token.kind() == Kind.COPROC) {
            return coprocess();
        }
        if (token.kind() == Kind.FUNCTION) {
            return keywordFunction();
        }
        if (compound(token.kind())) {
            return compoundCommand(true);
        }
        if (begins(token.kind())) {
            return simple();
        }
        throw unexpected(token);
    }

    private static boolean compound(Kind kind) {
        return switch (kind) {
            case ARITHMETIC, OPEN, OPEN_BRACE, IF, CASE, FOR, SELECT, WHILE, UNTIL, CONDITION ->
                    true;
            default -> false;
        };
    }

    private Command compoundCommand(boolean withRedirects) {
        Token token = lexer.peek();
        reading.enter(token.span());
        Command command =
                switch (token.kind()) {
                    case ARITHMETIC -> arithmetic(withRedirects);
                    case OPEN -> subshell(withRedirects);
                    case OPEN_BRACE -> group(withRedirects);
                    case IF -> conditional(withRedirects);
                    case CASE -> choice(withRedirects);
                    case FOR, SELECT -> each(withRedirects);
                    case WHILE, UNTIL -> loop(withRedirects);
                    case CONDITION -> test(withRedirects);
                    default -> throw unexpected(token);
                };
        reading.leave();
        return command;
    }

    private Command arithmetic(boolean withRedirects) {
        Token token = lexer.next();
        WordPart.Arithmetic expression = arithmeticOf(token);
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.ArithmeticCommand(ended(token.span(), redirects), expression, redirects);
    }

    private static WordPart.Arithmetic arithmeticOf(Token token) {
        if (token.requireWord().parts().getFirst() instanceof WordPart.Arithmetic arithmetic) {
            return arithmetic;
        }
        throw new IllegalStateException("no arithmetic in " + token.kind());
    }

    private Command subshell(boolean withRedirects) {
        Token open = lexer.next();
        CommandList body = filledList();
        Token close = expect(Kind.CLOSE);
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.Subshell(
                ended(open.span().to(close.span()), redirects), body, redirects);
    }

    private Command group(boolean withRedirects) {
        Token open = expect(Kind.OPEN_BRACE);
        CommandList body = filledList();
        Token close = expect(Kind.CLOSE_BRACE);
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.Group(ended(open.span().to(close.span()), redirects), body, redirects);
    }

    private Command conditional(boolean withRedirects) {
        Token start = expect(Kind.IF);
        List<Command.Branch> branches = new ArrayList<>();
        CommandList condition = filledList();
        expect(Kind.THEN);
        branches.add(new Command.Branch(condition, filledList()));
        while (at(Kind.ELIF)) {
            expect(Kind.ELIF);
            CommandList next = filledList();
            expect(Kind.THEN);
            branches.add(new Command.Branch(next, filledList()));
        }
        Optional<CommandList> otherwise = Optional.empty();
        if (at(Kind.ELSE)) {
            expect(Kind.ELSE);
            otherwise = Optional.of(filledList());
        }
        Token end = expect(Kind.FI);
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.If(
                ended(start.span().to(end.span()), redirects), branches, otherwise, redirects);
    }

    private Command loop(boolean withRedirects) {
        Token start = expect(lexer.peek().kind());
        CommandList condition = filledList();
        expect(Kind.DO);
        CommandList body = filledList();
        Token end = expect(Kind.DONE);
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.Loop(
                ended(start.span().to(end.span()), redirects),
                start.kind() == Kind.UNTIL,
                condition,
                body,
                redirects);
    }

    /// A loop's body and where it ends.
    private record Body(CommandList commands, Span end) {}

    private Body doBody() {
        boolean braces = at(Kind.OPEN_BRACE);
        expect(braces ? Kind.OPEN_BRACE : Kind.DO);
        CommandList body = filledList();
        Token end = expect(braces ? Kind.CLOSE_BRACE : Kind.DONE);
        return new Body(body, end.span());
    }

    private Command each(boolean withRedirects) {
        Token start = expect(lexer.peek().kind());
        if (start.kind() == Kind.FOR && at(Kind.ARITHMETIC)) {
            return arithmeticFor(start, withRedirects);
        }
        Token variable = expect(Kind.WORD);
        reading.paint(variable.span(), Highlight.Kind.VARIABLE);
        Optional<List<Word>> words = Optional.empty();
        if (at(Kind.SEMICOLON)) {
            lexer.next();
            skipLines();
        } else {
            boolean newLine = at(Kind.NEWLINE);
            skipLines();
            if (at(Kind.IN)) {
                if (newLine && reading.inCase) {
                    reading.unparsed(
                            lexer.peek().span(), "'in' on a line of its own, and a 'case'.");
                }
                words = Optional.of(eachWords());
            }
        }
        Body body = doBody();
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.For(
                ended(start.span().to(body.end()), redirects),
                start.kind() == Kind.SELECT,
                variable.requireWord(),
                words,
                body.commands(),
                redirects);
    }

    private List<Word> eachWords() {
        expect(Kind.IN);
        List<Word> words = new ArrayList<>();
        while (at(Kind.WORD)) {
            words.add(argument(lexer.next().requireWord()));
        }
        Token end = lexer.next();
        if (end.kind() != Kind.SEMICOLON && end.kind() != Kind.NEWLINE) {
            throw unexpected(end);
        }
        skipLines();
        return words;
    }

    private Command arithmeticFor(Token start, boolean withRedirects) {
        Token header = lexer.next();
        WordPart.Arithmetic expression = arithmeticOf(header);
        if (PROCESS_ID_BEFORE_BRACKET.matcher(reading.slice(header.span())).find()) {
            reading.unparsed(
                    header.span(), "'$$' before a bracket or quote in the head of a 'for'.");
        } else if (semicolons(expression.parts()) != 2) {
            throw new Stop.Refused(
                    header.span(), "Between the parentheses after 'for' belong three expressions.");
        }
        if (at(Kind.SEMICOLON) || at(Kind.NEWLINE)) {
            lexer.next();
            skipLines();
        }
        Body body = doBody();
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.ArithmeticFor(
                ended(start.span().to(body.end()), redirects),
                expression,
                body.commands(),
                redirects);
    }

    /// Those that no backslash stands before.
    private static long semicolons(List<WordPart> parts) {
        return parts.stream()
                .filter(WordPart.Literal.class::isInstance)
                .map(WordPart.Literal.class::cast)
                .mapToInt(literal -> semicolons(literal.value()))
                .sum();
    }

    private static int semicolons(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            count += c == ';' ? 1 : 0;
            i += c == '\\' ? 1 : 0;
        }
        return count;
    }

    private Command choice(boolean withRedirects) {
        Token start = expect(Kind.CASE);

        Word subject = argument(expect(Kind.WORD).requireWord());
        skipLines();
        reading.plainWord(lexer.peek().span(), Kind.IN.text);
        expect(Kind.IN);
        lexer.patternsBegin();
        List<Command.Clause> clauses = new ArrayList<>();
        boolean open = true;
        skipLines();
        while (open && !at(Kind.ESAC)) {
            Command.Clause clause = clause();
            clauses.add(clause);
            open = !clause.terminator().isEmpty();
            skipLines();
        }
        Token end = expect(Kind.ESAC);
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.Case(
                ended(start.span().to(end.span()), redirects), subject, clauses, redirects);
    }

    private Command.Clause clause() {
        if (at(Kind.OPEN)) {
            lexer.next();
        }
        List<Word> patterns = new ArrayList<>();
        patterns.add(argument(expect(Kind.WORD).requireWord()));
        while (at(Kind.PIPE)) {
            lexer.next();
            patterns.add(argument(expect(Kind.WORD).requireWord()));
        }
        expect(Kind.CLOSE);
        CommandList body = list();
        Kind kind = lexer.peek().kind();
        boolean terminated =
                kind == Kind.CASE_END || kind == Kind.CASE_FALL || kind == Kind.CASE_NEXT;
        return new Command.Clause(patterns, body, terminated ? lexer.next().kind().text : "");
    }

    private Command test(boolean withRedirects) {
        Token start = expect(Kind.CONDITION);
        ConditionReader conditions = new ConditionReader(lexer, reading);
        Condition condition = conditions.read();
        Span end = conditions.end();
        List<Redirect> redirects = redirects(withRedirects);
        return new Command.Conditional(
                ended(start.span().to(end), redirects), condition, redirects);
    }

    private Command coprocess() {
        Token start = expect(Kind.COPROC);
        reading.coprocesses++;
        reading.enter(start.span());
        Command command;
        if (compound(lexer.peek().kind())) {
            Command body = compoundCommand(true);
            command = new Command.Coprocess(start.span().to(body.span()), Optional.empty(), body);
        } else if (at(Kind.WORD)) {
            command = namedCoprocess(start);
        } else {
            Command body = simple();
            command = new Command.Coprocess(start.span().to(body.span()), Optional.empty(), body);
        }
        reading.leave();
        reading.coprocesses--;
        return command;
    }

    private Command namedCoprocess(Token start) {
        Token first = lexer.next();
        if (!compound(lexer.peek().kind())) {
            Command body = simple(Optional.of(first));
            return new Command.Coprocess(start.span().to(body.span()), Optional.empty(), body);
        }
        Command body = compoundCommand(true);
        return new Command.Coprocess(
                start.span().to(body.span()), Optional.of(first.requireWord()), body);
    }

    private Command keywordFunction() {
        Token start = expect(Kind.FUNCTION);
        reading.enter(start.span());
        Word name = expect(Kind.WORD).requireWord();
        checkFunctionName(name);
        Command body;
        if (at(Kind.OPEN)) {
            body = bodyAfterOpenParenthesis();
        } else {
            skipLines();
            body = functionBody();
        }
        reading.leave();
        return new Command.Function(start.span().to(body.span()), true, name, body);
    }

    /// `function f () …`, or `function f (…)`, whose body is a subshell.
    private Command bodyAfterOpenParenthesis() {
        Token open = lexer.next();
        if (at(Kind.CLOSE)) {
            lexer.next();
            skipLines();
            return functionBody();
        }
        CommandList body = filledList();
        Token close = expect(Kind.CLOSE);
        List<Redirect> redirects = redirects(true);
        return new Command.Subshell(
                ended(open.span().to(close.span()), redirects), body, redirects);
    }

    private Command functionBody() {
        Token token = lexer.peek();
        if (!compound(token.kind())) {
            throw unexpected(token);
        }
        return compoundCommand(true);
    }

    private void checkFunctionName(Word name) {
        reading.paint(name.span(), Highlight.Kind.COMMAND);
        if (name.plain().isEmpty()) {
            reading.unparsed(name.span(), "The name of a function with quotes or expansions.");
        }
    }

    private Command simple() {
        return simple(Optional.empty());
    }

    private Command simple(Optional<Token> taken) {
        List<Assignment> assignments = new ArrayList<>(0);
        List<Word> words = new ArrayList<>(4);
        List<Redirect> redirects = new ArrayList<>(0);
        Span span = taken.map(Token::span).orElseGet(() -> lexer.peek().span());
        taken.ifPresent(first -> words.add(commandWord(first.requireWord())));
        if (taken.isEmpty() && at(Kind.WORD)) {
            Token first = lexer.next();
            if (at(Kind.OPEN)) {
                return function(first);
            }
            addWord(first, assignments, words);
        }
        while (true) {
            Token token = lexer.peek();
            switch (token.kind()) {
                case WORD -> addWord(lexer.next(), assignments, words);
                case ASSIGNMENT -> {
                    // Behind `coproc NAME` the lexer expects a command; bash takes NAME for one.
                    if (taken.isPresent()) {
                        addWord(lexer.next(), assignments, words);
                    } else {
                        addAssignment(lexer.next(), assignments);
                    }
                }
                default -> {
                    if (!startsRedirect(token.kind())) {
                        lexer.onlyRedirectsSoFar(false);
                        if (assignments.isEmpty() && words.isEmpty() && redirects.isEmpty()) {
                            throw unexpected(token);
                        }
                        return new Command.Simple(span, assignments, words, redirects);
                    }
                    redirects.add(redirect());
                    lexer.onlyRedirectsSoFar(words.isEmpty() && assignments.isEmpty());
                    span = span.to(redirects.getLast().span());
                    continue;
                }
            }
            lexer.onlyRedirectsSoFar(false);
            span = span.to(token.span());
        }
    }

    private void addAssignment(Token token, List<Assignment> assignments) {
        Assignment assignment =
                token.assignment().orElseThrow(() -> new IllegalStateException("no assignment"));
        assignments.add(assignment);
        paintName(assignment);
    }

    private void paintName(Assignment assignment) {
        int start = assignment.span().start();
        int end = Math.max(start, assignment.value().span().start());
        reading.paint(new Span(start, end), Highlight.Kind.ASSIGNMENT);
    }

    /// Before the command word, whatever has the form of an assignment is one, even where the lexer
    /// calls it a word.
    private void addWord(Token token, List<Assignment> assignments, List<Word> words) {
        Word word = token.requireWord();
        if (!words.isEmpty()) {
            words.add(argument(word));
            return;
        }
        if (token.assignment().isPresent()) {
            addAssignment(token, assignments);
            return;
        }
        if (word.parts().getFirst() instanceof WordPart.Literal literal
                && literal.value().indexOf('[') > 0
                && Names.isName(literal.value().substring(0, literal.value().indexOf('[')))) {
            reading.unparsed(word.span(), "What may be an assignment to an array element.");
        }
        words.add(commandWord(word));
    }

    private Word commandWord(Word word) {
        paintLiterals(word, Highlight.Kind.COMMAND);
        return word;
    }

    private Word argument(Word word) {
        Optional<String> plain = word.plain();
        if (plain.isPresent() && plain.get().startsWith("-")) {
            paintLiterals(word, Highlight.Kind.OPTION);
        } else if (plain.isPresent()
                && !plain.get().isEmpty()
                && plain.get().chars().allMatch(Names::digit)) {
            paintLiterals(word, Highlight.Kind.NUMBER);
        }
        return word;
    }

    private void paintLiterals(Word word, Highlight.Kind kind) {
        for (WordPart part : word.parts()) {
            if (part instanceof WordPart.Literal) {
                reading.paint(part.span(), kind);
            }
        }
    }

    /// `name ()` and its body.
    private Command function(Token name) {
        reading.enter(name.span());
        checkFunctionName(name.requireWord());
        expect(Kind.OPEN);
        expect(Kind.CLOSE);
        skipLines();
        Command body = functionBody();
        reading.leave();
        return new Command.Function(name.span().to(body.span()), false, name.requireWord(), body);
    }

    private static boolean startsRedirect(Kind kind) {
        return kind == Kind.NUMBER || kind == Kind.DESCRIPTOR_NAME || kind.redirects();
    }

    private List<Redirect> redirects(boolean wanted) {
        if (!wanted || !startsRedirect(lexer.peek().kind())) {
            return List.of();
        }
        List<Redirect> redirects = new ArrayList<>();
        while (startsRedirect(lexer.peek().kind())) {
            redirects.add(redirect());
        }
        return redirects;
    }

    private static Span ended(Span span, List<Redirect> redirects) {
        return redirects.isEmpty() ? span : span.to(redirects.getLast().span());
    }

    private Redirect redirect() {
        Token first = lexer.next();
        Optional<String> descriptor = Optional.empty();
        Token operator = first;
        if (!first.kind().redirects()) {
            descriptor = Optional.of(first.requireWord().plain().orElseThrow());
            reading.paint(first.span(), Highlight.Kind.REDIRECT);
            operator = lexer.next();
        }
        if (!operator.kind().redirects()
                || (descriptor.isPresent()
                        && (operator.kind() == Kind.BOTH || operator.kind() == Kind.BOTH_APPEND))) {
            throw unexpected(operator);
        }
        Token target = lexer.next();
        Span span = first.span().to(target.span());
        boolean duplicates =
                operator.kind() == Kind.DUPLICATE_INPUT || operator.kind() == Kind.DUPLICATE_OUTPUT;
        String text = operator.kind().text;
        if (duplicates && target.kind() == Kind.MINUS) {
            return new Redirect(span, descriptor, text, Optional.empty(), Optional.empty());
        }
        boolean number = duplicates && target.kind() == Kind.NUMBER;
        if (!number && target.kind() != Kind.WORD) {
            throw unexpected(target);
        }
        Word word = target.requireWord();
        Optional<HereDocument> document = Optional.empty();
        if (operator.kind() == Kind.HERE || operator.kind() == Kind.HERE_TABS) {
            document = Optional.of(hereDocument(operator, word));
        }
        return new Redirect(span, descriptor, text, Optional.of(word), document);
    }

    private HereDocument hereDocument(Token operator, Word delimiter) {
        boolean strange =
                delimiter.parts().stream()
                        .anyMatch(part ->
                                !(part instanceof WordPart.Literal
                                        || part instanceof WordPart.Escaped
                                        || part instanceof WordPart.SingleQuoted
                                        || part instanceof WordPart.AnsiQuoted
                                        || part instanceof WordPart.DoubleQuoted));
        StringBuilder value = new StringBuilder();
        boolean known = !strange && WordShape.appendStatic(delimiter.parts(), value);
        if (!known || value.indexOf("\n") >= 0) {
            throw new Stop.Unknown(
                    delimiter.span(), "The delimiter of a here-document is not plain text.");
        }
        lexer.input.announcesHereDocument();
        if (lexer.input.isReread() || lexer.input.isAltered()) {
            reading.unparsed(delimiter.span(), "A here-document inside two opening parentheses.");
        }
        HereDocument document =
                new HereDocument(
                        value.toString(), delimiter.isQuoted(), operator.kind() == Kind.HERE_TABS);
        lexer.expect(new HereDocumentReader.Pending(document, operator.span()));
        return document;
    }
}
