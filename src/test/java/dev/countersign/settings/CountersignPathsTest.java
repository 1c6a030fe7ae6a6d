package dev.countersign.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CountersignPathsTest {
    private static final Path ANN = Path.of("/home/ann");

    private static CountersignPaths linux(Map<String, String> environment) {
        return CountersignPaths.of(Optional.empty(), environment, ANN, "Linux");
    }

    @Test
    void oneVariableMovesEverything() {
        CountersignPaths paths = linux(Map.of("COUNTERSIGN_HOME", "/x", "XDG_CONFIG_HOME", "/y"));
        assertEquals(Path.of("/x/config/settings.json"), paths.settingsFile());
        assertEquals(Path.of("/x/config/permissions.json"), paths.permissionsFile());
        assertEquals(Path.of("/x/state/journal"), paths.journalFolder());
        assertEquals(Path.of("/x/state/recordings"), paths.recordingsFolder());
        assertEquals(Path.of("/x/state/log"), paths.logFolder());
        assertEquals(Path.of("/x/run/console.sock"), paths.socket());
    }

    @Test
    void theOptionGoesBeforeTheVariable() {
        CountersignPaths paths =
                CountersignPaths.of(
                        Optional.of(Path.of("/option")),
                        Map.of("COUNTERSIGN_HOME", "/x"),
                        ANN,
                        "Linux");
        assertEquals(Path.of("/option/run/console.sock"), paths.socket());
    }

    @Test
    void aRelativeFolderIsMadeAbsolute() {
        CountersignPaths paths = linux(Map.of("COUNTERSIGN_HOME", "here/../there"));
        assertEquals(Path.of("there/config").toAbsolutePath(), paths.configuration());
    }

    @Test
    void withHomeAloneEverythingIsUnderHome() {
        CountersignPaths paths = linux(Map.of("HOME", "/home/bob", "COUNTERSIGN_HOME", ""));
        assertEquals(Path.of("/home/bob/.config/countersign/settings.json"), paths.settingsFile());
        assertEquals(Path.of("/home/bob/.local/state/countersign/journal"), paths.journalFolder());
        assertEquals(
                Path.of("/home/bob/.local/state/countersign/run/console.sock"), paths.socket());
    }

    @Test
    void theSocketStaysWhereAgentsFindItWhateverXdgSays() {
        CountersignPaths paths = linux(Map.of("XDG_CONFIG_HOME", "/c", "XDG_STATE_HOME", "/s"));
        assertEquals(Path.of("/c/countersign/permissions.json"), paths.permissionsFile());
        assertEquals(Path.of("/s/countersign/recordings"), paths.recordingsFolder());
        assertEquals(
                Path.of("/home/ann/.local/state/countersign/run/console.sock"), paths.socket());
    }

    @Test
    void relativeXdgFoldersAreIgnored() {
        assertEquals(
                Path.of("/home/ann/.config/countersign"),
                linux(Map.of("XDG_CONFIG_HOME", "relative")).configuration());
    }

    @Test
    void macHasItsUsualFolder() {
        CountersignPaths paths =
                CountersignPaths.of(Optional.empty(), Map.of(), Path.of("/Users/ann"), "Mac OS X");
        assertEquals(
                Path.of("/Users/ann/Library/Application Support/countersign/config/settings.json"),
                paths.settingsFile());
        assertEquals(103, paths.maximumSocketBytes());
    }

    @Test
    void aSocketPathOverTheLimitOfTheSystemIsNamed() {
        int rest = "/run/console.sock".length();
        String fits = "/" + "a".repeat(107 - rest - 1);
        assertEquals(Optional.empty(), linux(Map.of("COUNTERSIGN_HOME", fits)).socketProblem());
        String problem =
                linux(Map.of("COUNTERSIGN_HOME", fits + "a")).socketProblem().orElseThrow();
        assertTrue(problem.contains("108 bytes long and the system takes 107"), problem);
        String wide = "/" + "ü".repeat((107 - rest) / 2);
        assertTrue(linux(Map.of("COUNTERSIGN_HOME", wide + "ü")).socketProblem().isPresent());
    }
}
