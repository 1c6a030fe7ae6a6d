package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.ConfigurationException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The person's own text stays, but for the one place that changes.
final class PermissionsEditorTest {
    private static final RuleOrigin HERE = new RuleOrigin(PermissionRules.FILE_NAME, 1);

    private static PermissionRule allow(String pattern) {
        return new PermissionRule.Pattern(pattern, Verdict.ALLOW, HERE);
    }

    private static PermissionRule prefix(String why, String... words) {
        return new PermissionRule.Prefix(
                Arrays.stream(words).map(List::of).toList(),
                Verdict.ALLOW,
                Optional.of(why),
                Optional.empty(),
                List.of(),
                List.of(),
                HERE);
    }

    @Test
    void aPatternGoesBehindTheLastOneInItsIndentation() throws ConfigurationException {
        assertEquals(
                """
                {
                    "bash": {
                        "ls":   "allow",
                        "rm*": "ask",
                        "npm test": "allow"
                    }
                }
                """,
                PermissionsEditor.add(
                        """
                        {
                            "bash": {
                                "ls":   "allow",
                                "rm*": "ask"
                            }
                        }
                        """,
                        List.of(allow("npm test"))));
    }

    @Test
    void aLineStaysALineAndAnEmptyFileGrows() throws ConfigurationException {
        assertEquals(
                "{\"bash\": {\"a\": \"ask\", \"b\": \"allow\"}}",
                PermissionsEditor.add("{\"bash\": {\"a\": \"ask\"}}", List.of(allow("b"))));
        assertEquals(
                """
                {
                  "bash": {
                    "b": "allow",
                    "b *": "allow"
                  }
                }
                """,
                PermissionsEditor.add("{}\n", List.of(allow("b"), allow("b *"))));
        assertEquals(
                """
                {
                  "bash": {
                    "b": "allow"
                  }
                }
                """,
                PermissionsEditor.add("", List.of(allow("b"))));
    }

    @Test
    void aPatternThatIsThereGetsTheOtherDecision() throws ConfigurationException {
        assertEquals(
                "{ \"bash\" : { \"b\" :  \"allow\" , \"c\":\"deny\" } }",
                PermissionsEditor.add(
                        "{ \"bash\" : { \"b\" :  \"ask\" , \"c\":\"deny\" } }",
                        List.of(allow("b"))));
    }

    @Test
    void aLongRuleGoesBehindTheLastOne() throws ConfigurationException {
        assertEquals(
                """
                {
                  "rules": [
                    {
                      "prefix": ["a"],
                      "decision": "ask"
                    },
                    {"prefix": ["git", "fetch"], "decision": "allow", "why": "he said \\"go\\""}
                  ]
                }
                """,
                PermissionsEditor.add(
                        """
                        {
                          "rules": [
                            {
                              "prefix": ["a"],
                              "decision": "ask"
                            }
                          ]
                        }
                        """,
                        List.of(prefix("he said \"go\"", "git", "fetch"))));
    }

    @Test
    void aRuleIsTakenOutWithItsComma() throws Exception {
        String text =
                """
                {
                  "bash": {
                    "a": "allow",
                    "b": "allow",
                    "c": "allow"
                  },
                  "rules": [
                    {"prefix": ["x"], "decision": "ask"},
                    {"prefix": ["y"], "decision": "ask"}
                  ]
                }
                """;
        PermissionRules rules = PermissionRules.parse(text);
        assertEquals(
                text.replace("    \"b\": \"allow\",\n", ""),
                PermissionsEditor.remove(text, rules.rules().get(1)));
        assertEquals(
                text.replace(",\n    \"c\": \"allow\"", ""),
                PermissionsEditor.remove(text, rules.rules().get(2)));
        assertEquals(
                text.replace(",\n    {\"prefix\": [\"y\"], \"decision\": \"ask\"}", ""),
                PermissionsEditor.remove(text, rules.rules().get(4)));
        assertThrows(
                PermissionsFile.EditRefused.class,
                () -> PermissionsEditor.remove(text, allow("gone")));
    }

    @Test
    void aGuardIsSwitched() throws ConfigurationException {
        assertEquals(
                "{\"guards\": {\"forcePush\": false}}",
                PermissionsEditor.guard(
                        "{\"guards\": {\"forcePush\": true}}", Guard.FORCE_PUSH, false));
        assertEquals(
                false,
                PermissionRules.parse(PermissionsEditor.guard("", Guard.FORCE_PUSH, false))
                        .guards()
                        .get(Guard.FORCE_PUSH));
    }

    /// Whatever the layout, all that stood there is there afterwards, and the new rule too.
    @Test
    void nothingIsEverLost() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String text = file(random);
            PermissionRules before = PermissionRules.parse(text);
            List<PermissionRule> added =
                    random.nextBoolean()
                            ? List.of(allow("new ü \"\\ " + round), allow("new *"))
                            : List.of(prefix("why\n" + round, "new", "\"{,}"));
            String changed = PermissionsEditor.add(text, added);
            PermissionRules after = PermissionRules.parse(changed);
            String shown = "seed %d:\n%s\n%s".formatted(seed, text, changed);
            assertEquals(before.rules().size() + added.size(), after.rules().size(), () -> shown);
            for (PermissionRule rule : before.rules()) {
                assertTrue(
                        after.rules().stream()
                                .anyMatch(one ->
                                        one.id().equals(rule.id())
                                                && one.decision() == rule.decision()),
                        () -> shown);
            }
            PermissionRule gone = after.rules().get(random.nextInt(after.rules().size()));
            PermissionRules less = PermissionRules.parse(PermissionsEditor.remove(changed, gone));
            assertEquals(after.rules().size() - 1, less.rules().size(), () -> shown);
            assertEquals(before.guards(), less.guards(), () -> shown);
        }
    }

    private static String file(Random random) {
        String newline = random.nextBoolean() ? "\n" : "\r\n";
        String blank = random.nextBoolean() ? newline + "\t " : " ";
        StringBuilder text = new StringBuilder(random.nextInt(10) == 0 ? "\uFEFF{" : "{");
        String comma = "";
        if (random.nextBoolean()) {
            text.append(blank).append("\"guards\":{\"forcePush\":").append("false}");
            comma = ",";
        }
        if (random.nextBoolean()) {
            text.append(comma).append(blank).append("\"bash\": {");
            comma = ",";
            int count = random.nextInt(4);
            for (int i = 0; i < count; i++) {
                text.append(i == 0 ? "" : ",")
                        .append(blank)
                        .append("\"a{]\\\"")
                        .append(i)
                        .append("\" :")
                        .append(random.nextBoolean() ? " " : blank)
                        .append("\"ask\"");
            }
            text.append(blank).append("}");
        }
        if (random.nextBoolean()) {
            text.append(comma).append(blank).append("\"rules\": [");
            int count = random.nextInt(3);
            for (int i = 0; i < count; i++) {
                text.append(i == 0 ? "" : ",")
                        .append(blank)
                        .append("{\"prefix\":[\"p")
                        .append(i)
                        .append("\",[\"q\", \"r\"]],")
                        .append(blank)
                        .append("\"decision\":\"deny\"}");
            }
            text.append(blank).append("]");
        }
        return text.append(blank).append("}").append(newline).toString();
    }
}
