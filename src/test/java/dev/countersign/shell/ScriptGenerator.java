package dev.countersign.shell;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/// Writes random scripts in bash's grammar, nearly all of which bash accepts. Never run one.
final class ScriptGenerator {
    private static final String[] NAMES = {"a", "x1", "_v", "PATH", "f", "do", "in", "esac"};
    private static final String[] PLAIN = {
        "ls",
        "echo",
        "cat",
        "-rf",
        "--force",
        "/etc/passwd",
        "a=b",
        "2",
        "{}",
        "x,y",
        "#x",
        "a#b",
        "~",
        "~/x",
        "in",
        "if",
        "then",
        "time",
        "[",
        "]",
        "-",
        "--",
        "é",
        "日本",
        "a:b",
        "%s",
        "+x",
        "@",
        "a]",
        "^x",
        "}x",
        "{x",
        "!x",
        "*.txt",
        "?",
        "[a-z]*",
        "{a,b}",
        "{1..3}",
        "x=1"
    };
    private static final String[] OPERATORS = {
        ":-", "-", ":=", "=", ":?", "?", ":+", "+", "#", "##", "%", "%%", "/", "//", "/#", "/%",
        "^", "^^", ",", ",,", ":"
    };

    private final RandomGenerator random;
    private final boolean hereDocuments;
    private final StringBuilder out = new StringBuilder();
    private Deque<String> pending = new ArrayDeque<>();

    ScriptGenerator(RandomGenerator random, boolean hereDocuments) {
        this.random = random;
        this.hereDocuments = hereDocuments;
    }

