package dev.countersign.supervision.rehearsal;

/// Lets tests of other rooms have the difference of two texts.
public final class FileDifferences {
    private FileDifferences() {}

    public static FileDifference between(String before, String after) {
        return FileDifference.between(before, after);
    }
}
