package dev.countersign.ui.output;

import dev.countersign.ui.output.PageLine.Difference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// How the lines of two outputs stand to each other, and in which rows they are shown side by side.
/// Immutable and pure.
///
/// Lines that occur once in both hold the two together (a patience difference); between them small
/// stretches are compared line by line, and a large one that nothing holds together counts as
/// changed as a whole. So time and memory are bounded whatever is compared.
final class LineDifference {
    /// Product of two lengths up to which a stretch is compared line by line.
    private static final long MOST_CELLS = 1_000_000;

    /// Lines that are the same, or lines of one side in the place of others.
    record Segment(int leftStart, int leftCount, int rightStart, int rightCount, boolean same) {
        int rows() {
            return Math.max(leftCount, rightCount);
        }
    }

    private record Stretch(int leftStart, int leftEnd, int rightStart, int rightEnd) {}

    private final List<Segment> segments;
    private final long[] rowStarts;
    private final long rows;

    private LineDifference(List<Segment> segments) {
        this.segments = List.copyOf(segments);
        rowStarts = new long[segments.size()];
        long row = 0;
        for (int place = 0; place < rowStarts.length; place++) {
            rowStarts[place] = row;
            row += segments.get(place).rows();
        }
        rows = row;
    }

    /// Compares by hashes of lines.
    static LineDifference of(long[] left, long[] right) {
        return new LineDifference(new Finder(left, right).segments());
    }

    List<Segment> segments() {
        return segments;
    }

    long rows() {
        return rows;
    }

    /// How many stretches differ.
    long count() {
        return segments.stream().filter(segment -> !segment.same()).count();
    }

    /// The first row of the difference after (or before) a row.
    OptionalLong next(long row, boolean forwards) {
        OptionalLong found = OptionalLong.empty();
        for (int place = 0; place < rowStarts.length; place++) {
            if (segments.get(place).same()) {
                continue;
            }
            if (forwards && rowStarts[place] > row) {
                return OptionalLong.of(rowStarts[place]);
            }
            if (!forwards && rowStarts[place] < row) {
                found = OptionalLong.of(rowStarts[place]);
            }
        }
        return found;
    }

    /// Which line of one side stands in which row.
    RowMap side(boolean left) {
        return new Side(left);
    }

    private final class Side implements RowMap {
        private final boolean left;

        Side(boolean left) {
            this.left = left;
        }

        @Override
        public long rows() {
            return rows;
        }

        @Override
        public OptionalLong lineAt(long row) {
            int place = place(row);
            if (place < 0) {
                return OptionalLong.empty();
            }
            long offset = row - rowStarts[place];
            Segment segment = segments.get(place);
            return offset < count(segment)
                    ? OptionalLong.of(start(segment) + offset)
                    : OptionalLong.empty();
        }

        @Override
        public Difference difference(long row) {
            int place = place(row);
            if (place < 0 || segments.get(place).same()) {
                return Difference.SAME;
            }
            return lineAt(row).isPresent() ? Difference.CHANGED : Difference.MISSING;
        }

        @Override
        public long rowOf(long line) {
            int low = 0;
            int high = segments.size() - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (start(segments.get(middle)) <= line) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return segments.isEmpty() ? 0 : rowStarts[low] + line - start(segments.get(low));
        }

        private int start(Segment segment) {
            return left ? segment.leftStart() : segment.rightStart();
        }

        private int count(Segment segment) {
            return left ? segment.leftCount() : segment.rightCount();
        }
    }

    private int place(long row) {
        if (row < 0 || row >= rows) {
            return -1;
        }
        int found = Arrays.binarySearch(rowStarts, row);
        return found >= 0 ? found : -found - 2;
    }

    private static final class Finder {
        private final long[] left;
        private final long[] right;

        /// For each line of the left side its equal on the right, or -1.
        private final int[] equal;

        Finder(long[] left, long[] right) {
            this.left = left;
            this.right = right;
            equal = new int[left.length];
            Arrays.fill(equal, -1);
        }

        List<Segment> segments() {
            Deque<Stretch> open = new ArrayDeque<>();
            open.push(new Stretch(0, left.length, 0, right.length));
            while (!open.isEmpty()) {
                compare(open.pop(), open);
            }
            return collected();
        }

        private void compare(Stretch whole, Deque<Stretch> open) {
            Stretch rest = withoutEnds(whole);
            int lefts = rest.leftEnd() - rest.leftStart();
            int rights = rest.rightEnd() - rest.rightStart();
            if (lefts == 0 || rights == 0) {
                return;
            }
            if ((long) lefts * rights <= MOST_CELLS) {
                compareAll(rest);
                return;
            }
            List<int[]> anchors = anchors(rest);
            int fromLeft = rest.leftStart();
            int fromRight = rest.rightStart();
            for (int[] anchor : anchors) {
                equal[anchor[0]] = anchor[1];
                open.push(new Stretch(fromLeft, anchor[0], fromRight, anchor[1]));
                fromLeft = anchor[0] + 1;
                fromRight = anchor[1] + 1;
            }
            if (!anchors.isEmpty()) {
                open.push(new Stretch(fromLeft, rest.leftEnd(), fromRight, rest.rightEnd()));
            }
        }

