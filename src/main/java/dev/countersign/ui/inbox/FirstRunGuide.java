package dev.countersign.ui.inbox;

import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// What a newcomer sees, in three steps: connect an agent, know what will ask, decide about a first
/// call. Confined to the FX thread.
final class FirstRunGuide {
    private final ScrollPane scroll;
    private final StackPane step = new StackPane();
    private final ToggleGroup group = new ToggleGroup();

    /// @param title says where the person is
    FirstRunGuide(UiContext context, Trial trial, String title) {
        VBox page = new VBox();
        page.getStyleClass().add("guide");
        page.setMaxWidth(Region.USE_PREF_SIZE);
        List<ToggleButton> steps =
                List.of(
                        step(
                                1,
                                "Connect an agent",
                                "Countersign adds itself to the agent’s own settings. A copy is"
                                        + " kept.",
                                new ConnectStep(context).node()),
                        step(
                                2,
                                "Know what asks",
                                "What your rules allow runs at once. All the rest stops here until"
                                        + " you decide.",
                                new AsksStep(context).node()),
                        step(
                                3,
                                "Decide",
                                "Send a harmless call now and decide about it, as you will about"
                                        + " an agent’s.",
                                new TryStep(context, trial).node()));
        VBox head =
                new VBox(
                        Texts.wrapping(title, "first-title"),
                        Texts.wrapping(
                                "Its shell commands will stop here until you, or a rule you wrote,"
                                        + " let them run.",
                                "lead",
                                "quiet"));
        head.getStyleClass().add("guide-head");
        page.getChildren().addAll(head, steps(steps), step);
        group.selectedToggleProperty()
                .addListener((_, before, now) -> {
                    if (now == null) {
                        group.selectToggle(before);
                        return;
                    }
                    step.getChildren().setAll((Node) now.getUserData());
                });
        group.selectToggle(steps.getFirst());
        StackPane middle = new StackPane(page);
        middle.getStyleClass().add("guide-ground");
        StackPane.setAlignment(page, Pos.TOP_CENTER);
        scroll = new ScrollPane(middle);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("card-scroll");
        scroll.setFocusTraversable(false);
        scroll.setAccessibleText("How to connect an agent");
    }

    Node node() {
        return scroll;
    }

    private static Node steps(List<ToggleButton> steps) {
        GridPane grid = new GridPane();
        ColumnConstraints third = new ColumnConstraints();
        third.setPercentWidth(100.0 / 3);
        grid.getColumnConstraints().addAll(third, third, third);
        grid.addRow(0, steps.toArray(Node[]::new));
        grid.getStyleClass().add("steps");
        return grid;
    }

    private ToggleButton step(int number, String title, String words, Node shown) {
        Label badge = Texts.fixed(Integer.toString(number), "step-number");
        HBox head = new HBox(badge, Texts.label(title, "strong"));
        head.getStyleClass().add("step-head");
        head.setAlignment(Pos.CENTER_LEFT);
        Label text = Texts.wrapping(words, "quiet");
        VBox face = new VBox(head, text);
        face.getStyleClass().add("step-face");
        face.setMouseTransparent(true);
        ToggleButton step = new ToggleButton();
        step.setGraphic(face);
        step.setToggleGroup(group);
        step.setUserData(shown);
        step.getStyleClass().addAll("step", "step-" + number);
        step.setId("step-" + number);
        step.setAccessibleRole(AccessibleRole.TOGGLE_BUTTON);
        step.setAccessibleText("Step " + number + ": " + title + ". " + words);
        step.setMaxWidth(Double.MAX_VALUE);
        face.prefWidthProperty().bind(step.widthProperty().subtract(42));
        return step;
    }
}
