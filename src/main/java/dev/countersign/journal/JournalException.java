package dev.countersign.journal;

import java.io.IOException;

/// The journal could not be read or written. Whatever was to be recorded did not happen.
public final class JournalException extends IOException {
    private static final long serialVersionUID = 1L;

    JournalException(String message, Throwable cause) {
        super(message, cause);
    }

    JournalException(String message) {
        super(message);
    }
}
