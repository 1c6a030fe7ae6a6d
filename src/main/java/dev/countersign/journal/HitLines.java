package dev.countersign.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the lines in which the words of a query stand.
final class HitLines {
    private static final int MOST_LINES = 5;
    private static final int MOST_MARKS = 20;
    private static final int LONGEST_LINE = 300;
    private static final int BEFORE_FIRST_MARK = 80;

    private final Pattern words;

    HitLines(Pattern words) {
        this.words = words;
    }

    HistoryHit in(HistoryHit hit, CallTexts texts) {
        List<HitLine> lines = new ArrayList<>();
        find(HitLine.Where.COMMAND, texts.command(), 0, lines);
        find(HitLine.Where.SUMMARY, texts.summary(), 0, lines);
        find(HitLine.Where.NOTE, texts.note(), 0, lines);
        find(HitLine.Where.REASON, texts.reason(), 0, lines);
        String output = texts.output();
        find(HitLine.Where.OUTPUT, output.substring(0, texts.outputTail()), 0, lines);
        find(HitLine.Where.OUTPUT, output.substring(texts.outputTail()), texts.tailLine(), lines);
        return new HistoryHit(
                hit.number(),
                hit.id(),
                hit.receivedAt(),
                hit.agent(),
                hit.workspace(),
                hit.directory(),
                hit.command(),
                hit.summary(),
                hit.status(),
                hit.level(),
                hit.decision(),
                hit.decidedBy(),
                hit.waited(),
                hit.ran(),
                hit.exitCode(),
                hit.outputBytes(),
                hit.starred(),
                hit.note(),
                hit.outputKept(),
                hit.outputWhollyIndexed(),
                lines);
    }

    private void find(HitLine.Where where, String text, long firstLine, List<HitLine> lines) {
        Matcher matcher = words.matcher(text);
        long line = firstLine;
        int counted = 0;
        int from = 0;
        while (lines.size() < MOST_LINES && matcher.find(from)) {
            int start = text.lastIndexOf('\n', matcher.start()) + 1;
            int newline = text.indexOf('\n', matcher.start());
            int end = newline < 0 ? text.length() : newline;
            for (; counted < start; counted++) {
                line += text.charAt(counted) == '\n' ? 1 : 0;
            }
            lines.add(line(where, line, text.substring(start, end), matcher.start() - start));
            from = end;
        }
    }

    private HitLine line(HitLine.Where where, long number, String whole, int firstMark) {
        int start = whole.length() <= LONGEST_LINE ? 0 : Math.max(0, firstMark - BEFORE_FIRST_MARK);
        String text = whole.substring(start, Math.min(whole.length(), start + LONGEST_LINE));
        List<HitLine.Mark> marks = new ArrayList<>();
        Matcher matcher = words.matcher(text);
        while (marks.size() < MOST_MARKS && matcher.find()) {
            marks.add(new HitLine.Mark(matcher.start(), matcher.end()));
        }
        return new HitLine(where, number, text, marks);
    }
}
