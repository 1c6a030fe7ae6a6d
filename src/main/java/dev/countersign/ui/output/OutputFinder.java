package dev.countersign.ui.output;

import dev.countersign.ui.output.OutputReader.Surface;
import dev.countersign.ui.output.ReaderTasks.Landmark;
import dev.countersign.ui.output.ReaderTasks.Progress;
import dev.countersign.ui.output.Viewport.Top;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Finds places in an output and goes there: what is searched for, errors, standard error. The work
/// is done by the reader's tasks; answers for an output that is no longer shown are dropped.
/// Confined to the FX thread.
final class OutputFinder {
    private final OutputView view;
    private final RowGrid grid;
    private final OutputScrolling scrolling;
    private final ReadOnlyObjectWrapper<Optional<Progress>> progress =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<SearchHits.Place>> current =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private Optional<SearchQuery> query = Optional.empty();

    /// Whether nobody asked for it here, so that it changes nothing until something is found.
    private boolean isOffer;

    /// The hit that was stepped to, until its row has arrived.
    private Optional<SearchHits.Place> wantedHit = Optional.empty();

    OutputFinder(OutputView view, RowGrid grid, OutputScrolling scrolling) {
        this.view = view;
        this.grid = grid;
        this.scrolling = scrolling;
    }

    ReadOnlyObjectProperty<Optional<Progress>> progressProperty() {
        return progress.getReadOnlyProperty();
    }

    /// The hit that was stepped to.
    ReadOnlyObjectProperty<Optional<SearchHits.Place>> currentProperty() {
        return current.getReadOnlyProperty();
    }

    Optional<SearchQuery> query() {
        return query;
    }

    /// Forgets what was found; what is searched for stays.
    void forget() {
        wantedHit = Optional.empty();
        progress.set(Optional.empty());
        current.set(Optional.empty());
    }

    /// Searches what is shown now for what was searched for before.
    void searchAgain() {
        query.ifPresent(this::begin);
    }

    /// Whether what is searched for is found in lines alone, so that those are to be shown.
    boolean needsLines() {
        return query.isPresent()
                && (!isOffer || progress.get().filter(now -> now.hits().total() > 0).isPresent());
    }

    /// Searches for something from now on; empty ends the search.
    void search(Optional<SearchQuery> wanted) {
        begin(wanted, false);
    }

    /// Marks what was searched for elsewhere; where it is found, from the first one on.
    void offer(SearchQuery wanted) {
        begin(Optional.of(wanted), true);
    }

    private void begin(Optional<SearchQuery> wanted, boolean offered) {
        query = wanted;
        isOffer = offered;
        forget();
        if (wanted.isPresent()) {
            begin(wanted.get());
        } else {
            view.reader().ifPresent(r -> r.tasks().endSearch());
        }
        view.changed();
    }

    private void begin(SearchQuery wanted) {
        Consumer<Progress> answer = view.whileShown(now -> searched(wanted, now));
        view.reader().ifPresent(r -> r.tasks().search(wanted, answer));
    }

    private void searched(SearchQuery wanted, Progress now) {
        if (!query.equals(Optional.of(wanted))) {
            return;
        }
        progress.set(Optional.of(now));
        if (current.get().isEmpty()) {
            long from = isOffer ? 0 : top().row();
            now.hits().from(from).or(() -> ifDone(now)).ifPresent(this::goTo);
        }
        view.requestLayout();
    }

    private Top top() {
        return scrolling.topProperty().get();
    }

    /// There is none behind the first row on the screen, and there will be none.
    private static Optional<SearchHits.Place> ifDone(Progress now) {
        return now.done() ? now.hits().from(0) : Optional.empty();
    }

    /// Goes to the next hit, or to the one before; from the last to the first.
    void step(boolean forwards) {
        if (progress.get().isEmpty()) {
            return;
        }
        SearchHits hits = progress.get().get().hits();
        Optional<SearchHits.Place> next =
                current.get().isEmpty()
                        ? hits.from(top().row())
                        : current.get()
                                .flatMap(here -> forwards ? hits.after(here) : hits.before(here));
        next.ifPresent(this::goTo);
    }

    private void goTo(SearchHits.Place hit) {
        current.set(Optional.of(hit));
        wantedHit = Optional.of(hit);
        scrolling.reveal(view.map().map(rows -> rows.rowOf(hit.line())).orElse(hit.line()));
        showWantedHit();
        view.requestLayout();
    }

    /// Once the row of the hit has arrived, its columns are brought into sight.
    void showWantedHit() {
        if (wantedHit.isEmpty()) {
            return;
        }
        SearchHits.Place wanted = wantedHit.get();
        for (PageLine line : view.pageProperty().get().lines()) {
            if (line.row() == wanted.line() && wanted.ordinal() < line.hits().size()) {
                wantedHit = Optional.empty();
                showColumns(line, line.hits().get(wanted.ordinal()));
                return;
            }
        }
    }

    private void showColumns(PageLine line, PageLine.Hit hit) {
        if (line.parts().size() > 1) {
            int part = 0;
            while (part + 1 < line.parts().size() && line.parts().get(part + 1) <= hit.start()) {
                part++;
            }
            if (part >= grid.rows()) {
                scrolling.moveTo(new Top(line.row(), part));
            }
            return;
        }
        int start = Columns.ofIndex(line.text(), hit.start());
        int end = Columns.ofIndex(line.text(), hit.end());
        int columns = grid.look().textColumns();
        if (start < scrolling.sideways() || end > scrolling.sideways() + columns) {
            scrolling.sidewaysTo(Math.max(0, end <= columns ? 0 : start - columns / 3));
        }
    }

    /// Goes to the next line of standard error, or to the next error; from where the person is.
    void jump(Landmark landmark, boolean forwards) {
        if (view.isScreen()) {
            view.setSurface(Surface.LINES);
            view.tell("Shown line by line now, since errors are found in lines.");
        }
        long from =
                view.selecting()
                        .selection()
                        .map(chosen -> chosen.caret().line())
                        .orElseGet(() -> top().row() - 1);
        Consumer<Optional<Long>> answer = view.whileShown(line -> jumped(landmark, forwards, line));
        view.reader().ifPresent(r -> r.tasks().next(landmark, from, forwards, answer));
    }

    private void jumped(Landmark landmark, boolean forwards, Optional<Long> line) {
        if (line.isEmpty()) {
            String what = landmark == Landmark.STDERR ? "line of stderr" : "error";
            view.tell("No further " + what + (forwards ? " below." : " above."));
            return;
        }
        view.selecting().selectLine(line.get());
        scrolling.followingProperty().set(false);
        scrolling.reveal(line.get());
        view.requestLayout();
    }

    /// Finds when something was printed, nearest to a time.
    void outputBeside(Duration time, boolean forwards, Consumer<Optional<Duration>> taker) {
        Consumer<Optional<Duration>> answer = view.whileShown(taker);
        view.reader().ifPresent(r -> r.tasks().outputBeside(time, forwards, answer));
    }

    /// Finds when the first error was printed; heard once the recording is complete.
    void firstError(Consumer<Optional<Duration>> taker) {
        Consumer<Optional<Duration>> answer = view.whileShown(taker);
        view.reader().ifPresent(r -> r.tasks().firstError(answer));
    }
}
