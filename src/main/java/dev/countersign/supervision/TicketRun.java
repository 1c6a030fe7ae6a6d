package dev.countersign.supervision;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A run that somebody follows who showed its ticket: `countersign run`.
public interface TicketRun {
    /// The next of the output, sanitized, in the order in which it came. Blocks until there is
    /// some, the run has ended, or `wait` is over.
    Output next(Duration wait) throws InterruptedException;

    /// Whoever followed it is gone; a foreground command is stopped then, as the settings say.
    void callerGone();

    /// Some of the output, and the end where there is one.
    ///
    /// @param end once all of the output was given
    record Output(List<Piece> pieces, Optional<End> end) {
        public Output {
            pieces = List.copyOf(pieces);
        }
    }

    /// Some text of one stream.
    record Piece(boolean toStderr, String text) {}

    /// How the run ended.
    ///
    /// @param exitCode as a shell tells it: 128 and the number of the signal where one ended it
    /// @param words what the exit code does not say, one line in brackets
    record End(int exitCode, Optional<String> words) {}
}
