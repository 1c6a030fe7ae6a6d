package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Commands of every kind, each with what is expected of it.
final class JudgedCommandsTest {
    private static final RiskAssessor ASSESSOR = new RiskAssessor(FileFacts.none());

    @Test
    void eachCommandIsJudgedAsExpected() throws IOException {
        judged("judged-commands.txt", 1_500);
    }

    @Test
    void eachDangerIsSeenAndItsLookAlikeIsNot() throws IOException {
        judged("judged-dangers.txt", 900);
    }

    @Test
    void eachHarmIsFlagged() throws IOException {
        judged("judged-harm.txt", 1_300);
    }

    @Test
    void whatOnlyReadsIsToldFromWhatLooksLikeIt() throws IOException {
        judged("judged-options.txt", 1_000);
    }

    @Test
    void everydayWorkRaisesNoAlarm() throws IOException {
        judged("judged-work.txt", 700);
    }

    private static void judged(String file, int least) throws IOException {
        List<String> wrong = new ArrayList<>();
        int looked = 0;
        for (String line : lines(file)) {
            int tab = line.indexOf('\t');
            String expected = line.substring(0, tab);
            RiskAssessment assessment = assess(line.substring(tab + 1).replace('␤', '\n'));
            if (!isAs(expected, assessment)) {
                wrong.add(line + ": " + assessment.level() + ", " + assessment.findings());
            }
            looked++;
        }
        assertEquals(List.of(), wrong);
        assertTrue(looked > least, "only " + looked);
    }

    private static boolean isAs(String expected, RiskAssessment assessment) {
        boolean flagged = assessment.level().atLeast(RiskLevel.HIGH);
        boolean asked = assessment.level().atLeast(RiskLevel.MEDIUM) || !assessment.known();
        return switch (expected) {
            case "reads" -> assessment.readOnly();
            case "changes" -> !assessment.readOnly();
            case "asks" -> asked && !assessment.readOnly();
            case "flagged" -> flagged;
            case "everyday" -> !flagged && !assessment.readOnly();
            default -> throw new IllegalArgumentException(expected);
        };
    }

    private static List<String> lines(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(JudgedCommandsTest.class.getResourceAsStream(file))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.isEmpty() && line.charAt(0) != '#').toList();
        }
    }

    private static RiskAssessment assess(String command) {
        Path shop = Path.of("/home/ann/shop");
        return ASSESSOR.assess(
                        new AssessmentRequest(
                                command,
                                shop,
                                Workspace.of(shop),
                                Path.of("/home/ann"),
                                Map.of(),
                                List.of(
                                        Path.of("/home/ann/.config/countersign"),
                                        Path.of("/home/ann/.local/state/countersign"))))
                .assessment();
    }
}
