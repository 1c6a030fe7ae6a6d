package dev.countersign.ui.jobs;

import dev.countersign.journal.SupervisionEvent;
import dev.countersign.supervision.JobView;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// What the table can be sorted by. Open jobs always stand before ended ones.
enum JobOrder {
    STATE("State"),
    AGENT("Agent"),
    COMMAND("Command"),
    AGE("Age"),
    CPU("CPU"),
    MEMORY("Memory"),
    OUTPUT("Output, 60 s");

    private final String title;

    JobOrder(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    private Comparator<JobRow.OfJob> order() {
        return switch (this) {
            case STATE -> Comparator.comparing(JobRow.OfJob::state);
            case AGENT ->
                    Comparator.comparing(
                            job -> job.record().call().session().name().toLowerCase(Locale.ROOT));
            case COMMAND -> Comparator.comparing(job -> job.record().command().text());
            case AGE -> Comparator.comparing(JobOrder::start);
            case CPU -> most(JobView::processorShare);
            case MEMORY -> most(JobView::residentBytes);
            case OUTPUT -> most(JobView::outputBytesPerSecond);
        };
    }

    private static Comparator<JobRow.OfJob> most(ToDoubleFunction<JobView> figure) {
        return Comparator.comparingDouble(
                job -> -job.view().map(figure::applyAsDouble).orElse(0.0));
    }

    private static Instant start(JobRow.OfJob job) {
        return job.record()
                .started()
                .map(SupervisionEvent.Started::at)
                .orElse(job.record().call().receivedAt());
    }

    /// Compares by it.
    ///
    /// @param reversed the other way round, open ones still first
    Comparator<JobRow.OfJob> comparator(boolean reversed) {
        Comparator<JobRow.OfJob> openFirst = Comparator.comparingInt(job -> job.isOpen() ? 0 : 1);
        return openFirst
                .thenComparing(reversed ? order().reversed() : order())
                .thenComparing(Comparator.comparing(JobOrder::start).reversed());
    }
}
