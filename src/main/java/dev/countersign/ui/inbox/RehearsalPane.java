package dev.countersign.ui.inbox;

import dev.countersign.safety.RiskAssessment;
import dev.countersign.supervision.RehearsalDesk;
import dev.countersign.supervision.RehearsalView;
import dev.countersign.supervision.rehearsal.FileChange;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A rehearsal in the place of the card: its output while it runs, then what it would change, with
/// the text of each file beside. Confined to the FX thread.
final class RehearsalPane {
    private static final int COMMAND_ROWS = 3;

    private final UiContext context;
    private final RunViewer output;
    private final VBox node = new VBox();
    private final Label headline = Texts.label("", "headline");
    private final HBox level = new HBox();
    private final Label meta = Texts.label("", "meta", "quiet");
    private final Label problem = Texts.wrapping("", "asks-text");
    private final CommandView command = new CommandView();
    private final ToggleButton changesTab = new ToggleButton();
    private final ToggleButton outputTab = new ToggleButton();
    private final StackPane body = new StackPane();
    private final SplitPane changes = new SplitPane();
    private final ChangesTree tree;
    private final DifferenceView difference;
    private final Label nothing = Texts.wrapping("", "quiet");
    private Optional<ToolCallId> shown = Optional.empty();
    private Optional<RehearsalResult> listed = Optional.empty();

    /// @param output shows what the command prints
    RehearsalPane(UiContext context, RunViewer output) {
        this.context = context;
        this.output = output;
        difference = new DifferenceView(context);
        tree = new ChangesTree(this::chosen);
        headline.setId("rehearsal-headline");
        headline.setMinWidth(0);
        problem.setId("rehearsal-problem");
        problem.managedProperty().bind(problem.visibleProperty());
        command.setId("rehearsal-command");
        command.setMostRows(COMMAND_ROWS);
        node.setId("rehearsal");
        node.getStyleClass().add("rehearsal");
        node.setMinWidth(0);
        buildTabs();
        changes.getItems().setAll(tree.node(), difference.node());
        changes.setDividerPositions(0.42);
        changes.getStyleClass().add("rehearsal-changes");
        nothing.setId("rehearsal-nothing");
        body.getChildren().setAll(changes);
        body.setMinHeight(0);
        VBox.setVgrow(body, Priority.ALWAYS);
        VBox frame = new VBox(command);
        frame.getStyleClass().add("command-box");
        frame.setMinHeight(Region.USE_PREF_SIZE);
        node.getChildren().addAll(head(), frame, problem, tabs(), body);
    }

    Node node() {
        return node;
    }

    /// Whether it shows the rehearsal of this call.
    boolean shows(ToolCallId id) {
        return shown.equals(Optional.of(id));
    }

    void close() {
        shown = Optional.empty();
        listed = Optional.empty();
        output.show(Optional.empty());
        tree.clear();
        difference.clear();
    }

    /// @param refusal why a commit did not come about, where one did not
    void show(Subject subject, RehearsalView view, Optional<String> refusal) {
        ToolCallId id = subject.record().id();
        if (!shows(id)) {
            close();
            shown = Optional.of(id);
            String text = view.command().text();
            command.show(text, CommandColours.of(text), List.of());
            outputTab.setSelected(true);
        }
        output.show(Optional.of(id));
        level.getChildren().setAll(LevelMark.chip(subject.assessment().map(RiskAssessment::level)));
        headline.setText(
                refusal.isPresent() && view.ended().isEmpty() ? "Not rehearsed" : headline(view));
        meta.setText(meta(subject, view));
        Optional<String> obstacle =
                view.result().isPresent() ? view.commitObstacle() : Optional.empty();
        problem.setText(refusal.or(() -> obstacle).map(Words::oneLine).orElse(""));
        problem.setVisible(refusal.or(() -> obstacle).isPresent());
        view.result().ifPresent(this::list);
        changesTab.setDisable(view.result().isEmpty());
    }

    private void list(RehearsalResult result) {
        if (listed.equals(Optional.of(result))) {
            return;
        }
        listed = Optional.of(result);
        tree.show(result);
        int more = result.changes().size() - ChangesTree.MOST_ROWS;
        nothing.setText(
                result.changes().isEmpty()
                        ? "It changed no file of the workspace."
                        : more > 0 ? "and %,d more, not listed".formatted(more) : "");
        changesTab.setSelected(true);
        showTab();
    }

    private static String headline(RehearsalView view) {
        return view.result()
                .map(result -> "Rehearsed: " + result.words())
                .orElse(view.ended().isPresent() ? "Reading what it changed…" : "Being rehearsed");
    }

    private String meta(Subject subject, RehearsalView view) {
        String where =
                Words.oneLine(subject.call().session().name())
                        + " in "
                        + context.path(subject.call().directory());
        String how = view.ended().map(end -> ", " + Words.outcome(end)).orElse("");
        String time = view.duration().map(duration -> ", " + Words.duration(duration)).orElse("");
        String wording = subject.edit().isPresent() ? ", as you edited it" : "";
        return where + wording + how + time;
    }

    private void chosen(FileChange change) {
        shown.ifPresent(id -> difference.show(id, change));
    }

    private Node head() {
        HBox row = new HBox(level, headline);
        row.getStyleClass().add("card-headline");
        row.setAlignment(Pos.CENTER_LEFT);
        level.setMinWidth(Region.USE_PREF_SIZE);
        level.setAlignment(Pos.CENTER_LEFT);
        Label limits = Texts.wrapping(RehearsalDesk.LIMITS, "meta", "quiet");
        limits.setId("rehearsal-limits");
        HBox line = new HBox(Icons.quiet(Feather.FAST_FORWARD), meta);
        line.getStyleClass().add("tight");
        line.setAlignment(Pos.CENTER_LEFT);
        VBox head = new VBox(row, line, limits);
        head.getStyleClass().add("rehearsal-head");
        return head;
    }

    private void buildTabs() {
        ToggleGroup group = new ToggleGroup();
        for (ToggleButton tab : List.of(changesTab, outputTab)) {
            tab.setToggleGroup(group);
            tab.getStyleClass().addAll("guide-tab");
        }
        changesTab.setText("Changes");
        changesTab.setId("rehearsal-changes-tab");
        outputTab.setText("Output");
        outputTab.setId("rehearsal-output-tab");
        group.selectedToggleProperty()
                .addListener((_, old, now) -> {
                    if (now == null && old != null) {
                        old.setSelected(true);
                        return;
                    }
                    showTab();
                });
    }

    private Node tabs() {
        HBox tabs = new HBox(changesTab, outputTab, Texts.spring(), nothing);
        tabs.getStyleClass().add("rehearsal-tabs");
        tabs.setAlignment(Pos.CENTER_LEFT);
        tabs.setMinHeight(Region.USE_PREF_SIZE);
        return tabs;
    }

    private void showTab() {
        Node wanted = outputTab.isSelected() ? output.node() : changes;
        if (!body.getChildren().equals(List.of(wanted))) {
            body.getChildren().setAll(wanted);
        }
        if (wanted instanceof Region region) {
            region.setMinHeight(0);
        }
    }

    /// Whether an event is for something in it.
    boolean holds(Object target) {
        for (Node at = target instanceof Node one ? one : null; at != null; at = at.getParent()) {
            if (at.equals(node)) {
                return true;
            }
        }
        return false;
    }

    /// The other one of the two: files or output.
    void toggleTab() {
        if (outputTab.isSelected() && !changesTab.isDisabled()) {
            changesTab.setSelected(true);
        } else {
            outputTab.setSelected(true);
        }
    }
}
