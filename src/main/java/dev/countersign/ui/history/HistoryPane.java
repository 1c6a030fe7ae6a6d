package dev.countersign.ui.history;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.CallStory;
import dev.countersign.journal.Deletion;
import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HistoryPage;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.HistoryDesk;
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
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.animation.PauseTransition;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// Every call that is kept, searched as one types over commands, summaries and output; the chosen
/// one with its output, its story, what the agent was answered and a note. Confined to the FX
/// thread; history is read on the background executor.
///
/// New calls come in by themselves while the list stands at its top and the pointer is elsewhere;
/// otherwise a line says how many there are.
public final class HistoryPane implements ConsolePane {
    private static final int PAGE = 100;
    private static final Duration TYPING_PAUSE = Duration.millis(80);

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

    /// A deed that blocks on the disk.
    private interface Deed {
        void on(HistoryDesk desk) throws JournalException;
    }

    /// What leads out of this pane.
    ///
    /// @param openCast asks for asciicasts and opens them
    /// @param compare shows two runs side by side
    /// @param openFile opens a file that was exported
    public record Links(
            Runnable openCast,
            BiConsumer<ToolCallId, ToolCallId> compare,
            Consumer<Path> openFile) {}

    private final UiContext context;
    private final RunViewer viewer;
    private final Links links;
    private final HistoryFinder finder;
    private final HistoryFilters filters;
    private final PendingDeletion deletion;
    private final HistoryExport export;
    private final ComparedRuns compared;
    private final ObservableList<HistoryRow> rows = FXCollections.observableArrayList();
    private final List<HistoryHit> hits = new ArrayList<>();
    private final ListView<HistoryRow> list = new ListView<>(rows);
    private final TextField text = new TextField();
    private final Label count = Texts.fixed("", "meta", "quiet", "figures");
    private final Hyperlink news = new Hyperlink();
    private final Label message = Texts.wrapping("", "meta", "asks-text");
    private final Label noMatch = Texts.wrapping("", "quiet");
    private final PauseTransition typing = new PauseTransition(TYPING_PAUSE);
    private final StackPane node = new StackPane();
    private final BorderPane content = new BorderPane();
    private final BorderPane detail = new BorderPane();
    private final VBox head = new VBox();
    private final Map<View, ToggleButton> tabs = new EnumMap<>(View.class);
    private final Button star;
    private final Button again;
    private final MenuButton more = new MenuButton("More");
    private final TextArea note = new TextArea();
    private final Node nothing;
    private View view = View.OUTPUT;
    private Optional<ToolCallId> chosen = Optional.empty();
    private Optional<CallStory> story = Optional.empty();
    private Optional<Long> next = Optional.empty();
    private boolean looking;
    private boolean old = true;
    private boolean known;

    /// A pane over the desk of the context.
    ///
    /// @param viewer shows the output of the chosen call
    public HistoryPane(UiContext context, RunViewer viewer, Links links) {
        this.context = context;
        this.viewer = viewer;
        this.links = links;
        finder = new HistoryFinder(context, this::failed);
        filters = new HistoryFilters(context, this::search);
        deletion = new PendingDeletion(this::delete, this::layRows);
        export = new HistoryExport(context, links.openFile());
        compared = new ComparedRuns(links.compare());
        star = Buttons.icon(Feather.STAR, "Star (X)", this::toggleStar);
        star.setId("star");
        again = Buttons.action(Feather.ROTATE_CW, "Run again", Optional.of("R"), this::runAgain);
        again.setId("run-again");
        again.setAccessibleHelp("Makes a new call of it, which is judged and decided anew");
        fillMore();
        content.setLeft(column());
        content.setCenter(detail);
        detail.setTop(new VBox(head, tabBar()));
        head.getStyleClass().add("history-head");
        detail.getStyleClass().add("detail");
        nothing = nothing();
        node.getStyleClass().add("history");
        node.getChildren().setAll(nothing);
        typing.setOnFinished(_ -> search());
        context.model().onChange(this::changed);
        context.ticker().nowProperty().addListener((_, _, _) -> tick());
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        looking = true;
        finder.choices(filters::offer);
        search();
        list.requestFocus();
    }

    @Override
    public void hidden() {
        looking = false;
        deletion.finish();
    }

