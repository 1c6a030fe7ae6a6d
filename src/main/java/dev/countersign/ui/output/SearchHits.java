package dev.countersign.ui.output;

import java.util.Arrays;
import java.util.Optional;

/// Which lines hold what is searched for. Safe for several threads: a search adds, the view asks.
///
/// Of more than [#MOST_LINES] such lines the first are known by number and the rest is counted.
final class SearchHits {
    static final int MOST_LINES = 1_000_000;

    /// One hit: the line, and which one in it, from 0.
    record Place(long line, int ordinal) {}

    private long[] lines = new long[64];

    /// How many hits there are up to and with each line.
    private long[] upTo = new long[64];

    private int count;
    private long total;

    /// @param hits how many there are in the line, at least 1
    synchronized void add(long line, int hits) {
        total += hits;
        if (count == MOST_LINES) {
            return;
        }
        if (count == lines.length) {
            lines = Arrays.copyOf(lines, 2 * count);
            upTo = Arrays.copyOf(upTo, 2 * count);
        }
        lines[count] = line;
        upTo[count] = (count == 0 ? 0 : upTo[count - 1]) + hits;
        count++;
    }

    /// Forgets the hits of a line and of those behind it, which are to be searched again.
    synchronized void dropFrom(long line) {
        if (count == MOST_LINES) {
            return;
        }
        while (count > 0 && lines[count - 1] >= line) {
            count--;
        }
        total = count == 0 ? 0 : upTo[count - 1];
    }

    synchronized long total() {
        return total;
    }

    /// Whether more was found than can be stepped through.
    synchronized boolean isCut() {
        return count > 0 && total > upTo[count - 1];
    }

    /// The first hit at or after a line.
    synchronized Optional<Place> from(long line) {
        int place = search(line);
        return place < count ? Optional.of(new Place(lines[place], 0)) : Optional.empty();
    }

    /// The hit after one; behind the last it is the first again.
    synchronized Optional<Place> after(Place here) {
        int place = search(here.line());
        if (place < count && lines[place] == here.line()) {
            if (here.ordinal() + 1 < hitsOf(place)) {
                return Optional.of(new Place(here.line(), here.ordinal() + 1));
            }
            place++;
        }
        if (count == 0) {
            return Optional.empty();
        }
        return Optional.of(new Place(lines[place < count ? place : 0], 0));
    }

    /// The hit before one; before the first it is the last.
    synchronized Optional<Place> before(Place here) {
        if (count == 0) {
            return Optional.empty();
        }
        if (here.ordinal() > 0) {
            return Optional.of(new Place(here.line(), here.ordinal() - 1));
        }
        int place = search(here.line()) - 1;
        place = place < 0 ? count - 1 : place;
        return Optional.of(new Place(lines[place], hitsOf(place) - 1));
    }

    /// Its number among all, from 1.
    synchronized long number(Place here) {
        int place = search(here.line());
        return (place == 0 ? 0 : upTo[place - 1]) + here.ordinal() + 1;
    }

    /// Which of so many equal stretches of all lines hold a hit.
    synchronized boolean[] marks(int stretches, long lineCount) {
        boolean[] marks = new boolean[stretches];
        if (lineCount > 0 && stretches > 0) {
            for (int stretch = 0; stretch < stretches; stretch++) {
                long start = lineCount * stretch / stretches;
                long end = Math.max(start + 1, lineCount * (stretch + 1) / stretches);
                int place = search(start);
                marks[stretch] = place < count && lines[place] < end;
            }
        }
        return marks;
    }

    private int hitsOf(int place) {
        return (int) (upTo[place] - (place == 0 ? 0 : upTo[place - 1]));
    }

    private int search(long line) {
        int found = Arrays.binarySearch(lines, 0, count, line);
        return found >= 0 ? found : -found - 1;
    }
}
