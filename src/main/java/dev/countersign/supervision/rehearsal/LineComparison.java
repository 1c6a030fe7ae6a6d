package dev.countersign.supervision.rehearsal;

import dev.countersign.supervision.rehearsal.FileDifference.Kind;
import dev.countersign.supervision.rehearsal.FileDifference.Line;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The fewest lines to remove and add between two texts: E. W. Myers, 'An O(ND) Difference
/// Algorithm and Its Variations' (1986). Time and memory are bounded by the number of edits that
/// are searched for; texts further apart count as replaced whole. Pure.
final class LineComparison {
    private final List<String> old;
    private final List<String> fresh;
    private final int mostEdits;
    private final int head;
    private final int tail;

    LineComparison(List<String> old, List<String> fresh, int mostEdits) {
        this.old = old;
        this.fresh = fresh;
        this.mostEdits = mostEdits;
        int shorter = Math.min(old.size(), fresh.size());
        int same = 0;
        while (same < shorter && old.get(same).equals(fresh.get(same))) {
            same++;
        }
        head = same;
        int end = 0;
        while (end < shorter - head
                && old.get(old.size() - 1 - end).equals(fresh.get(fresh.size() - 1 - end))) {
            end++;
        }
        tail = end;
    }

    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (int at = 0; at < head; at++) {
            lines.add(new Line(Kind.SAME, at + 1, at + 1, old.get(at)));
        }
        middle(lines);
        for (int at = tail; at > 0; at--) {
            int before = old.size() - at;
            int after = fresh.size() - at;
            lines.add(new Line(Kind.SAME, before + 1, after + 1, old.get(before)));
        }
        return lines;
    }

    private void middle(List<Line> lines) {
        int width = old.size() - head - tail;
        int height = fresh.size() - head - tail;
        List<int[]> furthest = search(width, height);
        if (furthest.isEmpty()) {
            for (int x = 0; x < width; x++) {
                lines.add(removed(x));
            }
            for (int y = 0; y < height; y++) {
                lines.add(added(y));
            }
            return;
        }
        trace(furthest, width, height).forEach(lines::add);
    }

    private Line removed(int x) {
        return new Line(Kind.REMOVED, head + x + 1, 0, old.get(head + x));
    }

    private Line added(int y) {
        return new Line(Kind.ADDED, 0, head + y + 1, fresh.get(head + y));
    }

    /// For each number of edits how far each diagonal comes; empty beyond the limit.
    private List<int[]> search(int width, int height) {
        int most = Math.min(width + height, mostEdits);
        int[] reach = new int[2 * most + 3];
        int zero = most + 1;
        List<int[]> all = new ArrayList<>();
        for (int edits = 0; edits <= most; edits++) {
            all.add(reach.clone());
            for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
                int x = start(reach, zero, diagonal, edits);
                int y = x - diagonal;
                while (x < width && y < height && isSame(x, y)) {
                    x++;
                    y++;
                }
                reach[zero + diagonal] = x;
                if (x >= width && y >= height) {
                    return all;
                }
            }
        }
        return List.of();
    }

    private static int start(int[] reach, int zero, int diagonal, int edits) {
        boolean down =
                diagonal == -edits
                        || (diagonal != edits
                                && reach[zero + diagonal - 1] < reach[zero + diagonal + 1]);
        return down ? reach[zero + diagonal + 1] : reach[zero + diagonal - 1] + 1;
    }

    private boolean isSame(int x, int y) {
        return old.get(head + x).equals(fresh.get(head + y));
    }

    private Deque<Line> trace(List<int[]> all, int width, int height) {
        Deque<Line> lines = new ArrayDeque<>();
        int zero = (all.getFirst().length - 3) / 2 + 1;
        int x = width;
        int y = height;
        for (int edits = all.size() - 1; edits >= 0; edits--) {
            int[] reach = all.get(edits);
            int diagonal = x - y;
            int from = edits == 0 ? 0 : start(reach, zero, diagonal, edits);
            while (x > from && y > from - diagonal) {
                x--;
                y--;
                lines.addFirst(new Line(Kind.SAME, head + x + 1, head + y + 1, old.get(head + x)));
            }
            if (edits == 0) {
                break;
            }
            boolean down =
                    diagonal == -edits
                            || (diagonal != edits
                                    && reach[zero + diagonal - 1] < reach[zero + diagonal + 1]);
            if (down) {
                y--;
                lines.addFirst(added(y));
            } else {
                x--;
                lines.addFirst(removed(x));
            }
        }
        return lines;
    }
}
