package dev.countersign.ui.notify;

import dev.countersign.journal.CallRecord;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.beans.value.ObservableBooleanValue;
import javafx.util.Duration;

/// Has the person told of what waits, and the count shown. Confined to the FX thread.
public final class Notifier implements AutoCloseable {
    private static final List<Integer> SIDES = List.of(22, 44);

    private final UiContext context;
    private final NoticeBoard board;
    private final ObservableBooleanValue inFocus;
    private final Consumer<Optional<ToolCallId>> open;
    private final NoticePolicy policy = new NoticePolicy();
    private final PauseTransition together = new PauseTransition();
    private final Runnable endOfSettings;
    private final Runnable endOfCalls;
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
    private Badge shown = new Badge(false, 0);
    private boolean closed;

    private record Badge(boolean on, int count) {}

    /// @param inFocus whether one of our windows has the focus
    /// @param open brings the window to the person's eye, at a call where one is meant; decides
    ///   nothing
    public Notifier(
            UiContext context,
            NoticeBoard board,
            ObservableBooleanValue inFocus,
            Consumer<Optional<ToolCallId>> open) {
        this.context = context;
        this.board = board;
        this.inFocus = inFocus;
        this.open = open;
        together.setOnFinished(_ -> look());
        endOfCalls = context.model().onChange(_ -> lookSoon());
        context.model().waitingCountProperty().subscribe(_ -> showBadge());
        context.ticker().nowProperty().addListener((_, _, _) -> look());
        inFocus.addListener((_, _, _) -> look());
        endOfSettings =
                context.settings()
                        .subscribe(_ ->
                                context.feed()
                                        .execute(() -> {
                                            showBadge();
                                            look();
                                        }));
        lookSoon();
    }

    /// What comes together is looked at together, and what a rule decides at once not at all.
    private void lookSoon() {
        look();
        together.stop();
        together.setDuration(
                Duration.millis(
                        context.settings().value(Settings.NOTIFY_COMBINE).toMillis() + 20.0));
        together.play();
    }

    private void look() {
        if (closed) {
            return;
        }
        SettingsSnapshot settings = context.settings().current();
        Instant now = context.clock().instant();
        NoticePolicy.Act act =
                policy.look(
                        context.model().waiting(),
                        new NoticePolicy.Moment(
                                now, now.atZone(context.zone()).toLocalTime(), inFocus.get()),
                        settings);
        switch (act) {
            case NoticePolicy.Act.Tell tell -> tell(tell, settings);
            case NoticePolicy.Act.Withdraw _ -> behind(board::withdraw);
            case NoticePolicy.Act.Nothing _ -> {
                // As it should be.
            }
        }
    }

    private void tell(NoticePolicy.Act.Tell tell, SettingsSnapshot settings) {
        NoticeBoard.Notice notice =
                NoticeWords.of(tell.calls(), tell.late(), settings.value(Settings.NOTIFY_COMMANDS));
        CallRecord oldest = tell.calls().getFirst();
        boolean sound = settings.value(Settings.NOTIFY_SOUND);
        behind(() -> {
            board.show(
                    notice,
                    () -> context.feed().execute(() -> open.accept(Optional.of(oldest.id()))));
            if (sound) {
                board.sound();
            }
        });
    }

    private void showBadge() {
        int count = context.model().waitingCountProperty().get();
        Badge now = new Badge(context.settings().value(Settings.BADGE), count);
        if (closed || now.equals(shown)) {
            return;
        }
        shown = now;
        if (!now.on()) {
            behind(board::noBadge);
            return;
        }
        String words =
                count == 0 ? "Countersign: nothing waits" : Words.count(count, "waiting call");
        List<CountPicture> pictures =
                SIDES.stream().map(side -> CountPicture.of(count, side)).toList();
        behind(() ->
                board.badge(
                        count,
                        words,
                        pictures,
                        () -> context.feed().execute(() -> open.accept(Optional.empty()))));
    }

    /// One after the other, since the board may be slow and the newest word must be the last.
    private void behind(Runnable task) {
        last = last.thenRunAsync(task, context.background());
    }

    @Override
    public void close() {
        closed = true;
        together.stop();
        endOfCalls.run();
        endOfSettings.run();
    }
}
