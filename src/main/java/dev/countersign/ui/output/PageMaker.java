package dev.countersign.ui.output;

import dev.countersign.ansi.Hyperlink;
import dev.countersign.ansi.TerminalScreen.Modes;
import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.recording.LineIndex;
import dev.countersign.recording.LineIndex.Moment;
import dev.countersign.recording.OutputActivity;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.Recording;
import dev.countersign.recording.ScreenIndex;
import dev.countersign.recording.StreamKind;
import dev.countersign.ui.output.Accent.Kind;
import dev.countersign.ui.output.OutputReader.Attention;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Wish;
import dev.countersign.ui.output.PageLine.Difference;
import dev.countersign.ui.output.PageLine.Hit;
import dev.countersign.ui.output.SearchQuery.TooCostly;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Reads the lines that are looked at and makes them ready to be drawn. Blocks on the disk;
/// confined to one thread.
final class PageMaker {
    private final Recording recording;
    private final LineIndex index;
    private final Supplier<UnaryOperator<RecordedLine>> masks;
    private final OutputHighlighter highlighter = new OutputHighlighter();

    PageMaker(Recording recording, LineIndex index, Supplier<UnaryOperator<RecordedLine>> masks) {
        this.recording = recording;
        this.index = index;
        this.masks = masks;
    }

    /// @param screen that of the terminal, where it had one
    Page page(Wish wish, OutputActivity activity, Optional<ScreenIndex> screen) throws IOException {
        Moment moment = wish.at().isPresent() ? index.momentAt(wish.at().get()) : index.now();
        Optional<Picture> picture = picture(wish, screen);
        long count =
                picture.map(drawn -> (long) drawn.lines().size())
                        .or(() -> wish.map().map(RowMap::rows))
                        .orElse(isPart(wish) ? recordedLines(moment) : moment.lines());
        long bytes = recording.totals().bytes();
        return new Page(
                wish.attention() == Attention.ROWS ? rows(wish, moment, count, picture) : List.of(),
                count,
                recording.totals(),
                recording.duration(),
                recording.isComplete(),
                index.isBehind() && bytes > 0 ? Math.min(1, (double) index.bytes() / bytes) : 1,
                wish.at(),
                activity,
                picture,
                screen.map(ScreenIndex::modes).orElse(Modes.USUAL),
                Optional.empty());
    }

    /// Whether the index has not come to the end of what somebody looks about in. They are told of
    /// all lines, so that the scroll bar stays where it is while it goes on.
    private boolean isPart(Wish wish) {
        return !wish.follow() && wish.at().isEmpty() && index.isBehind();
    }

    private long recordedLines(Moment moment) {
        return Math.max(moment.lines(), recording.totals().lines());
    }

    /// The end of an output that the index has not come to: while output floods in, lines are shown
    /// that it has not counted.
    ///
    /// @param taken how much of what is recorded the person is told to be taken in
    Page newest(Wish wish, OutputActivity activity, double taken) throws IOException {
        LineIndex.Newest newest = index.newest(2 * wish.rows() + LineMask.CONTEXT);
        return new Page(
                wish.attention() == Attention.ROWS ? newestLines(wish, newest) : List.of(),
                newest.lineCount(),
                recording.totals(),
                recording.duration(),
                recording.isComplete(),
                taken,
                wish.at(),
                activity,
                Optional.empty(),
                Modes.USUAL,
                Optional.empty());
    }

    private List<PageLine> newestLines(Wish wish, LineIndex.Newest newest) {
        UnaryOperator<RecordedLine> mask = masks.get();
        highlighter.reset();
        List<PageLine> lines = new ArrayList<>();
        for (RecordedLine line : newest.lines()) {
            lines.add(
                    pageLine(line.number(), Optional.of(mask.apply(line)), wish, Difference.SAME));
        }
        int wanted = Math.min(lines.size(), 2 * wish.rows());
        return lines.subList(lines.size() - wanted, lines.size());
    }

    private static Optional<Picture> picture(Wish wish, Optional<ScreenIndex> screen)
            throws IOException {
        boolean shown =
                switch (wish.surface()) {
                    case LINES -> false;
                    case SCREEN -> true;
                    case AUTOMATIC -> screen.filter(ScreenIndex::isAddressed).isPresent();
                };
        if (!shown || screen.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                wish.at().isPresent() ? screen.get().at(wish.at().get()) : screen.get().now());
    }

    private List<PageLine> rows(Wish wish, Moment moment, long count, Optional<Picture> picture)
            throws IOException {
        return picture.isPresent() ? drawn(wish, picture.get()) : lines(wish, moment, count);
    }

