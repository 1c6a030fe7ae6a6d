package dev.countersign.ui.history;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Every call that is kept, newest first, with a filter; the chosen one with its output, its story
/// and what the agent was answered. Confined to the FX thread.
public final class HistoryPane implements ConsolePane {
    private enum View {
        OUTPUT("Output"),
        DECISION("Decision"),
        ANSWER("What the agent got");

        private final String title;

        View(String title) {
            this.title = title;
        }
    }

    private final UiContext context;
    private final RunViewer viewer;
    private final ObservableList<CallRecord> newestFirst = FXCollections.observableArrayList();
    private final FilteredList<CallRecord> filtered = new FilteredList<>(newestFirst);
    private final ListView<CallRecord> list = new ListView<>(filtered);
    private final TextField filter = new TextField();
    private final Label count = Texts.fixed("", "meta", "quiet", "figures");
    private final Label noMatch = Texts.wrapping("", "quiet");
    private final StackPane node = new StackPane();
    private final BorderPane content = new BorderPane();
    private final BorderPane detail = new BorderPane();
    private final VBox head = new VBox();
    private final Map<View, ToggleButton> tabs = new EnumMap<>(View.class);
    private final Node nothing;
    private View view = View.OUTPUT;
    private Optional<ToolCallId> chosen = Optional.empty();

    /// A pane over the desk of the context.
    ///
    /// @param viewer shows the output of the chosen call
    public HistoryPane(UiContext context, RunViewer viewer) {
        this.context = context;
        this.viewer = viewer;
        content.setLeft(column());
        content.setCenter(detail);
        detail.setTop(new VBox(head, tabBar()));
        head.getStyleClass().add("history-head");
        detail.getStyleClass().add("detail");
        nothing = nothing();
        node.getStyleClass().add("history");
        context.model().onChange(this::apply);
        List<CallRecord> known = new ArrayList<>(context.model().calls());
        newestFirst.setAll(known.reversed());
        show();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        list.requestFocus();
        if (chosen.isEmpty() && !filtered.isEmpty()) {
            choose(filtered.getFirst().id());
        }
    }

    @Override
    public void hidden() {}

    /// Shows one call, whatever the filter says.
    public void open(ToolCallId id) {
        filter.clear();
        choose(id);
    }

    @Override
    public void key(KeyEvent event) {
        if (event.getEventType() != KeyEvent.KEY_PRESSED || filtered.isEmpty()) {
            return;
        }
        int at = list.getSelectionModel().getSelectedIndex();
        KeyCode code = event.getCode();
        if (code == KeyCode.J || code == KeyCode.DOWN) {
            choose(filtered.get(Math.min(filtered.size() - 1, at + 1)).id());
        } else if (code == KeyCode.K || code == KeyCode.UP) {
            choose(filtered.get(Math.max(0, at - 1)).id());
        } else if (code == KeyCode.SLASH) {
            filter.requestFocus();
        } else {
            return;
        }
        event.consume();
    }

    private void choose(ToolCallId id) {
        chosen = Optional.of(id);
        syncSelection(true);
        showChosen();
    }

    private void apply(Collection<CallRecord> changed) {
        for (CallRecord record : changed) {
            int index = indexOf(newestFirst, record.id());
            if (index >= 0) {
                newestFirst.set(index, record);
            } else {
                newestFirst.addFirst(record);
            }
        }
        syncSelection(false);
        if (changed.stream().anyMatch(r -> chosen.equals(Optional.of(r.id())))) {
            showChosen();
        }
        show();
    }

    private static int indexOf(List<CallRecord> records, ToolCallId id) {
        for (int index = 0; index < records.size(); index++) {
            if (records.get(index).id().equals(id)) {
                return index;
            }
        }
        return -1;
    }

    private void syncSelection(boolean scroll) {
        int index = chosen.map(id -> indexOf(filtered, id)).orElse(-1);
        if (index < 0) {
            list.getSelectionModel().clearSelection();
            return;
        }
        if (list.getSelectionModel().getSelectedIndex() != index) {
            list.getSelectionModel().clearAndSelect(index);
        }
        if (scroll) {
            list.scrollTo(Math.max(0, index - 2));
        }
    }

    private void show() {
        Node wanted = newestFirst.isEmpty() ? nothing : content;
        if (node.getChildren().isEmpty() || !node.getChildren().getFirst().equals(wanted)) {
            node.getChildren().setAll(wanted);
        }
        count.setText(Words.count(filtered.size(), "call"));
        noMatch.setText(
                filtered.isEmpty() && !newestFirst.isEmpty()
                        ? "No kept call has “" + filter.getText() + "”. Esc clears the filter."
                        : "");
    }

    // The list.

