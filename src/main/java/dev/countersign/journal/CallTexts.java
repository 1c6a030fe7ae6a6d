package dev.countersign.journal;

/// The texts of one call that are searched, masked already.
///
/// @param output its lines from the first on, and where it is long its last ones
/// @param outputTail how many characters of `output` are the first lines; all where it is whole
/// @param tailLine the number of the line that comes after these
record CallTexts(
        String command,
        String summary,
        String output,
        String note,
        String reason,
        int outputTail,
        long tailLine) {}
