package dev.countersign.ansi;

/// From `start` (UTF-16 index into the text) up to the next run the text has this style.
///
/// @param style packed as in [Style]
public record StyleRun(int start, long style) {

    public StyleRun {
        if (start < 0) {
            throw new IllegalArgumentException("start: " + start);
        }
    }

    @Override
    public String toString() {
        return start + ":" + Style.describe(style);
    }
}
