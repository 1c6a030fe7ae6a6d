package dev.countersign.approval;

import java.util.List;

/// Recorded history, for trying rules.
@FunctionalInterface
public interface PastCalls {
    /// The newest calls, newest first. May block on the disk.
    ///
    /// @param most how many at most
    List<PastCall> newest(int most);
}
