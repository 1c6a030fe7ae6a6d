package dev.countersign.ui.output;

import dev.countersign.ui.output.Accent.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds what the eye looks for in plain output: errors and warnings, places in files, addresses,
/// differences, test results, times.
///
/// It changes nothing but ink: not a character is added, and none of it is kept or sent. One pass
/// over at most [#MOST_CHARACTERS] of a line. Lines are to be given in their order, since a line of
/// a difference is known by the head before it. Confined to its caller.
final class OutputHighlighter {
    /// The rest of a longer line stays as it is.
    static final int MOST_CHARACTERS = 4_096;

    /// How many lines before the first one that is shown should be given, to know where a
    /// difference began.
    static final int LINES_BEFORE = 200;

    private static final Set<String> ERRORS =
            Set.of("ERROR", "FATAL", "CRITICAL", "SEVERE", "PANIC", "ERR!", "EMERG", "ALERT");
    private static final Set<String> ERRORS_BEFORE_COLON =
            Set.of("error", "Error", "fatal", "Fatal", "panic", "exception", "Exception");
    private static final Set<String> WARNINGS = Set.of("WARN", "WARNING");
    private static final Set<String> WARNINGS_BEFORE_COLON = Set.of("warning", "Warning", "warn");
    private static final Set<String> PASSED = Set.of("PASS", "PASSED", "✓", "✔", "[OK]");
    private static final Set<String> FAILED =
            Set.of("FAIL", "FAILED", "FAILURE", "FAILURES", "✗", "✘", "✕", "[FAIL]", "[FAILED]");
    private static final Set<String> LEVELS = Set.of("INFO", "DEBUG", "TRACE", "NOTICE");
    private static final Set<String> METHODS =
            Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    private static final Set<String> SOURCES =
            Pattern.compile("\\s+")
                    .splitAsStream(
                            """
                            java kt kts scala groovy go rs py pyi js mjs cjs ts mts tsx jsx vue svelte \
                            c h cc cpp cxx hh hpp m mm cs fs vb rb php swift sh bash zsh sql html htm \
                            css scss less xml json yaml yml toml ini cfg conf md rst txt gradle mk \
                            cmake lua pl pm ex exs erl hs ml mli clj cljs dart zig nim r jl proto tf \
                            hcl properties log tex nix\
                            """)
                    .collect(Collectors.toUnmodifiableSet());

    private int oldLinesLeft;
    private int newLinesLeft;
    private final List<Accent> found = new ArrayList<>();
    private String text = "";

    /// Where reading has to begin for a line to be known right.
    static long before(long line) {
        return Math.max(0, line - LINES_BEFORE);
    }

    /// Forgets what came before.
    void reset() {
        oldLinesLeft = 0;
        newLinesLeft = 0;
    }

