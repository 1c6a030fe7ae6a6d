package dev.countersign.ui.jobs;

import dev.countersign.journal.SupervisionEvent;
import dev.countersign.supervision.JobView;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// What the table can be sorted by. Open jobs always stand before ended ones.
enum JobOrder {
    STATE("State", Comparator.comparing((JobRow.OfJob job) -> job.state().ordinal())),
    AGENT(
            "Agent",
            Comparator.comparing(
                    (JobRow.OfJob job) ->
                            job.record().call().session().name().toLowerCase(Locale.ROOT))),
    COMMAND("Command", Comparator.comparing((JobRow.OfJob job) -> job.record().command().text())),
    AGE("Age", Comparator.comparing(JobOrder::start)),
    CPU("CPU", most(JobView::processorShare)),
    MEMORY("Memory", most(JobView::residentBytes)),
    OUTPUT("Output, 60 s", most(JobView::outputBytesPerSecond));

    private final String title;
    private final Comparator<JobRow.OfJob> order;

    JobOrder(String title, Comparator<JobRow.OfJob> order) {
        this.title = title;
        this.order = order;
    }

    String title() {
        return title;
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

    /// @param reversed the other way round, open ones still first
    Comparator<JobRow.OfJob> comparator(boolean reversed) {
        Comparator<JobRow.OfJob> openFirst = Comparator.comparing(job -> job.isOpen() ? 0 : 1);
        return openFirst
                .thenComparing(reversed ? order.reversed() : order)
                .thenComparing(Comparator.comparing(JobOrder::start).reversed());
    }
}
