package dev.countersign.safety;

import java.util.List;
import java.util.Optional;

/// The console's own judgement of a command.
///
/// @param readOnly every effect is known and none changes anything
/// @param known every part is known with all of its options
/// @param headline one sentence that says what would be lost, where something would
/// @param display the command with hidden and deceiving characters drawn as marks
public record RiskAssessment(
        RiskLevel level,
        boolean readOnly,
        boolean known,
        Optional<String> headline,
        List<Finding> findings,
        List<PartAssessment> parts,
        String display) {
    public RiskAssessment {
        findings = List.copyOf(findings);
        parts = List.copyOf(parts);
        if (readOnly && !known) {
            throw new IllegalArgumentException("what is not known cannot be called read-only");
        }
    }
}
