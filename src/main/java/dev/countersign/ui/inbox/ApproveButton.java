package dev.countersign.ui.inbox;

import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// The button that approves, and what is drawn over it: how far it is armed, how long it has been
/// held. What it does is its [ApproveControl]'s. Confined to the FX thread.
final class ApproveButton {
    private final BooleanSupplier reducedMotion;
    private final Button button = new Button();
    private final Region armingTrack = new Region();
    private final Region holdFill = new Region();
    private final StackPane node = new StackPane(button, holdFill, armingTrack);
    private boolean tight;

    /// @param reducedMotion whether nothing is to glide: what is not armed yet is marked, and a
    ///   hold is not drawn
    ApproveButton(BooleanSupplier reducedMotion) {
        this.reducedMotion = reducedMotion;
        button.setId("approve");
        button.getStyleClass().addAll("action", "approve");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.addEventFilter(
                KeyEvent.ANY,
                event -> {
                    // A stray Enter never approves.
                    if (event.getCode() == KeyCode.ENTER) {
                        event.consume();
                    }
                });
        armingTrack.getStyleClass().add("arming-track");
        armingTrack.setMouseTransparent(true);
        holdFill.getStyleClass().add("hold-fill");
        holdFill.setMouseTransparent(true);
        holdFill.setMaxWidth(0);
        StackPane.setAlignment(armingTrack, Pos.BOTTOM_LEFT);
        StackPane.setAlignment(holdFill, Pos.CENTER_LEFT);
        node.setMinWidth(Region.USE_PREF_SIZE);
        node.setMaxHeight(Region.USE_PREF_SIZE);
    }

    Node node() {
        return node;
    }

    Button button() {
        return button;
    }

    /// Where there is little room the word is kept and the icon goes.
    void setTight(boolean now) {
        tight = now;
    }

    /// As it stands while nobody holds it.
    ///
    /// @param look the style class of its state
    void show(String label, Feather icon, String look) {
        button.getStyleClass().removeAll("inviting", "holding", "guarded", "closed");
        button.getStyleClass().add(look);
        button.setGraphic(face(icon, label));
        Buttons.showIcon(button, !tight);
        button.setAccessibleText(label);
    }

    /// As it stands while it is held: as wide as before, so that nothing moves.
    void showHeld() {
        button.setMinWidth(button.getWidth());
        button.setGraphic(face(Feather.LOCK, "Keep holding…"));
    }

    /// @param part how much of the time is over, from 0 to 1
    void drawHold(double part) {
        holdFill.setMaxWidth(reducedMotion.getAsBoolean() ? 0 : button.getWidth() * part);
    }

    void endHold() {
        button.setMinWidth(Region.USE_PREF_SIZE);
        holdFill.setMaxWidth(0);
    }

    /// @param armed from 0 to 1; at either end there is nothing to draw
    /// @param possible whether there is something to approve
    void drawArming(double armed, boolean possible) {
        armingTrack.setMaxWidth(button.getWidth() * (reducedMotion.getAsBoolean() ? 1 : armed));
        armingTrack.setVisible(armed > 0 && armed < 1 && possible);
    }

    private static Node face(Feather icon, String word) {
        return Buttons.face(Icons.styled(icon, "of-button"), word, Optional.of("A"));
    }
}
