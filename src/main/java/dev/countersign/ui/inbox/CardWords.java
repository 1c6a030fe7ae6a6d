package dev.countersign.ui.inbox;

import dev.countersign.safety.EffectKind;
import dev.countersign.safety.Finding;
import dev.countersign.safety.PartAssessment;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The sentences of a card. Pure; says no more than what is known.
final class CardWords {
    private static final Pattern PLAIN_WORD = Pattern.compile("[a-z][a-z0-9-]{2,19}");

    private CardWords() {}

    /// What would be lost or done, in one sentence.
    static String headline(RiskAssessment assessment) {
        if (assessment.headline().isPresent()) {
            return Words.oneLine(assessment.headline().get());
        }
        if (!assessment.known()) {
            return "Not known to this console";
        }
        if (assessment.readOnly()) {
            return "Reads only, changes nothing";
        }
        return deeds(assessment);
    }

    private static String deeds(RiskAssessment assessment) {
        Set<EffectKind> kinds = EnumSet.noneOf(EffectKind.class);
        assessment.parts().forEach(part -> part.effects().forEach(e -> kinds.add(e.kind())));
        List<String> deeds = new ArrayList<>();
        for (EffectKind kind : kinds) {
            deed(kind).ifPresent(deeds::add);
        }
        if (deeds.isEmpty()) {
            return "Changes things in the workspace";
        }
        String joined =
                deeds.size() == 1
                        ? deeds.getFirst()
                        : String.join(", ", deeds.subList(0, deeds.size() - 1))
                                + " and "
                                + deeds.getLast();
        return joined.substring(0, 1).toUpperCase(Locale.ROOT) + joined.substring(1);
    }

    private static Optional<String> deed(EffectKind kind) {
        return switch (kind) {
            case READ -> Optional.empty();
            case WRITE -> Optional.of("writes files");
            case DELETE -> Optional.of("deletes files");
            case EXECUTE -> Optional.of("runs other programs");
            case NETWORK -> Optional.of("uses the network");
            case PRIVILEGE -> Optional.of("takes other rights");
            case PROCESS -> Optional.of("acts on processes");
            case UNKNOWN -> Optional.of("does things that are not known");
        };
    }

    /// The worst thing found, or that nothing was.
    static String finding(RiskAssessment assessment) {
        Optional<Finding> worst =
                assessment.findings().stream().max(Comparator.comparing(Finding::level));
        if (worst.isPresent()) {
            return Words.oneLine(worst.get().message());
        }
        if (!assessment.known()) {
            return "what it does is not known";
        }
        return "nothing found against it";
    }

    /// How the agent's flag and the console's level go together.
    static String agreement(ToolCall call, RiskLevel level) {
        boolean grave = level.atLeast(RiskLevel.HIGH);
        if (call.flaggedDangerous().isEmpty()) {
            return "the agent gave no flag to compare with";
        }
        if (call.agentSaysDangerous() == grave) {
            return "agrees with the agent’s flag";
        }
        return "disagrees with the agent’s flag; the stricter one counts";
    }

    static String flag(ToolCall call) {
        if (call.flaggedDangerous().isEmpty()) {
            return "no flag given";
        }
        return call.agentSaysDangerous()
                ? "the agent thinks this may be dangerous"
                : "flagged not dangerous";
    }

    /// `default mode, 120 s, then a background job`.
    static String limits(ToolCall call) {
        return "%s mode, %s, then %s"
                .formatted(
                        call.mode().wireName(),
                        Words.duration(call.timeout()),
                        call.onTimeout() == TimeoutAction.KILL ? "stopped" : "a background job");
    }

    /// What is to be typed before a critical command can be approved: the command at fault, where
    /// it has a plain name.
    static String word(RiskAssessment assessment) {
        return assessment.findings().stream()
                .max(Comparator.comparing(Finding::level))
                .flatMap(worst -> partAt(assessment, worst.start()))
                .or(() -> assessment.parts().stream().findFirst())
                .map(part -> part.text().strip().split("\\s", 2)[0])
                .filter(name -> PLAIN_WORD.matcher(name).matches())
                .orElse("approve");
    }

    private static Optional<PartAssessment> partAt(RiskAssessment assessment, int offset) {
        return assessment.parts().stream()
                .filter(part -> part.start() <= offset && offset < part.end())
                .findFirst();
    }
}