    String script() {
        out.setLength(0);
        pending.clear();
        list(3);
        if (!pending.isEmpty() || random.nextBoolean()) {
            newline();
        }
        return out.toString();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private void newline() {
        out.append('\n');
        Deque<String> bodies = pending;
        pending = new ArrayDeque<>();
        for (String body : bodies) {
            out.append(body);
        }
    }

    private void blank() {
        out.append(pick(" ", " ", " ", "  ", "\t", " \\\n"));
    }

    private void separator() {
        switch (random.nextInt(6)) {
            case 0 -> {
                blank();
                out.append("# a comment ' \" ` ) }");
                newline();
            }
            case 1, 2 -> newline();
            case 3 -> out.append(" & ");
            default -> out.append("; ");
        }
    }

    private void list(int depth) {
        int count = 1 + random.nextInt(depth > 2 ? 4 : 2);
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                separator();
            }
            andOr(depth);
        }
    }

    /// A list and the separator that a reserved word needs before it.
    private void closedList(int depth) {
        list(depth);
        if (chance(50)) {
            out.append("; ");
        } else {
            newline();
        }
    }

    private void andOr(int depth) {
        pipeline(depth);
        while (chance(15)) {
            out.append(pick(" && ", " || ", "&&", "||"));
            if (chance(20)) {
                newline();
            }
            pipeline(depth);
        }
    }

    private void pipeline(int depth) {
        if (chance(6)) {
            out.append(pick("! ", "time ", "time -p ", "! ! ", "time -p -- "));
        }
        command(depth);
        while (chance(15)) {
            out.append(pick(" | ", "|", " |& "));
            if (chance(15)) {
                newline();
            }
            command(depth);
        }
    }

    private void command(int depth) {
        if (depth == 0 || chance(65)) {
            simple(depth);
            return;
        }
        compound(depth - 1);
        while (chance(15)) {
            out.append(' ');
            redirect(depth - 1);
        }
    }

    private void compound(int depth) {
        switch (random.nextInt(15)) {
            case 0 -> {
                out.append("(");
                list(depth);
                out.append(")");
            }
            case 1 -> group(depth);
            case 2 -> choose(depth);
            case 3 -> {
                out.append(pick("while ", "until "));
                closedList(depth);
                body(depth);
            }
            case 4, 5 -> each(depth);
            case 6 -> {
                out.append("for ((").append(arithmetic(depth)).append("; ");
                out.append(arithmetic(depth)).append(";").append(arithmetic(depth)).append("))");
                out.append(pick("; ", " ", "\n"));
                body(depth);
            }
            case 7, 8 -> choice(depth);
            case 9, 10 -> {
                out.append("[[ ");
                condition(2, depth);
                out.append(" ]]");
            }
            case 11 -> out.append("((").append(arithmetic(depth)).append("))");
            case 12 -> {
                out.append(pick("f() ", "f ()\n", "function f ", "function f () ", "g-h() "));
                group(depth);
            }
            case 13 -> {
                out.append("coproc ").append(pick("", "NAME "));
                group(depth);
            }
            default -> {
                out.append("( (");
                list(depth);
                out.append("); ");
                list(depth);
                out.append(" )");
            }
        }
    }

    private void group(int depth) {
        out.append("{").append(pick(" ", "\n"));
        closedList(depth);
        out.append("}");
    }

    private void body(int depth) {
        out.append("do ");
        closedList(depth);
        out.append("done");
    }

    private void choose(int depth) {
        out.append("if ");
        closedList(depth);
        out.append("then ");
        closedList(depth);
        while (chance(20)) {
            out.append("elif ");
            closedList(depth);
            out.append("then ");
            closedList(depth);
        }
        if (chance(30)) {
            out.append("else ");
            closedList(depth);
        }
        out.append("fi");
    }

    private void each(int depth) {
        out.append(pick("for ", "for ", "select ")).append(pick(NAMES));
        if (chance(70)) {
            out.append(pick(" in", "\nin"));
            for (int i = random.nextInt(4); i > 0; i--) {
                out.append(' ');
                word(depth);
            }
        }
        if (chance(50)) {
            out.append("; ");
        } else {
            newline();
        }
        body(depth);
    }

    private void choice(int depth) {
        out.append("case ");
        word(depth);
        out.append(pick(" in ", " in\n", "\nin\n"));
        int clauses = random.nextInt(3);
        for (int i = 0; i < clauses; i++) {
            out.append(pick("", "("));
            pattern(depth);
            while (chance(25)) {
                out.append(pick("|", " | "));
                pattern(depth);
            }
            out.append(") ");
            if (chance(80)) {
                list(depth);
            }
            out.append(' ').append(pick(";;", ";;", ";&", ";;&")).append(pick(" ", "\n"));
            if (out.charAt(out.length() - 1) == '\n') {
                out.setLength(out.length() - 1);
                newline();
            }
        }
        out.append("esac");
    }

    private void pattern(int depth) {
        if (chance(60)) {
            out.append(pick("*", "a*", "[a-z]", "-h", "if", "'q'", "x?"));
        } else {
            word(depth);
        }
    }

    private void condition(int depth, int words) {
        switch (depth == 0 ? random.nextInt(4) : random.nextInt(8)) {
            case 0 -> {
                out.append(pick("-f ", "-z ", "-n ", "-d ", "-e "));
                word(words);
            }
            case 1 -> {
                conditionWord(words);
                out.append(pick(" == ", " != ", " = ", " < ", " > ", " -nt "));
                conditionWord(words);
            }
            case 2 -> {
                conditionWord(words);
                out.append(" =~ ");
                out.append(
                        pick("^a+(b|c)$", "x", "(a b)", "^[0-9]+$", "\"q\"", "$re", "a|b", "\\("));
            }
            case 3 -> {
                conditionWord(words);
                out.append(" == ").append(pick("@(a|b)", "*.txt", "!(x)", "+([0-9])", "?(a)*"));
            }
            case 4 -> {
                out.append("! ");
                condition(depth - 1, words);
            }
            case 5 -> {
                out.append("( ");
                condition(depth - 1, words);
                out.append(" )");
            }
            default -> {
                condition(depth - 1, words);
                out.append(pick(" && ", " || ", " &&\n"));
                condition(depth - 1, words);
            }
        }
    }

    private void conditionWord(int depth) {
        out.append('x');
        piece(depth);
    }

    private void simple(int depth) {
        while (chance(12)) {
            assignment(depth);
            out.append(' ');
        }
        if (chance(4)) {
            redirect(depth);
            out.append(' ');
        }
        if (chance(5)) {
            out.append(pick("declare ", "export ", "local -r ")).append(pick(NAMES)).append("=(");
            elements(depth);
            out.append(")");
            return;
        }
        out.append(
                pick(
                        "ls", "echo", "cat", "git", "rm", "./x", "\\ls", "'ls'", "$cmd", "[",
                        "l\\\ns"));
        for (int i = random.nextInt(4); i > 0; i--) {
            blank();
            if (chance(15)) {
                redirect(depth);
            } else {
                word(depth);
            }
        }
    }

    private void assignment(int depth) {
        out.append(pick("a", "x1", "_v", "PATH"));
        if (chance(20)) {
            out.append("[").append(arithmetic(depth)).append("]");
        }
        out.append(pick("=", "=", "+="));
        if (chance(20)) {
            out.append("(");
            elements(depth);
            out.append(")");
        } else if (chance(80)) {
            word(depth);
        }
    }

    private void elements(int depth) {
        for (int i = random.nextInt(4); i > 0; i--) {
            if (chance(15)) {
                out.append("[").append(arithmetic(depth)).append("]=");
            }
            word(depth);
            out.append(pick(" ", "\n", " # note\n"));
        }
    }

    private void redirect(int depth) {
        if (hereDocuments && chance(25)) {
            hereDocument();
            return;
        }
        out.append(pick("", "", "", "2", "{fd}"));
        out.append(pick(">", ">>", "<", ">|", "<>", "<<<", "> ", "< "));
        if (chance(20)) {
            int length = out.length();
            out.setLength(length);
            out.append("x ")
                    .append(pick("2>&1", ">&-", "<&-", ">&2", "<&3-", "&>f", "&>>f", ">&f"));
            return;
        }
        word(depth);
    }

    private void hereDocument() {
        boolean quoted = chance(40);
        boolean tabs = chance(30);
        String delimiter = pick("EOF", "E", "END_X");
        out.append(tabs ? "<<-" : "<<").append(pick("", " "));
        out.append(
                quoted
                        ? pick("'" + delimiter + "'", "\\" + delimiter, '"' + delimiter + '"')
                        : delimiter);
        StringBuilder body = new StringBuilder();
        for (int i = random.nextInt(3); i > 0; i--) {
            body.append(tabs ? "\t" : "");
            body.append(
                    quoted
                            ? pick("a $(x", "b `y ' \"", "plain \\", "${z")
                            : pick(
                                    "a $(ls) b",
                                    "$x ${y:-z}",
                                    "it's \"q\"",
                                    "\\$(not)",
                                    "`id`",
                                    "$((1+2))"));
            body.append('\n');
        }
        pending.add(body + delimiter + "\n");
    }

    private void word(int depth) {
        int pieces = chance(70) ? 1 : 1 + random.nextInt(3);
        for (int i = 0; i < pieces; i++) {
            if (i == 0 && chance(45)) {
                out.append(pick(PLAIN));
            } else {
                piece(depth);
            }
        }
    }

    private void piece(int depth) {
        switch (random.nextInt(depth > 0 ? 16 : 9)) {
            case 0 -> out.append(pick("'single \" $(x) `'", "''", "'a\nb'"));
            case 1 -> out.append(pick("$'a\\n\\x41\\''", "$'\\''", "$\"loc\""));
            case 2 -> out.append(pick("\\ ", "\\'", "\\\"", "\\$", "\\\\", "\\;"));
            case 3 -> out.append(pick("$x", "$1", "$@", "$?", "$$", "$#", "$-", "$!", "$_", "$"));
            case 4 ->
                    out.append(
                            pick(
                                    "${x}",
                                    "${#x}",
                                    "${!x}",
                                    "${x[@]}",
                                    "${x[1]}",
                                    "${#x[@]}",
                                    "${!x@}",
                                    "${x@Q}",
                                    "${1}",
                                    "${#}",
                                    "${!x[@]}",
                                    "${x:1:2}",
                                    "${@:2}"));
            case 5 -> doubleQuoted(0);
            case 6 -> out.append(pick(PLAIN[0], "abc", "x.y", "é"));
            case 7 ->
                    out.append("`")
                            .append(pick("id", "echo \\`id\\`", "ls \"x\"", "a | b"))
                            .append("`");
            case 8 ->
                    out.append("${x")
                            .append(pick(OPERATORS))
                            .append(pick("1", "a", "$y", "'q'"))
                            .append("}");
            case 9 -> doubleQuoted(depth - 1);
            case 10, 11 -> substitution("$(", depth - 1);
            case 12 -> substitution(pick("<(", ">("), depth - 1);
            case 13 -> out.append("$((").append(arithmetic(depth - 1)).append("))");
            case 14 -> {
                out.append("${x").append(pick(OPERATORS));
                piece(depth - 1);
                out.append("}");
            }
            default -> out.append("$[").append(arithmetic(depth - 1)).append("]");
        }
    }

    private void substitution(String opening, int depth) {
        Deque<String> outer = pending;
        pending = new ArrayDeque<>();
        out.append(opening).append(pick("", " "));
        list(depth);
        if (!pending.isEmpty()) {
            newline();
        }
        out.append(")");
        pending = outer;
    }

    private void doubleQuoted(int depth) {
        out.append('"');
        for (int i = random.nextInt(4); i > 0; i--) {
            switch (random.nextInt(depth > 0 ? 8 : 6)) {
                case 0 -> out.append(pick("text ", "it's ", " # ", "é", "a\nb", "(x) ", "{y}"));
                case 1 -> out.append(pick("\\\"", "\\$", "\\`", "\\\\", "\\n", "$"));
                case 2 ->
                        out.append(pick("$x", "${y}", "$1", "${z:-d}", "${z:-\"q\"}", "${z#'x'}"));
                case 3 -> out.append("`id`");
                case 4 -> out.append("$((1 + 2))");
                case 5 -> out.append("$(ls)");
                case 6 -> substitution("$(", depth - 1);
                default -> out.append("${w:-").append("$(id)").append("}");
            }
        }
        if (out.charAt(out.length() - 1) == '$') {
            out.append(' ');
        }
        out.append('"');
    }

    private String arithmetic(int depth) {
        String simple =
                pick(
                        "1",
                        "x",
                        "x+1",
                        "x < 2",
                        "a[1]",
                        "i++",
                        "(1+2)*3",
                        "$x",
                        "x ? 1 : 2",
                        "16#ff",
                        "1<<2");
        if (depth <= 0 || chance(60)) {
            return simple;
        }
        return pick(
                "$(id)+" + simple,
                "`id`",
                "${x:-1}",
                "\"$x\" + 1",
                "$((1)) + " + simple,
                "$(echo \"1\")");
    }
}
