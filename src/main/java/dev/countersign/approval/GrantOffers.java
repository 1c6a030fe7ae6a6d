package dev.countersign.approval;

import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.CommandStep;
import dev.countersign.safety.RiskLevel;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.ToolCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Says what a person may let through for a session at a call, and holds grants to it.
final class GrantOffers {
    private GrantOffers() {}

    /// @param verdict what the rules say about the call now
    static GrantOffer of(ToolCall call, CommandAnalysis analysis, PolicyVerdict verdict) {
        Optional<String> refusal = refusal(call, analysis, verdict);
        if (refusal.isPresent()) {
            return GrantOffer.refused(refusal.get());
        }
        List<GrantOffer.PartOffer> parts = new ArrayList<>();
        for (int i = 0; i < analysis.steps().size(); i++) {
            boolean asked = verdict.parts().get(i).verdict() == Verdict.ASK;
            CommandStep step = analysis.steps().get(i);
            if (asked && step.kind() == CommandStep.Kind.COMMAND && !step.words().isEmpty()) {
                parts.add(part(i, step, analysis));
            }
        }
        return new GrantOffer(
                Optional.of(
                        new GrantScope.ExactCommand(
                                call.command().text(),
                                call.directory(),
                                call.addedEnvironment(),
                                RunFiles.of(analysis))),
                parts,
                Optional.empty());
    }

    private static Optional<String> refusal(
            ToolCall call, CommandAnalysis analysis, PolicyVerdict verdict) {
        if (call.agentSaysDangerous()) {
            return Optional.of(
                    "The agent itself says that this may be dangerous, so each such call is"
                            + " asked.");
        }
        if (analysis.assessment().level().atLeast(RiskLevel.HIGH)) {
            return Optional.of("From level high up each call is asked.");
        }
        if (!analysis.readable()) {
            return Optional.of("The command could not be read, so each such call is asked.");
        }
        if (verdict.verdict() == Verdict.DENY) {
            return Optional.of("A rule denies it.");
        }
        return Optional.empty();
    }

    private static GrantOffer.PartOffer part(
            int index, CommandStep step, CommandAnalysis analysis) {
        List<String> known = new ArrayList<>();
        for (Optional<String> word : step.words()) {
            if (word.isEmpty()) {
                break;
            }
            known.add(word.get());
        }
        if (known.isEmpty()) {
            return new GrantOffer.PartOffer(
                    index,
                    known,
                    0,
                    Optional.empty(),
                    Optional.of("Which command runs is only known when it runs."));
        }
        Optional<GrantScope.ScriptContent> script = script(step, known, analysis);
        if (NeverByPrefix.holds(known)) {
            return new GrantOffer.PartOffer(
                    index,
                    known,
                    0,
                    script,
                    Optional.of(
                            "%s can be made to do anything, so no beginning of it is let through."
                                    .formatted(known.getFirst())));
        }
        return new GrantOffer.PartOffer(
                index, known, NeverByPrefix.fewestWords(known), script, Optional.empty());
    }

    private static Optional<GrantScope.ScriptContent> script(
            CommandStep step, List<String> known, CommandAnalysis analysis) {
        Map<Path, String> files = RunFiles.of(analysis, step);
        boolean readable = !files.isEmpty() && files.values().stream().noneMatch(String::isEmpty);
        return readable
                ? Optional.of(new GrantScope.ScriptContent(known, files))
                : Optional.empty();
    }

    /// Why a scope may not be granted at a call; empty when it may.
    static Optional<String> problem(
            GrantScope scope, ToolCall call, CommandAnalysis analysis, PolicyVerdict verdict) {
        GrantOffer offer = of(call, analysis, verdict);
        if (offer.refusal().isPresent()) {
            return offer.refusal();
        }
        boolean offered =
                switch (scope) {
                    case GrantScope.ExactCommand exact -> offer.exact().equals(Optional.of(exact));
                    case GrantScope.CommandPrefix(List<String> prefix) ->
                            offer.parts().stream()
                                    .anyMatch(part ->
                                            part.fewestWords() > 0
                                                    && prefix.size() >= part.fewestWords()
                                                    && begins(part.words(), prefix));
                    case GrantScope.ScriptContent(List<String> prefix, var files) ->
                            offer.parts().stream()
                                    .flatMap(part -> part.script().stream())
                                    .anyMatch(script ->
                                            script.scripts().equals(files)
                                                    && begins(script.prefix(), prefix)
                                                    && namesScript(script, prefix, analysis));
                };
        return offered
                ? Optional.empty()
                : Optional.of(
                        "\"%s\" is not what this call offers: it changed, or is too wide."
                                .formatted(scope.words()));
    }

    private static boolean begins(List<String> words, List<String> prefix) {
        return words.size() >= prefix.size() && words.subList(0, prefix.size()).equals(prefix);
    }

    /// A script's grant reaches as far as the script's own word, or a word behind the tool that
    /// reads it by itself, so that it never means 'any script of this interpreter'.
    private static boolean namesScript(
            GrantScope.ScriptContent whole, List<String> prefix, CommandAnalysis analysis) {
        for (ScriptFile file : analysis.scripts()) {
            boolean word = whole.prefix().contains(file.named());
            boolean reached =
                    word
                            ? prefix.contains(file.named())
                            : prefix.size() >= Math.min(2, whole.prefix().size());
            if (whole.scripts().containsKey(file.path()) && !reached) {
                return false;
            }
        }
        return true;
    }
}
