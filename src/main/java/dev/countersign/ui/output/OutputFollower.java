package dev.countersign.ui.output;

import dev.countersign.recording.LineIndex;
import dev.countersign.recording.OutputActivity;
import dev.countersign.recording.OutputTimeline;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.Recording;
import dev.countersign.recording.ScreenIndex;
import dev.countersign.ui.output.OutputReader.Attention;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import dev.countersign.ui.output.OutputReader.Wish;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Looks at a recording again and again: what is new in it, which page that makes for what somebody
/// looks at, and how long the next look can wait.
///
/// What a person watches must cost the command little. So while more comes than anybody can read,
/// pages are few, the end is read by itself, and the index of all lines is made at leisure. Blocks
/// on the disk; confined to one thread.
final class OutputFollower {
    private static final long LOOK_AGAIN_MILLIS = 33;

    /// When more goes by between two pages than anybody can read, fewer pages will do: what they
    /// cost is the command's.
    private static final long FLOOD_LOOK_AGAIN_MILLIS = 200;

    /// When the index is so many bytes behind, and the person only watches the end, that is read by
    /// itself; see [LineIndex#newest].
    private static final long FAR_BEHIND = 4L << 20;

    /// While output flows on like that, the index takes a slice a look, and all the rest once it
    /// stops, or somebody wants to see more than the end.
    private static final long FLOWING_NANOS = 500_000_000L;

    /// When slices cannot keep up, so far behind, they are left for then, too.
    private static final long OUTRUN = 64L << 20;

    private static final int FLOOD_SCREENS = 3;
    private static final long QUIET_LOOK_AGAIN_MILLIS = 200;
    private static final long FOLDED_LOOK_AGAIN_MILLIS = 1_000;
    private static final long QUIET_AFTER_NANOS = 2_000_000_000L;
    private static final long ACTIVITY_APART_NANOS = 250_000_000L;

    /// Indexed between two looks at what the person wants: some 5 ms.
    private static final long SLICE = 8L << 20;

    /// A screen takes longer for each byte.
    private static final long SCREEN_SLICE = 1L << 20;

    private static final long MILLION = 1_000_000;

    private final Recording recording;
    private final LineIndex index;
    private final Consumer<Page> listener;
    private final PageMaker maker;
    private final OutputTimeline timeline;
    private Optional<ScreenIndex> screen = Optional.empty();
    private OutputActivity activity = OutputActivity.NONE;
    private long activityAt;
    private long lastGrowth = System.nanoTime();

    private Optional<Page> last = Optional.empty();
    private long shownAt;
    private long linesShown;

    /// Whether there is something that no page was made of yet.
    private boolean unshown = true;

    /// @param masks what a person may see of lines that follow each other
    /// @param listener hears each page
    OutputFollower(
            Recording recording,
            LineIndex index,
            Supplier<UnaryOperator<RecordedLine>> masks,
            Consumer<Page> listener) {
        this.recording = recording;
        this.index = index;
        this.listener = listener;
        maker = new PageMaker(recording, index, masks);
        timeline = new OutputTimeline(recording);
    }

    /// Takes a slice of what is new in, and hands a page over where it is time for one.
    ///
    /// @param asked whether something else is wanted than before
    /// @return how many milliseconds to wait for the next look; 0 to go on
    long look(Wish wanted, boolean asked) throws IOException {
        boolean counts = isCountedAlone(wanted);
        unshown |= refresh(wanted, counts) || asked;
        boolean far = index.bytesBehind() > FAR_BEHIND;
        boolean ofEnd = counts || (wanted.isOfEnd() && far);
        boolean atLeisure = counts || (ofEnd && isFlowing());
        boolean behind = isBehind(wanted);
        if (unshown && wanted.attention() != Attention.NONE && isDue(wanted, asked, behind)) {
            refreshActivity(wanted, behind);
            show(page(wanted, ofEnd, atLeisure));
        }
        boolean hurries = !atLeisure || recording.isComplete();
        boolean goesOn = behind && hurries && wanted.attention() != Attention.NONE;
        return goesOn ? 0 : patience(wanted, atLeisure);
    }

