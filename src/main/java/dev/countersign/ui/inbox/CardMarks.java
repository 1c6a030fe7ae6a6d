package dev.countersign.ui.inbox;

import dev.countersign.approval.Verdict;
import dev.countersign.safety.Finding;
import dev.countersign.safety.RiskLevel;
import dev.countersign.ui.CommandView.Badge;
import dev.countersign.ui.CommandView.Underline;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.List;

/// What is drawn onto the command of a card: lines under findings and parts, and the numbers of
/// parts. Pure.
final class CardMarks {
    private CardMarks() {}

    static List<Underline> underlines(Subject subject) {
        List<Underline> lines = new ArrayList<>();
        int length = subject.command().length();
        subject.assessment()
                .ifPresent(assessment ->
                        assessment
                                .findings()
                                .forEach(finding -> lines.add(underline(finding, length))));
        List<NumberedPart> parts = NumberedPart.of(subject);
        if (parts.size() > 1) {
            parts.stream()
                    .filter(part -> part.verdict().end() <= length)
                    .forEach(part ->
                            lines.add(
                                    new Underline(
                                            part.verdict().start(),
                                            part.verdict().end(),
                                            part.verdict().verdict() == Verdict.ALLOW
                                                    ? Underline.Weight.ALLOWED
                                                    : Underline.Weight.ASKS,
                                            "")));
        }
        if (subject.row().isBatch()) {
            BatchView.differing(subject.row(), subject.record())
                    .forEach(word ->
                            lines.add(
                                    new Underline(
                                            word.start(),
                                            word.end(),
                                            Underline.Weight.ALLOWED,
                                            "differs among the calls")));
        }
        return lines;
    }

    static List<Badge> badges(Subject subject) {
        List<NumberedPart> parts = NumberedPart.of(subject);
        if (parts.size() < 2) {
            return List.of();
        }
        return parts.stream()
                .map(part -> new Badge(part.verdict().start(), part.number(), part.weight()))
                .toList();
    }

    private static Underline underline(Finding finding, int length) {
        return new Underline(
                Math.min(finding.start(), length),
                Math.min(finding.end(), length),
                finding.level().atLeast(RiskLevel.HIGH)
                        ? Underline.Weight.DANGER
                        : Underline.Weight.ASKS,
                Words.oneLine(finding.message()));
    }
}
