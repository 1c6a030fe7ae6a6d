package dev.countersign.approval;

import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Recorded calls, assessed anew, on which drafts are tried. Confined to one trial.
final class TriedCalls {
    /// How many calls are looked at, the newest.
    static final int MOST_CALLS = 10_000;

    static final RuleOrigin DRAFT = new RuleOrigin("draft", 1);

    private static final int MOST_EXAMPLES = RuleTryOut.MOST_EXAMPLES;

    private final CallJudge judge;
    private final List<Tried> calls;

    /// @param before what the rules say about it now, grants left aside
    record Tried(PastCall call, CommandAnalysis analysis, RuleBook book, PolicyVerdict before) {
        boolean denied() {
            return call.decision()
                    .filter(decision -> decision instanceof Decision.Denied(Decider.Human _, var _))
                    .isPresent();
        }

        boolean approved() {
            return call.decision()
                    .filter(decision ->
                            decision instanceof Decision.Approved(Decider.Human _, var scope)
                                    && scope != ApprovalScope.REHEARSED)
                    .isPresent();
        }

        boolean dangerous() {
            return call.level()
                    .orElse(RiskLevel.NONE)
                    .or(analysis.assessment().level())
                    .atLeast(RiskLevel.HIGH);
        }
    }

    /// What an assessment is made of; agents say the same again and again.
    private record Situation(
            String command, Path directory, Workspace workspace, Map<String, String> environment) {
        static Situation of(ToolCall call) {
            return new Situation(
                    call.command().text(),
                    call.directory(),
                    call.session().workspace(),
                    call.addedEnvironment());
        }
    }

    private TriedCalls(CallJudge judge, List<Tried> calls) {
        this.judge = judge;
        this.calls = calls;
    }

    /// Assesses recorded calls. Blocks for as long as that takes.
    static TriedCalls of(PastCalls history, CallJudge judge, Predicate<PastCall> about) {
        List<Tried> calls = new ArrayList<>();
        Map<Workspace, RuleBook> books = new HashMap<>();
        Map<Situation, CommandAnalysis> analyses = new HashMap<>();
        for (PastCall past : history.newest(MOST_CALLS)) {
            if (!about.test(past)) {
                continue;
            }
            CommandAnalysis analysis =
                    analyses.computeIfAbsent(
                            Situation.of(past.call()), _ -> judge.analyse(past.call()));
            RuleBook book =
                    books.computeIfAbsent(
                            past.call().session().workspace(), _ -> judge.rules(past.call()));
            calls.add(new Tried(past, analysis, book, judge.judge(past.call(), analysis, book)));
        }
        return new TriedCalls(judge, calls);
    }

    List<Tried> calls() {
        return calls;
    }

    /// What a draft would have done.
    ///
    /// @param change puts the draft among the rules
    RuleTryOut tryOut(Verdict decision, UnaryOperator<RuleBook> change) {
        Map<RuleBook, RuleBook> changed = new HashMap<>();
        List<Tried> decided = new ArrayList<>();
        for (Tried one : calls) {
            RuleBook with = changed.computeIfAbsent(one.book(), change);
            PolicyVerdict after = judge.judge(one.call().call(), one.analysis(), with);
            boolean byDraft =
                    after.parts().stream()
                            .flatMap(part -> part.rule().stream())
                            .anyMatch(rule -> rule.source().equals(DRAFT.source()));
            if (after.verdict() == decision && byDraft) {
                decided.add(one);
            }
        }
        return new RuleTryOut(
                calls.size(),
                decided.size(),
                count(decided, Tried::dangerous),
                count(decided, Tried::denied),
                count(decided, Tried::approved),
                decided.stream()
                        .sorted(
                                Comparator.comparing(Tried::denied)
                                        .thenComparing(Tried::dangerous)
                                        .reversed())
                        .limit(MOST_EXAMPLES)
                        .map(one ->
                                new RuleTryOut.Example(one.call(), one.dangerous(), one.denied()))
                        .toList());
    }

    private static int count(List<Tried> calls, Predicate<Tried> which) {
        return (int) calls.stream().filter(which).count();
    }
}
