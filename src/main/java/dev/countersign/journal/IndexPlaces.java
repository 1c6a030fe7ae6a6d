package dev.countersign.journal;

import java.nio.file.Path;

/// Where the index of history is, and what it is made from.
///
/// @param file the database
/// @param journal the folder of the journal
/// @param recordings the folder of all recordings
/// @param natives where the database driver unpacks its native part
public record IndexPlaces(Path file, Path journal, Path recordings, Path natives) {
    /// Whoever writes the index holds the lock of this file.
    Path lock() {
        return file.resolveSibling(file.getFileName() + ".lock");
    }
}
