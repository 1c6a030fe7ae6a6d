package dev.countersign.approval;

import java.util.List;

/// What a draft would have done to recorded calls.
///
/// @param considered how many calls were looked at
/// @param decided how many of them it would have decided by itself
/// @param dangerous how many of those were of level high or more then
/// @param denied how many of those a person had denied
/// @param approved how many of those a person had approved
/// @param examples some of those, the denied and dangerous first, then the newest
public record RuleTryOut(
        int considered,
        int decided,
        int dangerous,
        int denied,
        int approved,
        List<Example> examples) {
    /// How many examples there are at most.
    public static final int MOST_EXAMPLES = 50;

    public RuleTryOut {
        examples = List.copyOf(examples);
    }

    /// One of the calls.
    ///
    /// @param dangerous it was of level high or more
    /// @param denied a person had denied it
    public record Example(PastCall call, boolean dangerous, boolean denied) {}
}
