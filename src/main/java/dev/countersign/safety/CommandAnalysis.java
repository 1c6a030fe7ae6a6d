package dev.countersign.safety;

import java.util.List;

/// An assessment with the steps that it is about, for the rules. The steps are in the order of the
/// assessment's parts, one for each.
///
/// @param scripts the files that it runs
/// @param readable whether all of the command could be read
public record CommandAnalysis(
        RiskAssessment assessment,
        List<CommandStep> steps,
        List<ScriptFile> scripts,
        boolean readable) {
    public CommandAnalysis {
        steps = List.copyOf(steps);
        scripts = List.copyOf(scripts);
        if (steps.size() != assessment.parts().size()) {
            throw new IllegalArgumentException("each part needs its step");
        }
    }
}
