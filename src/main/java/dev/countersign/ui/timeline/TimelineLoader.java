package dev.countersign.ui.timeline;

import dev.countersign.journal.JournalException;
import dev.countersign.ui.UiContext;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads history for the timeline, one look at a time, the newest wish only. Confined to the FX
/// thread; the reading itself happens on the background executor.
final class TimelineLoader {
    private final UiContext context;
    private final Consumer<TimelineData> loaded;
    private final Consumer<String> failed;
    private Optional<TimeWindow> wanted = Optional.empty();
    private boolean reading;

    /// @param failed takes a sentence for the person
    TimelineLoader(UiContext context, Consumer<TimelineData> loaded, Consumer<String> failed) {
        this.context = context;
        this.loaded = loaded;
        this.failed = failed;
    }

    boolean isReading() {
        return reading;
    }

    void load(TimeWindow window) {
        wanted = Optional.of(window);
        if (!reading) {
            readNext();
        }
    }

    private void readNext() {
        if (wanted.isEmpty()) {
            return;
        }
        TimeWindow window = wanted.get();
        wanted = Optional.empty();
        reading = true;
        Instant now = context.clock().instant();
        context.background().execute(() -> {
            try {
                TimelineData data =
                        TimelineData.read(
                                context.model().desk().keeping().history(),
                                window,
                                now,
                                context.zone());
                context.feed().execute(() -> done(() -> loaded.accept(data)));
            } catch (JournalException e) {
                context.feed().execute(() -> done(() -> failed.accept(e.sentence())));
            }
        });
    }

    private void done(Runnable result) {
        reading = false;
        result.run();
        readNext();
    }
}
