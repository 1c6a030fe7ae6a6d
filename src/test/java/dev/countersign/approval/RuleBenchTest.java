package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.safety.AssessmentRequest;
import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.settings.ConfigurationException;
import dev.countersign.toolcall.Workspace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What asking ten thousand rules costs in processor time, beside as many regular expressions.
/// Prints figures; asserts only what is decided.
final class RuleBenchTest {
    private static final Path HOME = Path.of("/home/ann");
    private static final List<String> COMMANDS =
            List.of(
                    "ls -la",
                    "git -C sub push origin main",
                    "tool4999 go --fast",
                    "cd build && make -j4 && npm test -- --watch=false",
                    "find . -name '*.log' -print | xargs grep -l ERROR",
                    "unheard-of --option value");
    private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();

    private static RuleBook book(int rules) throws ConfigurationException {
        StringBuilder patterns = new StringBuilder("{\"bash\": {\"*\": \"ask\"");
        StringBuilder longForm = new StringBuilder();
        for (int i = 0; i < (rules - 2) / 2; i++) {
            patterns.append(",\n\"tool%d *\": \"%s\"".formatted(i, i % 3 == 0 ? "deny" : "allow"));
            longForm.append(
                    "%s{\"prefix\": [\"app%d\", [\"a\", \"b\"]], \"decision\": \"allow\"}"
                            .formatted(i == 0 ? "" : ",\n", i));
        }
        String file = patterns + "},\n\"rules\": [" + longForm + "]}";
        return new RuleBook(List.of(PermissionRules.parse(file)));
    }

    private static List<CommandAnalysis> analyses() {
        RiskAssessor assessor = new RiskAssessor(FileFacts.none());
        return COMMANDS.stream()
                .map(command ->
                        assessor.assess(
                                new AssessmentRequest(
                                        command,
                                        Calls.WORKSPACE,
                                        Workspace.of(Calls.WORKSPACE),
                                        HOME,
                                        Map.of(),
                                        List.of())))
                .toList();
    }

    /// What is counted is used, so that the counting is not left out.
    private long matched;

    private static List<Verdict> verdicts(List<CommandAnalysis> analyses, RuleBook book) {
        Circumstances around = new Circumstances(Workspace.of(Calls.WORKSPACE), HOME, false);
        return analyses.stream()
                .map(analysis -> ApprovalPolicy.judge(analysis, around, book).verdict())
                .toList();
    }

    @Test
    void manyRulesDecideAsFewDo() throws ConfigurationException {
        List<Verdict> few = verdicts(analyses(), book(4));
        List<Verdict> many = verdicts(analyses(), book(2_000));
        assertEquals(few, many);
        assertTrue(few.stream().allMatch(Verdict.ASK::equals));
    }

    @Test
    @Tag("bench")
    void tenThousandRulesAreAskedQuickly() throws ConfigurationException {
        List<CommandAnalysis> analyses = analyses();
        RuleBook book = book(10_000);
        List<Pattern> expressions = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            expressions.add(Pattern.compile("^tool%d( .*)?$".formatted(i)));
        }
        double rules = microseconds(() -> verdicts(analyses, book)) / COMMANDS.size();
        double control =
                microseconds(() ->
                        matched +=
                                COMMANDS.stream()
                                        .filter(command ->
                                                expressions.stream()
                                                        .anyMatch(one ->
                                                                one.matcher(command).matches()))
                                        .count())
                        / COMMANDS.size();
        System.out.printf(
                "10,000 rules: %.1f µs a command; 10,000 regular expressions: %.1f µs%n",
                rules, control);
    }

    /// The median of processor time that a round takes, once warm.
    private static double microseconds(Runnable round) {
        for (int i = 0; i < 300; i++) {
            round.run();
        }
        long[] times = new long[200];
        for (int i = 0; i < times.length; i++) {
            long before = PROCESSOR.getCurrentThreadCpuTime();
            round.run();
            times[i] = PROCESSOR.getCurrentThreadCpuTime() - before;
        }
        Arrays.sort(times);
        return times[times.length / 2] / 1_000.0;
    }
}
