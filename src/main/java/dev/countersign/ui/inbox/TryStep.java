package dev.countersign.ui.inbox;

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
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A harmless call to decide about, over the real socket, and the demo agent. Confined to the FX
/// thread.
final class TryStep {
    private final VBox node = new VBox();
    private final Label told = Texts.wrapping("", "body");

    TryStep(UiContext context, Trial trial) {
        Button send =
                Buttons.action(
                        Feather.SEND,
                        "Send this call",
                        Optional.empty(),
                        () -> {
                            told.setText(
                                    "Sent. It waits in the Inbox: A approves it, D denies it.");
                            trial.send(end ->
                                    context.feed()
                                            .execute(() ->
                                                    told.setText(
                                                            "The agent was answered: "
                                                                    + Words.oneLine(end))));
                        });
        send.setId("try-send");
        send.setAccessibleText("Send a harmless call through the socket");
        told.setId("try-told");
        told.managedProperty().bind(told.textProperty().isNotEmpty());
        HBox head =
                new HBox(
                        Texts.fixed("One harmless call", "strong"),
                        Texts.label(
                                "over the real socket, in a throw-away folder", "meta", "quiet"),
                        Texts.spring(),
                        send);
        head.getStyleClass().add("tight");
        head.setAlignment(Pos.CENTER_LEFT);
        Label command = Texts.wrapping(trial.command(), "mono", "snippet-text");
        HBox box = new HBox(command);
        box.getStyleClass().add("snippet");
        node.getChildren()
                .addAll(new VBox(6, head, box, told), keys(), demo(context), listening(context));
        node.getStyleClass().addAll("guide-box", "guide-snippets");
    }

    Node node() {
        return node;
    }

    private static Node keys() {
        HBox keys =
                new HBox(
                        Texts.keyCap("A"),
                        Texts.fixed("approves,", "quiet"),
                        Texts.keyCap("D"),
                        Texts.fixed("denies,", "quiet"),
                        Texts.keyCap("R"),
                        Texts.fixed("denies with a reason,", "quiet"),
                        Texts.keyCap("E"),
                        Texts.fixed("edits,", "quiet"),
                        Texts.keyCap("?"),
                        Texts.fixed("tells all keys.", "quiet"));
        keys.getStyleClass().add("tight");
        keys.setAlignment(Pos.CENTER_LEFT);
        return keys;
    }

    private static Node demo(UiContext context) {
        HBox head =
                new HBox(
                        Icons.quiet(Feather.PLAY),
                        Texts.fixed("Or the demo agent", "strong"),
                        Texts.label(
                                "a scripted agent with a dozen calls, in a terminal",
                                "meta",
                                "quiet"));
        head.getStyleClass().add("tight");
        head.setAlignment(Pos.CENTER_LEFT);
        return new VBox(
                6,
                head,
                ConnectStep.snippetBox(ConnectSnippet.shellWord(context.launcher()) + " demo"));
    }

    private static Node listening(UiContext context) {
        Label state = Texts.fixed("", "meta", "quiet");
        Region dot = new Region();
        context.model()
                .statusProperty()
                .subscribe(status -> {
                    boolean open = status.socketPath().isPresent();
                    dot.getStyleClass().setAll("status-dot", open ? "good" : "bad");
                    state.setText(
                            !open
                                    ? "not listening"
                                    : status.agents() == 0
                                            ? "listening, no agent yet"
                                            : "listening, an agent is connected");
                });
        HBox listening = new HBox(dot, state);
        listening.getStyleClass().add("tight");
        listening.setAlignment(Pos.CENTER_LEFT);
        return listening;
    }
}
