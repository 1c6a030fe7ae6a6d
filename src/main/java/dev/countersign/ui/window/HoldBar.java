package dev.countersign.ui.window;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;

/// Says under the top bar that all is held, how much would start, and lets go.
final class HoldBar {
    private final UiContext context;
    private final HBox node = new HBox();
    private final Label words = Texts.wrapping("", "body");

    HoldBar(UiContext context) {
        this.context = context;
        Button letGo =
                Buttons.action(
                        Feather.PLAY,
                        "Let go",
                        Optional.of("H"),
                        () ->
                                context.background()
                                        .execute(() -> context.model().desk().holdAll(false)));
        letGo.setId("let-go");
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        node.getChildren().addAll(Icons.styled(Feather.PAUSE, "waiting"), words, letGo);
        node.getStyleClass().add("hold-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        node.managedProperty().bind(node.visibleProperty());
        context.model().switchesProperty().subscribe(this::show);
        context.model().onChange(_ -> show(context.model().switchesProperty().get()));
    }

    Node node() {
        return node;
    }

    private void show(SessionSwitches switches) {
        node.setVisible(switches.holdAll());
        if (!switches.holdAll()) {
            return;
        }
        long held =
                context.model().calls().stream().filter(HoldBar::isApprovedAndNotStarted).count();
        words.setText(
                "Held: nothing starts, and nothing is denied."
                        + (held == 0
                                ? ""
                                : " " + Words.count(held, "approved call") + " would start."));
    }

    private static boolean isApprovedAndNotStarted(CallRecord record) {
        return record.decided().isPresent()
                && !record.status().isFinal()
                && record.started().isEmpty();
    }
}
