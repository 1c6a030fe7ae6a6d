package dev.countersign.ui.inbox;

import dev.countersign.approval.GrantOffer;
import dev.countersign.ui.Texts;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// How wide each part of a command is let through: a chooser for each that has a prefix at all, in
/// the order of the parts. Confined to the FX thread.
final class PrefixChoosers {
    private final Runnable changed;
    private List<PrefixChooser> choosers = List.of();
    private boolean coverAll;

    /// @param changed told when one is made wider or narrower
    PrefixChoosers(Runnable changed) {
        this.changed = changed;
    }

    /// Begins anew, each at its narrowest.
    void begin(GrantOffer offer) {
        choosers =
                offer.parts().stream()
                        .filter(part -> part.fewestWords() > 0)
                        .map(part -> new PrefixChooser(part.words(), part.fewestWords(), changed))
                        .toList();
        coverAll = !choosers.isEmpty() && choosers.size() == offer.parts().size();
    }

    List<PrefixChooser> all() {
        return choosers;
    }

    /// Whether every part of the command has one.
    boolean coverAll() {
        return coverAll;
    }

    /// How many words of each count.
    List<Integer> counts() {
        return choosers.stream().map(PrefixChooser::count).toList();
    }

    Optional<Node> first() {
        return choosers.stream().findFirst().map(PrefixChooser::node);
    }

    /// The choosers below what they choose, for one place at a time.
    Node node() {
        HBox hint =
                new HBox(
                        Texts.fixed("Commands that begin with", "meta", "quiet"),
                        Texts.spring(),
                        Texts.keyCap("←"),
                        Texts.keyCap("→"),
                        Texts.fixed("widen or narrow", "meta", "quiet"));
        hint.getStyleClass().add("tight");
        hint.setAlignment(Pos.CENTER_LEFT);
        VBox box = new VBox(6, hint);
        choosers.forEach(chooser -> box.getChildren().add(chooser.node()));
        return box;
    }
}
