package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a program of awk does besides printing: files that it reads and writes, commands that it
/// runs. Pure.
///
/// @param writes the files; an empty name stands for one that is only known when it runs
/// @param shell the texts that a shell runs; an empty one for what is only known when it runs
record AwkProgram(List<String> reads, List<String> writes, List<String> shell) {
    /// Longer programs are not understood, in characters.
    static final int LONGEST = 20_000;

    // Behind these a `/` begins a pattern.
    private static final Set<String> KEYWORDS =
            Set.of("print", "printf", "return", "case", "in", "else", "do", "delete", "exit");

    AwkProgram {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        shell = List.copyOf(shell);
    }

    /// Empty when it is not understood.
    static Optional<AwkProgram> read(String program) {
        if (program.length() > LONGEST) {
            return Optional.empty();
        }
        return tokens(program).flatMap(AwkProgram::read);
    }

    /// @param text of a string its value
    private record Token(boolean string, String text) {
        boolean is(String wanted) {
            return !string && text.equals(wanted);
        }
    }

    private static Optional<AwkProgram> read(List<Token> tokens) {
        List<String> reads = new ArrayList<>();
        List<String> writes = new ArrayList<>();
        List<String> shell = new ArrayList<>();
        boolean prints = false;
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.string()) {
                continue;
            }
            switch (token.text()) {
                case "(", "[" -> depth++;
                case ")", "]" -> depth--;
                case ";", "\n", "{", "}" -> {
                    prints = false;
                    depth = 0;
                }
                case "print", "printf" -> {
                    prints = true;
                    depth = 0;
                }
                case "system" -> shell.add(argument(tokens, i + 1));
                case ">", ">>" -> {
                    if (prints && depth == 0) {
                        writes.add(only(tokens, i + 1));
                    }
                }
                case "|", "|&" ->
                        shell.add(
                                i + 1 < tokens.size() && tokens.get(i + 1).is("getline")
                                        ? before(tokens, i - 1)
                                        : only(tokens, i + 1));
                case "<" -> {
                    if (followsGetline(tokens, i)) {
                        reads.add(only(tokens, i + 1));
                    }
                }
                case "@" -> {
                    return Optional.empty();
                }
                default -> {}
            }
        }
        return Optional.of(new AwkProgram(reads, writes, shell));
    }

    /// `system("…")`
    private static String argument(List<Token> tokens, int at) {
        boolean plain =
                at + 2 < tokens.size()
                        && tokens.get(at).is("(")
                        && tokens.get(at + 1).string()
                        && tokens.get(at + 2).is(")");
        return plain ? tokens.get(at + 1).text() : "";
    }

    /// A string that stands alone.
    private static String only(List<Token> tokens, int at) {
        boolean plain =
                at < tokens.size()
                        && tokens.get(at).string()
                        && (at + 1 == tokens.size() || ends(tokens.get(at + 1)));
        return plain ? tokens.get(at).text() : "";
    }

    private static String before(List<Token> tokens, int at) {
        boolean plain =
                at >= 0 && tokens.get(at).string() && (at == 0 || begins(tokens.get(at - 1)));
        return plain ? tokens.get(at).text() : "";
    }

    private static boolean ends(Token token) {
        return token.is(";") || token.is("\n") || token.is("}") || token.is(")");
    }

    private static boolean begins(Token token) {
        return token.is(";") || token.is("\n") || token.is("{") || token.is("(");
    }

    private static boolean followsGetline(List<Token> tokens, int at) {
        return tokens.subList(Math.max(0, at - 6), at).stream()
                .anyMatch(token -> token.is("getline"));
    }

    private static Optional<List<Token>> tokens(String text) {
        List<Token> tokens = new ArrayList<>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == ' ' || c == '\t' || c == '\r') {
                i++;
            } else if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
                i += 2;
            } else if (c == '#') {
                int end = text.indexOf('\n', i);
                i = end < 0 ? text.length() : end;
            } else if (c == '"') {
                int end = quotedEnd(text, i, '"');
                if (end < 0) {
                    return Optional.empty();
                }
                tokens.add(new Token(true, text.substring(i + 1, end).replace("\\\"", "\"")));
                i = end + 1;
            } else if (c == '/' && isUnclear(tokens, text, i)) {
                return Optional.empty();
            } else if (c == '/' && !divides(tokens)) {
                int end = quotedEnd(text, i, '/');
                if (end < 0) {
                    return Optional.empty();
                }
                tokens.add(new Token(false, "/regex/"));
                i = end + 1;
            } else if (Character.isLetterOrDigit(c) || c == '_') {
                int end = i;
                while (end < text.length()
                        && (Character.isLetterOrDigit(text.charAt(end))
                                || text.charAt(end) == '_')) {
                    end++;
                }
                tokens.add(new Token(false, text.substring(i, end)));
                i = end;
            } else {
                String operator = operator(text, i);
                tokens.add(new Token(false, operator));
                i += operator.length();
            }
        }
        return Optional.of(tokens);
    }

    private static String operator(String text, int at) {
        for (String two : List.of("||", "&&", "|&", ">>", ">=", "<=", "==", "!=", "!~")) {
            if (text.startsWith(two, at)) {
                return two;
            }
        }
        return text.substring(at, at + 1);
    }

    private static int quotedEnd(String text, int from, char quote) {
        for (int i = from + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == quote) {
                return i;
            }
            if (c == '\n') {
                return -1;
            }
            i += c == '\\' ? 1 : 0;
        }
        return -1;
    }

    /// `if (x) /y/` and `(x) / y / z` are not told apart.
    private static boolean isUnclear(List<Token> tokens, String text, int at) {
        return !tokens.isEmpty() && tokens.getLast().is(")") && text.indexOf('/', at + 1) >= 0;
    }

    /// Whether a `/` here is a division: behind a value it is.
    private static boolean divides(List<Token> tokens) {
        if (tokens.isEmpty()) {
            return false;
        }
        Token last = tokens.getLast();
        char end = last.text().isEmpty() ? ' ' : last.text().charAt(last.text().length() - 1);
        boolean word = Character.isLetterOrDigit(end) || end == '_';
        return last.string()
                || last.is(")")
                || last.is("]")
                || (word && !KEYWORDS.contains(last.text()));
    }
}
