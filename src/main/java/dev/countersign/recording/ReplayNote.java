package dev.countersign.recording;

import java.time.Duration;

/// Words of a person (or of an imported recording) at one moment of a run.
///
/// @param text one line of at most [#MOST_CHARACTERS] characters, not blank
public record ReplayNote(Duration at, String text) {
    public static final int MOST_CHARACTERS = 500;

    public ReplayNote {
        if (at.isNegative()) {
            throw new IllegalArgumentException("at: " + at);
        }
        boolean oneLine = text.chars().noneMatch(Character::isISOControl);
        if (text.isBlank() || !oneLine || text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("text is blank, too long or not one line");
        }
    }

    /// A note of any text: on one line and cut.
    ///
    /// @throws IllegalArgumentException where nothing is left
    public static ReplayNote of(Duration at, String anyText) {
        String line = anyText.replaceAll("\\p{Cntrl}+", " ").strip();
        return new ReplayNote(
                at, line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS));
    }
}