    /// Whether there was anything new.
    private boolean refresh(Wish wanted, boolean counts) throws IOException {
        long before = recording.totals().bytes();
        boolean outrun = wanted.isOfEnd() && isFlowing() && index.bytesBehind() > OUTRUN;
        boolean taken = (counts || outrun) ? recording.refresh() : index.refresh(SLICE);
        boolean grown = recording.totals().bytes() != before;
        if (grown) {
            lastGrowth = System.nanoTime();
        }
        if (wanted.surface() != Surface.LINES && wanted.attention() != Attention.NONE) {
            if (screen.isEmpty()) {
                screen = Optional.of(new ScreenIndex(recording));
            }
            taken |= screen.get().refresh(SCREEN_SLICE);
        }
        return taken || grown;
    }

    /// What was counted when it was written is enough to tell how much there is.
    private boolean isCountedAlone(Wish wanted) {
        return wanted.attention() == Attention.COUNTS
                && wanted.isOfEnd()
                && !recording.isComplete();
    }

    private boolean isBehind(Wish wanted) {
        return index.isBehind()
                || (wanted.surface() != Surface.LINES
                        && screen.filter(ScreenIndex::isBehind).isPresent());
    }

    private boolean isFlowing() {
        return !recording.isComplete() && System.nanoTime() - lastGrowth < FLOWING_NANOS;
    }

    private long lines() {
        return Math.max(index.lineCount(), recording.totals().lines());
    }

    private boolean isDue(Wish wanted, boolean asked, boolean behind) {
        boolean flood = lines() - linesShown > (long) FLOOD_SCREENS * wanted.rows();
        long apart = flood ? FLOOD_LOOK_AGAIN_MILLIS : LOOK_AGAIN_MILLIS;
        return asked
                || last.isEmpty()
                || (!behind && !flood)
                || System.nanoTime() - shownAt >= apart * MILLION;
    }

    private Page page(Wish wanted, boolean ofEnd, boolean atLeisure) throws IOException {
        if (ofEnd) {
            return maker.newest(wanted, activity, atLeisure ? 1 : taken());
        }
        return isShownAlready(wanted)
                ? last.orElseThrow().withTaken(taken())
                : maker.page(wanted, activity, screen);
    }

    private void show(Page page) {
        listener.accept(page);
        last = Optional.of(page);
        shownAt = System.nanoTime();
        linesShown = lines();
        unshown = false;
    }

    /// How much of what is recorded the index knows, from 0 to 1.
    private double taken() {
        double all = (double) index.bytes() + index.bytesBehind();
        return all == 0 ? 1 : index.bytes() / all;
    }

    /// Whether what is looked at is shown, though the index has not come to it: the person let go
    /// of the end while output flooded in.
    private boolean isShownAlready(Wish wanted) {
        return index.isBehind()
                && wanted.surface() == Surface.LINES
                && wanted.at().isEmpty()
                && wanted.map().isEmpty()
                && (wanted.follow() || wanted.first() + wanted.rows() > index.lineCount())
                && last.filter(page -> page.at().isEmpty() && page.screen().isEmpty())
                        .filter(page -> page.rowCount() > index.lineCount())
                        .isPresent();
    }

    private void refreshActivity(Wish wanted, boolean behind) throws IOException {
        long now = System.nanoTime();
        boolean due = now - activityAt >= ACTIVITY_APART_NANOS || !behind;
        if (wanted.timeline() && due && timeline.refresh()) {
            activity = timeline.activity();
            activityAt = now;
        }
    }

    private long patience(Wish seen, boolean atLeisure) {
        boolean complete = recording.isComplete() && !unshown;
        return switch (seen.attention()) {
            case NONE -> Long.MAX_VALUE;
            case COUNTS -> complete ? Long.MAX_VALUE : FOLDED_LOOK_AGAIN_MILLIS;
            case ROWS ->
                    complete
                            ? Long.MAX_VALUE
                            : atLeisure ? FLOOD_LOOK_AGAIN_MILLIS : quietPatience();
        };
    }

    private long quietPatience() {
        return System.nanoTime() - lastGrowth < QUIET_AFTER_NANOS
                ? LOOK_AGAIN_MILLIS
                : QUIET_LOOK_AGAIN_MILLIS;
    }
}
