package dev.countersign.supervision;

/// A command that a hook brought and that is not answered yet.
public interface HookedCall {
    /// Blocks until there is a verdict, at the latest when the hook's patience ends.
    HookVerdict await() throws InterruptedException;

    /// The hook is gone: the agent was interrupted. What waits is withdrawn, what was approved and
    /// not started never starts.
    void cancel();
}
