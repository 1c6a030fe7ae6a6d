package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.supervision.JobsSnapshot;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The jobs that the Running pane lists: what waits for its turn, runs or is held, what an earlier
/// console left running, and what ended not long ago. No nodes. Confined to the FX thread.
final class JobsModel {
    private final Supplier<Duration> leaveAfter;
    private final Map<ToolCallId, JobRow.OfJob> jobs = new LinkedHashMap<>();
    private Instant clearedAt = Instant.MIN;
    private JobOrder order = JobOrder.AGE;
    private boolean reversed = true;
    private String filter = "";

    /// @param leaveAfter how long an ended job stays, as the settings say now
    JobsModel(Supplier<Duration> leaveAfter) {
        this.leaveAfter = leaveAfter;
    }

    /// Takes what changed.
    ///
    /// @return whether rows came or went, or a job ended
    boolean take(Collection<CallRecord> changed, Instant now) {
        boolean structure = false;
        for (CallRecord record : changed) {
            JobRow.OfJob known = jobs.get(record.id());
            if (known != null) {
                structure |= known.record().isRunning() != record.isRunning();
                known.set(record);
            } else if (belongs(record, now)) {
                jobs.put(record.id(), new JobRow.OfJob(record));
                structure = true;
            }
        }
        return structure;
    }

    /// Takes what one second brought.
    ///
    /// @return whether rows came or went, or a job changed its state
    boolean take(JobsSnapshot snapshot, Function<ToolCallId, Optional<CallRecord>> find) {
        Map<ToolCallId, JobView> views = new LinkedHashMap<>();
        snapshot.jobs().forEach(view -> views.put(view.id(), view));
        boolean structure = false;
        for (JobView view : snapshot.jobs()) {
            if (!jobs.containsKey(view.id())) {
                Optional<CallRecord> record = find.apply(view.id());
                record.ifPresent(one -> jobs.put(one.id(), new JobRow.OfJob(one)));
                structure |= record.isPresent();
            }
        }
        for (JobRow.OfJob job : jobs.values()) {
            JobState before = job.state();
            job.measure(Optional.ofNullable(views.get(job.id())));
            structure |= before != job.state();
        }
        return structure;
    }

    /// Lets go of what ended too long ago.
    boolean sweep(Instant now) {
        return jobs.values().removeIf(job -> !job.isOpen() && isOld(job.record(), now));
    }

    /// Takes the ended ones off the list; they stay in History.
    void clearEnded(Instant now) {
        clearedAt = now;
        jobs.values().removeIf(job -> !job.isOpen());
    }

    private boolean belongs(CallRecord record, Instant now) {
        boolean waitsForItsTurn =
                record.started().isEmpty()
                        && record.finished().isEmpty()
                        && JobState.of(record.status()) == JobState.RUNNING;
        return waitsForItsTurn || (record.started().isPresent() && !isOld(record, now));
    }

    private boolean isOld(CallRecord record, Instant now) {
        return record.finished()
                .filter(end ->
                        Duration.between(end.at(), now).compareTo(leaveAfter.get()) > 0
                                || end.at().isBefore(clearedAt))
                .isPresent();
    }

    void sortBy(JobOrder newOrder, boolean newReversed) {
        order = newOrder;
        reversed = newReversed;
    }

    JobOrder order() {
        return order;
    }

    boolean reversed() {
        return reversed;
    }

    /// @param text what command, agent or folder must hold; upper and lower case alike
    void filter(String text) {
        filter = text.strip().toLowerCase(Locale.ROOT);
    }

    /// What the filter lets through, in order.
    List<JobRow.OfJob> listed() {
        return jobs.values().stream()
                .filter(this::matches)
                .sorted(order.comparator(reversed))
                .toList();
    }

    private boolean matches(JobRow.OfJob job) {
        if (filter.isEmpty()) {
            return true;
        }
        String text =
                job.record().command().text()
                        + "\n"
                        + job.record().call().session().name()
                        + "\n"
                        + job.record().call().session().workspace().directory();
        return text.toLowerCase(Locale.ROOT).contains(filter);
    }

    long openCount() {
        return jobs.values().stream().filter(job -> job.state().isOpen()).count();
    }

    long endedCount() {
        return jobs.values().stream().filter(job -> !job.isOpen()).count();
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    /// The agents that have jobs here, each once, in the order of their first job.
    List<CallRecord> agents() {
        Map<String, CallRecord> agents = new LinkedHashMap<>();
        jobs.values().stream()
                .filter(JobRow.OfJob::isOpen)
                .forEach(job ->
                        agents.putIfAbsent(
                                job.record().call().session().id().toString(), job.record()));
        return new ArrayList<>(agents.values());
    }
}
