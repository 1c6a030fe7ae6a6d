package dev.countersign.cli;

import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.safety.Effect;
import dev.countersign.safety.EffectKind;
import dev.countersign.safety.Finding;
import dev.countersign.safety.PartAssessment;
import dev.countersign.safety.RiskAssessment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/// The form of an answer for people.
final class CheckText {
    private static final int LONGEST_SNIPPET = 60;

    private CheckText() {}

    static String of(CheckAnswer answer) {
        return switch (answer) {
            case CheckAnswer.Refused(String reason) ->
                    Ansi.AUTO.string("@|bold,red REFUSED|@") + "  " + visible(reason) + "\n";
            case CheckAnswer.Judged judged -> judged(judged);
        };
    }

    private static String judged(CheckAnswer.Judged judged) {
        RiskAssessment assessment = judged.assessment();
        StringBuilder text = new StringBuilder();
        text.append(word(judged.verdict().verdict()))
                .append("  level %s, ".formatted(assessment.level().wireName()))
                .append(assessment.readOnly() ? "only reads" : "may change something")
                .append(assessment.known() ? "" : ", not all of it is known")
                .append('\n');
        text.append("  ").append(visible(judged.verdict().reason())).append('\n');
        instead(judged.verdict().rule()).ifPresent(line -> text.append("  ").append(line));
        assessment
                .headline()
                .ifPresent(headline ->
                        text.append("  At stake: ").append(visible(headline)).append('\n'));
        List<Finding> left = new ArrayList<>(assessment.findings());
        parts(judged, left, text);
        findings(judged.command(), left, text);
        return text.toString();
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case ALLOW -> Ansi.AUTO.string("@|bold,green ALLOW|@");
            case ASK -> Ansi.AUTO.string("@|bold,yellow ASK|@");
            case DENY -> Ansi.AUTO.string("@|bold,red DENY|@");
        };
    }

    /// The parts, each with the findings that are about it, which are taken out of those left.
    private static void parts(
            CheckAnswer.Judged judged, List<Finding> left, StringBuilder text) {
        List<PartAssessment> parts = judged.assessment().parts();
        if (parts.isEmpty()) {
            return;
        }
        text.append(parts.size() == 1 ? "\n" : "\nParts, of which the strictest decides\n");
        for (int i = 0; i < parts.size(); i++) {
            PartAssessment part = parts.get(i);
            List<Finding> about =
                    left.stream()
                            .filter(finding ->
                                    finding.start() >= part.start() && finding.end() <= part.end())
                            .toList();
            left.removeAll(about);
            part(i + 1, part, judged.verdict().parts().get(i), about, text);
        }
    }

    private static void part(
            int number,
            PartAssessment part,
            PartVerdict verdict,
            List<Finding> findings,
            StringBuilder text) {
        text.append(
                "  %d. %-5s  %s\n"
                        .formatted(
                                number, verdict.verdict().wireName(), snippet(verdict.text())));
        Optional<String> instead = verdict.rule().flatMap(RuleReference::instead);
        for (Finding finding : findings) {
            finding(finding, instead, text);
        }
        String effects = effects(part.effects());
        line("does", effects.isEmpty() ? "nothing to files or others" : effects, text);
        boolean said =
                findings.stream().anyMatch(finding -> verdict.reason().contains(finding.message()));
        if (verdict.rule().isPresent()) {
            line("why", "%s (%s)".formatted(verdict.reason(), verdict.rule().get().source()), text);
        } else if (!said) {
            line("why", verdict.reason(), text);
        }
        instead(verdict.rule()).ifPresent(other -> text.append("            ").append(other));
        if (!part.known()) {
            line("note", "the console does not know this command with all of its options", text);
        }
    }

    private static void finding(Finding finding, Optional<String> told, StringBuilder text) {
        text.append(
                "            %-8s %s\n"
                        .formatted(
                                finding.level().wireName().toUpperCase(Locale.ROOT),
                                visible(finding.message())));
        finding.alternative()
                .filter(alternative -> !told.equals(Optional.of(alternative)))
                .ifPresent(alternative ->
                        text.append("                     Instead: ")
                                .append(visible(alternative))
                                .append('\n'));
    }

    private static void line(String what, String words, StringBuilder text) {
        text.append("            %-5s ".formatted(what + ":")).append(visible(words)).append('\n');
    }

    private static Optional<String> instead(Optional<RuleReference> rule) {
        return rule.flatMap(RuleReference::instead)
                .map(other -> "Instead: " + visible(other) + "\n");
    }

    private static String effects(List<Effect> effects) {
        return effects.stream()
                .map(effect -> (words(effect.kind()) + " " + effect.target()).strip())
                .distinct()
                .limit(8)
                .collect(Collectors.joining("; "));
    }

    private static String words(EffectKind kind) {
        return switch (kind) {
            case READ -> "reads";
            case WRITE -> "writes";
            case DELETE -> "deletes";
            case EXECUTE -> "runs";
            case NETWORK -> "reaches";
            case PRIVILEGE -> "gets";
            case PROCESS -> "stops or changes processes";
            case UNKNOWN -> "not known:";
        };
    }

    private static void findings(String command, List<Finding> findings, StringBuilder text) {
        if (findings.isEmpty()) {
            return;
        }
        text.append("\nAbout all of it\n");
        for (Finding finding : findings) {
            finding(finding, Optional.empty(), text);
            if (finding.end() > finding.start()) {
                String at = command.substring(finding.start(), finding.end());
                text.append("                     in: ").append(snippet(at)).append('\n');
            }
        }
    }

    private static String snippet(String text) {
        String shown = visible(text);
        return shown.length() <= LONGEST_SNIPPET
                ? shown
                : shown.substring(0, LONGEST_SNIPPET) + "…";
    }

    /// The text on one line, with everything that a terminal could obey as a mark.
    private static String visible(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .forEach(c -> {
                    if (c == '\n') {
                        shown.append("⏎");
                    } else if (isHidden(c)) {
                        shown.append(String.format(Locale.ROOT, "⟨U+%04X⟩", c));
                    } else {
                        shown.appendCodePoint(c);
                    }
                });
        return shown.toString();
    }

    private static boolean isHidden(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.PRIVATE_USE
                || type == Character.UNASSIGNED
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