    /// Shows one call, whatever the filters say.
    public void open(ToolCallId id) {
        text.clear();
        filters.clear();
        chosen = Optional.of(id);
        search();
        showChosen();
    }

    /// Puts a text into the search field and searches.
    public void searchFor(String words) {
        text.setText(words);
        text.requestFocus();
        text.end();
    }

    @Override
    public void key(KeyEvent event) {
        if (event.getEventType() != KeyEvent.KEY_PRESSED) {
            return;
        }
        switch (event.getCode()) {
            case J, DOWN -> move(1);
            case K, UP -> move(-1);
            case SLASH -> text.requestFocus();
            case X -> toggleStar();
            case R -> runAgain();
            case C -> compareChosen();
            case U -> deletion.undo();
            case T -> showTab(view.next());
            default -> {
                return;
            }
        }
        event.consume();
    }

    // Searching.

    private HistoryQuery query() {
        return filters.query(text.getText(), context.clock().instant());
    }

    private void search() {
        typing.stop();
        old = false;
        int wanted = Math.clamp(hits.size(), PAGE, 5 * PAGE);
        finder.search(
                query(),
                Optional.empty(),
                wanted,
                found -> {
                    hits.clear();
                    take(found);
                });
        finder.count(query(), calls -> count.setText(Words.count(calls, "call")));
    }

    private void loadMore() {
        next.ifPresent(place -> {
            next = Optional.empty();
            finder.search(query(), Optional.of(place), PAGE, this::take);
        });
    }

    private void take(HistoryPage page) {
        known = true;
        hits.addAll(page.hits());
        next = page.next();
        boolean narrowed = filters.isNarrowing() || !text.getText().isBlank();
        noMatch.setText(
                narrowed
                        ? "No kept call matches. Esc clears the search; the menus above narrow it."
                        : "");
        news.setVisible(false);
        message.setText("");
        Node wanted = hits.isEmpty() && !narrowed ? nothing : content;
        if (!node.getChildren().getFirst().equals(wanted)) {
            node.getChildren().setAll(wanted);
            list.requestFocus();
        }
        layRows();
        if (chosen.isEmpty() && !hits.isEmpty()) {
            choose(hits.getFirst().id());
        }
    }

    private void failed(String sentence) {
        message.setText(sentence);
        if (!known) {
            noMatch.setText(sentence);
            node.getChildren().setAll(content);
        }
    }

    private void layRows() {
        List<HistoryRow> wanted = new ArrayList<>();
        Instant now = context.clock().instant();
        String day = "";
        for (HistoryHit hit : hits) {
            if (deletion != null && deletion.hides(hit.id())) {
                continue;
            }
            String its = Words.day(hit.receivedAt(), now, context.zone());
            if (!its.equals(day)) {
                day = its;
                wanted.add(new HistoryRow.Day(day));
            }
            wanted.add(new HistoryRow.Call(hit));
        }
        if (!rows.equals(wanted)) {
            rows.setAll(wanted);
            syncSelection();
        }
    }

    // What changes meanwhile.

    private void changed(Collection<CallRecord> records) {
        old = true;
        if (records.stream().anyMatch(r -> chosen.equals(Optional.of(r.id()))) && looking) {
            showChosen();
        }
    }

    /// The index may lag behind by some milliseconds, so it is asked at most once a second.
    private void tick() {
        if (!looking || !old) {
            return;
        }
        boolean atTop = !list.isHover() && isAtTop();
        if (atTop) {
            search();
            return;
        }
        long newest = hits.isEmpty() ? -1 : hits.getFirst().number();
        finder.search(
                query(),
                Optional.empty(),
                PAGE,
                found -> {
                    long fresh = found.hits().stream().filter(hit -> hit.number() > newest).count();
                    replace(found.hits());
                    news.setText(fresh == 1 ? "1 new call" : fresh + " new calls");
                    news.setVisible(fresh > 0);
                });
        old = false;
    }

