package dev.countersign.journal;

import java.util.List;

/// Everything that happened to one call, in its order, and where the journal proves it.
public record CallStory(CallRecord record, List<Step> steps) {
    /// One event with the number and the hash of its line.
    public record Step(long sequence, String hash, SupervisionEvent event) {}

    public CallStory {
        steps = List.copyOf(steps);
    }
}
