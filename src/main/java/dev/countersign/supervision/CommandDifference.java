package dev.countersign.supervision;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The difference between a command that was asked for and the one that runs, word by word. Pure.
///
/// For example `logs -f` and `logs --tail=9 api`: the same `logs `, removed `-f`, added `--tail=9
/// api`, which [#marked()] writes as `logs [--f-]{+--tail=9 api+}`.
///
/// @param pieces in order; without the added ones they are the command before, without the removed
///   ones the command after
public record CommandDifference(List<Piece> pieces) {
    /// Above this many words on a side what lies between the first and the last difference counts
    /// as replaced whole: the comparison costs the product of both.
    private static final int MOST_WORDS = 1_500;

    private static final Pattern WORD = Pattern.compile("\\s+|[\\w./:=@%+~-]+|.", Pattern.DOTALL);

    /// What became of a stretch.
    public enum Kind {
        SAME,
        REMOVED,
        ADDED
    }

    /// A stretch of text.
    public record Piece(Kind kind, String text) {}

    public CommandDifference {
        pieces = List.copyOf(pieces);
    }

    public static CommandDifference of(String before, String after) {
        List<String> old = words(before);
        List<String> fresh = words(after);
        int head = 0;
        while (head < old.size() && head < fresh.size() && old.get(head).equals(fresh.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < old.size() - head
                && tail < fresh.size() - head
                && old.get(old.size() - 1 - tail).equals(fresh.get(fresh.size() - 1 - tail))) {
            tail++;
        }
        Pieces pieces = new Pieces();
        pieces.add(Kind.SAME, old.subList(0, head));
        compare(
                old.subList(head, old.size() - tail),
                fresh.subList(head, fresh.size() - tail),
                pieces);
        pieces.add(Kind.SAME, old.subList(old.size() - tail, old.size()));
        return new CommandDifference(pieces.list());
    }

    /// How many words were added or removed, blanks not counted.
    public long words(Kind kind) {
        return pieces.stream()
                .filter(piece -> piece.kind() == kind)
                .flatMap(piece -> words(piece.text()).stream())
                .filter(word -> !word.isBlank())
                .count();
    }

    /// In one text: `[-removed-]{+added+}`.
    public String marked() {
        StringBuilder text = new StringBuilder();
        for (Piece piece : pieces) {
            switch (piece.kind()) {
                case SAME -> text.append(piece.text());
                case REMOVED -> text.append("[-").append(piece.text()).append("-]");
                case ADDED -> text.append("{+").append(piece.text()).append("+}");
            }
        }
        return text.toString();
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    private static void compare(List<String> old, List<String> fresh, Pieces pieces) {
        if (old.size() > MOST_WORDS || fresh.size() > MOST_WORDS) {
            pieces.add(Kind.REMOVED, old);
            pieces.add(Kind.ADDED, fresh);
            return;
        }
        int[][] common = commonLengths(old, fresh);
        int at = 0;
        int to = 0;
        while (at < old.size() || to < fresh.size()) {
            if (at < old.size() && to < fresh.size() && old.get(at).equals(fresh.get(to))) {
                pieces.add(Kind.SAME, List.of(old.get(at)));
                at++;
                to++;
            } else if (to == fresh.size()
                    || (at < old.size() && common[at + 1][to] >= common[at][to + 1])) {
                pieces.add(Kind.REMOVED, List.of(old.get(at++)));
            } else {
                pieces.add(Kind.ADDED, List.of(fresh.get(to++)));
            }
        }
    }

    /// The length of the longest common subsequence of what follows each pair of places.
    private static int[][] commonLengths(List<String> old, List<String> fresh) {
        int[][] common = new int[old.size() + 1][fresh.size() + 1];
        for (int at = old.size() - 1; at >= 0; at--) {
            for (int to = fresh.size() - 1; to >= 0; to--) {
                common[at][to] =
                        old.get(at).equals(fresh.get(to))
                                ? common[at + 1][to + 1] + 1
                                : Math.max(common[at + 1][to], common[at][to + 1]);
            }
        }
        return common;
    }

    /// Joins neighbours of a kind, and puts what was removed before what was added in its place.
    private static final class Pieces {
        private final List<Piece> pieces = new ArrayList<>();
        private final StringBuilder removed = new StringBuilder();
        private final StringBuilder added = new StringBuilder();
        private final StringBuilder same = new StringBuilder();

        void add(Kind kind, List<String> words) {
            for (String word : words) {
                switch (kind) {
                    case SAME -> {
                        flushChange();
                        same.append(word);
                    }
                    case REMOVED -> {
                        flushSame();
                        removed.append(word);
                    }
                    case ADDED -> {
                        flushSame();
                        added.append(word);
                    }
                }
            }
        }

        List<Piece> list() {
            flushSame();
            flushChange();
            return pieces;
        }

        private void flushSame() {
            flush(Kind.SAME, same);
        }

        private void flushChange() {
            flush(Kind.REMOVED, removed);
            flush(Kind.ADDED, added);
        }

        private void flush(Kind kind, StringBuilder text) {
            if (!text.isEmpty()) {
                pieces.add(new Piece(kind, text.toString()));
                text.setLength(0);
            }
        }
    }
}
