package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class StyledLineParserTest {

    private static final String ESC = "\u001b";

    @Test
    void plainTextIsOnePlainRun() {
        assertShows("hello\nworld", "hello", "world");
        assertShows("a\n\nb\n", "a", "", "b", "");
        assertShows("windows\r\nlines\r\n", "windows", "lines", "");
    }

    @Test
    void theSixteenColoursAreOfThePalette() {
        assertShows(ESC + "[31mred" + ESC + "[0m.", "{fg=palette 1}red{plain}.");
        assertShows(ESC + "[92;44mx", "{fg=palette 10 bg=palette 4}x");
        assertShows(
                ESC + "[97;107mx" + ESC + "[39my" + ESC + "[49mz",
                "{fg=palette 15 bg=palette 15}x{bg=palette 15}y{plain}z");
    }

    @Test
    void paletteAndTrueColoursInBothForms() {
        assertShows(ESC + "[38;5;196mx", "{fg=palette 196}x");
        assertShows(ESC + "[38:5:196mx", "{fg=palette 196}x");
        assertShows(ESC + "[48;2;1;2;255mx", "{bg=#0102ff}x");
        assertShows(ESC + "[48:2:1:2:255mx", "{bg=#0102ff}x");
        assertShows(ESC + "[48:2::1:2:255mx", "{bg=#0102ff}x");
        assertShows(ESC + "[38;5;1;48;5;2;1mx", "{bold fg=palette 1 bg=palette 2}x");
        assertShows(ESC + "[38:5:1;48:5:2;1mx", "{bold fg=palette 1 bg=palette 2}x");
        assertShows(ESC + "[58;2;1;2;3;1mx" + ESC + "[58:5:9;2my", "{bold}x{bold dim}y");
    }

    @Test
    void colourNumbersOutOfRangeAreIgnored() {
        assertShows(ESC + "[38;5;256mx", "x");
        assertShows(ESC + "[38;2;1;2;300mx", "x");
        assertShows(ESC + "[38;9;1mx", "{bold}x");
        assertShows(ESC + "[38mx" + ESC + "[38;5my", "x{fg=palette 0}y");
        assertShows(ESC + "[99999999999999999999mx", "x");
    }

    @Test
    void attributesAndTheirResets() {
        assertShows(
                ESC + "[1;2;3;4;7;9mx" + ESC + "[22;23;24;27;29my",
                "{bold dim italic underline inverse strike}x{plain}y");
        assertShows(ESC + "[1mx" + ESC + "[my", "{bold}x{plain}y");
        assertShows(ESC + "[4:3mx" + ESC + "[4:0my", "{underline}x{plain}y");
        assertShows(ESC + "[21mx", "{underline}x");
        assertShows(ESC + "[8mnever hidden", "never hidden");
        assertShows(ESC + "[>4;1mno SGR" + ESC + "[?4mnone", "no SGRnone");
    }

    @Test
    void styleGoesOnInTheNextLine() {
        assertShows(ESC + "[32ma\nb\n" + ESC + "[0mc", "{fg=palette 2}a", "{fg=palette 2}b", "c");
    }

    @Test
    void carriageReturnAndBackspaceOverwrite() {
        assertShows("10 %\r20 %\n", "20 %", "");
        assertShows("abcdef\rXY\n", "XYcdef", "");
        assertShows("abc\b\bX\n", "aXc", "");
        assertShows("a\b\b\b\bX", "X");
        assertShows("red\r" + ESC + "[31mb", "{fg=palette 1}b{plain}ed");
    }

    @Test
    void eraseLineInItsThreeForms() {
        assertShows("long text\r" + ESC + "[Kshort", "short");
        assertShows("abcdef\b\b" + ESC + "[K", "abcd");
        assertShows("abcdef\b\b\b" + ESC + "[1KX", "   Xef");
        assertShows("abcdef" + ESC + "[2KX", "      X");
        assertShows("abcdef\r" + ESC + "[2KX", "X");
    }

    @Test
    void tabsGoToTheNextEighthColumn() {
        assertShows("a\tb\t12345678\tc", "a       b       12345678        c");
        assertShows("abcdefghij\r\tX", "abcdefghXj");
    }

    @Test
    void wideCharactersTakeTwoColumns() {
        assertShows("世界\tx", "世界    x");
        assertShows("世界\rX", "X 界");
        assertShows("世界\b\b\bX", "世X界".replace("世X", " X"));
        assertShows("ab世\r世", "世世");
        assertShows("x😀y", "x😀y");
    }

    @Test
    void marksStayWithTheirCharacter() {
        assertShows("e\u0301x\rE", "Ex");
        assertShows("世\u0301x", "世\u0301x");
        assertShows("\u0301x", "x");
        assertShows("a" + "\u0301".repeat(1_000), "a" + "\u0301".repeat(16));
    }

    @Test
    void hyperlinksAreData() {
        StyledLine line =
                parse(
                                ESC
                                        + "]8;id=1;https://example.org/a;b\u0007text"
                                        + ESC
                                        + "]8;;"
                                        + ESC
                                        + "\\ after")
                        .getFirst();
        assertEquals("text after", line.text());
        assertEquals(List.of(new Hyperlink(0, 4, "https://example.org/a;b")), line.links());
    }

    @Test
    void hyperlinkGoesOnInTheNextLineAndDangerousTargetsAreNone() {
        List<StyledLine> lines = parse(ESC + "]8;;file:///x\u0007a\nb");
        assertEquals(List.of(new Hyperlink(0, 1, "file:///x")), lines.get(1).links());
        assertTrue(parse(ESC + "]8;;a\tb\u0007x").getFirst().links().isEmpty());
        String tooLong = "h".repeat(Hyperlink.MAX_TARGET + 1);
        assertTrue(parse(ESC + "]8;;" + tooLong + "\u0007x").getFirst().links().isEmpty());
    }

    @Test
    void manyLinksOnOneLineStayBounded() {
        StringBuilder text = new StringBuilder();
        for (int link = 0; link < 100; link++) {
            text.append(ESC).append("]8;;http://").append(link).append("\u0007x");
        }
        StyledLine line = parse(text.toString()).getFirst();
        assertEquals("x".repeat(100), line.text());
        assertEquals(63, line.links().size());
        assertEquals("http://62", line.links().getLast().target());
    }

    @Test
    void everythingElseIsDropped() {
        assertShows("a" + ESC + "[2J" + ESC + "[5A" + ESC + "[10Cb", "ab");
        assertShows("a" + ESC + "]0;title\u0007b" + ESC + "]52;c;eA==\u0007c", "abc");
        assertShows("a" + ESC + "[6nb" + ESC + "[cc" + ESC + "P+q544e" + ESC + "\\d", "abcd");
        assertShows("a\u0000\u0007\u000b\u000c\u000e\u007fb", "ab");
        assertShows("a" + ESC + "]0;open\nnext line shows", "a", "next line shows");
    }

    @Test
    void longLineIsCutAndCounted() {
        int extra = 1_000;
        byte[] bytes = new byte[StyledLineParser.MAX_COLUMNS + extra];
        Arrays.fill(bytes, (byte) 'x');
        for (int size : new int[] {13, 65_536}) {
            StyledLine line = Chunks.lines(bytes, size).getFirst();
            assertEquals(StyledLineParser.MAX_COLUMNS, line.text().length());
            assertEquals(extra, line.omittedColumns());
        }
    }

    @Test
    void stateAtALineStartResumesThere() {
        long seed = 42;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 300; round++) {
            byte[] bytes = Chunks.randomStream(random);
            List<StyledLine> all = Chunks.lines(bytes, 65_536);
            StyledLineParser parser = new StyledLineParser();
            LineScanner scanner = new LineScanner(ParserState.INITIAL);
            int line = 0;
            int start = 0;
            while (true) {
                String where = "seed " + seed + " round " + round + " line " + line;
                assertEquals(parser.state(), scanner.state(), where);
                List<StyledLine> rest = new ArrayList<>();
                StyledLineParser resumed = new StyledLineParser(parser.state());
                resumed.accept(bytes, start, bytes.length - start, rest::add);
                rest.add(resumed.finish());
                assertEquals(all.subList(line, all.size()), rest, where);
                int next = scanner.nextLine(bytes, start, bytes.length);
                if (next < 0) {
                    break;
                }
                parser.accept(bytes, start, next - start, ended -> {});
                start = next;
                line++;
            }
        }
    }

    @Test
    void scannerSeesTheSameWhateverTheChunks() {
        long seed = 43;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = Chunks.randomStream(random);
            List<String> expected = scan(bytes, 65_536);
            for (int size : new int[] {1, 3, 7}) {
                assertEquals(expected, scan(bytes, size), "seed " + seed + " round " + round);
            }
        }
    }

    private static List<String> scan(byte[] bytes, int size) {
        LineScanner scanner = new LineScanner(ParserState.INITIAL);
        List<String> lines = new ArrayList<>();
        for (int offset = 0; offset < bytes.length; offset += size) {
            int end = Math.min(bytes.length, offset + size);
            int next = scanner.nextLine(bytes, offset, end);
            while (next >= 0) {
                lines.add(next + " " + scanner.state());
                next = scanner.nextLine(bytes, next, end);
            }
        }
        lines.add(scanner.state() + " " + scanner.isIdle());
        return lines;
    }

    @Test
    void randomStreamsGiveEqualCleanLinesWhateverTheChunks() {
        long seed = 3;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 1_000; round++) {
            String where = "seed " + seed + " round " + round;
            byte[] bytes = Chunks.randomStream(random);
            List<StyledLine> whole = Chunks.lines(bytes, 65_536);
            for (int size : Chunks.SIZES) {
                assertEquals(whole, Chunks.lines(bytes, size), where);
            }
            for (StyledLine line : whole) {
                assertTrue(line.text().chars().noneMatch(Character::isISOControl), where);
                assertTrue(
                        line.runs().isEmpty()
                                ? line.text().isEmpty()
                                : line.runs().getFirst().start() == 0,
                        where);
            }
        }
    }

    @Test
    void endlessSequenceKeepsMemoryBounded() {
        StyledLineParser parser = new StyledLineParser();
        byte[] chunk = new byte[1 << 20];
        Arrays.fill(chunk, (byte) ';');
        byte[] start = Chunks.utf8(ESC + "]8;;");
        parser.accept(start, 0, start.length, line -> {});
        for (int count = 0; count < 64; count++) {
            parser.accept(chunk, 0, chunk.length, line -> {});
        }
        assertEquals(StyledLineParser.MAX_COLUMNS, parser.currentLine().text().length());
    }

    @Test
    void brokenLineContinuesItsCharacterInTheNext() {
        StyledLineParser parser = new StyledLineParser();
        byte[] bytes = Chunks.utf8("a世b");
        parser.accept(bytes, 0, 2, line -> {});
        assertEquals("a", parser.breakLine().text());
        parser.accept(bytes, 2, 3, line -> {});
        assertEquals("世b", parser.currentLine().text());
    }

    private static List<StyledLine> parse(String text) {
        return Chunks.lines(Chunks.utf8(text), 65_536);
    }

    private static void assertShows(String input, String... expected) {
        for (int size : Chunks.SIZES) {
            List<String> shown =
                    Chunks.lines(Chunks.utf8(input), size).stream()
                            .map(StyledLineParserTest::render)
                            .toList();
            assertEquals(List.of(expected), shown, "chunks of " + size);
        }
    }

    /// `{style}` before each run, except before a first one that is plain.
    private static String render(StyledLine line) {
        StringBuilder text = new StringBuilder();
        for (int run = 0; run < line.runs().size(); run++) {
            StyleRun styleRun = line.runs().get(run);
            if (run > 0 || styleRun.style() != Style.DEFAULT) {
                text.append('{').append(Style.describe(styleRun.style())).append('}');
            }
            text.append(line.text(), styleRun.start(), line.endOfRun(run));
        }
        return text.toString();
    }
}
