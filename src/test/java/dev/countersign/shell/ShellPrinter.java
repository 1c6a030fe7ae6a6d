package dev.countersign.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Prints a tree as a script that bash reads as the same commands: one command a line, comments
/// gone, words as they were written.
public final class ShellPrinter {
    private final String source;
    private final StringBuilder out = new StringBuilder();
    private final List<HereDocument> pending = new ArrayList<>();

    private ShellPrinter(String source) {
        this.source = source;
    }

    /// The script as lines; `source` is the text that it was read from.
    public static String print(Script script, String source) {
        ShellPrinter printer = new ShellPrinter(source);
        printer.list(script.commands());
        return printer.out.toString();
    }

    /// Ends the line, and with it come the here-documents that it announced.
    private void line() {
        out.append('\n');
        for (HereDocument document : pending) {
            String body = document.span().of(source);
            out.append(body);
            if (!body.isEmpty() && !body.endsWith("\n")) {
                out.append('\n');
            }
            out.append(document.delimiter()).append('\n');
        }
        pending.clear();
    }

    private void list(CommandList list) {
        for (CommandList.Entry entry : list.entries()) {
            command(entry.command());
            out.append(entry.background() ? " &" : "");
            line();
        }
    }

    private void keyword(String keyword) {
        out.append(keyword);
        line();
    }

    private void command(Command command) {
        switch (command) {
            case Command.Simple simple -> simple(simple);
            case Command.Pipeline pipeline -> pipeline(pipeline);
            case Command.AndOr andOr -> joined(andOr.commands(), andOr.joins());
            case Command.Subshell subshell -> {
                enclosed("(", subshell.body(), ")");
                redirects(subshell.redirects());
            }
            case Command.Group group -> {
                enclosed("{", group.body(), "}");
                redirects(group.redirects());
            }
            case Command.If choice -> choose(choice);
            case Command.Loop loop -> {
                keyword(loop.until() ? "until" : "while");
                list(loop.condition());
                enclosed("do", loop.body(), "done");
                redirects(loop.redirects());
            }
            case Command.For each -> each(each);
            case Command.ArithmeticFor each -> {
                keyword("for " + each.header().span().of(source));
                enclosed("do", each.body(), "done");
                redirects(each.redirects());
            }
            case Command.Case choice -> choice(choice);
            case Command.Conditional test -> {
                out.append("[[ ");
                condition(test.condition());
                out.append(" ]]");
                redirects(test.redirects());
            }
            case Command.ArithmeticCommand arithmetic -> {
                out.append(arithmetic.expression().span().of(source));
                redirects(arithmetic.redirects());
            }
            case Command.Function function -> {
                out.append(function.keyword() ? "function " : "").append(function.name().text());
                keyword(" ()");
                command(function.body());
            }
            case Command.Coprocess coprocess -> {
                out.append("coproc ");
                coprocess.name().ifPresent(name -> out.append(name.text()).append(' '));
                command(coprocess.body());
            }
            case Unparsed unparsed -> out.append(unparsed.span().of(source));
        }
    }

    private void enclosed(String opening, CommandList body, String closing) {
        keyword(opening);
        list(body);
        out.append(closing);
    }

    private void joined(List<Command> commands, List<String> joins) {
        for (int i = 0; i < commands.size(); i++) {
            if (i > 0) {
                out.append(' ').append(joins.get(i - 1));
                if (pending.isEmpty()) {
                    out.append(' ');
                } else {
                    line();
                }
            }
            command(commands.get(i));
        }
    }

    private void pipeline(Command.Pipeline pipeline) {
        out.append(String.join(" ", pipeline.prefixes()));
        if (!pipeline.prefixes().isEmpty() && !pipeline.stages().isEmpty()) {
            out.append(' ');
        }
        joined(pipeline.stages(), pipeline.joins());
    }

    /// In the order of the source: where a redirect stands decides whether the word behind it is
    /// reserved, or an option of `time`.
    private void simple(Command.Simple simple) {
        int start = out.length();
        List<Piece> pieces = new ArrayList<>();
        simple.assignments()
                .forEach(one -> pieces.add(new Piece(one.span(), () -> piece(one.text(), start))));
        simple.words()
                .forEach(one -> pieces.add(new Piece(one.span(), () -> piece(one.text(), start))));
        simple.redirects()
                .forEach(one -> pieces.add(new Piece(one.span(), () -> redirect(one, start))));
        pieces.sort(Comparator.comparingInt(piece -> piece.span().start()));
        pieces.forEach(piece -> piece.print().run());
    }

    /// An assignment, a word or a redirect.
    private record Piece(Span span, Runnable print) {}

    private void piece(String text, int start) {
        out.append(out.length() > start ? " " : "").append(text);
    }

    private void redirects(List<Redirect> redirects) {
        redirects.forEach(redirect -> redirect(redirect, 0));
    }

    private void redirect(Redirect redirect, int start) {
        String descriptor =
                redirect.descriptor()
                        .map(text -> Names.isName(text) ? "{" + text + "}" : text)
                        .orElse("");
        String target = redirect.target().map(Word::text).orElse("-");
        // '<' and a process substitution would run together.
        String space = redirect.target().isPresent() ? " " : "";
        piece(descriptor + redirect.operator() + space + target, start);
        redirect.hereDocument().ifPresent(pending::add);
    }

    private void choose(Command.If choice) {
        String word = "if";
        for (Command.Branch branch : choice.branches()) {
            keyword(word);
            list(branch.condition());
            keyword("then");
            list(branch.body());
            word = "elif";
        }
        choice.otherwise()
                .ifPresent(body -> {
                    keyword("else");
                    list(body);
                });
        out.append("fi");
        redirects(choice.redirects());
    }

    private void each(Command.For each) {
        out.append(each.select() ? "select " : "for ").append(each.variable().text());
        each.words()
                .ifPresent(words -> {
                    out.append(" in");
                    words.forEach(word -> out.append(' ').append(word.text()));
                });
        line();
        enclosed("do", each.body(), "done");
        redirects(each.redirects());
    }

    private void choice(Command.Case choice) {
        keyword("case " + choice.subject().text() + " in");
        for (Command.Clause clause : choice.clauses()) {
            out.append('(');
            out.append(String.join(" | ", clause.patterns().stream().map(Word::text).toList()));
            keyword(")");
            list(clause.body());
            keyword(clause.terminator().isEmpty() ? ";;" : clause.terminator());
        }
        out.append("esac");
        redirects(choice.redirects());
    }

    private void condition(Condition condition) {
        switch (condition) {
            case Condition.Any any -> terms(any.terms(), " || ");
            case Condition.All all -> terms(all.terms(), " && ");
            case Condition.Not not -> {
                out.append("! ");
                condition(not.term());
            }
            case Condition.Parenthesized group -> {
                out.append("( ");
                condition(group.term());
                out.append(" )");
            }
            case Condition.Unary unary ->
                    out.append(unary.operator()).append(' ').append(unary.operand().text());
            case Condition.Binary binary ->
                    out.append(binary.left().text())
                            .append(' ')
                            .append(binary.operator())
                            .append(' ')
                            .append(binary.right().text());
        }
    }

    private void terms(List<Condition> terms, String join) {
        for (int i = 0; i < terms.size(); i++) {
            out.append(i > 0 ? join : "");
            condition(terms.get(i));
        }
    }
}
