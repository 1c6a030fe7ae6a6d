package dev.countersign.supervision;

import dev.countersign.toolcall.ToolCallId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// All jobs at one moment: what waits for its turn, runs, is held, was left running by an ended
/// command, or was found running after the end of an earlier console. Oldest first.
public record JobsSnapshot(Instant at, List<JobView> jobs) {
    public JobsSnapshot {
        jobs = List.copyOf(jobs);
    }

    public Optional<JobView> find(ToolCallId id) {
        return jobs.stream().filter(job -> job.id().equals(id)).findFirst();
    }
}
