package dev.countersign.approval;

import java.time.Duration;
import java.util.Optional;

/// A call that waits to be decided, for the one who has to answer it.
///
/// Safe on any thread. The resolution is handed out once: a second taker would hold a second right
/// to run the same call.
public interface WaitingCall {
    /// Blocks until the call is decided, withdrawn or expired.
    ///
    /// @throws IllegalStateException when the resolution was handed out before
    Resolution await() throws InterruptedException;

    /// Blocks until the call is decided, at most for a while; empty when it still waits.
    ///
    /// @throws IllegalStateException when the resolution was handed out before
    Optional<Resolution> await(Duration atMost) throws InterruptedException;
}
