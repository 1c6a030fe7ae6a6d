package dev.countersign.ui.history;

import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HistoryPage;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.journal.JournalException;
import dev.countersign.recording.ExportFormat;
import dev.countersign.supervision.ExportRequest;
import dev.countersign.supervision.RunningExport;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.stage.FileChooser;
import org.kordamp.ikonli.feather.Feather;

/// An export from the history, from the question where to put it to the file: a bar with how far it
/// is, a way to cancel it, and what came of it. One at a time. Confined to the FX thread.
final class HistoryExport extends HBox {
    /// More calls than these are not written into one file.
    static final int MOST_CALLS = 1_000;

    private static final int PAGE = 200;

    private final UiContext context;
    private final Label words = Texts.label("");
    private final ProgressBar progress = new ProgressBar();
    private final Button cancel;
    private final Button open;
    private final Button close;
    private Function<String, Optional<Path>> chooser = this::ask;
    private Optional<RunningExport> running = Optional.empty();
    private Optional<Path> written = Optional.empty();

    /// What is to be exported, looked for where it may block.
    private interface Calls {
        List<ToolCallId> find() throws JournalException;
    }

    /// @param openFile shows a file that was written
    HistoryExport(UiContext context, Consumer<Path> openFile) {
        this.context = context;
        setId("export");
        getStyleClass().add("note-bar");
        setAlignment(Pos.CENTER_LEFT);
        words.setId("export-words");
        words.setMinWidth(0);
        progress.setId("export-progress");
        progress.setAccessibleText("How far the export is");
        progress.setPrefWidth(120);
        cancel = Buttons.action(Feather.X, "Cancel", Optional.empty(), this::cancel);
        cancel.setId("cancel-export");
        open =
                Buttons.action(
                        Feather.EXTERNAL_LINK,
                        "Open",
                        Optional.empty(),
                        () -> written.ifPresent(openFile));
        open.setId("open-export");
        close = Buttons.icon(Feather.X, "Close", this::hide);
        close.setId("close-export");
        getChildren().setAll(words, progress, Texts.spring(), cancel, open, close);
        hide();
    }

    /// Who asks for the file, when it is not the system's own dialogue.
    ///
    /// @param newChooser takes a proposed name; empty where the person chose none
    void chooseFileBy(Function<String, Optional<Path>> newChooser) {
        chooser = newChooser;
    }

    /// The forms, for one call.
    Menu menuOfOne(Supplier<Optional<ToolCallId>> chosen) {
        return menu(
                "Export this call",
                format ->
                        chosen.get()
                                .ifPresent(id ->
                                        begin("call-" + id.digits(), format, () -> List.of(id))));
    }

    /// The forms, for all calls that a query finds, oldest first.
    Menu menuOfFound(Supplier<HistoryQuery> query) {
        return menu(
                "Export all that are found",
                format -> {
                    HistoryQuery wanted = query.get();
                    begin("calls", format, () -> found(wanted));
                });
    }

    private static Menu menu(String title, Consumer<ExportFormat> chosen) {
        Menu menu = new Menu(title);
        for (ExportFormat format : ExportFormat.values()) {
            MenuItem item = new MenuItem(name(format));
            item.setOnAction(_ -> chosen.accept(format));
            menu.getItems().add(item);
        }
        return menu;
    }

    private static String name(ExportFormat format) {
        return switch (format) {
            case ASCIICAST_V2 -> "asciicast, version 2";
            case ASCIICAST_V3 -> "asciicast, version 3";
            case PLAIN -> "Plain text";
            case ANSI -> "Text with colours (ANSI)";
            case HTML -> "HTML page";
            case JSON -> "JSON, with all facts";
        };
    }

    /// Blocks. The newest of them where there are too many for one file.
    private List<ToolCallId> found(HistoryQuery query) throws JournalException {
        List<ToolCallId> ids = new ArrayList<>();
        Optional<Long> before = Optional.empty();
        do {
            HistoryPage page =
                    context.model().desk().keeping().history().search(query, before, PAGE);
            page.hits().stream().map(HistoryHit::id).forEach(ids::add);
            before = page.next();
        } while (before.isPresent() && ids.size() < MOST_CALLS);
        return ids.subList(0, Math.min(ids.size(), MOST_CALLS)).reversed();
    }

    private void begin(String name, ExportFormat format, Calls calls) {
        if (running.isPresent()) {
            words.setText("One export after the other: cancel this one, or let it end.");
            return;
        }
        chooser.apply(name + "." + format.extension())
                .ifPresent(file -> {
                    written = Optional.empty();
                    show("Looking for the calls…", true);
                    context.background().execute(() -> start(calls, format, file));
                });
    }

    private void start(Calls calls, ExportFormat format, Path file) {
        try {
            List<ToolCallId> ids = calls.find();
            if (ids.isEmpty()) {
                context.feed().execute(() -> show("No call is found; nothing was written.", false));
                return;
            }
            // The dialogue has asked already whether a file that is there may go.
            RunningExport export =
                    context.model()
                            .desk()
                            .keeping()
                            .export(
                                    new ExportRequest(ids, format, file, true),
                                    new Told(ids.size()));
            context.feed().execute(() -> started(export));
        } catch (JournalException e) {
            context.feed().execute(() -> show(e.sentence(), false));
        }
    }

    /// A short one may be over before it is known to have begun.
    private void started(RunningExport export) {
        if (cancel.isVisible()) {
            running = Optional.of(export);
        }
    }

    private final class Told implements RunningExport.Listener {
        private final int calls;

        Told(int calls) {
            this.calls = calls;
        }

        @Override
        public void progressed(long doneBytes, long allBytes) {
            context.feed()
                    .execute(() -> {
                        progress.setProgress(
                                allBytes == 0 ? -1 : Math.min(1.0, (double) doneBytes / allBytes));
                        words.setText(
                                "Exporting %s: %s of %s"
                                        .formatted(
                                                Words.count(calls, "call"),
                                                Words.bytes(doneBytes),
                                                Words.bytes(allBytes)));
                    });
        }

        @Override
        public void ended(RunningExport.End end) {
            context.feed().execute(() -> over(end));
        }
    }

    private void over(RunningExport.End end) {
        running = Optional.empty();
        switch (end) {
            case RunningExport.End.Written(Path file, int calls, long bytes) -> {
                written = Optional.of(file);
                show(
                        "%s written to %s (%s)."
                                .formatted(
                                        Words.count(calls, "call"),
                                        context.path(file),
                                        Words.bytes(bytes)),
                        false);
            }
            case RunningExport.End.Cancelled _ -> show("Cancelled; nothing is left of it.", false);
            case RunningExport.End.Failed(String sentence) -> show(sentence, false);
        }
    }

    private void cancel() {
        running.ifPresent(RunningExport::cancel);
    }

    private void show(String sentence, boolean going) {
        words.setText(sentence);
        progress.setProgress(-1);
        lay(progress, going);
        lay(cancel, going);
        lay(open, !going && written.isPresent());
        lay(close, !going);
        lay(this, true);
    }

    private void hide() {
        lay(this, false);
        lay(cancel, false);
    }

    private static void lay(Node node, boolean there) {
        node.setVisible(there);
        node.setManaged(there);
    }

    private Optional<Path> ask(String name) {
        FileChooser dialogue = new FileChooser();
        dialogue.setTitle("Export");
        dialogue.setInitialFileName(name);
        File chosen = dialogue.showSaveDialog(getScene().getWindow());
        return Optional.ofNullable(chosen).map(File::toPath);
    }
}
