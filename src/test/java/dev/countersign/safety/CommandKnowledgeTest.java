package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandKnowledgeTest {
    @Test
    void theBuiltInKnowledgeIsSound() {
        assertTrue(CommandKnowledge.builtIn().size() > 100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a-new-one': {'flag': '-x'}}|a-new-one: unknown key \"flag\"",
                "{'a-new-one': {'flags': '-x -x'}}|a-new-one: -x stands twice",
                "{'a-new-one': {'flags': 'x'}}|a-new-one: x is no option",
                "{'a': {'operands': 'reed*'}}|a: unknown kind of argument: reed",
                "{'a': {'effects': ['explode it']}}|a: unknown effect explode",
                "{'a': {'level': 'mild'}}|a: unknown level mild",
                "{'a b': {}, 'b': {}}|b stands twice",
                "{'a': {'changes': {'-x': 'read'}}}|a: -x is not among the options",
                "{'a': {'inert': '-x'}}|a: -x is not among the options",
                "{'a': {'wraps': 'commands'}}|a: unknown word commands",
                "{'a': {'harmless': 'yes'}}|a: harmless must be true or false",
            })
    void whatIsWronglyWrittenIsRefusedWhenItIsLoaded(String commands, String reason) {
        String text = "{\"commands\": " + commands.replace('\'', '"') + "}";
        assertEquals(
                reason,
                assertThrows(
                                ConfigurationException.class,
                                () -> CommandKnowledge.builtIn().with(text))
                        .reason());
    }

    @Test
    void aPersonsFileAddsCommandsAndOptionsButChangesNothingThatIsKnown() throws Exception {
        CommandKnowledge own =
                CommandKnowledge.builtIn()
                        .with(
                                """
                                {"commands": {
                                  "frob": {"flags": "-q", "operands": "read*"},
                                  "ls": {"flags": "--frob"},
                                  "git": {"subcommands": {"frob": {"flags": "-q"}}}
                                }}\
                                """);
        assertTrue(own.find("frob").isPresent());
        assertTrue(own.find("ls").orElseThrow().options().containsKey("--frob"));
        assertTrue(own.find("ls").orElseThrow().options().containsKey("-l"));
        assertTrue(own.find("git").orElseThrow().subcommands().containsKey("frob"));
        assertTrue(CommandKnowledge.builtIn().find("frob").isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'ls': {'operands': 'text*'}}|ls is known already; only options, subcommands and"
                        + " effects can be added to it",
                "{'rm': {'inert': '-q', 'flags': '-q'}}|rm is known already; only options,"
                        + " subcommands and effects can be added to it",
                "{'rm': {'flags': '-r'}}|rm: the option -r is known already",
                "{'git': {'subcommands': {'push': {'flags': '--force'}}}}|git push: the option"
                        + " --force is known already"
            })
    void aPersonsFileTakesNothingBack(String commands, String reason) {
        whatIsWronglyWrittenIsRefusedWhenItIsLoaded(commands, reason);
    }
}
