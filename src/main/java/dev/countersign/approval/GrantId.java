package dev.countersign.approval;

/// Names one session grant; never used twice while the console runs.
public record GrantId(long number) {
    @Override
    public String toString() {
        return "grant " + number;
    }
}
