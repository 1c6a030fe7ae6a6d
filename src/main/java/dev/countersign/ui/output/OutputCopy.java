package dev.countersign.ui.output;

import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.ReaderTasks.Copied;
import dev.countersign.ui.output.Selection.Place;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// Puts what is selected of an output on the clipboard, only when the person asks. Confined to the
/// FX thread.
final class OutputCopy {
    /// How a selection is put on the clipboard.
    enum Form {
        PLAIN,
        /// Formatted, with the plain text beside it.
        COLOURS,
        /// With the control sequences of terminals.
        ANSI
    }

    private final OutputView view;
    private final OutputSelecting selecting;
    private final RowPainter painter;

    OutputCopy(OutputView view, OutputSelecting selecting, RowPainter painter) {
        this.view = view;
        this.selecting = selecting;
        this.painter = painter;
    }

    /// Copies as far as that is bounded, and says how much it was.
    void copy(Form form) {
        if (selecting.isEmpty() || view.reader().isEmpty()) {
            return;
        }
        Selection selected = selecting.selection().orElseThrow();
        Selection copied = view.map().map(rows -> lines(rows, selected)).orElse(selected);
        Consumer<Copied> answer = view.whileShown(lines -> toClipboard(form, copied, lines));
        long first = copied.first().line();
        long last = copied.last().line();
        ReaderTasks tasks = view.reader().get().tasks();
        Optional<Picture> screen = view.pageProperty().get().screen();
        if (screen.isPresent()) {
            tasks.copy(screen.get(), first, last, answer);
        } else {
            tasks.copy(first, last, answer);
        }
    }

    /// Rows are lines to those who read.
    private static Selection lines(RowMap rows, Selection chosen) {
        return new Selection(place(rows, chosen.first()), place(rows, chosen.last()));
    }

    private static Place place(RowMap rows, Place place) {
        long row = place.line();
        while (row < rows.rows() && rows.lineAt(row).isEmpty()) {
            row++;
        }
        if (row >= rows.rows()) {
            return new Place(Long.MAX_VALUE - 1, 0);
        }
        return new Place(rows.lineAt(row).orElseThrow(), row == place.line() ? place.column() : 0);
    }

    private void toClipboard(Form form, Selection copied, Copied answer) {
        ClipboardContent content = new ClipboardContent();
        switch (form) {
            case PLAIN -> content.putString(OutputText.plain(copied, answer.lines()));
            case COLOURS -> {
                content.putString(OutputText.plain(copied, answer.lines()));
                content.putHtml(OutputText.html(copied, answer.lines(), painter::paletteColor));
            }
            case ANSI -> content.putString(OutputText.ansi(copied, answer.lines()));
        }
        Clipboard.getSystemClipboard().setContent(content);
        String count = Words.count(answer.lines().size(), "line");
        view.tell(
                answer.whole()
                        ? "Copied " + count + "."
                        : "Copied the first "
                                + count
                                + ": more does not fit the clipboard. The recorded file has all.");
    }
}
