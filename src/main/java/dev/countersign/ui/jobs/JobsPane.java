package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.InvalidationListener;
import javafx.beans.WeakInvalidationListener;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// What runs now and what ended in the last hour, with the output of the chosen one. Confined to
/// the FX thread.
public final class JobsPane implements ConsolePane {
    private static final Duration KEPT = Duration.ofHours(1);

    private final UiContext context;
    private final RunViewer viewer;
    private final ObservableList<CallRecord> runs = FXCollections.observableArrayList();
    private final TableView<CallRecord> table = new TableView<>(runs);
    private final Label running = Texts.fixed("", "quiet");
    private final Label ended = Texts.fixed("", "meta", "quiet");
    private final Button stop;
    private final StackPane node = new StackPane();
    private final Node content;
    private final Node nothing;

    /// A pane over the desk of the context.
    ///
    /// @param viewer shows the output of the chosen run
    public JobsPane(UiContext context, RunViewer viewer) {
        this.context = context;
        this.viewer = viewer;
        stop = Buttons.action(Feather.SQUARE, "Stop", Optional.of("S"), this::stopChosen);
        stop.setId("stop-job");
        stop.setAccessibleHelp("Stops the chosen command with everything that it started");
        buildTable();
        SplitPane split = new SplitPane(new VBox(head(), table), viewer.node());
        VBox.setVgrow(table, Priority.ALWAYS);
        split.setOrientation(Orientation.VERTICAL);
        split.setDividerPositions(0.45);
        content = split;
        nothing = nothing();
        node.getStyleClass().add("jobs");
        context.model().onChange(this::apply);
        context.ticker().nowProperty().addListener((_, _, now) -> sweep(now));
        apply(context.model().calls());
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        // The split pane takes its parts into the scene when it gets its looks.
        node.applyCss();
        table.requestFocus();
        if (table.getSelectionModel().isEmpty() && !runs.isEmpty()) {
            choose(0);
        }
    }

    @Override
    public void hidden() {}

    @Override
    public void key(KeyEvent event) {
        if (event.getEventType() != KeyEvent.KEY_PRESSED || runs.isEmpty()) {
            return;
        }
        KeyCode code = event.getCode();
        int at = table.getSelectionModel().getSelectedIndex();
        if (code == KeyCode.J || code == KeyCode.DOWN) {
            choose(Math.min(runs.size() - 1, at + 1));
        } else if (code == KeyCode.K || code == KeyCode.UP) {
            choose(Math.max(0, at - 1));
        } else if (code == KeyCode.S) {
            stopChosen();
        } else {
            return;
        }
        event.consume();
    }

    private void choose(int index) {
        table.getSelectionModel().clearAndSelect(index);
        table.scrollTo(Math.max(0, index - 2));
    }

    private Optional<CallRecord> chosen() {
        return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
    }

    private void stopChosen() {
        chosen().filter(CallRecord::isRunning)
                .ifPresent(record -> context.model().desk().stop(record.id()));
    }

    // What is listed: running ones first, newest first among each.

    private void apply(Collection<CallRecord> changed) {
        Optional<ToolCallId> before = chosen().map(CallRecord::id);
        for (CallRecord record : changed) {
            if (record.started().isEmpty() || isOld(record, context.clock().instant())) {
                continue;
            }
            int index = indexOf(record.id());
            if (index >= 0 && runs.get(index).isRunning() == record.isRunning()) {
                runs.set(index, record);
                continue;
            }
            if (index >= 0) {
                runs.remove(index);
            }
            runs.add(placeOf(record), record);
        }
        before.map(this::indexOf)
                .filter(index -> index >= 0)
                .ifPresent(index -> table.getSelectionModel().clearAndSelect(index));
        show();
    }

    private int placeOf(CallRecord record) {
        Instant started = startOf(record);
        for (int index = 0; index < runs.size(); index++) {
            CallRecord other = runs.get(index);
            boolean behind =
                    record.isRunning() == other.isRunning()
                            ? startOf(other).isBefore(started)
                            : record.isRunning();
            if (behind) {
                return index;
            }
        }
        return runs.size();
    }

    private static Instant startOf(CallRecord record) {
        return record.started().map(SupervisionEvent.Started::at).orElse(Instant.MAX);
    }

    private int indexOf(ToolCallId id) {
        for (int index = 0; index < runs.size(); index++) {
            if (runs.get(index).id().equals(id)) {
                return index;
            }
        }
        return -1;
    }

    private static boolean isOld(CallRecord record, Instant now) {
        return record.finished()
                .filter(end -> Duration.between(end.at(), now).compareTo(KEPT) > 0)
                .isPresent();
    }

    private void sweep(Instant now) {
        if (runs.removeIf(record -> isOld(record, now))) {
            show();
        }
    }

    private void show() {
        long count = runs.stream().filter(CallRecord::isRunning).count();
        running.setText(Long.toString(count));
        long over = runs.size() - count;
        ended.setText(over == 0 ? "" : over + " ended in the last hour");
        Node wanted = runs.isEmpty() ? nothing : content;
        if (node.getChildren().isEmpty() || !node.getChildren().getFirst().equals(wanted)) {
            node.getChildren().setAll(wanted);
        }
        chosenChanged();
    }

    private void chosenChanged() {
        Optional<CallRecord> record = chosen();
        viewer.show(record.map(CallRecord::id));
        stop.setDisable(record.filter(CallRecord::isRunning).isEmpty());
    }

