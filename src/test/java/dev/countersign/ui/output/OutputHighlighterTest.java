package dev.countersign.ui.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class OutputHighlighterTest {
    @Test
    void errorsAndWarnings() {
        assertFinds(
                "ERROR",
                "2026-11-21T10:41:39.118Z ERROR retry: gave up",
                "QUIET:2026",
                "ERROR:ERROR");
        assertFinds("error with colon", "error: expected ;", "ERROR:error");
        assertFinds("rust", "error[E0382]: borrow of moved value", "ERROR:error[E0382]");
        assertFinds("python", "ValueError: bad literal", "ERROR:ValueError");
        assertFinds(
                "java",
                "java.lang.NullPointerException: null",
                "ERROR:java.lang.NullPointerException");
        assertFinds("warn", "WARN deprecated", "WARNING:WARN");
        assertFinds("warning", "cc: warning: unused", "WARNING:warning");
        assertFinds("npm", "npm ERR! missing script", "ERROR:ERR!");
        assertFinds("status", "http: POST /v1/rebuild 503 8016ms", "ERROR:503");
        assertFinds("apache", "\"GET /x HTTP/1.1\" 404 12", "WARNING:404");
    }

    @Test
    void wordsOfASentenceAreLeftAlone() {
        for (String line :
                List.of(
                        "0 errors, 0 warnings",
                        "no error so far",
                        "ok then, let us go on",
                        "a warning sign",
                        "passed by value",
                        "12:30 is no file and 127.0.0.1:5433 is none",
                        "listening on :8081",
                        "example.com:8080",
                        "- a list item",
                        "+ another",
                        "ratio 3:2")) {
            assertFinds(line, line);
        }
    }

    @Test
    void placesInFiles() {
        assertFinds(
                "plain",
                "slow at internal/ledger/query.go:118",
                "LINK:internal/ledger/query.go:118");
        assertFinds("column", "src/cart.ts:12:5 - error", "LINK:src/cart.ts:12:5");
        assertFinds("stack", "    at f (/app/src/a.js:10:5)", "LINK:/app/src/a.js:10:5");
        assertFinds("java", "\tat a.B.c(B.java:123)".replace('\t', ' '), "LINK:B.java:123");
        assertFinds("python", "  File \"/app/x.py\", line 12, in f", "LINK:/app/x.py");
        assertFinds("make", "Makefile:12: *** missing separator", "LINK:Makefile:12");
        OutputHighlighter highlighter = new OutputHighlighter();
        Accent link = highlighter.accents("at src/a b.ts:4 src/x.ts:41").getLast();
        assertEquals(new LinkTarget.Place("src/x.ts", 41), link.target().orElseThrow());
    }

    @Test
    void addressesOfTheWebAloneAreLinks() {
        assertFinds(
                "sentence",
                "see http://localhost:8081/healthz.",
                "LINK:http://localhost:8081/healthz");
        assertFinds("brackets", "(https://a.b/c_(d))", "LINK:https://a.b/c_(d)");
        assertFinds("quotes", "\"https://a.b/c\",", "LINK:https://a.b/c");
        assertFinds("other schemes", "ftp://a.b file:///etc/passwd javascript://x");
    }

    @Test
    void testResultsAreKnownByTheirSigns() {
        assertFinds("go", "--- PASS: TestClamp (0.00s)", "PASSED:--- PASS:");
        assertFinds("go", "--- FAIL: TestRetry (0.31s)", "FAILED:--- FAIL:");
        assertFinds("go", "=== RUN   TestClamp", "QUIET:=== RUN  ");
        assertFinds("go", "ok  \tapi".replace('\t', ' '), "PASSED:ok");
        assertFinds("tap", "not ok 3 - name", "FAILED:not ok");
        assertFinds("signs", "✓ 12 passed ✗ 1 failed", "PASSED:✓", "FAILED:✗");
    }

    @Test
    void aDifferenceIsKnownByItsHead() {
        OutputHighlighter highlighter = new OutputHighlighter();
        List<String> lines =
                List.of(
                        "diff --git a/x b/x",
                        "--- a/x",
                        "+++ b/x",
                        "@@ -1,2 +1,3 @@ f()",
                        " same",
                        "-old",
                        "+new",
                        "+more",
                        "+ behind the end");
        List<String> kinds =
                lines.stream()
                        .map(highlighter::accents)
                        .map(found -> found.isEmpty() ? "-" : found.getFirst().kind().name())
                        .toList();
        assertEquals(
                List.of("QUIET", "QUIET", "QUIET", "HUNK", "-", "REMOVED", "ADDED", "ADDED", "-"),
                kinds);
    }

    @Test
    void timesAtTheStart() {
        assertFinds("iso", "2026-11-21 10:41:07,123 hello", "QUIET:2026-11-21 10:41:07,123");
        assertFinds("brackets", "[10:41:07] hello", "QUIET:[10:41:07]");
        assertFinds("half day", "10:41:36 AM [vite] hmr", "QUIET:10:41:36 AM");
        assertFinds("level", "10:41:36 INFO x", "QUIET:10:41:36", "QUIET:INFO");
    }

    @Test
    void anyTextGivesOrderedAccentsWithinIt() {
        long seed = 77;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        String[] pieces = {
            "@@ -1,9 +1,9 @@",
            "+",
            "-",
            " ",
            "http://",
            "(",
            ")",
            "a/b.go:",
            "12",
            ":",
            "ERROR",
            "--- ",
            "PASS:",
            "File \"x.py\", line ",
            "2026-11-21T10:41:07",
            "Z",
            "\"",
            "世",
            "😀",
            "[",
            "]",
            "GET /x ",
            "503",
            "not ok 1",
            "é",
            "://",
            "99999999999",
            "T",
            "."
        };
        OutputHighlighter highlighter = new OutputHighlighter();
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            int count = random.nextInt(12);
            for (int piece = 0; piece < count; piece++) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            int end = 0;
            for (Accent accent : highlighter.accents(text.toString())) {
                String where = "seed " + seed + " round " + round + ": " + text;
                assertTrue(accent.start() >= end && accent.end() <= text.length(), where);
                end = accent.end();
            }
        }
    }

    private static void assertFinds(String what, String line, String... expected) {
        List<Accent> found = new OutputHighlighter().accents(line);
        assertEquals(expected.length, found.size(), what + ": " + found);
        for (int place = 0; place < expected.length; place++) {
            Accent accent = found.get(place);
            String shown = accent.kind() + ":" + line.substring(accent.start(), accent.end());
            boolean prefix = expected[place].equals("QUIET:2026");
            assertTrue(
                    prefix ? shown.startsWith(expected[place]) : shown.equals(expected[place]),
                    what + ": " + shown);
        }
    }
}
