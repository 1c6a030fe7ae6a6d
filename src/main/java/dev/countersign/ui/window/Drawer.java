package dev.countersign.ui.window;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.output.OutputRoom;
import dev.countersign.ui.output.RunOutput;
import java.util.Collection;
import java.util.Optional;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The live output below the Inbox: of the last approved run. Folds to one line.
final class Drawer {
    private static final double LEAST = 90;
    private static final double HEADER = 38;

    private final RunOutput output;
    private final VBox node = new VBox();
    private final Button fold;
    private boolean folded;
    private boolean spared;
    private boolean wanted;
    private boolean chosenByPerson;

    /// What is shown next, once what is shown could be looked at.
    private Optional<ToolCallId> next = Optional.empty();

    private boolean justChanged;
    private double height = 215;
    private double dragFrom;

    Drawer(UiContext context, OutputRoom outputs) {
        output = new RunOutput(outputs, RunOutput.Place.DRAWER);
        fold = Buttons.icon(Feather.CHEVRON_DOWN, "Fold the output", this::toggle);
        fold.setId("fold");
        output.header().getChildren().add(fold);
        Region grip = new Region();
        grip.getStyleClass().add("drawer-grip");
        grip.setCursor(Cursor.V_RESIZE);
        grip.setOnMousePressed(event -> dragFrom = event.getScreenY() + node.getHeight());
        grip.setOnMouseDragged(this::drag);
        VBox.setVgrow(output.node(), Priority.ALWAYS);
        node.getChildren().addAll(grip, output.node());
        node.getStyleClass().add("drawer");
        node.setVisible(false);
        node.managedProperty().bind(node.visibleProperty());
        context.model().onChange(this::apply);
        context.ticker().nowProperty().addListener((_, _, _) -> tick());
        apply(context.model().calls());
        applyHeight();
    }

    Node node() {
        return node;
    }

    /// The person approved a call: its output is what they look for next.
    void showApproved(ToolCallId id) {
        chosenByPerson = true;
        next = Optional.empty();
        show(id);
    }

    private void show(ToolCallId id) {
        output.show(Optional.of(id));
        wanted = true;
        showWanted();
    }

    /// Where there is no room for it the output shows in Running and History alone.
    void setSpared(boolean now) {
        spared = now;
        showWanted();
    }

    private void showWanted() {
        node.setVisible(wanted && !spared);
    }

    void setFolded(boolean now) {
        folded = now;
        String words = folded ? "Unfold the output (O)" : "Fold the output (O)";
        fold.setGraphic(
                Icons.styled(folded ? Feather.CHEVRON_UP : Feather.CHEVRON_DOWN, "of-button"));
        fold.setAccessibleText(words);
        fold.setTooltip(new Tooltip(words));
        output.setFolded(folded);
        applyHeight();
    }

    void toggle() {
        setFolded(!folded);
    }

    void close() {
        output.close();
    }

    /// Until the person approves something, the newest run is shown; another one once a second at
    /// most, however many a rule lets through.
    private void apply(Collection<CallRecord> changed) {
        if (chosenByPerson) {
            return;
        }
        changed.stream()
                .filter(record -> record.started().isPresent())
                .reduce((_, newer) -> newer)
                .ifPresent(record -> next = Optional.of(record.id()));
        if (!justChanged) {
            showNext();
        }
    }

    private void tick() {
        justChanged = false;
        showNext();
    }

    private void showNext() {
        next.ifPresent(id -> {
            next = Optional.empty();
            justChanged = true;
            show(id);
        });
    }

    private void drag(MouseEvent event) {
        if (node.getScene() == null) {
            return;
        }
        double most = node.getScene().getHeight() - 280;
        height = Math.clamp(dragFrom - event.getScreenY(), LEAST, Math.max(LEAST, most));
        setFolded(false);
    }

    private void applyHeight() {
        double now = folded ? HEADER : height;
        node.setMinHeight(now);
        node.setPrefHeight(now);
        node.setMaxHeight(now);
    }
}
