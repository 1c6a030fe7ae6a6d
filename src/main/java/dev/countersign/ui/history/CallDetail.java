package dev.countersign.ui.history;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.CallStory;
import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The chosen call of the history: its head with what can be done, and below it its output, its
/// story, what the agent was answered, or a note. Confined to the FX thread.
final class CallDetail {
    private enum View {
        OUTPUT("Output"),
        DECISION("Decision"),
        ANSWER("What the agent got"),
        NOTE("Note");

        private final String title;

        View(String title) {
            this.title = title;
        }

        View next() {
            return switch (this) {
                case OUTPUT -> DECISION;
                case DECISION -> ANSWER;
                case ANSWER -> NOTE;
                case NOTE -> OUTPUT;
            };
        }
    }

    /// What a person can do with the shown call.
    ///
    /// @param more the menu of what is done rarely
    record Deeds(Runnable star, Runnable runAgain, Consumer<String> saveNote, List<MenuItem> more) {
        Deeds {
            more = List.copyOf(more);
        }
    }

    private final UiContext context;
    private final RunViewer viewer;
    private final HistoryFinder finder;
    private final Function<ToolCallId, Optional<HistoryHit>> hits;
    private final Deeds deeds;
    private final BorderPane node = new BorderPane();
    private final VBox head = new VBox();
    private final Map<View, ToggleButton> tabs = new EnumMap<>(View.class);
    private final Button star;
    private final Button again;
    private final MenuButton more = new MenuButton("More");
    private final TextArea note = new TextArea();
    private View view = View.OUTPUT;
    private Optional<ToolCallId> chosen = Optional.empty();
    private Optional<CallStory> story = Optional.empty();
    private List<String> searched = List.of();

    /// @param viewer shows the output
    /// @param hits what the list knows of a call: its star, its note
    CallDetail(
            UiContext context,
            RunViewer viewer,
            HistoryFinder finder,
            Function<ToolCallId, Optional<HistoryHit>> hits,
            Deeds deeds) {
        this.context = context;
        this.viewer = viewer;
        this.finder = finder;
        this.hits = hits;
        this.deeds = deeds;
        star = Buttons.icon(Feather.STAR, "Star (X)", deeds.star());
        star.setId("star");
        again = Buttons.action(Feather.ROTATE_CW, "Run again", Optional.of("R"), deeds.runAgain());
        again.setId("run-again");
        more.setId("more-of-call");
        more.getStyleClass().add("small-menu");
        more.setAccessibleText("More for the chosen call");
        more.getItems().setAll(deeds.more());
        head.getStyleClass().add("history-head");
        more.setMinWidth(Region.USE_PREF_SIZE);
        again.setMinWidth(Region.USE_PREF_SIZE);
        node.setMinWidth(0);
        if (viewer.node() instanceof Region output) {
            output.setMinWidth(0);
        }
        node.getStyleClass().add("detail");
        node.setTop(new VBox(head, tabBar()));
    }

    Node node() {
        return node;
    }

    private Node tabBar() {
        HBox bar = new HBox();
        bar.getStyleClass().add("guide-tabs");
        ToggleGroup group = new ToggleGroup();
        for (View each : View.values()) {
            ToggleButton tab = new ToggleButton(each.title);
            tab.getStyleClass().add("guide-tab");
            tab.setToggleGroup(group);
            tab.setAccessibleText(each.title);
            tab.setOnAction(_ -> showTab(each));
            tabs.put(each, tab);
            bar.getChildren().add(tab);
        }
        group.getToggles().getFirst().setSelected(true);
        return bar;
    }

    private void showTab(View wanted) {
        Optional.ofNullable(tabs.get(wanted)).ifPresent(tab -> tab.setSelected(true));
        view = wanted;
        refresh();
    }

    /// Shows this call from now on, or anew where it is shown already.
    void show(ToolCallId id) {
        chosen = Optional.of(id);
        finder.story(
                id,
                found -> {
                    if (chosen.equals(Optional.of(id))) {
                        boolean another =
                                story.filter(one -> one.record().id().equals(id)).isEmpty();
                        story = found;
                        if (another) {
                            note.setText(hits.apply(id).flatMap(HistoryHit::note).orElse(""));
                        }
                        refresh();
                    }
                });
        if (context.model().call(id).isPresent()) {
            refresh();
        }
    }

    /// What the calls that are listed were searched for: it is marked in the output.
    void setSearched(List<String> words) {
        searched = List.copyOf(words);
        viewer.mark(searched);
    }

    void nextTab() {
        showTab(view.next());
    }

    /// The window's model knows calls since its start; older ones are read.
    Optional<CallRecord> record() {
        return chosen.flatMap(context.model()::call)
                .or(() ->
                        story.map(CallStory::record)
                                .filter(one -> chosen.equals(Optional.of(one.id()))));
    }

    private void refresh() {
        Optional<CallRecord> record = record();
        if (record.isEmpty()) {
            return;
        }
        head.getChildren().setAll(title(record.get()), meta(record.get()));
        viewer.show(chosen);
        viewer.mark(searched);
        node.setCenter(
                switch (view) {
                    case OUTPUT -> viewer.node();
                    case DECISION -> scrolling(new StoryView(context).of(record.get()));
                    case ANSWER -> scrolling(answer(record.get()));
                    case NOTE -> noteEditor();
                });
    }

    private Node noteEditor() {
        note.setId("note");
        note.setPromptText("What you want to find again with this call");
        note.setAccessibleText("Note on the chosen call");
        note.setWrapText(true);
        Button save = Buttons.action(Feather.CHECK, "Save note", Optional.empty(), this::saveNote);
        save.setId("save-note");
        VBox box = new VBox(note, new HBox(save));
        box.getStyleClass().add("story");
        return box;
    }

    private void saveNote() {
        deeds.saveNote().accept(note.getText().strip());
    }

    private static ScrollPane scrolling(Node body) {
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.getStyleClass().add("card-scroll");
        scroll.setAccessibleText("About the chosen call");
        return scroll;
    }

    private Node title(CallRecord record) {
        Label command =
                Texts.label(Words.oneLine(record.command().text()), "mono", "history-command");
        command.setId("history-command");
        command.setMinWidth(0);
        Buttons.offer(
                again,
                "Makes a new call of it, which is assessed and decided anew",
                record.isWaiting() || record.isRunning()
                        ? Optional.of("It can be run again when it has ended.")
                        : Optional.empty());
        boolean starred = chosen.flatMap(hits).filter(HistoryHit::starred).isPresent();
        star.setGraphic(Icons.styled(Feather.STAR, starred ? "starred" : "of-button"));
        star.setAccessibleText(starred ? "Take the star away" : "Star");
        HBox row =
                new HBox(StateIcon.of(record.status()), command, Texts.spring(), again, more, star);
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
}
