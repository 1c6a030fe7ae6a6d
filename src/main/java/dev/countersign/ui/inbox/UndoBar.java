package dev.countersign.ui.inbox;

import dev.countersign.supervision.RuleDesk;
import dev.countersign.supervision.RuleFile;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;

/// Says that a rule was just saved and takes it back. Confined to the FX thread.
final class UndoBar {
    private final UiContext context;
    private final HBox node = new HBox();
    private final Label words = Texts.label("", "meta");
    private Optional<RuleDesk.Target> target = Optional.empty();

    UndoBar(UiContext context) {
        this.context = context;
        Button undo =
                Buttons.action(Feather.ROTATE_CCW, "Undo", Optional.empty(), this::undo);
        undo.setId("undo-rule");
        undo.setAccessibleText("Undo: take the saved rule out again");
        Button leave = Buttons.icon(Feather.X, "Leave it", () -> node.setVisible(false));
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        words.setId("saved-rule");
        node.getChildren().addAll(Icons.styled(Feather.CHECK, "done"), words, undo, leave);
        node.getStyleClass().add("undo-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        node.setVisible(false);
        node.managedProperty().bind(node.visibleProperty());
    }

    Node node() {
        return node;
    }

    void show(LetThrough.Saved rule) {
        target = Optional.of(rule.target());
        words.setText("Rule saved: " + Words.oneLine(rule.words()));
        words.setTooltip(new Tooltip(words.getText()));
        node.setVisible(true);
    }

    private void undo() {
        RuleDesk.Target from = target.orElseThrow();
        context.background()
                .execute(() -> {
                    Optional<Path> file = fileOf(from);
                    RuleDesk.Outcome came =
                            file.map(context.rules()::undo)
                                    .orElse(
                                            new RuleDesk.Outcome.Refused(
                                                    "The file of the rule is gone."));
                    context.feed().execute(() -> undone(came));
                });
    }

    private Optional<Path> fileOf(RuleDesk.Target from) {
        Optional<Path> root =
                switch (from) {
                    case RuleDesk.Target.Global _ -> Optional.empty();
                    case RuleDesk.Target.OneWorkspace(Path there) -> Optional.of(there);
                };
        return context.rules().files().stream()
                .filter(file -> file.workspace().equals(root))
                .map(RuleFile::file)
                .findFirst();
    }

    private void undone(RuleDesk.Outcome came) {
        switch (came) {
            case RuleDesk.Outcome.Done _ -> words.setText("The rule is taken out again.");
            case RuleDesk.Outcome.Refused(String reason) -> words.setText(reason);
        }
    }
}
