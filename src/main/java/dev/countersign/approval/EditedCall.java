package dev.countersign.approval;

import java.util.Optional;

/// A call whose command a person changed, judged anew.
///
/// @param assessed the call with the command that would run, and what is known of it
/// @param note what the person tells the agent about it, in their own words
public record EditedCall(AssessedCall assessed, Optional<String> note) {
    /// The longest note that is taken from a person, in characters.
    public static final int MAXIMUM_NOTE_LENGTH = Decision.Denied.MAXIMUM_REASON_LENGTH;

    public EditedCall {
        note = note.filter(text -> !text.isBlank());
        if (note.isPresent() && note.get().length() > MAXIMUM_NOTE_LENGTH) {
            throw new IllegalArgumentException("note is longer than 4,000 characters");
        }
    }
}
