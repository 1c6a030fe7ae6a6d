package dev.countersign.journal;

import dev.countersign.journal.Verification.Fault;
import dev.countersign.journal.Verification.Kind;
import dev.countersign.journal.Verification.OutsideHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Looks through a journal for any change, and says where it is. Changes nothing, so that it can be
/// done while a console writes. Confined to its caller; blocks.
public final class JournalVerifier {
    /// More faults are counted, not told.
    static final int MOST_FAULTS = 1_000;

    private static final int LINES_BETWEEN_NEWS = 5_000;

    private final Path folder;
    private final Optional<String> outsideHead;
    private final StoredHistory.Progress progress;
    private final List<Fault> faults = new ArrayList<>();

    /// Events that were passed over, and the file and line behind them.
    private final NavigableMap<Long, Behind> absent = new TreeMap<>();

    private final Map<Long, Fault> absentTexts = new LinkedHashMap<>();
    private final Map<Long, String> callsOfAbsentTexts = new LinkedHashMap<>();
    private final Set<String> deletedCalls = new HashSet<>();
    private long moreFaults;

    private record Behind(String file, long line) {}

    private long lines;
    private long expected = 1;
    private String head = JournalLine.GENESIS;

    /// Whether the line before is known to be wrong, so that the next need not follow it.
    private boolean broken;

    private String fileBefore = "";
    private long lineBefore;
    private Optional<OutsideHead.Found> found = Optional.empty();

    private JournalVerifier(
            Path folder, Optional<String> outsideHead, StoredHistory.Progress progress) {
        this.folder = folder;
        this.outsideHead = outsideHead;
        this.progress = progress;
    }

    /// Looks through all of it.
    ///
    /// @param head a hash that was kept elsewhere, to be looked for
    public static Verification verify(
            Path journal, Optional<String> head, StoredHistory.Progress progress)
            throws JournalException {
        try {
            JournalFormat.checkForReading(journal);
            return new JournalVerifier(journal, head, progress).verify();
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException("The journal cannot be read: " + e.getMessage(), e);
        }
    }

    private Verification verify() throws IOException {
        long all = JournalFiles.lastSequence(folder);
        boolean unfinished = false;
        List<Path> segments = JournalFiles.segments(folder);
        for (int i = 0; i < segments.size(); i++) {
            checkNumber(segments.get(i), i + 1);
            boolean cut = readSegment(segments.get(i), all);
            boolean last = i == segments.size() - 1;
            if (cut && !last) {
                add(
                        Kind.CHANGED,
                        name(segments.get(i)),
                        lineBefore + 1,
                        expected,
                        "its last line is cut off");
                broken = true;
            }
            unfinished |= cut && last;
        }
        progress.at(lines, Math.max(all, lines));
        tellAbsent();
        absentTexts.forEach((sequence, fault) -> {
            if (!deletedCalls.contains(callsOfAbsentTexts.get(sequence))) {
                add(fault.kind(), fault.file(), fault.line(), sequence, fault.words());
            }
        });
        return new Verification(lines, head, faults, moreFaults, unfinished, outside());
    }

    private Optional<OutsideHead> outside() {
        if (outsideHead.isEmpty()) {
            return Optional.empty();
        }
        if (outsideHead.get().equals(JournalLine.GENESIS)) {
            return Optional.of(new OutsideHead.Found(0, lines));
        }
        return Optional.of(
                found.<OutsideHead>map(place ->
                                new OutsideHead.Found(place.sequence(), lines - place.linesAfter()))
                        .orElseGet(OutsideHead.Missing::new));
    }

    private void checkNumber(Path segment, int wanted) {
        int number = JournalFiles.numberOf(segment);
        boolean firstGap = wanted == 1 ? number != 1 : !Files.exists(previous(segment, number));
        if (firstGap) {
            add(Kind.MISSING, "%06d.jsonl".formatted(number - 1), 0, expected, "the file is gone");
        }
    }

    private static Path previous(Path segment, int number) {
        return segment.resolveSibling("%06d.jsonl".formatted(number - 1));
    }

