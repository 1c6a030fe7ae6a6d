package dev.countersign.safety;

import java.util.List;

/// What one simple command of a script does.
///
/// @param start UTF-16 offset into the command
/// @param known whether the console knows this command with all of its options
public record PartAssessment(String text, int start, int end, boolean known, List<Effect> effects) {
    public PartAssessment {
        effects = List.copyOf(effects);
    }
}
