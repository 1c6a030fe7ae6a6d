package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PermissionRulesTest {
    private static PermissionRules rules(String inside) throws ConfigurationException {
        return PermissionRules.parse("{\"bash\": {" + inside.replace('\'', '"') + "}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "git status -sb|'git status*':'allow','git*':'ask','*':'deny'|ALLOW|git status*",
                "git push|'git status*':'allow','git*':'ask','*':'deny'|ASK|git*",
                "ls|'git status*':'allow','git*':'ask','*':'deny'|DENY|*",
                "ls|'git*':'allow'|ASK|",
                "rm -rf x|'rm*':'deny','rm -rf x':'allow'|ALLOW|rm -rf x",
                "git push|'git p*h':'allow','git pu*':'ask'|ASK|git pu*",
                "/usr/bin/sudo x|'sudo*':'deny','*':'ask'|DENY|sudo*",
                "/usr/bin/sudo x|'/usr/bin/*':'allow','sudo*':'deny'|DENY|sudo*",
                "/usr/bin/git push|'/usr/bin/git*':'allow','git push*':'ask'|ASK|git push*",
                "/usr/bin/git status|'git status*':'allow','*':'ask'|ASK|*",
                "/opt/git status|'git status*':'allow','git*':'deny'|ASK|",
                "./rm x|'rm*':'deny','./*':'allow'|DENY|rm*",
            })
    void theLongestPatternDecides(String words, String file, Verdict verdict, String id)
            throws ConfigurationException {
        PatternRules.Match match = rules(file).match(words);
        assertEquals(verdict, match.verdict());
        assertEquals(
                id == null ? "" : id, match.rule().map(PermissionRule.Pattern::pattern).orElse(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "frob x|'frob*':'allow'|ALLOW",
                "frob x|'frob x':'allow'|ALLOW",
                "frob x|'*':'allow'|ALLOW",
                "frob x|'fro*':'allow'|ASK",
                "frob x|'fro*':'allow','*':'allow'|ALLOW",
                "frob x|'fro*':'allow','f*':'deny'|ASK",
                "frob x|'f*':'deny'|DENY",
                "frob-it x|'frob*':'allow'|ASK",
            })
    void anUnknownCommandMustBeNamed(String words, String file, Verdict verdict)
            throws ConfigurationException {
        assertEquals(verdict, rules(file).matchUnknown(words).verdict());
    }

    @Test
    void whatIsNotResolvedIsCoveredByAStarAlone() throws ConfigurationException {
        String words = "echo " + CommandPattern.UNRESOLVED;
        assertEquals(Verdict.ALLOW, rules("'echo*':'allow'").match(words).verdict());
        assertEquals(Verdict.ASK, rules("'echo a':'allow'").match(words).verdict());
        assertEquals(Verdict.ASK, rules("'echo ?':'allow'").match(words).verdict());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'bash': {'a': 'maybe'}}|1|16|\"maybe\" is no decision; say \"allow\", \"ask\" or"
                        + " \"deny\"",
                "{'bash': {'a': 1}}|1|16|the decision for \"a\" must be a text in quotation marks,"
                        + " not a number",
                "{'bash': {'a': 'ask', 'a': 'ask'}}|1|23|the key \"a\" stands here for the second"
                        + " time, the first is in line 1",
                "{'bash': {}, 'bash': {}}|1|14|the key \"bash\" stands here for the second time,"
                        + " the first is in line 1",
                "{'bash': {' ': 'ask'}}|1|11|a pattern must not be empty",
                "{'bash': ['a']}|1|10|\"bash\" must be an object in braces, not a list",
                "'bash'|1|1|permissions.json must be an object in braces, not a text",
                "{'shell': {}}|1|2|the key \"shell\" is not understood here; understood is"
                    + " {\"bash\": {pattern: \"allow\", \"ask\" or \"deny\", …}, \"rules\": [{…}],"
                    + " \"guards\": {…}}",
            })
    void whatIsNotUnderstoodIsRefusedWithItsPlace(
            String text, int line, int column, String reason) {
        ConfigurationException refusal =
                assertThrows(
                        ConfigurationException.class,
                        () -> PermissionRules.parse(text.replace('\'', '"')));
        assertEquals(reason, refusal.reason());
        assertEquals(new LocatedJson.Place(line, column), refusal.place());
    }

    @Test
    void brokenJsonAndTooManyRulesAreRefused() {
        ConfigurationException broken =
                assertThrows(
                        ConfigurationException.class,
                        () -> PermissionRules.parse("{\"bash\": {\n\"a\": \"ask\",\n}}"));
        assertEquals(3, broken.place().line());
        String many =
                IntStream.rangeClosed(0, PermissionRules.MAXIMUM_RULES)
                        .mapToObj(number -> "\"a" + number + "\": \"ask\"")
                        .collect(Collectors.joining(",\n", "{\"bash\": {\n", "}}"));
        ConfigurationException refusal =
                assertThrows(ConfigurationException.class, () -> PermissionRules.parse(many));
        assertEquals("there are more than 10,000 rules", refusal.reason());
        assertEquals(10_002, refusal.place().line());
    }

    @Test
    void theStarterRulesMeanCommandsAndNotTheirNamesakes() {
        PermissionRules starter = PermissionRules.starter();
        assertEquals(Verdict.ALLOW, starter.match("ls").verdict());
        assertEquals(Verdict.ALLOW, starter.match("ls -la src").verdict());
        assertEquals(Verdict.ASK, starter.match("lsof").verdict());
        assertEquals(Verdict.ALLOW, starter.match("git diff --stat").verdict());
        assertEquals(Verdict.ASK, starter.match("git difftool").verdict());
        assertEquals(Verdict.DENY, starter.match("/usr/bin/sudo ls").verdict());
        assertEquals(Verdict.ASK, starter.match("npm test").verdict());
        assertTrue(starter.rules().size() > 10);
    }

    @Test
    void patternsMeanWhatTheSameRegularExpressionMeans() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            String pattern = text(random, "ab *", 8);
            String command = text(random, "ab ", 10);
            String expression =
                    pattern.chars()
                            .mapToObj(c -> c == '*' ? ".*" : Pattern.quote(Character.toString(c)))
                            .collect(Collectors.joining());
            assertEquals(
                    Pattern.compile(expression, Pattern.DOTALL).matcher(command).matches(),
                    new CommandPattern(pattern).matches(command),
                    () -> "seed %d: '%s' on '%s'".formatted(seed, pattern, command));
        }
    }

    private static String text(Random random, String alphabet, int longest) {
        return random.ints(random.nextInt(longest), 0, alphabet.length())
                .mapToObj(index -> alphabet.substring(index, index + 1))
                .collect(Collectors.joining());
    }
}
