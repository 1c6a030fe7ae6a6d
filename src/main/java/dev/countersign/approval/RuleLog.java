package dev.countersign.approval;

/// Where it is written down what a person does about rules.
@FunctionalInterface
public interface RuleLog {
    /// Writes it down. May block on the disk.
    ///
    /// @throws java.io.UncheckedIOException when it could not be kept; then what lets something
    ///   through has not happened
    void record(RuleEvent event);
}
