package dev.countersign.shell;

import java.util.random.RandomGenerator;

/// Damages scripts at random, a few places at a time.
final class ScriptMutator {
    private static final String[] PIECES = {
        "'",
        "\"",
        "`",
        "$",
        "$(",
        "${",
        "$((",
        "((",
        "))",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "[[",
        "]]",
        "<",
        ">",
        "<<",
        "<<-",
        "<<<",
        "<(",
        ">&",
        "&",
        "&&",
        "|",
        "||",
        ";",
        ";;",
        ";&",
        "\\",
        "\n",
        "\\\n",
        " ",
        "\t",
        "\r",
        "#",
        "=",
        "=(",
        "+=",
        "!",
        "~",
        "*",
        "?",
        "@",
        ":",
        "-",
        "/",
        "%",
        "^",
        ",",
        "..",
        "if ",
        "then ",
        "fi",
        "do ",
        "done",
        "in ",
        "esac",
        "case ",
        "for ",
        "while ",
        "{ ",
        "function ",
        "time ",
        "coproc ",
        "select ",
        "$'",
        "$\"",
        "$[",
        "EOF",
        "\u0001",
        "\u007f",
        "\u200b",
        "é",
        "1",
        "x",
        "a=",
        " in ",
        "; do ",
        "; then ",
        "; done",
        "\u00a0"
    };

    private ScriptMutator() {}

    static String mutate(String script, RandomGenerator random, int most) {
        StringBuilder text = new StringBuilder(script);
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            int at = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), at + 1 + random.nextInt(4));
            switch (random.nextInt(6)) {
                case 0, 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> text.delete(at, Math.min(text.length(), at + 1));
                case 3 -> text.delete(at, to);
                case 4 ->
                        text.replace(
                                at,
                                Math.min(text.length(), at + 1),
                                PIECES[random.nextInt(PIECES.length)]);
                default -> text.insert(random.nextInt(text.length() + 1), text.substring(at, to));
            }
        }
        return text.toString();
    }
}
