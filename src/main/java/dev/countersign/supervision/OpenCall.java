package dev.countersign.supervision;

/// A call that was taken and is not answered yet.
public interface OpenCall {
    /// Blocks until there is an answer: the end, a decision against it, or the hand-over as a job.
    CallReport await() throws InterruptedException;

    /// The agent no longer wants it. A waiting call is withdrawn; a running one is stopped unless
    /// it is a background job. Does nothing once the call is answered.
    void cancel();
}
