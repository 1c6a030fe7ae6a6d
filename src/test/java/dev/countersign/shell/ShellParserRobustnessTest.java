package dev.countersign.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Any text gets an answer, and its cost grows with its length alone.
final class ShellParserRobustnessTest {
    private static final int LONGEST_COMMAND = 131_071;

    /// What can nest, opened and closed.
    private static final List<String[]> NESTS =
            List.of(
                    new String[] {"$(", ")"},
                    new String[] {"`", "`"},
                    new String[] {"${x:-", "}"},
                    new String[] {"\"${x:-", "}\""},
                    new String[] {"\"$(", ")\""},
                    new String[] {"$((", "))"},
                    new String[] {"$((\"", "\"))"},
                    new String[] {"$[", "]"},
                    new String[] {"(", ")"},
                    new String[] {"((", "))"},
                    new String[] {"( ", " )"},
                    new String[] {"{ ", "; }"},
                    new String[] {"<(", ")"},
                    new String[] {"a=(", ")"},
                    new String[] {"a[", "]=1"},
                    new String[] {"${a[", "]}"},
                    new String[] {"if a; then ", "; fi"},
                    new String[] {"while a; do ", "; done"},
                    new String[] {"for x in a; do ", "; done"},
                    new String[] {"case x in a) ", ";; esac"},
                    new String[] {"f() { ", "; }"},
                    new String[] {"[[ ( ", " ) ]]"},
                    new String[] {"[[ ! ", " a ]]"},
                    new String[] {"[[ a == @(", ") ]]"},
                    new String[] {"! ", ""},
                    new String[] {"time ", ""},
                    new String[] {"coproc ", ""},
                    new String[] {"a && ", ""},
                    new String[] {"a | ", ""},
                    new String[] {"cat <<E\n$(", "\nE\n)"},
                    new String[] {"\\", ""},
                    new String[] {"'", ""},
                    new String[] {"\"", ""},
                    new String[] {"$'", "'"},
                    new String[] {"<<A ", "\nA\n"},
                    new String[] {"x=$((a[$((", "))]))"},
                    new String[] {"${x:-'", "'}"},
                    new String[] {"\"${x:-'", "'}\""},
                    new String[] {"$(( (", ") ))"},
                    new String[] {"$((a) && ", ")"});

    @Test
    void nestingsOfAnyDepthAreAnswered() {
        for (String[] nest : NESTS) {
            for (int depth : new int[] {101, 100_000}) {
                String open = nest[0].repeat(depth);
                Highlighter.highlight(open);
                Highlighter.highlight(open + "a" + nest[1].repeat(depth));
            }
        }
    }

    @Test
    void depthBeyondTheLimitIsUnknownAndNeverUnderstood() {
        String deep = "$(".repeat(150) + "id" + ")".repeat(150);

        ParsedText parsed = ShellParser.parse(deep);

        assertTrue(parsed.problem().isEmpty());
        assertFalse(parsed.understood());
        assertTrue(parsed.unparsed().getFirst().reason().contains("levels deep"));
    }

    @Test
    void nestingsOnSmallStacksAreAnswered() throws InterruptedException {
        Thread small =
                new Thread(
                        null,
                        () -> {
                            for (String[] nest : NESTS) {
                                String text = nest[0].repeat(95) + "a" + nest[1].repeat(95);
                                check(text, "small stack " + nest[0]);
                                CommandReader.read(text);
                            }
                        },
                        "small stack",
                        384 * 1024);
        Throwable[] failure = new Throwable[1];
        small.setUncaughtExceptionHandler((_, thrown) -> failure[0] = thrown);
        small.start();
        small.join();
        assertEquals(null, failure[0]);
    }