    /// What is listed already is shown as it now is, where it stands.
    private void replace(List<HistoryHit> fresh) {
        fresh.forEach(hit -> {
            for (int i = 0; i < hits.size(); i++) {
                if (hits.get(i).id().equals(hit.id())) {
                    hits.set(i, hit);
                }
            }
        });
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i) instanceof HistoryRow.Call(HistoryHit shown)) {
                HistoryRow now =
                        new HistoryRow.Call(
                                hits.stream()
                                        .filter(hit -> hit.id().equals(shown.id()))
                                        .findFirst()
                                        .orElse(shown));
                if (!now.equals(rows.get(i))) {
                    rows.set(i, now);
                }
            }
        }
    }

    private boolean isAtTop() {
        return list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                && (flow.getFirstVisibleCell() == null
                        || flow.getFirstVisibleCell().getIndex() == 0);
    }

    // Choosing.

    private void choose(ToolCallId id) {
        chosen = Optional.of(id);
        syncSelection();
        showChosen();
    }

    private void move(int by) {
        List<ToolCallId> order =
                rows.stream()
                        .filter(HistoryRow.Call.class::isInstance)
                        .map(row -> ((HistoryRow.Call) row).hit().id())
                        .toList();
        if (order.isEmpty()) {
            return;
        }
        int at = chosen.map(order::indexOf).orElse(-1);
        choose(order.get(Math.clamp(at + (long) by, 0, order.size() - 1)));
        list.scrollTo(Math.max(0, list.getSelectionModel().getSelectedIndex() - 3));
        if (at + by >= order.size() - 5) {
            loadMore();
        }
    }

    private void syncSelection() {
        int index = -1;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i) instanceof HistoryRow.Call(HistoryHit hit)
                    && chosen.equals(Optional.of(hit.id()))) {
                index = i;
            }
        }
        if (index < 0) {
            list.getSelectionModel().clearSelection();
        } else if (list.getSelectionModel().getSelectedIndex() != index) {
            list.getSelectionModel().clearAndSelect(index);
        }
    }

    private Optional<HistoryHit> chosenHit() {
        return hits.stream().filter(hit -> chosen.equals(Optional.of(hit.id()))).findFirst();
    }

    // What is done.

    private void keep(Deed deed) {
        context.background()
                .execute(() -> {
                    try {
                        deed.on(context.model().desk().keeping());
                        context.feed()
                                .execute(() -> {
                                    old = true;
                                    search();
                                });
                    } catch (JournalException e) {
                        context.feed().execute(() -> message.setText(e.sentence()));
                    }
                });
    }

    private void toggleStar() {
        chosenHit().ifPresent(hit -> keep(desk -> desk.star(hit.id(), !hit.starred())));
    }

    private void saveNote() {
        String words = note.getText().strip();
        chosen.ifPresent(id -> keep(desk -> desk.note(id, words)));
    }

    private void delete(ToolCallId id, Deletion what) {
        keep(desk -> {
            if (!desk.delete(id, what)) {
                context.feed()
                        .execute(() ->
                                message.setText("It still goes on; stop it before it is deleted."));
            }
        });
    }

    private void runAgain() {
        chosen.ifPresent(id ->
                context.background()
                        .execute(() -> {
                            boolean made = context.model().desk().jobs().runAgain(id).isPresent();
                            context.feed()
                                    .execute(() ->
                                            message.setText(
                                                    made
                                                            ? "A new call was made of it; where no"
                                                                    + " rule allows it, it waits in"
                                                                    + " the Inbox."
                                                            : "It cannot be run again while it"
                                                                    + " still waits or runs."));
                        }));
    }

    private void compareChosen() {
        record().filter(one -> one.started().isPresent())
                .ifPresentOrElse(
                        one -> compared.choose(one.id(), Words.oneLine(one.command().text()) + "."),
                        () -> message.setText("It never ran: there is no output to compare."));
    }

    /// Who asks where an export goes, when it is not the system's own dialogue.
    public void chooseFileBy(Function<String, Optional<Path>> chooser) {
        export.chooseFileBy(chooser);
    }

    // The list.

    private Node column() {
        text.setId("history-filter");
        text.setPromptText("Search commands, summaries and output");
        text.setAccessibleText("Search the history");
        HBox.setHgrow(text, Priority.ALWAYS);
        text.textProperty().addListener((_, _, _) -> typing.playFromStart());
        text.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                text.clear();
                filters.clear();
                search();
                list.requestFocus();
                event.consume();
            } else if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.DOWN) {
                list.requestFocus();
                event.consume();
            }
        });
        Button open =
                Buttons.icon(
                        Feather.FOLDER,
                        "Open an asciicast from a file (Ctrl O, or drop it here)",
                        links.openCast());
        open.setId("open-cast");
        HBox top = new HBox(Icons.quiet(Feather.SEARCH), text, count, open);
        top.setAlignment(Pos.CENTER_LEFT);
        top.getStyleClass().add("history-filter");
        news.setId("new-calls");
        news.setVisible(false);
        news.managedProperty().bind(news.visibleProperty());
        news.setOnAction(_ -> {
            search();
            list.scrollTo(0);
        });
        message.managedProperty().bind(message.textProperty().isNotEmpty());
        message.setId("history-message");
        list.setId("history");
        list.setAccessibleText("Kept calls, newest first");
        list.getStyleClass().add("edge-to-edge");
        list.setPlaceholder(noMatch);
        list.setCellFactory(_ -> cell());
        VBox.setVgrow(list, Priority.ALWAYS);
        VBox box = new VBox(top, filters, news, message, deletion, export, compared, list);
        box.getStyleClass().addAll("list-column", "history-column");
        return box;
    }

    private HistoryCell cell() {
        HistoryCell cell = new HistoryCell(context);
        cell.setOnMousePressed(_ -> {
            if (!cell.isEmpty() && cell.getItem() instanceof HistoryRow.Call(HistoryHit hit)) {
                choose(hit.id());
            }
        });
        cell.indexProperty()
                .subscribe(index -> {
                    if (index.intValue() >= rows.size() - 20 && index.intValue() > PAGE / 2) {
                        loadMore();
                    }
                });
        return cell;
    }

    private void fillMore() {
        more.setId("more-of-call");
        more.getStyleClass().add("small-menu");
        more.setAccessibleText("More for the chosen call");
        MenuItem compare = new MenuItem("Compare with another run (C)");
        compare.setOnAction(_ -> compareChosen());
        more.getItems()
                .setAll(
                        compare,
                        export.menuOfOne(() -> chosen),
                        export.menuOfFound(this::query),
                        new SeparatorMenuItem(),
                        item("Delete its output", Deletion.OUTPUT),
                        item("Delete all but its decision", Deletion.EVERYTHING));
    }

    private MenuItem item(String words, Deletion what) {
        MenuItem item = new MenuItem(words);
        item.setOnAction(_ -> chosen.ifPresent(id -> deletion.begin(id, what)));
        return item;
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
        showDetail();
    }

    /// The window's model knows calls since its start; older ones are read.
    private void showChosen() {
        if (chosen.isEmpty()) {
            return;
        }
        ToolCallId id = chosen.get();
        finder.story(
                id,
                found -> {
                    if (chosen.equals(Optional.of(id))) {
                        boolean another =
                                story.filter(one -> one.record().id().equals(id)).isEmpty();
                        story = found;
                        if (another) {
                            note.setText(chosenHit().flatMap(HistoryHit::note).orElse(""));
                        }
                        showDetail();
                    }
                });
        if (context.model().call(id).isPresent()) {
            showDetail();
        }
    }

    private Optional<CallRecord> record() {
        return chosen.flatMap(context.model()::call)
                .or(() ->
                        story.map(CallStory::record)
                                .filter(one -> chosen.equals(Optional.of(one.id()))));
    }

    private void showDetail() {
        Optional<CallRecord> record = record();
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
        again.setDisable(record.isWaiting() || record.isRunning());
        boolean starred = chosenHit().filter(HistoryHit::starred).isPresent();
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

    private Node nothing() {
        Button open =
                Buttons.action(
                        Feather.FOLDER,
                        "Open an asciicast",
                        Optional.of("Ctrl O"),
                        links.openCast());
        open.setId("open-first-cast");
        VBox box =
                new VBox(
                        Texts.label("No calls are kept so far", "headline"),
                        Texts.wrapping(
                                "Every call of an agent is kept here with its decision, its output"
                                        + " and what the agent was answered.",
                                "quiet"),
                        open);
        box.getStyleClass().add("nothing-waiting");
        box.setAlignment(Pos.CENTER);
        return box;
    }
}
