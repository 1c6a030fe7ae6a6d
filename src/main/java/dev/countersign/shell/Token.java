package dev.countersign.shell;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One token, as bash's lexer delivers it to its grammar. `word` belongs to the kinds that are
/// words.
record Token(Kind kind, Span span, @Nullable Word word, Optional<Assignment> assignment) {
    enum Kind {
        START("the beginning"),
        END("the end of the text"),
        NEWLINE("the end of the line"),
        WORD("word"),
        ASSIGNMENT("assignment"),
        NUMBER("number"),
        DESCRIPTOR_NAME("{name}"),
        ARITHMETIC("(( ))"),
        SEMICOLON(";"),
        AMPERSAND("&"),
        PIPE("|"),
        PIPE_BOTH("|&"),
        AND("&&"),
        OR("||"),
        OPEN("("),
        CLOSE(")"),
        CASE_END(";;"),
        CASE_FALL(";&"),
        CASE_NEXT(";;&"),
        LESS("<"),
        GREATER(">"),
        APPEND(">>"),
        CLOBBER(">|"),
        READ_WRITE("<>"),
        HERE("<<"),
        HERE_TABS("<<-"),
        HERE_STRING("<<<"),
        DUPLICATE_INPUT("<&"),
        DUPLICATE_OUTPUT(">&"),
        BOTH("&>"),
        BOTH_APPEND("&>>"),
        MINUS("-"),
        IF("if"),
        THEN("then"),
        ELIF("elif"),
        ELSE("else"),
        FI("fi"),
        CASE("case"),
        ESAC("esac"),
        FOR("for"),
        SELECT("select"),
        WHILE("while"),
        UNTIL("until"),
        DO("do"),
        DONE("done"),
        IN("in"),
        FUNCTION("function"),
        TIME("time"),
        TIME_OPTION("-p"),
        TIME_END("--"),
        OPEN_BRACE("{"),
        CLOSE_BRACE("}"),
        BANG("!"),
        CONDITION("[["),
        CONDITION_END("]]"),
        COPROC("coproc");

        final String text;

        Kind(String text) {
            this.text = text;
        }

        boolean redirects() {
            return switch (this) {
                case LESS,
                        GREATER,
                        APPEND,
                        CLOBBER,
                        READ_WRITE,
                        HERE,
                        HERE_TABS,
                        HERE_STRING,
                        DUPLICATE_INPUT,
                        DUPLICATE_OUTPUT,
                        BOTH,
                        BOTH_APPEND ->
                        true;
                default -> false;
            };
        }
    }

    static final Map<String, Kind> RESERVED =
            Map.ofEntries(
                    Map.entry("if", Kind.IF),
                    Map.entry("then", Kind.THEN),
                    Map.entry("elif", Kind.ELIF),
                    Map.entry("else", Kind.ELSE),
                    Map.entry("fi", Kind.FI),
                    Map.entry("case", Kind.CASE),
                    Map.entry("esac", Kind.ESAC),
                    Map.entry("for", Kind.FOR),
                    Map.entry("select", Kind.SELECT),
                    Map.entry("while", Kind.WHILE),
                    Map.entry("until", Kind.UNTIL),
                    Map.entry("do", Kind.DO),
                    Map.entry("done", Kind.DONE),
                    Map.entry("in", Kind.IN),
                    Map.entry("function", Kind.FUNCTION),
                    Map.entry("time", Kind.TIME),
                    Map.entry("{", Kind.OPEN_BRACE),
                    Map.entry("}", Kind.CLOSE_BRACE),
                    Map.entry("!", Kind.BANG),
                    Map.entry("[[", Kind.CONDITION),
                    Map.entry("]]", Kind.CONDITION_END),
                    Map.entry("coproc", Kind.COPROC));

    static Token of(Kind kind, Span span) {
        return new Token(kind, span, null, Optional.empty());
    }

    Word requireWord() {
        if (word == null) {
            throw new IllegalStateException(kind + " is no word");
        }
        return word;
    }

    String described() {
        return word != null ? word.text() : kind.text;
    }
}