    private Node column() {
        filter.setId("history-filter");
        filter.setPromptText("Filter by command, summary, agent, folder");
        filter.setAccessibleText("Filter the history");
        HBox.setHgrow(filter, Priority.ALWAYS);
        filter.textProperty().addListener((_, _, text) -> filterBy(text));
        filter.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                filter.clear();
                list.requestFocus();
                event.consume();
            }
        });
        HBox top = new HBox(Icons.quiet(Feather.SEARCH), filter, count);
        top.setAlignment(Pos.CENTER_LEFT);
        top.getStyleClass().add("history-filter");
        list.setId("history");
        list.setAccessibleText("Kept calls, newest first");
        list.getStyleClass().add("edge-to-edge");
        list.setPlaceholder(noMatch);
        list.setCellFactory(_ -> {
            HistoryCell cell = new HistoryCell(context);
            cell.setOnMousePressed(_ -> {
                CallRecord record = cell.getItem();
                if (record != null && !cell.isEmpty()) {
                    choose(record.id());
                }
            });
            return cell;
        });
        VBox.setVgrow(list, Priority.ALWAYS);
        VBox box = new VBox(top, list);
        box.getStyleClass().addAll("list-column", "history-column");
        return box;
    }

    private void filterBy(String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        filtered.setPredicate(wanted.isEmpty() ? null : record -> matches(record, wanted));
        syncSelection(false);
        show();
    }

    private boolean matches(CallRecord record, String wanted) {
        ToolCall call = record.call();
        return contains(call.command().text(), wanted)
                || contains(call.summary().orElse(""), wanted)
                || contains(call.session().name(), wanted)
                || contains(context.path(call.directory()), wanted)
                || contains(StateIcon.word(record.status()), wanted)
                || record.decision().filter(d -> contains(Words.decision(d), wanted)).isPresent();
    }

    private static boolean contains(String text, String wanted) {
        return text.toLowerCase(Locale.ROOT).contains(wanted);
    }

    // The chosen one.

    private Node tabBar() {
        HBox bar = new HBox();
        bar.getStyleClass().add("guide-tabs");
        ToggleGroup group = new ToggleGroup();
        for (View each : View.values()) {
            ToggleButton tab = new ToggleButton(each.title);
            tab.getStyleClass().add("guide-tab");
            tab.setToggleGroup(group);
            tab.setAccessibleText(each.title);
            tab.setOnAction(_ -> {
                tab.setSelected(true);
                view = each;
                showChosen();
            });
            tabs.put(each, tab);
            bar.getChildren().add(tab);
        }
        group.getToggles().getFirst().setSelected(true);
        return bar;
    }

    private void showChosen() {
        Optional<CallRecord> record = chosen.flatMap(context.model()::call);
        if (record.isEmpty()) {
            return;
        }
        head.getChildren().setAll(title(record.get()), meta(record.get()));
        viewer.show(chosen);
        detail.setCenter(
                switch (view) {
                    case OUTPUT -> viewer.node();
                    case DECISION -> scrolling(new StoryView(context).of(record.get()));
                    case ANSWER -> scrolling(answer(record.get()));
                });
    }

    private static ScrollPane scrolling(Node body) {
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.getStyleClass().add("card-scroll");
        scroll.setAccessibleText("About the chosen call");
        return scroll;
    }

    private static Node title(CallRecord record) {
        Label command =
                Texts.label(Words.oneLine(record.command().text()), "mono", "history-command");
        command.setId("history-command");
        HBox row = new HBox(StateIcon.of(record.status()), command);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("card-headline");
        return row;
    }

    private Node meta(CallRecord record) {
        FlowPane row = new FlowPane();
        row.getStyleClass().add("card-meta");
        ToolCall call = record.call();
        row.getChildren()
                .addAll(
                        Texts.fixed(Words.oneLine(call.session().name()), "strong"),
                        Texts.fixed(context.path(call.directory()), "meta", "quiet"),
                        Texts.fixed(
                                Words.day(
                                                call.receivedAt(),
                                                context.clock().instant(),
                                                context.zone())
                                        + " "
                                        + Words.time(
                                                call.receivedAt(),
                                                call.receivedAt(),
                                                context.zone()),
                                "meta",
                                "quiet"));
        Words.runTime(record, context.clock().instant())
                .ifPresent(t ->
                        row.getChildren().add(Texts.fixed(Words.duration(t), "meta", "quiet")));
        record.outcome()
                .ifPresent(outcome ->
                        row.getChildren()
                                .add(
                                        Texts.fixed(
                                                Words.outcome(outcome),
                                                "meta",
                                                outcome.succeeded() ? "quiet" : "danger-text")));
        record.assessed()
                .map(SupervisionEvent.Assessed::assessment)
                .ifPresent(a -> row.getChildren().add(level(a.level())));
        record.decision()
                .ifPresent(d ->
                        row.getChildren().add(Texts.label(Words.decision(d), "meta", "quiet")));
        return row;
    }

    private static Node level(RiskLevel level) {
        return LevelMark.chip(level);
    }

    private static Node answer(CallRecord record) {
        if (record.answered().isEmpty()) {
            return note("The agent has not been answered so far.");
        }
        String text = record.answered().get().text();
        Label words = Texts.wrapping(text, "mono", "snippet-text");
        words.setId("answer");
        HBox head =
                new HBox(
                        Texts.label("Word for word, with status", "quiet"),
                        Texts.fixed(record.answered().get().status().wireName(), "mono"),
                        Texts.spring(),
                        Buttons.copy("the answer", () -> text));
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("tight");
        VBox inset = new VBox(words);
        inset.getStyleClass().add("snippet");
        VBox box = new VBox(head, inset);
        box.getStyleClass().add("story");
        return box;
    }

    private static Node note(String text) {
        VBox box = new VBox(Texts.wrapping(text, "quiet"));
        box.getStyleClass().add("story");
        return box;
    }

    private static Node nothing() {
        VBox box =
                new VBox(
                        Texts.label("No calls are kept so far", "headline"),
                        Texts.wrapping(
                                "Every call of an agent is kept here with its decision, its output"
                                        + " and what the agent was answered.",
                                "quiet"));
        box.getStyleClass().add("nothing-waiting");
        box.setAlignment(Pos.CENTER);
        return box;
    }
}
