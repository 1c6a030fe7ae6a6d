package dev.countersign.execution;

/// What an engine watches, stops and holds process trees with.
record TreeCare(ProcessTable table, Signals signals, TreeStopper stopper, TreePause pause) {
    TreeCare(ProcessTable table, Signals signals, TreeStopper stopper) {
        this(table, signals, stopper, new TreePause(table, signals));
    }
}
