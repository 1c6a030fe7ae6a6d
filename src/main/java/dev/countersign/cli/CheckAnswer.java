package dev.countersign.cli;

import dev.countersign.approval.PolicyVerdict;
import dev.countersign.safety.RiskAssessment;

/// What is answered to one command.
sealed interface CheckAnswer {
    /// It was judged.
    record Judged(String command, RiskAssessment assessment, PolicyVerdict verdict)
            implements CheckAnswer {}

    /// It cannot be judged, or could not be run as it is.
    record Refused(String reason) implements CheckAnswer {}
}
