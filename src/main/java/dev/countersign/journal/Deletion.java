package dev.countersign.journal;

/// How much of a call is no longer kept. Its facts and its decision always are.
public enum Deletion {
    /// What it printed.
    OUTPUT,
    /// What it printed, and every text: command, summary, environment, assessment, answer.
    EVERYTHING
}
