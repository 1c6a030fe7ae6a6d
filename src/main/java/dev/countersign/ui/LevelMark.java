package dev.countersign.ui;

import dev.countersign.safety.RiskLevel;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.FillRule;
import javafx.scene.shape.SVGPath;

/// The signs of the levels: each has a shape of its own, so that it reads without colour.
public final class LevelMark {
    private static final String RING =
            "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11z" + "M8 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8z";
    private static final String RING_WITH_DOT = RING + "M8 6a2 2 0 1 0 0 4a2 2 0 0 0 0-4z";
    private static final String HOLLOW_TRIANGLE =
            "M8 1.6L15.2 14.2H0.8zM8 4.6L3.4 12.7H12.6zM7.3 7h1.4v2.8H7.3zM7.3 10.5h1.4v1.4H7.3z";
    private static final String FILLED_TRIANGLE =
            "M8 1.2L15.6 14.5H0.4zM7.2 6h1.6v4H7.2zM7.2 11h1.6v1.6H7.2z";
    private static final String FILLED_OCTAGON =
            "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1zM7.2 4h1.6v4.8H7.2zM7.2"
                    + " 10.2h1.6v1.7H7.2z";

    private LevelMark() {}

    /// The sign alone; the word must stand beside it or be spoken.
    public static Node sign(RiskLevel level) {
        SVGPath path = new SVGPath();
        path.setFillRule(FillRule.EVEN_ODD);
        path.setContent(
                switch (level) {
                    case NONE -> RING;
                    case LOW -> RING_WITH_DOT;
                    case MEDIUM -> HOLLOW_TRIANGLE;
                    case HIGH -> FILLED_TRIANGLE;
                    case CRITICAL -> FILLED_OCTAGON;
                });
        path.getStyleClass().addAll("level-sign", level.wireName());
        StackPane frame = new StackPane(path);
        frame.getStyleClass().add("level-sign-frame");
        frame.setMouseTransparent(true);
        return frame;
    }

    /// The sign and the word on the level's ground.
    public static Node chip(RiskLevel level) {
        Label word = new Label(Words.level(level));
        word.getStyleClass().add("word");
        HBox chip = new HBox(sign(level), word);
        chip.setAlignment(Pos.CENTER_LEFT);
        chip.getStyleClass().addAll("level-chip", level.wireName());
        chip.setMinWidth(Region.USE_PREF_SIZE);
        return chip;
    }

    /// The chip of a level, or a word that there is none as long as it is being assessed.
    public static Node chip(Optional<RiskLevel> level) {
        if (level.isPresent()) {
            return chip(level.get());
        }
        Label word = new Label("Assessing…");
        word.getStyleClass().add("quiet");
        return word;
    }
}
