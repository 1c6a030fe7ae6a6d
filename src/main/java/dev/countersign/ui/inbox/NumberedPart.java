package dev.countersign.ui.inbox;

import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.Verdict;
import dev.countersign.safety.Finding;
import dev.countersign.safety.PartAssessment;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.ui.CommandView.Underline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One simple command of a call with all that is known of it, and the number that ties it to its
/// place in the text.
///
/// @param number from 1
/// @param findings those that begin in it
record NumberedPart(
        int number,
        PartVerdict verdict,
        Optional<PartAssessment> assessment,
        List<Finding> findings) {
    NumberedPart {
        findings = List.copyOf(findings);
    }

    static List<NumberedPart> of(Subject subject) {
        List<PartVerdict> verdicts = subject.verdict().map(PolicyVerdict::parts).orElse(List.of());
        List<Finding> rest = new ArrayList<>(findings(subject));
        List<NumberedPart> parts = new ArrayList<>();
        for (PartVerdict verdict : verdicts) {
            List<Finding> own =
                    rest.stream()
                            .filter(finding -> verdict.start() <= finding.start())
                            .filter(finding -> finding.start() < verdict.end())
                            .toList();
            rest.removeAll(own);
            parts.add(
                    new NumberedPart(
                            parts.size() + 1, verdict, assessmentOf(subject, verdict), own));
        }
        return parts;
    }

    /// The findings that belong to no part.
    static List<Finding> others(Subject subject, List<NumberedPart> parts) {
        List<Finding> rest = new ArrayList<>(findings(subject));
        parts.forEach(part -> rest.removeAll(part.findings()));
        return rest;
    }

    private static List<Finding> findings(Subject subject) {
        return subject.assessment().map(RiskAssessment::findings).orElse(List.of());
    }

    /// Effects of a part, found by where it begins.
    private static Optional<PartAssessment> assessmentOf(Subject subject, PartVerdict part) {
        return subject.assessment().map(RiskAssessment::parts).orElse(List.of()).stream()
                .filter(assessed -> assessed.start() == part.start())
                .findFirst();
    }

    /// Its colour and line: thick red, amber, dotted grey.
    Underline.Weight weight() {
        boolean danger =
                findings.stream().anyMatch(finding -> finding.level().atLeast(RiskLevel.HIGH));
        if (danger || verdict.verdict() == Verdict.DENY) {
            return Underline.Weight.DANGER;
        }
        return verdict.verdict() == Verdict.ALLOW
                ? Underline.Weight.ALLOWED
                : Underline.Weight.ASKS;
    }
}