    // What it looks like.

    private Node head() {
        HBox head =
                new HBox(Texts.fixed("Running", "strong"), running, ended, Texts.spring(), stop);
        head.getStyleClass().add("list-head");
        head.setAlignment(Pos.CENTER_LEFT);
        return head;
    }

    private static Node nothing() {
        VBox box =
                new VBox(
                        Texts.label("Nothing is running", "headline"),
                        Texts.wrapping(
                                "Commands that you or a rule approve run here, with their output"
                                        + " as it comes. What ended long ago stands in History.",
                                "quiet"));
        box.getStyleClass().add("nothing-waiting");
        box.setAlignment(Pos.CENTER);
        return box;
    }

    private void buildTable() {
        table.setId("jobs");
        table.setAccessibleText("Running and recently ended commands");
        table.getStyleClass().add("edge-to-edge");
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.getSelectionModel().selectedItemProperty().addListener((_, _, _) -> chosenChanged());
        table.setRowFactory(_ -> new JobRow());
        table.getColumns().add(column("State", 120, StateCell::new));
        table.getColumns().getFirst().getStyleClass().add("first-column");
        table.getColumns().add(column("Agent", 170, _ -> new AgentCell()));
        table.getColumns()
                .add(
                        column(
                                "Command",
                                420,
                                _ -> new TextCell(r -> Words.oneLine(r.command().text()), "mono")));
        table.getColumns().add(column("Age", 80, _ -> new AgeCell()));
        table.getColumns()
                .add(
                        column(
                                "Pid",
                                80,
                                _ ->
                                        new TextCell(
                                                r ->
                                                        r.started()
                                                                .map(s -> Long.toString(s.pid()))
                                                                .orElse(""),
                                                "figures")));
        table.getColumns()
                .add(column("How it stands", 240, _ -> new TextCell(this::stands, "quiet")));
    }

    private String stands(CallRecord record) {
        return record.outcome()
                .map(Words::outcome)
                .orElseGet(() ->
                        record.backgrounded().isPresent()
                                ? "runs in the background"
                                : "the agent waits for it");
    }

    private static TableColumn<CallRecord, CallRecord> column(
            String title, double width, Function<String, TableCell<CallRecord, CallRecord>> cells) {
        TableColumn<CallRecord, CallRecord> column = new TableColumn<>(title);
        column.setPrefWidth(width);
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(row -> new SimpleObjectProperty<>(row.getValue()));
        column.setCellFactory(_ -> cells.apply(title));
        return column;
    }

    /// One spoken sentence for each row.
    private static final class JobRow extends TableRow<CallRecord> {
        @Override
        protected void updateItem(@Nullable CallRecord record, boolean empty) {
            super.updateItem(record, empty);
            setAccessibleText(
                    record == null || empty
                            ? null
                            : "%s. %s. %s in %s."
                                    .formatted(
                                            StateIcon.word(record.status()),
                                            Words.oneLine(record.command().text()),
                                            Words.oneLine(record.call().session().name()),
                                            record.call().session().workspace().shortName()));
        }
    }

    private static final class StateCell extends TableCell<CallRecord, CallRecord> {
        StateCell(String title) {
            setAccessibleText(title);
        }

        @Override
        protected void updateItem(@Nullable CallRecord record, boolean empty) {
            super.updateItem(record, empty);
            if (record == null || empty) {
                setGraphic(null);
                return;
            }
            HBox box =
                    new HBox(
                            StateIcon.of(record.status()),
                            Texts.fixed(StateIcon.word(record.status())));
            box.getStyleClass().add("tight");
            box.setAlignment(Pos.CENTER_LEFT);
            setGraphic(box);
        }
    }

    private final class AgentCell extends TableCell<CallRecord, CallRecord> {
        @Override
        protected void updateItem(@Nullable CallRecord record, boolean empty) {
            super.updateItem(record, empty);
            if (record == null || empty) {
                setGraphic(null);
                return;
            }
            HBox box =
                    new HBox(
                            Texts.fixed(Words.oneLine(record.call().session().name())),
                            Texts.label(
                                    context.path(record.call().session().workspace().directory()),
                                    "quiet"));
            box.getStyleClass().add("tight");
            box.setAlignment(Pos.CENTER_LEFT);
            setGraphic(box);
        }
    }

    private static final class TextCell extends TableCell<CallRecord, CallRecord> {
        private final Function<CallRecord, String> words;

        TextCell(Function<CallRecord, String> words, String styleClass) {
            this.words = words;
            getStyleClass().add(styleClass);
        }

        @Override
        protected void updateItem(@Nullable CallRecord record, boolean empty) {
            super.updateItem(record, empty);
            setText(record == null || empty ? null : words.apply(record));
        }
    }

    private final class AgeCell extends TableCell<CallRecord, CallRecord> {
        // Kept here, since the ticker outlives the cell and holds it weakly.
        private final InvalidationListener tick = _ -> showAge();

        AgeCell() {
            getStyleClass().add("figures");
            context.ticker().nowProperty().addListener(new WeakInvalidationListener(tick));
        }

        @Override
        protected void updateItem(@Nullable CallRecord record, boolean empty) {
            super.updateItem(record, empty);
            showAge();
        }

        private void showAge() {
            CallRecord record = getItem();
            setText(
                    record == null || isEmpty()
                            ? null
                            : Words.runTime(record, context.ticker().now())
                                    .map(Words::age)
                                    .orElse(""));
        }
    }
}
