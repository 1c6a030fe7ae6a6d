package dev.countersign.ui.window;

import dev.countersign.supervision.ConsoleStatus;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What is wrong with the console itself and what still holds, under the top bar.
final class ProblemBar {
    private final VBox node = new VBox();
    private final Consumer<Path> open;
    private List<ConsoleStatus.Problem> shown = List.of();

    ProblemBar(UiContext context, Consumer<Path> open) {
        this.open = open;
        node.getStyleClass().add("problems");
        context.model().statusProperty().subscribe(status -> show(status.problems()));
    }

    Node node() {
        return node;
    }

    private void show(List<ConsoleStatus.Problem> problems) {
        if (problems.equals(shown)) {
            return;
        }
        shown = problems;
        node.getChildren().setAll(problems.stream().map(this::bar).toList());
    }

    private Node bar(ConsoleStatus.Problem problem) {
        Label message = Texts.wrapping(Words.oneLine(problem.message()), "body");
        HBox.setHgrow(message, Priority.ALWAYS);
        message.setMaxWidth(Double.MAX_VALUE);
        HBox bar = new HBox(Icons.styled(Feather.ALERT_TRIANGLE, "failed"), message);
        problem.file()
                .ifPresent(file -> {
                    Button button =
                            Buttons.action(
                                    Feather.EXTERNAL_LINK,
                                    "Open",
                                    Optional.empty(),
                                    () -> open.accept(file));
                    button.setAccessibleText("Open " + file.getFileName());
                    bar.getChildren().add(button);
                });
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.getStyleClass().add("problem");
        return bar;
    }
}
