package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.JobProcess;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.toolcall.ToolCallId;
import java.util.Optional;

/// One row of the table: an agent, one of its jobs, or a process of a job. Confined to the FX
/// thread; what a job's row shows changes from second to second.
sealed interface JobRow {
    /// The heading above the jobs of one agent.
    ///
    /// @param jobs how many of them are open
    record OfAgent(String agent, String workspace, long jobs) implements JobRow {}

    /// A process in the tree of a job.
    record OfProcess(ToolCallId job, JobProcess process) implements JobRow {}

    /// A job.
    final class OfJob implements JobRow {
        /// Seconds that the sparkline covers.
        static final int HISTORY = 60;

        private CallRecord record;
        private Optional<JobView> view = Optional.empty();
        private final long[] rates = new long[HISTORY];
        private int next;

        OfJob(CallRecord record) {
            this.record = record;
        }

        ToolCallId id() {
            return record.id();
        }

        CallRecord record() {
            return record;
        }

        Optional<JobView> view() {
            return view;
        }

        void set(CallRecord newRecord) {
            record = newRecord;
        }

        /// Takes what one second brought.
        void measure(Optional<JobView> newView) {
            view = newView;
            rates[next] = newView.map(JobView::outputBytesPerSecond).orElse(0L);
            next = (next + 1) % HISTORY;
        }

        /// Bytes a second, the oldest first.
        long rate(int index) {
            return rates[(next + index) % HISTORY];
        }

        boolean hasRates() {
            for (long rate : rates) {
                if (rate > 0) {
                    return true;
                }
            }
            return false;
        }

        JobState state() {
            return view.map(JobView::state).orElseGet(() -> JobState.of(record.status()));
        }

        /// Whether something can still be done to it.
        boolean isOpen() {
            return state().isOpen() || isOrphan() || leftSomething();
        }

        boolean isOrphan() {
            return view.filter(JobView::orphan).isPresent();
        }

        boolean leftSomething() {
            return view.filter(job -> !job.processes().isEmpty()).isPresent();
        }
    }
}
