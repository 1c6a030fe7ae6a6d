package dev.countersign.ui.inbox;

import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// How many words of a command count: the words one by one, with a bar behind the last that does.
/// It begins at the narrowest. Confined to the FX thread.
final class PrefixChooser {
    private static final PseudoClass CHOSEN = PseudoClass.getPseudoClass("chosen");
    private static final int LONGEST_SHOWN = 40;

    private final List<String> words;
    private final int fewest;
    private final Runnable changed;
    private final FlowPane node = new FlowPane();
    private int count;

    /// @param fewest how wide it can be made
    PrefixChooser(List<String> words, int fewest, Runnable changed) {
        this.words = List.copyOf(words);
        this.fewest = fewest;
        this.changed = changed;
        count = words.size();
        node.getStyleClass().add("prefix");
        node.setFocusTraversable(true);
        node.setAccessibleRole(AccessibleRole.SLIDER);
        node.setOnKeyPressed(this::key);
        node.setOnMousePressed(_ -> node.requestFocus());
        show();
    }

    Node node() {
        return node;
    }

    int count() {
        return count;
    }

    List<String> prefix() {
        return words.subList(0, count);
    }

    /// All of its words.
    List<String> words() {
        return words;
    }

    void choose(int wanted) {
        int to = Math.clamp(wanted, fewest, words.size());
        if (to != count) {
            count = to;
            show();
            changed.run();
        }
    }

    private void key(KeyEvent event) {
        switch (event.getCode()) {
            case LEFT -> choose(count - 1);
            case RIGHT -> choose(count + 1);
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void show() {
        node.getChildren().clear();
        for (int at = 0; at < words.size(); at++) {
            node.getChildren().add(word(at));
            if (at + 1 == count) {
                Region bar = new Region();
                bar.getStyleClass().add("prefix-bar");
                node.getChildren().add(bar);
            }
        }
        node.setAccessibleText(
                "Commands that begin with %s; %d of %d words. Left makes it wider, right narrower."
                        .formatted(Words.exact(String.join(" ", prefix())), count, words.size()));
    }

    private Node word(int at) {
        String exact = Words.exact(words.get(at));
        String text =
                exact.length() > LONGEST_SHOWN ? exact.substring(0, LONGEST_SHOWN) + "…" : exact;
        Label label = Texts.fixed(text, "mono", "prefix-word");
        label.setTooltip(new Tooltip(exact));
        label.pseudoClassStateChanged(CHOSEN, at < count);
        label.setOnMouseClicked(_ -> choose(at + 1));
        HBox box = new HBox(label);
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }
}