    /// Returns whether its last line is cut off.
    private boolean readSegment(Path segment, long all) throws IOException {
        long number = 0;
        long readUpTo = 0;
        try (LineReader reader = new LineReader(segment, 0);
                TextReader texts = new TextReader(JournalFiles.textsBeside(segment), 0)) {
            while (reader.next()) {
                number++;
                lines++;
                look(segment, number, reader, texts);
                fileBefore = name(segment);
                lineBefore = number;
                readUpTo = reader.offset();
                if (lines % LINES_BETWEEN_NEWS == 0) {
                    progress.at(lines, Math.max(all, lines));
                }
            }
        }
        lineBefore = number;
        return readUpTo < Files.size(segment);
    }

    private void look(Path segment, long number, LineReader reader, TextReader texts)
            throws IOException {
        JournalLine line;
        try {
            line = JournalLine.decode(reader.text());
        } catch (IllegalArgumentException e) {
            long sequence = Math.max(0, reader.sequence());
            add(Kind.CHANGED, name(segment), number, sequence, String.valueOf(e.getMessage()));
            expected++;
            broken = true;
            return;
        }
        boolean inPlace = line.sequence() >= expected;
        checkPlace(segment, number, line);
        if (inPlace) {
            // The texts stand in the order of the events: those of a moved line are behind already.
            checkTexts(segment, line, reader, texts);
        }
        head = line.hash();
        if (outsideHead.filter(head::equals).isPresent()) {
            found = Optional.of(new OutsideHead.Found(line.sequence(), lines));
        }
    }

    private void checkPlace(Path segment, long number, JournalLine line) {
        long sequence = line.sequence();
        if (sequence < expected) {
            boolean wasMissed = absent.remove(sequence) != null;
            add(
                    Kind.MOVED,
                    name(segment),
                    number,
                    sequence,
                    wasMissed
                            ? "it stands behind event %d".formatted(expected - 1)
                            : "it stands there again");
            broken = true;
            return;
        }
        boolean follows = line.previous().equals(head);
        if (sequence > expected) {
            for (long missed = expected;
                    missed < sequence && absent.size() < MOST_FAULTS;
                    missed++) {
                absent.put(missed, new Behind(name(segment), number));
            }
        } else if (!follows && !broken) {
            boolean first = lines == 1;
            add(
                    first ? Kind.MISSING : Kind.REWRITTEN,
                    first ? name(segment) : fileBefore,
                    first ? number : lineBefore,
                    first ? sequence : sequence - 1,
                    first
                            ? "it does not begin a journal"
                            : "the line behind it was written after another one");
        }
        broken = false;
        expected = sequence + 1;
    }

    private void checkTexts(Path segment, JournalLine line, LineReader reader, TextReader texts)
            throws IOException {
        if (line.facts().path("event").asString("").equals("deleted")
                && line.facts().path("what").asString("").equals("everything")) {
            deletedCalls.add(reader.call());
        }
        String file = name(JournalFiles.textsBeside(segment));
        switch (texts.texts(line).state()) {
            case WHOLE -> {}
            case CHANGED ->
                    add(
                            Kind.TEXT_CHANGED,
                            file,
                            0,
                            line.sequence(),
                            "a text is not the one that was written");
            case DELETED -> {
                if (absentTexts.size() < 100_000) {
                    absentTexts.put(
                            line.sequence(),
                            new Fault(
                                    Kind.TEXT_MISSING,
                                    file,
                                    0,
                                    line.sequence(),
                                    "its texts are gone and nobody deleted them"));
                    callsOfAbsentTexts.put(line.sequence(), reader.call());
                }
            }
        }
    }

    /// Tells what is missing as ranges.
    private void tellAbsent() {
        long start = -1;
        long end = -1;
        for (long sequence : absent.keySet()) {
            if (sequence != end + 1 || start < 0) {
                tellRange(start, end);
                start = sequence;
            }
            end = sequence;
        }
        tellRange(start, end);
    }

    private void tellRange(long start, long end) {
        if (start < 0) {
            return;
        }
        Behind behind = absent.get(start);
        add(
                Kind.MISSING,
                behind == null ? "" : behind.file(),
                behind == null ? 0 : behind.line(),
                start,
                start == end
                        ? "event %d is gone".formatted(start)
                        : "events %d to %d are gone".formatted(start, end));
    }

    private void add(Kind kind, String file, long line, long sequence, String words) {
        if (faults.size() >= MOST_FAULTS) {
            moreFaults++;
            return;
        }
        faults.add(new Fault(kind, file, line, sequence, words));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