    /// What stands out in the next line: ascending, not overlapping.
    List<Accent> accents(String line) {
        text = line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS);
        found.clear();
        if (!text.isEmpty() && !difference()) {
            words();
        }
        if (found.isEmpty()) {
            return List.of();
        }
        found.sort(Comparator.comparingInt(Accent::start));
        return List.copyOf(found);
    }

    /// Whether the accents say that something failed.
    static boolean isError(List<Accent> accents) {
        return accents.stream()
                .anyMatch(each -> each.kind() == Kind.ERROR || each.kind() == Kind.FAILED);
    }

    // Differences.

    private boolean difference() {
        if (oldLinesLeft > 0 || newLinesLeft > 0) {
            return hunkLine();
        }
        if (text.startsWith("@@ -")) {
            int end = text.indexOf(" @@", 4);
            if (end > 0 && hunkHead(text.substring(4, end))) {
                found.add(Accent.of(0, end + 3, Kind.HUNK));
                return true;
            }
        }
        if (text.startsWith("diff --git ") || (text.startsWith("index ") && isIndexLine())) {
            whole(Kind.QUIET);
            return true;
        }
        if (text.startsWith("+++ ") || (text.startsWith("--- ") && !isGoTest())) {
            whole(Kind.QUIET);
            return true;
        }
        return false;
    }

    private boolean isGoTest() {
        return text.startsWith("--- PASS:")
                || text.startsWith("--- FAIL:")
                || text.startsWith("--- SKIP:")
                || text.endsWith("---");
    }

    private boolean isIndexLine() {
        int dots = text.indexOf("..");
        return dots > 6 && dots < 60 && isHexadecimal(text, 6, dots);
    }

    /// `1,5 +2,7`: how many lines of the old and the new follow.
    private boolean hunkHead(String ranges) {
        int plus = ranges.indexOf(" +");
        if (plus < 0) {
            return false;
        }
        int before = countOf(ranges.substring(0, plus));
        int after = countOf(ranges.substring(plus + 2));
        if (before < 0 || after < 0) {
            return false;
        }
        oldLinesLeft = before;
        newLinesLeft = after;
        return true;
    }

    private static int countOf(String range) {
        int comma = range.indexOf(',');
        String number = comma < 0 ? "1" : range.substring(comma + 1);
        boolean digits =
                !number.isEmpty()
                        && number.length() < 8
                        && number.chars().allMatch(c -> c >= '0' && c <= '9')
                        && range.chars().allMatch(c -> c == ',' || (c >= '0' && c <= '9'));
        return digits ? Integer.parseInt(number) : -1;
    }

    private boolean hunkLine() {
        switch (text.charAt(0)) {
            case '+' -> {
                newLinesLeft--;
                whole(Kind.ADDED);
            }
            case '-' -> {
                oldLinesLeft--;
                whole(Kind.REMOVED);
            }
            case ' ' -> {
                oldLinesLeft--;
                newLinesLeft--;
            }
            case '\\' -> whole(Kind.QUIET);
            default -> {
                // Something else was printed in between: it was no difference, or it ended early.
                reset();
                return false;
            }
        }
        return true;
    }

    private void whole(Kind kind) {
        found.add(Accent.of(0, text.length(), kind));
    }

    // Words.

    private void words() {
        int at = leadingTime();
        boolean timed = at > 0;
        int word = 0;
        while (at < text.length()) {
            if (text.charAt(at) == ' ') {
                at++;
                continue;
            }
            int end = text.indexOf(' ', at);
            end = end < 0 ? text.length() : end;
            word(at, end, word, timed);
            at = end;
            word++;
        }
    }

    /// A time that the line begins with, in brackets or not. Returns the index behind it.
    private int leadingTime() {
        int start = 0;
        while (start < text.length() && (text.charAt(start) == ' ' || text.charAt(start) == '[')) {
            start++;
        }
        int end = start;
        int digits = 0;
        int signs = 0;
        while (end < text.length() && end - start < 40) {
            char unit = text.charAt(end);
            if (unit >= '0' && unit <= '9') {
                digits++;
            } else if (unit == ':') {
                signs++;
            } else if (!isTimeUnit(end)) {
                break;
            }
            end++;
        }
        while (end > start && !Character.isLetterOrDigit(text.charAt(end - 1))) {
            end--;
        }
        boolean time = signs >= 2 && digits >= 5;
        if (!time) {
            return 0;
        }
        if (text.startsWith(" AM", end) || text.startsWith(" PM", end)) {
            end += 3;
        }
        if (end < text.length() && text.charAt(end) == ']') {
            end++;
        }
        boolean alone = end == text.length() || !Character.isLetterOrDigit(text.charAt(end));
        if (!alone) {
            return 0;
        }
        found.add(Accent.of(0, end, Kind.QUIET));
        return end;
    }

    private boolean isTimeUnit(int index) {
        char unit = text.charAt(index);
        boolean inDate = unit == '-' || unit == '/' || unit == '.' || unit == ',' || unit == '+';
        boolean letter = unit == 'T' || unit == 'Z';
        boolean beforeDigit =
                index + 1 < text.length()
                        && text.charAt(index + 1) >= '0'
                        && text.charAt(index + 1) <= '9';
        return unit == 'Z' || ((inDate || letter || unit == ' ') && beforeDigit);
    }

    private void word(int start, int end, int number, boolean timed) {
        int address = addressIn(start, end);
        if (address >= 0) {
            addAddress(address, end);
            return;
        }
        int from = start;
        while (from < end && "([{\"'`<".indexOf(text.charAt(from)) >= 0 && !isSign(from, end)) {
            from++;
        }
        int to = end;
        while (to > from && ")]}\"'`>,;.".indexOf(text.charAt(to - 1)) >= 0 && !isSign(from, to)) {
            to--;
        }
        if (to <= from || place(from, to) || pythonPlace(start, end)) {
            return;
        }
        plainWord(from, to, number, timed);
    }

    private boolean isSign(int from, int to) {
        String word = text.substring(from, to);
        return PASSED.contains(word) || FAILED.contains(word);
    }

    private void plainWord(int from, int end, int number, boolean timed) {
        boolean colon = text.charAt(end - 1) == ':';
        int to = colon ? end - 1 : end;
        String word = text.substring(from, to);
        if (ERRORS.contains(word)
                || (colon && (ERRORS_BEFORE_COLON.contains(word) || isException(word)))
                || word.startsWith("error[")) {
            add(from, to, Kind.ERROR);
        } else if (WARNINGS.contains(word) || (colon && WARNINGS_BEFORE_COLON.contains(word))) {
            add(from, to, Kind.WARNING);
        } else if (PASSED.contains(word)) {
            add(markStart(from), end, Kind.PASSED);
        } else if (FAILED.contains(word)) {
            add(markStart(from), end, Kind.FAILED);
        } else if (number == 0 && word.equals("ok") && isResult(to)) {
            add(from, to, Kind.PASSED);
        } else if (number == 0 && word.equals("not") && text.startsWith(" ok ", to)) {
            add(from, to + 3, Kind.FAILED);
        } else if (number == 0 && text.startsWith("=== ", from)) {
            add(from, Math.min(text.length(), from + 9), Kind.QUIET);
        } else if (timed && LEVELS.contains(word)) {
            add(from, to, Kind.QUIET);
        } else if (METHODS.contains(word)) {
            status(end);
        } else if (number == 0 && word.equals("Traceback")) {
            add(from, to, Kind.ERROR);
        }
    }

    private void add(int start, int end, Kind kind) {
        boolean free = found.stream().noneMatch(each -> start < each.end() && end > each.start());
        if (free) {
            found.add(Accent.of(start, end, kind));
        }
    }

    /// `--- FAIL:` is one sign.
    private int markStart(int from) {
        return from >= 4 && text.startsWith("--- ", from - 4) ? from - 4 : from;
    }

    /// `ok package 0.1s` of Go, `ok 12 - name` of TAP; not the word in a sentence.
    private boolean isResult(int end) {
        return end < text.length()
                && (text.startsWith("  ", end)
                        || (text.charAt(end) == ' '
                                && end + 1 < text.length()
                                && Character.isDigit(text.charAt(end + 1))));
    }

    private static boolean isException(String word) {
        boolean named = word.endsWith("Error") || word.endsWith("Exception");
        return named && word.chars().allMatch(c -> Character.isJavaIdentifierPart(c) || c == '.');
    }

    /// The status of an answered request: `GET /path HTTP/1.1" 503`.
    private void status(int end) {
        int at = end;
        for (int skipped = 0; skipped < 3 && at < text.length(); skipped++) {
            int start = at;
            while (start < text.length() && text.charAt(start) == ' ') {
                start++;
            }
            int to = start;
            while (to < text.length() && text.charAt(to) != ' ') {
                to++;
            }
            if (to - start == 3 && skipped > 0 && isNumber(start, to)) {
                char kind = text.charAt(start);
                if (kind == '5') {
                    add(start, to, Kind.ERROR);
                } else if (kind == '4') {
                    add(start, to, Kind.WARNING);
                }
                return;
            }
            at = to;
        }
    }

    // Links.

    private int addressIn(int start, int end) {
        int at = text.indexOf("://", start);
        if (at < 0 || at >= end) {
            return -1;
        }
        for (String scheme : List.of("https", "http")) {
            if (at - scheme.length() >= start && text.startsWith(scheme, at - scheme.length())) {
                return at - scheme.length();
            }
        }
        return -1;
    }

    private void addAddress(int start, int end) {
        int to = start;
        while (to < end && "\"'<>`|\\^{}".indexOf(text.charAt(to)) < 0) {
            to++;
        }
        while (to > start
                && ".,;:!?)]".indexOf(text.charAt(to - 1)) >= 0
                && !isClosing(start, to)) {
            to--;
        }
        String address = text.substring(start, to);
        if (address.endsWith("://")) {
            return;
        }
        found.add(new Accent(start, to, Kind.LINK, Optional.of(new LinkTarget.Address(address))));
    }

    /// A closing parenthesis that the address itself opened.
    private boolean isClosing(int start, int end) {
        return text.charAt(end - 1) == ')'
                && text.substring(start, end - 1).chars().filter(c -> c == '(').count()
                        > text.substring(start, end - 1).chars().filter(c -> c == ')').count();
    }

    /// `path:12`, `path:12:5`, also behind an opening parenthesis and before a colon.
    private boolean place(int from, int to) {
        int colon = from;
        while (true) {
            colon = text.indexOf(':', colon);
            if (colon < 0 || colon >= to - 1) {
                return false;
            }
            int digits = endOfNumber(colon + 1, to);
            int start = text.lastIndexOf('(', colon);
            start = start < from ? from : start + 1;
            if (digits > colon + 1 && digits - colon < 9 && isPath(start, colon)) {
                int end = digits;
                if (end < to && text.charAt(end) == ':' && endOfNumber(end + 1, to) > end + 1) {
                    end = endOfNumber(end + 1, to);
                }
                int line = Integer.parseInt(text.substring(colon + 1, digits));
                found.add(
                        new Accent(
                                start,
                                end,
                                Kind.LINK,
                                Optional.of(
                                        new LinkTarget.Place(text.substring(start, colon), line))));
                return true;
            }
            colon++;
        }
    }

    /// `File "path", line 12`
    private boolean pythonPlace(int start, int end) {
        boolean quoted =
                text.charAt(start) == '"' && start >= 5 && text.startsWith("File ", start - 5);
        int close = quoted ? text.indexOf('"', start + 1) : -1;
        String between = "\", line ";
        if (close < 0 || close > end + 256 || !text.startsWith(between, close)) {
            return false;
        }
        int digits = close + between.length();
        int to = endOfNumber(digits, text.length());
        if (to == digits || to - digits > 7) {
            return false;
        }
        found.add(
                new Accent(
                        start + 1,
                        close,
                        Kind.LINK,
                        Optional.of(
                                new LinkTarget.Place(
                                        text.substring(start + 1, close),
                                        Integer.parseInt(text.substring(digits, to))))));
        return true;
    }

    private boolean isPath(int start, int end) {
        if (end - start < 2 || end - start > 512) {
            return false;
        }
        boolean letter = false;
        for (int index = start; index < end; index++) {
            char unit = text.charAt(index);
            letter |= Character.isLetter(unit);
            if (!Character.isLetterOrDigit(unit) && "._-/~+@$%#[]\\".indexOf(unit) < 0) {
                return false;
            }
        }
        String path = text.substring(start, end);
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        int dot = name.lastIndexOf('.');
        String extension = dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
        if (!letter) {
            return false;
        }
        return SOURCES.contains(extension)
                || name.equals("Makefile")
                || name.equals("Dockerfile")
                || (slash >= 0 && dot > 0 && Character.isLetter(name.charAt(0)));
    }

    private int endOfNumber(int from, int to) {
        int end = from;
        while (end < to && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    private boolean isNumber(int from, int to) {
        return endOfNumber(from, to) == to;
    }

    private static boolean isHexadecimal(String text, int from, int to) {
        return text.substring(from, to).chars().allMatch(c -> Character.digit(c, 16) >= 0);
    }
}
