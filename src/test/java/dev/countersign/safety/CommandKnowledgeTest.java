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
                "{'a': {'flag': '-x'}}|unknown key \"flag\"",
                "{'a': {'flags': '-x -x'}}|-x stands twice",
                "{'a': {'flags': 'x'}}|x is no option",
                "{'a': {'operands': 'reed*'}}|unknown kind of argument: reed",
                "{'a': {'effects': ['explode it']}}|unknown effect explode",
                "{'a': {'level': 'mild'}}|unknown level mild",
                "{'a b': {}, 'b': {}}|b stands twice",
                "{'a': {'changes': {'-x': 'read'}}}|-x is not among the options",
                "{'a': {'inert': '-x'}}|-x is not among the options",
                "{'a': {'wraps': 'commands'}}|unknown word commands",
                "{'a': {'harmless': 'yes'}}|harmless must be true or false",
            })
    void whatIsWronglyWrittenIsRefusedWhenItIsLoaded(String commands, String reason) {
        String text = "{\"commands\": " + commands.replace('\'', '"') + "}";
        assertEquals(
                reason,
                assertThrows(ConfigurationException.class, () -> CommandKnowledge.parse(text))
                        .reason());
    }
}
