package dev.countersign.safety;

import java.nio.file.Path;
import java.util.List;

/// A place of the disk that a simple command names, and what it does to it.
///
/// @param kind how it is reached; [EffectKind#UNKNOWN] for a word of a command that is not known,
///   which may or may not be a path
/// @param text as the command names it
/// @param places every place that it may be, absolute and with links resolved; of a pattern the
///   folder in which it is looked for; empty when it is only known when the command runs
/// @param pattern whether it is a pattern like `*.txt`
/// @param inside whether all places lie in the workspace
public record PathUse(
        EffectKind kind, String text, List<Path> places, boolean pattern, boolean inside) {
    public PathUse {
        places = List.copyOf(places);
    }
}
