package dev.countersign.safety;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The dangerous ways of using one command. Kept by the words without which they are not seen, so
/// that a use costs a look-up for each of its words and not a search for each way. Immutable.
final class DangerousUses {
    static final DangerousUses NONE = new DangerousUses(List.of());

    private final List<DangerousUse> uses;
    // Places in the list.
    private final List<Integer> withAnyWord;
    private final Map<String, List<Integer>> withThisWord;

    DangerousUses(List<DangerousUse> uses) {
        this.uses = List.copyOf(uses);
        List<Integer> always = new ArrayList<>();
        Map<String, List<Integer>> byWord = new HashMap<>();
        for (int i = 0; i < uses.size(); i++) {
            List<String> words = uses.get(i).oneOfThese();
            if (words.isEmpty()) {
                always.add(i);
            }
            for (String word : words) {
                byWord.computeIfAbsent(word, _ -> new ArrayList<>()).add(i);
            }
        }
        withAnyWord = List.copyOf(always);
        withThisWord = Map.copyOf(byWord);
    }

    /// The ids of what is to be said, in the order of the data.
    ///
    /// @param words those behind the command's name
    List<String> dangersIn(List<ScriptWord> words) {
        if (uses.isEmpty()) {
            return List.of();
        }
        TreeSet<Integer> possible = new TreeSet<>(withAnyWord);
        for (ScriptWord word : words) {
            possible.addAll(withThisWord.getOrDefault(word.shown(), List.of()));
        }
        List<String> dangers = new ArrayList<>();
        for (int i : possible) {
            if (uses.get(i).isSeenIn(words)) {
                dangers.add(uses.get(i).danger());
            }
        }
        return dangers;
    }
}
