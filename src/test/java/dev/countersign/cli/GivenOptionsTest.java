package dev.countersign.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GivenOptionsTest {
    private static Optional<GivenOptions> read(String... arguments) {
        return GivenOptions.ofWindow(arguments, Map.of("HOME", "/home/ann"));
    }

    @Test
    void theWindowsUsualOptionsAreRead() {
        assertEquals(Optional.empty(), read().orElseThrow().home());
        assertFalse(read().orElseThrow().debug());
        GivenOptions both = read("--debug", "--home", "/data/cs").orElseThrow();
        assertTrue(both.debug());
        assertEquals(Optional.of(Path.of("/data/cs")), both.home());
        assertEquals(Path.of("/data/cs/run/console.sock"), both.paths().socket());
        assertEquals(Path.of("/home/ann"), both.personHome());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp",
                "--help",
                "--home",
                "--home=",
                "--home --debug",
                "--home /a --home /b",
                "--debug --debug",
                "--home /a history",
                "-V"
            })
    void everythingElseIsForTheFullCommandLine(String line) {
        assertEquals(Optional.empty(), read(line.split(" ")));
    }
}
