package dev.countersign.ui.inbox;

import dev.countersign.approval.PolicyVerdict;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;

/// All that shapes the run and is not said elsewhere on the card. Confined to the FX thread.
final class DetailsView {
    private DetailsView() {}

    static Node of(UiContext context, Subject subject) {
        ToolCall call = subject.call();
        AgentSession session = call.session();
        GridPane grid = new GridPane();
        grid.getStyleClass().add("details");
        line(grid, "Call", call.id().shellName());
        line(
                grid,
                "Agent",
                Words.oneLine(session.name())
                        + (session.version().isBlank()
                                ? ""
                                : " " + Words.oneLine(session.version()))
                        + ", session "
                        + Words.oneLine(session.id().value()));
        line(grid, "Directory", Words.exact(call.directory().toString()));
        line(
                grid,
                "Workspace",
                session.workspace().roots().stream()
                        .map(root -> Words.exact(root.toString()))
                        .collect(Collectors.joining(", ")));
        line(grid, "Limits", CardWords.limits(call));
        line(
                grid,
                "The agent reads",
                "the " + call.truncation().wireName() + " of the output when it is long");
        line(
                grid,
                "Verdict",
                subject.verdict()
                        .map(PolicyVerdict::reason)
                        .map(Words::oneLine)
                        .orElse("none yet"));
        line(
                grid,
                "Came",
                Words.time(call.receivedAt(), context.clock().instant(), context.zone()));
        VBox box = new VBox(Sections.heading("Details", 0, "Space hides them"), grid);
        box.setId("details");
        return box;
    }

    private static void line(GridPane grid, String name, String value) {
        int row = grid.getRowCount();
        grid.add(Texts.fixed(name, "meta", "quiet"), 0, row);
        Label text = Texts.wrapping(value, "meta");
        grid.add(text, 1, row);
    }
}
