package dev.countersign.ui.output;

import dev.countersign.ui.output.PageLine.Difference;
import java.util.OptionalLong;

/// Which line stands in which row, where a view does not show each line below the one before it.
/// Immutable.
interface RowMap {
    long rows();

    /// Empty where the row is left free. Never smaller than that of an earlier row.
    OptionalLong lineAt(long row);

    Difference difference(long row);

    /// The row of a line, or of the next one that has a row.
    long rowOf(long line);
}