        private Stretch withoutEnds(Stretch whole) {
            int leftStart = whole.leftStart();
            int rightStart = whole.rightStart();
            int leftEnd = whole.leftEnd();
            int rightEnd = whole.rightEnd();
            while (leftStart < leftEnd
                    && rightStart < rightEnd
                    && left[leftStart] == right[rightStart]) {
                equal[leftStart++] = rightStart++;
            }
            while (leftStart < leftEnd
                    && rightStart < rightEnd
                    && left[leftEnd - 1] == right[rightEnd - 1]) {
                equal[--leftEnd] = --rightEnd;
            }
            return new Stretch(leftStart, leftEnd, rightStart, rightEnd);
        }

        /// The longest common sequence, by the table of its lengths.
        private void compareAll(Stretch rest) {
            int lefts = rest.leftEnd() - rest.leftStart();
            int rights = rest.rightEnd() - rest.rightStart();
            int[][] lengths = new int[lefts + 1][rights + 1];
            for (int l = lefts - 1; l >= 0; l--) {
                for (int r = rights - 1; r >= 0; r--) {
                    lengths[l][r] =
                            left[rest.leftStart() + l] == right[rest.rightStart() + r]
                                    ? lengths[l + 1][r + 1] + 1
                                    : Math.max(lengths[l + 1][r], lengths[l][r + 1]);
                }
            }
            int l = 0;
            int r = 0;
            while (l < lefts && r < rights) {
                if (left[rest.leftStart() + l] == right[rest.rightStart() + r]) {
                    equal[rest.leftStart() + l++] = rest.rightStart() + r++;
                } else if (lengths[l + 1][r] >= lengths[l][r + 1]) {
                    l++;
                } else {
                    r++;
                }
            }
        }

        /// Lines that occur once on both sides, as many as keep their order.
        private List<int[]> anchors(Stretch rest) {
            Map<Long, int[]> seen = new HashMap<>();
            for (int l = rest.leftStart(); l < rest.leftEnd(); l++) {
                int[] places = seen.computeIfAbsent(left[l], _ -> new int[] {0, -1, 0, -1});
                places[0]++;
                places[1] = l;
            }
            for (int r = rest.rightStart(); r < rest.rightEnd(); r++) {
                int[] places = seen.get(right[r]);
                if (places != null) {
                    places[2]++;
                    places[3] = r;
                }
            }
            List<int[]> pairs = new ArrayList<>();
            for (int l = rest.leftStart(); l < rest.leftEnd(); l++) {
                int[] places = seen.get(left[l]);
                if (places != null && places[0] == 1 && places[2] == 1) {
                    pairs.add(new int[] {l, places[3]});
                }
            }
            return longestAscending(pairs);
        }

        private static List<int[]> longestAscending(List<int[]> pairs) {
            int[] tails = new int[pairs.size()];
            int[] before = new int[pairs.size()];
            int length = 0;
            for (int pair = 0; pair < pairs.size(); pair++) {
                int low = 0;
                int high = length;
                while (low < high) {
                    int middle = (low + high) >>> 1;
                    if (pairs.get(tails[middle])[1] < pairs.get(pair)[1]) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                before[pair] = low == 0 ? -1 : tails[low - 1];
                tails[low] = pair;
                length = Math.max(length, low + 1);
            }
            List<int[]> chosen = new ArrayList<>();
            for (int at = length == 0 ? -1 : tails[length - 1]; at >= 0; at = before[at]) {
                chosen.add(pairs.get(at));
            }
            return chosen.reversed();
        }

        private List<Segment> collected() {
            List<Segment> segments = new ArrayList<>();
            int l = 0;
            int r = 0;
            while (l < left.length || r < right.length) {
                int leftStart = l;
                int rightStart = r;
                while (l < left.length && equal[l] == r && equal[l] >= 0) {
                    l++;
                    r++;
                }
                if (l > leftStart) {
                    segments.add(
                            new Segment(
                                    leftStart, l - leftStart, rightStart, r - rightStart, true));
                    continue;
                }
                while (l < left.length && equal[l] < 0) {
                    l++;
                }
                r = l < left.length ? equal[l] : right.length;
                segments.add(
                        new Segment(leftStart, l - leftStart, rightStart, r - rightStart, false));
            }
            return segments;
        }
    }
}
