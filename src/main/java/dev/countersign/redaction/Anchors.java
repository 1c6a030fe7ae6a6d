package dev.countersign.redaction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/// Finds all of many short texts in one pass over a long one, whatever their case (Aho and
/// Corasick's automaton). Immutable, safe on any thread.
///
/// Characters outside ASCII count as one another: whoever is told of a place looks again.
final class Anchors {
    private static final int LETTERS = 128;

    private final List<int[]> next = new ArrayList<>();
    private final List<int[]> found = new ArrayList<>();

    /// What is told of every place.
    interface Visitor {
        /// One of the texts stands there.
        ///
        /// @param anchor the number of the text that was found
        /// @param start where it begins
        void found(int anchor, int start);
    }

    private final int[] lengths;

    Anchors(List<String> texts) {
        lengths = new int[texts.size()];
        addState();
        for (int i = 0; i < texts.size(); i++) {
            lengths[i] = texts.get(i).length();
            insert(texts.get(i), i);
        }
        link();
    }

    private int addState() {
        int[] row = new int[LETTERS];
        Arrays.fill(row, -1);
        next.add(row);
        found.add(new int[0]);
        return next.size() - 1;
    }

    private void insert(String text, int number) {
        int state = 0;
        for (int i = 0; i < text.length(); i++) {
            int letter = letter(text.charAt(i));
            if (next.get(state)[letter] < 0) {
                int fresh = addState();
                next.get(state)[letter] = fresh;
            }
            state = next.get(state)[letter];
        }
        found.set(state, appended(found.get(state), number));
    }

    private static int[] appended(int[] numbers, int... more) {
        int[] all = Arrays.copyOf(numbers, numbers.length + more.length);
        System.arraycopy(more, 0, all, numbers.length, more.length);
        return all;
    }

    /// Turns the tree into an automaton that never goes back in the text.
    private void link() {
        int[] fallback = new int[next.size()];
        Queue<Integer> queue = new ArrayDeque<>();
        for (int letter = 0; letter < LETTERS; letter++) {
            int child = next.getFirst()[letter];
            if (child < 0) {
                next.getFirst()[letter] = 0;
            } else {
                queue.add(child);
            }
        }
        while (!queue.isEmpty()) {
            int state = queue.remove();
            found.set(state, appended(found.get(state), found.get(fallback[state])));
            for (int letter = 0; letter < LETTERS; letter++) {
                int child = next.get(state)[letter];
                int otherwise = next.get(fallback[state])[letter];
                if (child < 0) {
                    next.get(state)[letter] = otherwise;
                } else {
                    fallback[child] = otherwise;
                    queue.add(child);
                }
            }
        }
    }

    void find(CharSequence text, Visitor visitor) {
        int state = 0;
        for (int i = 0; i < text.length(); i++) {
            state = next.get(state)[letter(text.charAt(i))];
            for (int anchor : found.get(state)) {
                visitor.found(anchor, i + 1 - lengths[anchor]);
            }
        }
    }

    private static int letter(char character) {
        if (character >= LETTERS) {
            return 0;
        }
        return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
    }
}
