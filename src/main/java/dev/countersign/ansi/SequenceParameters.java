package dev.countersign.ansi;

/// The numbers of a control sequence: `38;2;1;2;3` or, with subparameters, `38:2::1:2:3`.
///
/// Reused from sequence to sequence; valid only while a sink is called.
final class SequenceParameters {

    /// Further parameters are ignored, as terminals do.
    static final int MAX_COUNT = 32;

    /// No colour, mode or attribute has a number above this.
    private static final int MAX_VALUE = 65_535;

    /// No character that can stand in a sequence.
    static final char MIXED = 0xFFFF;

    private static final int MISSING = -1;

    private final int[] values = new int[MAX_COUNT];
    private final boolean[] subparameter = new boolean[MAX_COUNT];
    private int count;
    private boolean overflow;
    private char mark;

    SequenceParameters() {
        clear();
    }

    void clear() {
        count = 1;
        values[0] = MISSING;
        subparameter[0] = false;
        overflow = false;
        mark = 0;
    }

    void accept(char character) {
        switch (character) {
            case ';', ':' -> next(character == ':');
            default -> {
                if (character < '0' || character > '9') {
                    mark = mark == 0 ? character : MIXED;
                    return;
                }
                if (!overflow) {
                    int value = Math.max(values[count - 1], 0) * 10 + character - '0';
                    values[count - 1] = Math.min(value, MAX_VALUE);
                }
            }
        }
    }

    private void next(boolean colon) {
        if (count == MAX_COUNT) {
            overflow = true;
            return;
        }
        values[count] = MISSING;
        subparameter[count] = colon;
        count++;
    }

    /// Whether a private mark (`?`) or an intermediate character changes what the sequence means.
    boolean isPrivate() {
        return mark != 0;
    }

    /// The only private mark or intermediate character; [#MIXED] where there are several.
    char mark() {
        return mark;
    }

    /// At least 1: no number at all is one missing number.
    int count() {
        return count;
    }

    /// The number, or `missing` where there is none.
    int value(int index, int missing) {
        return index >= count || values[index] == MISSING ? missing : values[index];
    }

    /// Whether the number was set off by a colon from the one before it.
    boolean isSubparameter(int index) {
        return index < count && subparameter[index];
    }
}