    @Test
    void costGrowsWithLengthAlone() {
        for (String[] nest : NESTS) {
            linear("many " + nest[0], n -> (nest[0] + "a" + nest[1] + "\n").repeat(n));
            linear("open " + nest[0], n -> nest[0].repeat(n));
            linear(
                    "deep " + nest[0],
                    n -> (nest[0].repeat(40) + nest[1].repeat(40)).repeat(n / 40 + 1));
        }
        linear("words", n -> "echo abc 'def' \"ghi $x\" $(id) # c\n".repeat(n));
        linear("documents", n -> "cat <<E\n$(id) \\$x\nE\n".repeat(n));
        linear("one document", n -> "cat <<E\n" + "$x `id` text\n".repeat(n) + "E\n");
        linear("many documents in a line", n -> "cat " + "<<E ".repeat(n) + "\n" + "E\n".repeat(n));
        linear("parentheses", n -> "((".repeat(n) + "))".repeat(n));
        linear("quotes in arithmetic", n -> "$((" + "\"$(id)\"+".repeat(n) + "1))");
        linear("substitutions in arithmetic", n -> nested("$(( 1 + $(id ", " )))", n));
        linear("subshells in arithmetic", n -> nested("((a $(id ", ") ) )", n));
        linear("continuations", n -> "a\\\n".repeat(n));
        linear("backslashes", n -> "`" + "\\\\".repeat(n) + "`");
    }

    private static String nested(String open, String close, int n) {
        return (open.repeat(8) + close.repeat(8) + "\n").repeat(n / 8);
    }

    private static void linear(String name, IntFunction<String> text) {
        String small = text.apply(1_000);
        String large = text.apply(8_000);
        double before = (double) ShellParser.parse(small).steps() / small.length();
        double after = (double) ShellParser.parse(large).steps() / large.length();
        assertTrue(
                after <= before * 1.5 + 4,
                name + ": " + before + " steps a character, then " + after);
    }

    @Test
    void longestCommandsAreRead() {
        String argument = "a".repeat(LONGEST_COMMAND - 5);
        assertTrue(ShellParser.parse("echo " + argument).understood());
        assertTrue(ShellParser.parse("echo '" + argument + "'").understood());
        assertTrue(ShellParser.parse("echo a;".repeat(LONGEST_COMMAND / 7)).understood());
        check("x".repeat(ShellParser.LENGTH_LIMIT + 1), "beyond the limit");
        assertFalse(ShellParser.parse("x".repeat(ShellParser.LENGTH_LIMIT + 1)).understood());
    }

    @Test
    void damagedScriptsAreAnswered() {
        fuzz(20_262_026L, 5_000);
    }

    @Test
    @Tag("soak")
    void aMillionDamagedScriptsAreAnswered() {
        fuzz(Long.getLong("countersign.seed", System.nanoTime()), 1_000_000);
    }

    private static void fuzz(long seed, int count) {
        Random random = new Random(seed);
        ScriptGenerator generator = new ScriptGenerator(random, true);
        for (int i = 0; i < count; i++) {
            String script =
                    i % 4 == 0
                            ? noise(random)
                            : ScriptMutator.mutate(generator.script(), random, 12);
            check(script, "seed " + seed + ", number " + i);
        }
    }

    private static String noise(Random random) {
        String alphabet = "$(){}[]<>'\"`\\;&|\n\t #=!~*?a1/ -if do\u0000\ud800\udc00é";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /// Answers without throwing, keeps all spans inside the text, and colours without overlap.
    private static void check(String text, String origin) {
        try {
            ParsedText parsed = ShellParser.parse(text);
            parsed.problem().ifPresent(problem -> inside(problem.at(), text));
            parsed.unparsed().forEach(node -> inside(node.span(), text));
            if (CommandReader.read(text) instanceof CommandReading.Parts parts) {
                int last = 0;
                for (CommandPart part : parts.parts()) {
                    inside(part.span(), text);
                    assertTrue(part.span().start() >= last, "in source order");
                    last = part.span().start();
                    part.words().forEach(word -> assertEquals(word.span().of(text), word.text()));
                }
                ShellPrinter.print(parts.script(), text);
            }
            int end = 0;
            for (Highlight highlight : Highlighter.highlight(text)) {
                inside(highlight.span(), text);
                assertTrue(highlight.span().start() >= end && highlight.span().length() > 0);
                end = highlight.span().end();
            }
        } catch (RuntimeException | StackOverflowError thrown) {
            String shown = text.length() > 2_000 ? text.substring(0, 100) + "…" : text;
            throw new AssertionError(origin + ": " + thrown + "\n" + shown, thrown);
        }
    }

    private static void inside(Span span, String text) {
        assertTrue(span.end() <= text.length(), "span " + span + " in " + text.length());
    }
}
