package dev.countersign.ui.history;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Deletion;
import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HistoryPage;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.journal.JournalException;
import dev.countersign.supervision.HistoryDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.Icons;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
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
    private final CallDetail detail;
    private final Node nothing;
    private Optional<ToolCallId> chosen = Optional.empty();
    private Optional<Long> next = Optional.empty();
    private boolean looking;
    private boolean old = true;
    private boolean known;

    /// A pane over the desk of the context.
    ///
    /// @param viewer shows the output of the chosen call
    public HistoryPane(UiContext context, RunViewer viewer, Links links) {
        this.context = context;
        this.links = links;
        finder = new HistoryFinder(context, this::failed);
        filters = new HistoryFilters(context, this::search);
        deletion = new PendingDeletion(this::delete, this::layRows);
        export = new HistoryExport(context, links.openFile());
        compared = new ComparedRuns(links.compare());
        detail =
                new CallDetail(
                        context,
                        viewer,
                        finder,
                        this::hit,
                        new CallDetail.Deeds(
                                this::toggleStar, this::runAgain, this::saveNote, more()));
        content.setLeft(column());
        content.setCenter(detail.node());
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
        chosen.ifPresent(detail::show);
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
            case T -> detail.nextTab();
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
        HistoryQuery query = query();
        finder.search(
                query,
                Optional.empty(),
                wanted,
                found -> {
                    hits.clear();
                    detail.setSearched(query.wantedWords());
                    take(found);
                });
        finder.count(query, calls -> count.setText(Words.count(calls, "call")));
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
            if (deletion.hides(hit.id())) {
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
            chosen.ifPresent(detail::show);
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
        chosen.ifPresent(detail::show);
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

    private Optional<HistoryHit> hit(ToolCallId id) {
        return hits.stream().filter(hit -> hit.id().equals(id)).findFirst();
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
        chosen.flatMap(this::hit)
                .ifPresent(hit -> keep(desk -> desk.star(hit.id(), !hit.starred())));
    }

    private void saveNote(String words) {
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
        detail.record()
                .filter(one -> one.started().isPresent())
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

    private List<MenuItem> more() {
        MenuItem compare = new MenuItem("Compare with another run (C)");
        compare.setOnAction(_ -> compareChosen());
        return List.of(
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
