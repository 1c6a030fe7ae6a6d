package dev.countersign.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class HighlighterTest {
    @Test
    void eachPieceHasItsColour() {
        assertEquals(
                List.of(
                        "KEYWORD if",
                        "COMMAND ls",
                        "OPTION -l",
                        "STRING \"a \"",
                        "VARIABLE $x",
                        "OPERATOR ;",
                        "KEYWORD then",
                        "ASSIGNMENT A=",
                        "COMMAND env",
                        "REDIRECT 2>",
                        "OPERATOR ;",
                        "KEYWORD fi",
                        "COMMENT # c"),
                coloured("if ls -l \"a \"$x; then A=1 env 2> f; fi # c"));
    }

    @Test
    void insidesOfSubstitutionsAndDocumentsAreColoured() {
        assertEquals(
                List.of("COMMAND echo", "OPERATOR $(", "COMMAND id", "OPERATOR )"),
                coloured("echo $(id)"));
        assertEquals(
                List.of("COMMAND echo", "OPERATOR `", "COMMAND id", "OPERATOR `"),
                coloured("echo `id`"));
        assertEquals(
                List.of("COMMAND cat", "REDIRECT <<", "HEREDOC a\nE\n"),
                coloured("cat <<E\na\nE\n"));
    }

    @Test
    void whatBashRefusesIsColouredAsFarAsItWasRead() {
        assertEquals(List.of("COMMAND echo", "UNREADABLE )"), coloured("echo )"));
        assertEquals(List.of(), coloured(""));
    }

    private static List<String> coloured(String text) {
        return Highlighter.highlight(text).stream()
                .map(highlight -> highlight.kind() + " " + highlight.span().of(text))
                .toList();
    }
}