    /// The rows of a screen: what its program drew, without any ink of ours.
    private List<PageLine> drawn(Wish wish, Picture picture) {
        int count = picture.lines().size();
        int last = Math.max(0, count - wish.rows());
        int first = wish.follow() ? last : Math.clamp(wish.first(), 0, count - 1);
        Duration time = wish.at().orElseGet(recording::duration);
        Wish plain = wish.withoutInk();
        List<PageLine> rows = new ArrayList<>();
        UnaryOperator<RecordedLine> mask = masks.get();
        int from = Math.max(0, first - wish.rows());
        for (int row = (int) LineMask.before(from);
                row < Math.min(count, first + 2 * wish.rows());
                row++) {
            RecordedLine line =
                    mask.apply(
                            new RecordedLine(
                                    row, picture.lines().get(row), StreamKind.STDOUT, time));
            if (row >= from) {
                rows.add(pageLine(row, Optional.of(line), plain, Difference.SAME));
            }
        }
        return rows;
    }

    private List<PageLine> lines(Wish wish, Moment moment, long count) throws IOException {
        long last = Math.max(0, count - wish.rows());
        long first = wish.follow() ? last : Math.clamp(wish.first(), 0, Math.max(0, count - 1));
        long from = Math.max(0, first - wish.rows());
        long to = Math.min(count, first + 2L * wish.rows());
        if (wish.map().isPresent()) {
            return mapped(wish, wish.map().get(), from, to, moment);
        }
        List<PageLine> lines = new ArrayList<>();
        for (RecordedLine line : read(from, to, moment)) {
            if (line.number() >= from) {
                lines.add(pageLine(line.number(), Optional.of(line), wish, Difference.SAME));
            } else if (wish.highlight()) {
                highlighter.accents(line.line().text());
            }
        }
        return lines;
    }

    /// With the lines before them that tell what the first ones mean.
    private List<RecordedLine> read(long from, long to, Moment moment) throws IOException {
        UnaryOperator<RecordedLine> mask = masks.get();
        highlighter.reset();
        long start = Math.min(LineMask.before(from), OutputHighlighter.before(from));
        return index.lines(start, (int) (to - start), moment).stream().map(mask).toList();
    }

    private List<PageLine> mapped(Wish wish, RowMap map, long from, long to, Moment moment)
            throws IOException {
        long firstLine = Long.MAX_VALUE;
        long lastLine = -1;
        for (long row = from; row < to; row++) {
            OptionalLong line = map.lineAt(row);
            if (line.isPresent()) {
                firstLine = Math.min(firstLine, line.getAsLong());
                lastLine = Math.max(lastLine, line.getAsLong());
            }
        }
        Map<Long, RecordedLine> byNumber = new HashMap<>();
        if (lastLine >= 0) {
            read(firstLine, lastLine + 1, moment)
                    .forEach(line -> byNumber.put(line.number(), line));
        }
        List<PageLine> lines = new ArrayList<>();
        for (long row = from; row < to; row++) {
            OptionalLong number = map.lineAt(row);
            Optional<RecordedLine> line =
                    number.isPresent()
                            ? Optional.ofNullable(byNumber.get(number.getAsLong()))
                            : Optional.empty();
            lines.add(pageLine(row, line, wish, map.difference(row)));
        }
        return lines;
    }

    private PageLine pageLine(
            long row, Optional<RecordedLine> line, Wish wish, Difference difference) {
        String text = line.map(each -> each.line().text()).orElse("");
        List<Accent> accents = wish.highlight() ? highlighter.accents(text) : List.of();
        return new PageLine(
                row,
                line,
                withLinks(line, accents),
                wish.query().map(query -> hits(query, text)).orElse(List.of()),
                Wrapping.parts(text, wish.wrapColumns()),
                difference);
    }

    /// A query that is too costly is told of by the search; here it marks nothing.
    private static List<Hit> hits(SearchQuery query, String text) {
        try {
            return query.hits(text);
        } catch (TooCostly _) {
            return List.of();
        }
    }

    /// What the program itself marked as a link comes before what looks like one.
    private static List<Accent> withLinks(Optional<RecordedLine> line, List<Accent> accents) {
        List<Hyperlink> links = line.map(each -> each.line().links()).orElse(List.of());
        if (links.isEmpty()) {
            return accents;
        }
        List<Accent> all = new ArrayList<>();
        for (Hyperlink link : links) {
            all.add(
                    new Accent(
                            link.start(),
                            link.end(),
                            Kind.LINK,
                            Optional.of(LinkTarget.of(link.target()))));
        }
        accents.stream()
                .filter(accent ->
                        links.stream()
                                .noneMatch(link ->
                                        accent.start() < link.end() && accent.end() > link.start()))
                .forEach(all::add);
        all.sort(Comparator.comparingInt(Accent::start));
        return all;
    }
}
