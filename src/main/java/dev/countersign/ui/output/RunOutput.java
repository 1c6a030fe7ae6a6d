package dev.countersign.ui.output;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Page;
import java.nio.file.Path;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// One run's output with a line that says whose it is and how it stands. Confined to the FX thread.
public final class RunOutput implements RunViewer {
    private final UiContext context;
    private final OutputView view;
    private final BorderPane node = new BorderPane();
    private final StackPane body = new StackPane();
    private final HBox header = new HBox();
    private final HBox state = new HBox();
    private final Label command = Texts.label("", "mono", "output-command");
    private final Label about = Texts.label("", "meta", "quiet");
    private final Label legend = Texts.fixed("stderr, order approximate", "meta", "quiet");
    private final Label counts = Texts.fixed("", "meta", "quiet", "figures");
    private final Label empty = Texts.wrapping("", "quiet");
    private final ToggleButton follow = new ToggleButton();
    private final Button stop;
    private Optional<ToolCallId> shown = Optional.empty();
    private Optional<Path> open = Optional.empty();

    /// A viewer that shows nothing yet.
    ///
    /// @param withHeader whether the header names the command; its controls are there in any case
    public RunOutput(UiContext context, boolean withHeader) {
        this.context = context;
        view = new OutputView(context.feed());
        stop =
                Buttons.action(
                        Feather.SQUARE,
                        "Stop",
                        Optional.empty(),
                        () -> shown.ifPresent(context.model().desk()::stop));
        stop.getStyleClass().add("stop-run");
        stop.setTooltip(new Tooltip("Stop this command with everything that it started"));
        stop.setAccessibleText("Stop this command");
        buildFollow();
        command.setVisible(withHeader);
        command.setManaged(withHeader);
        command.setMinWidth(60);
        HBox.setHgrow(about, Priority.SOMETIMES);
        HBox bar = new HBox(new StackPane(), legend);
        bar.getChildren().getFirst().getStyleClass().add("stderr-sample");
        bar.getStyleClass().add("tight");
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.visibleProperty().bind(legend.visibleProperty());
        bar.managedProperty().bind(bar.visibleProperty());
        state.setAlignment(Pos.CENTER);
        header.getChildren()
                .addAll(state, command, about, Texts.spring(), bar, counts, stop, follow);
        header.setAlignment(Pos.CENTER_LEFT);
        header.getStyleClass().add("output-header");
        empty.setMouseTransparent(true);
        body.getChildren().addAll(view, empty);
        body.setMinSize(0, 0);
        node.setTop(header);
        node.setCenter(body);
        node.getStyleClass().add("run-output");
        view.pageProperty().subscribe(this::pageArrived);
        context.model()
                .onChange(changed -> {
                    if (changed.stream().anyMatch(r -> shown.equals(Optional.of(r.id())))) {
                        refresh();
                    }
                });
        context.ticker().nowProperty().addListener((_, _, _) -> describe());
        refresh();
    }

    @Override
    public Node node() {
        return node;
    }

    /// The line above the output, where a window adds its own controls.
    public HBox header() {
        return header;
    }

    /// Whether only the line above the output is shown.
    public void setFolded(boolean folded) {
        body.setVisible(!folded);
        body.setManaged(!folded);
    }

    @Override
    public void show(Optional<ToolCallId> id) {
        if (id.equals(shown)) {
            return;
        }
        shown = id;
        open = Optional.empty();
        view.show(Optional.empty());
        refresh();
    }

    @Override
    public void close() {
        view.show(Optional.empty());
    }

    /// The text of the rows on the screen.
    public String visibleText() {
        return view.visibleText();
    }

    private void buildFollow() {
        follow.setGraphic(Icons.styled(Feather.DOWNLOAD, "of-button"));
        follow.getStyleClass().addAll("icon-button", "flat");
        follow.selectedProperty().bindBidirectional(view.followingProperty());
        follow.selectedProperty()
                .subscribe(on -> {
                    String words = on ? "Following new lines" : "Not following: go to the end";
                    follow.setAccessibleText(words);
                    follow.setTooltip(new Tooltip(words));
                });
    }

    private Optional<CallRecord> record() {
        return shown.flatMap(context.model()::call);
    }

    private void refresh() {
        Optional<CallRecord> record = record();
        if (open.isEmpty() && record.filter(r -> r.started().isPresent()).isPresent()) {
            open = shown.flatMap(context.model().desk()::recordingFolder);
            if (open.isPresent()) {
                view.show(open);
            }
        }
        state.getChildren().clear();
        record.ifPresent(r -> state.getChildren().add(StateIcon.of(r.status())));
        command.setText(record.map(r -> Words.oneLine(r.command().text())).orElse(""));
        boolean running = record.filter(CallRecord::isRunning).isPresent();
        stop.setVisible(running);
        stop.setManaged(running);
        follow.setVisible(open.isPresent());
        describe();
        pageArrived(view.pageProperty().get());
    }

    private void describe() {
        about.setText(record().map(this::words).orElse(""));
    }

    private String words(CallRecord record) {
        String place =
                Words.oneLine(record.call().session().name())
                        + " in "
                        + context.path(record.call().directory());
        String time =
                Words.runTime(record, context.ticker().now())
                        .map(t ->
                                record.isRunning()
                                        ? ", running " + Words.age(t)
                                        : ", " + Words.duration(t))
                        .orElse("");
        String end =
                record.outcome()
                        .map(outcome -> ", " + Words.outcome(outcome))
                        .or(() ->
                                record.decision().map(decision -> ", " + Words.decision(decision)))
                        .orElse("");
        return place + time + end;
    }

    private void pageArrived(Page page) {
        legend.setVisible(
                page.totals().stderr().bytes() > 0
                        && record().filter(r -> !r.call().mergeOutput()).isPresent());
        counts.setText(
                page.lineCount() == 0
                        ? ""
                        : Words.count(page.lineCount(), "line")
                                + ", "
                                + Words.bytes(page.totals().bytes()));
        empty.setText(page.lines().isEmpty() ? emptyText(page) : "");
    }

    private String emptyText(Page page) {
        if (page.problem().isPresent()) {
            return page.problem().get();
        }
        Optional<CallRecord> record = record();
        if (record.isEmpty()) {
            return "What you approve shows its output here.";
        }
        CallStatus status = record.get().status();
        if (record.get().started().isEmpty()) {
            return switch (status) {
                case RUNNING -> "Approved. It has not started yet.";
                case PENDING_APPROVAL -> "It waits for a decision, so there is no output yet.";
                case HANDED_OVER ->
                        "Approved. The agent runs it with its own shell, so its output is not seen"
                                + " here.";
                case COMPLETED,
                        FAILED,
                        TIMEOUT,
                        KILLED,
                        DENIED,
                        WITHDRAWN,
                        EXPIRED,
                        DRY_RUN,
                        LOST ->
                        StateIcon.word(status) + ". It never ran, so there is no output.";
            };
        }
        if (open.isEmpty()) {
            return "Its output is not kept.";
        }
        return record.get().isRunning() ? "No output so far." : "It printed nothing.";
    }
}
