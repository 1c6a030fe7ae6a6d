package dev.countersign.journal;

import java.io.IOException;

/// The journal could not be read or written. Whatever was to be recorded did not happen.
public final class JournalException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    JournalException(String sentence, Throwable cause) {
        super(sentence, cause);
        this.sentence = sentence;
    }

    JournalException(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /// A failure of what is kept beside the journal.
    public static JournalException of(String sentence, Throwable cause) {
        return new JournalException(sentence, cause);
    }

    /// What failed, for people and agents.
    public String sentence() {
        return sentence;
    }
}
