package dev.countersign.ui.history;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Deletion;
import dev.countersign.journal.HistoryPage;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.journal.JournalException;
import dev.countersign.supervision.HistoryDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.EmptyState;
import dev.countersign.ui.Icons;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
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

    /// From this width on, in pixels, the field has room for all that it searches.
    private static final double WIDE_PROMPT = 250;

    private static final double MOST_OF_WIDTH = 0.4;
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
    private final HistoryList list;
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
        list = new HistoryList(context, noMatch, deletion::hides, this::showChosen, this::loadMore);
        export = new HistoryExport(context, links.openFile());
        compared = new ComparedRuns(links.compare());
        detail =
                new CallDetail(
                        context,
                        viewer,
                        finder,
                        list::hit,
                        new CallDetail.Deeds(
                                this::toggleStar, this::runAgain, this::saveNote, more()));
        content.setMinWidth(0);
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
        focusOnList();
    }

    /// Without a list the pane itself: else the first button of the window would take the focus.
    private void focusOnList() {
        if (list.node().getScene() == null) {
            node.requestFocus();
        } else {
            list.focus();
        }
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
        list.choose(id);
        search();
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
            case J, DOWN -> list.move(1);
            case K, UP -> list.move(-1);
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
        int wanted = Math.clamp(list.size(), PAGE, 5 * PAGE);
        HistoryQuery query = query();
        finder.search(
                query,
                Optional.empty(),
                wanted,
                found -> {
                    list.clear();
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
        next = page.next();
        boolean narrowed = filters.isNarrowing() || !text.getText().isBlank();
        noMatch.setText(
                narrowed
                        ? "No kept call matches. Esc clears the search; the menus above narrow it."
                        : "");
        news.setVisible(false);
        message.setText("");
        boolean any = !list.isEmpty() || !page.hits().isEmpty();
        Node wanted = any || narrowed ? content : nothing;
        if (!node.getChildren().getFirst().equals(wanted)) {
            node.getChildren().setAll(wanted);
            focusOnList();
        }
        list.add(page.hits());
        if (list.chosen().isEmpty() && any) {
            list.chooseFirst();
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
        list.layRows();
    }

    private void showChosen(ToolCallId id) {
        detail.show(id);
    }

    // What changes meanwhile.

    private void changed(Collection<CallRecord> records) {
        old = true;
        if (looking) {
            list.chosen()
                    .filter(id -> records.stream().anyMatch(record -> record.id().equals(id)))
                    .ifPresent(detail::show);
        }
    }

    /// The index may lag behind by some milliseconds, so it is asked at most once a second.
    private void tick() {
        if (!looking || !old) {
            return;
        }
        if (list.mayGrowAtTop()) {
            search();
            return;
        }
        long newest = list.newest();
        finder.search(
                query(),
                Optional.empty(),
                PAGE,
                found -> {
                    long fresh = found.hits().stream().filter(hit -> hit.number() > newest).count();
                    list.replace(found.hits());
                    news.setText(fresh == 1 ? "1 new call" : fresh + " new calls");
                    news.setVisible(fresh > 0);
                });
        old = false;
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
        list.chosenHit().ifPresent(hit -> keep(desk -> desk.star(hit.id(), !hit.starred())));
    }

    private void saveNote(String words) {
        list.chosen().ifPresent(id -> keep(desk -> desk.note(id, words)));
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
        list.chosen().ifPresent(id -> context.background().execute(() -> runAgain(id)));
    }

    private void runAgain(ToolCallId id) {
        boolean made = context.model().desk().jobs().runAgain(id).isPresent();
        context.feed()
                .execute(() ->
                        message.setText(
                                made
                                        ? "A new call was made of it; where no rule allows it, it"
                                                + " waits in the Inbox."
                                        : "It cannot be run again while it still waits or runs."));
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
        text.widthProperty()
                .subscribe(width ->
                        text.setPromptText(
                                width.doubleValue() < WIDE_PROMPT
                                        ? "Search"
                                        : "Search commands, summaries and output"));
        text.setAccessibleText("Search the history");
        HBox.setHgrow(text, Priority.ALWAYS);
        text.textProperty().addListener((_, _, _) -> typing.playFromStart());
        text.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                text.clear();
                filters.clear();
                search();
                list.focus();
                event.consume();
            } else if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.DOWN) {
                list.focus();
                event.consume();
            }
        });
        Button open =
                Buttons.icon(
                        Feather.FOLDER,
                        "Open an asciicast from a file (Ctrl O, or drop it here)",
                        links.openCast());
        open.setId("open-cast");
        HBox field = new HBox(Icons.quiet(Feather.SEARCH), text, count);
        field.getStyleClass().add("search-field");
        field.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(field, Priority.ALWAYS);
        HBox top = new HBox(field, open);
        top.setAlignment(Pos.CENTER_LEFT);
        top.getStyleClass().add("history-filter");
        news.setId("new-calls");
        news.setVisible(false);
        news.managedProperty().bind(news.visibleProperty());
        news.setOnAction(_ -> {
            search();
            list.toTop();
        });
        message.managedProperty().bind(message.textProperty().isNotEmpty());
        message.setId("history-message");
        VBox box = new VBox(top, filters, news, message, deletion, export, compared, list.node());
        box.getStyleClass().addAll("list-column", "history-column");
        // Large text in a narrow window leaves the detail its half.
        box.maxWidthProperty().bind(content.widthProperty().multiply(MOST_OF_WIDTH));
        return box;
    }

    private List<MenuItem> more() {
        MenuItem compare = new MenuItem("Compare with another run (C)");
        compare.setOnAction(_ -> compareChosen());
        return List.of(
                compare,
                export.menuOfOne(list::chosen),
                export.menuOfFound(this::query),
                new SeparatorMenuItem(),
                item("Delete its output", Deletion.OUTPUT),
                item("Delete all but its decision", Deletion.EVERYTHING));
    }

    private MenuItem item(String words, Deletion what) {
        MenuItem item = new MenuItem(words);
        item.setOnAction(_ -> list.chosen().ifPresent(id -> deletion.begin(id, what)));
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
        return EmptyState.of(
                Feather.LIST,
                "No calls are kept so far",
                "Every call of an agent is kept here with its decision, its output and what the"
                        + " agent was answered.",
                open);
    }
}
