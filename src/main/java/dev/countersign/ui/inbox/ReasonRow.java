package dev.countersign.ui.inbox;

import dev.countersign.approval.Decision;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;

/// Where a person tells the agent why, in the place of the buttons; denies the card that it was
/// opened for. Confined to the FX thread.
final class ReasonRow {
    private final CardDecisions decisions;
    private final Runnable changed;
    private final TextField reason = new TextField();
    private final CheckBox othersToo = new CheckBox();
    private final Button send;
    private final Button leave;
    private final HBox node = ActionRows.whole();
    private Optional<Aim> target = Optional.empty();

    /// @param changed told when it opens, and when the person leaves it
    ReasonRow(CardDecisions decisions, Runnable changed) {
        this.decisions = decisions;
        this.changed = changed;
        reason.setId("reason");
        reason.setPromptText("Tell the agent why, in your own words");
        reason.setAccessibleText("Reason for the denial, told to the agent word for word");
        reason.setTextFormatter(Texts.limited(Decision.Denied.MAXIMUM_REASON_LENGTH));
        reason.setOnKeyPressed(this::key);
        HBox.setHgrow(reason, Priority.ALWAYS);
        othersToo.setId("others-too");
        othersToo.setText("its other waiting calls too");
        othersToo.setAccessibleText("Deny the agent's other waiting calls too");
        othersToo.setMinWidth(Region.USE_PREF_SIZE);
        send = Buttons.action(Feather.X, "Deny", Optional.of("Enter"), this::send);
        send.setId("send-reason");
        send.setAccessibleText("Deny with this reason");
        reason.textProperty().subscribe(this::offerSending);
        othersToo.selectedProperty().subscribe(this::offerSending);
        leave = Buttons.action(Feather.CORNER_UP_LEFT, "Back", Optional.of("Esc"), this::leave);
    }

    HBox node() {
        return node;
    }

    boolean isOpen() {
        return target.isPresent();
    }

    /// @param stacked whether there is room for one thing beside the other only in two rows
    void arrange(boolean stacked) {
        if (stacked) {
            node.getChildren()
                    .setAll(
                            ActionRows.stacked(
                                    ActionRows.row(reason),
                                    ActionRows.row(othersToo, Texts.spring(), send, leave)));
        } else {
            node.getChildren().setAll(reason, othersToo, send, leave);
        }
    }

    /// Where there is little room words are kept, and icons and keys go.
    void setTight(boolean tight) {
        othersToo.setText(tight ? "all its calls" : "its other waiting calls too");
        for (Button button : List.of(send, leave)) {
            Buttons.showIcon(button, !tight);
            Buttons.showKey(button, !tight);
        }
    }

    private void offerSending() {
        boolean nothingToTell = reason.getText().isBlank() && !othersToo.isSelected();
        Buttons.offer(
                send,
                "The agent reads the reason",
                nothingToTell
                        ? Optional.of("Write a reason first; D alone denies without one.")
                        : Optional.empty());
    }

    /// Asks for the reason to deny what was aimed at.
    void open(Aim denied) {
        target = Optional.of(denied);
        reason.clear();
        othersToo.setSelected(false);
        changed.run();
        reason.requestFocus();
    }

    /// Chooses the agent's other waiting calls too; the person still has to send it.
    void chooseOthersToo() {
        othersToo.setSelected(true);
    }

    /// Without a denial: what it was opened for is there no longer, or the person thought better.
    void close() {
        if (target.isEmpty()) {
            return;
        }
        target = Optional.empty();
        if (node.getScene() != null) {
            node.getScene().getRoot().requestFocus();
        }
    }

    private void leave() {
        close();
        changed.run();
    }

    private void send() {
        if (target.isEmpty() || Buttons.isClosed(send)) {
            return;
        }
        Aim denied = target.get();
        boolean all = othersToo.isSelected();
        Optional<String> words = Optional.of(reason.getText()).filter(text -> !text.isBlank());
        leave();
        if (all) {
            decisions.denyAllOfAgent(denied.ids().getFirst(), words);
        } else {
            decisions.deny(denied.ids(), words);
        }
    }

    private void key(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            leave();
            event.consume();
        }
        if (event.getCode() == KeyCode.ENTER) {
            send();
            event.consume();
        }
    }
}
