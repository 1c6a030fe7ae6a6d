package dev.countersign.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsStoreTest {
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("settings.json");
    }

    private SettingsStore store() {
        return new SettingsStore(file(), CLOCK);
    }

    @Test
    void withoutAFileEverythingIsStandardAndNoFileIsMade() {
        SettingsStore store = store();
        for (Setting<?> setting : Settings.ALL) {
            assertEquals(setting.standard(), store.value(setting), setting.id());
        }
        assertTrue(store.state().problem().isEmpty());
        assertFalse(Files.exists(file()));
    }

    @Test
    void aChangeIsWrittenForTheOwnerAloneAndReadBack() throws IOException {
        SettingsStore store = store();
        store.change(Settings.THEME, Theme.DARK);
        store.change(Settings.APPROVAL_EXPIRY, Optional.of(Duration.ofMinutes(90)));
        store.change(Settings.FOREGROUND_TOTAL, 7);
        store.change(Settings.STOP_FOREGROUND_ON_DISCONNECT, false);
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
        SettingsStore again = store();
        assertEquals(store.current(), again.current());
        assertEquals(Theme.DARK, again.value(Settings.THEME));
        assertEquals(Optional.of(Duration.ofMinutes(90)), again.value(Settings.APPROVAL_EXPIRY));
        assertEquals(7, again.value(Settings.FOREGROUND_TOTAL));
        assertFalse(again.value(Settings.STOP_FOREGROUND_ON_DISCONNECT));
        assertEquals(
                """
                {
                  "theme": "dark",
                  "approvalExpiry": "1h 30m",
                  "limits.foregroundTotal": 7,
                  "stopForegroundOnDisconnect": false
                }
                """,
                Files.readString(file()));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(file()), files.toList(), "no temporary file stays behind");
        }
    }

    @Test
    void resetTakesTheKeyOutAgain() throws IOException {
        SettingsStore store = store();
        store.change(Settings.THEME, Theme.DARK);
        store.reset(Settings.THEME);
        assertEquals(Theme.SYSTEM, store.value(Settings.THEME));
        assertFalse(Files.readString(file()).contains("theme"));
    }

    @Test
    void keysOfAPersonAreKept() throws IOException {
        Files.writeString(
                file(),
                "{\"mine\": {\"a\": [1.50, null, \"ü\"]}, \"theme\": \"light\", \"b\": 1e3}");
        SettingsStore store = store();
        store.change(Settings.THEME, Theme.DARK);
        assertEquals(
                """
                {
                  "mine": {"a":[1.50,null,"ü"]},
                  "theme": "dark",
                  "b": 1e3
                }
                """,
                Files.readString(file()));
    }

    @Test
    void aChangeFromOutsideTakesEffectAndIsHeard() throws IOException {
        SettingsStore store = store();
        List<SettingsStore.State> heard = new ArrayList<>();
        Runnable unsubscribe = store.subscribe(heard::add);
        Files.writeString(file(), "{\"theme\": \"light\"}");
        store.reloadIfChanged();
        store.reloadIfChanged();
        assertEquals(Theme.LIGHT, store.value(Settings.THEME));
        assertEquals(1, heard.size(), "one change is heard once");
        unsubscribe.run();
        store.change(Settings.THEME, Theme.DARK);
        assertEquals(1, heard.size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"theme\": \"pink\"}|1|11|theme: the value must be one of \"system\", \"light\","
                        + " \"dark\"",
                "{\"limits.foregroundTotal\": 0}|1|28|limits.foregroundTotal: the value must be a"
                        + " whole number from 1 to 1,000 (commands)",
                "{\"limits.foregroundTotal\": 1.5}|1|28|limits.foregroundTotal: the value must be a"
                        + " whole number from 1 to 1,000 (commands)",
                "{\"answerDeadline.codex\": \"1s\"}|1|26|answerDeadline.codex: the value must be a"
                        + " time from 5s to 24h",
                "{\"answerDeadline.codex\": 7}|1|26|answerDeadline.codex: the value must be a time"
                        + " from 5s to 24h",
                "{\"approvalExpiry\": \"soon\"}|1|20|approvalExpiry: the value must be \"never\" or"
                        + " a time from 10s to 720h",
                "{\"theme\": \"dark\", \"theme\": \"dark\"}|1|19|the key \"theme\" stands here for"
                        + " the second time, the first is in line 1",
                "[1]|1|1|settings.json must be an object in braces, not a list",
                "{} {}|1|4|something follows behind the end of the JSON value",
            })
    void aBadFileChangesNothingAndIsNotWrittenOver(String text, int line, int column, String reason)
            throws IOException {
        SettingsStore store = store();
        store.change(Settings.FOREGROUND_PER_AGENT, 9);
        Files.writeString(file(), text);
        store.reloadIfChanged();
        ConfigurationProblem problem = store.state().problem().orElseThrow();
        assertEquals(reason, problem.reason());
        assertEquals(OptionalInt.of(line), problem.line());
        assertEquals(OptionalInt.of(column), problem.column());
        assertEquals(9, store.value(Settings.FOREGROUND_PER_AGENT));
        assertThrows(IOException.class, () -> store.change(Settings.THEME, Theme.DARK));
        assertEquals(text, Files.readString(file()));
        Files.writeString(file(), "{}");
        store.reloadIfChanged();
        assertTrue(store.state().problem().isEmpty());
        assertEquals(5, store.value(Settings.FOREGROUND_PER_AGENT));
    }

    @Test
    void brokenJsonIsRefusedWithItsLine() throws IOException {
        Files.writeString(file(), "{\n  \"theme\": \"dark\",\n}\n");
        ConfigurationProblem problem = store().state().problem().orElseThrow();
        assertEquals(OptionalInt.of(3), problem.line());
        assertTrue(problem.reason().startsWith("this is not valid JSON"), problem.reason());
        assertTrue(problem.sentence().startsWith("settings.json, line 3, column "));
    }

    @Test
    void bytesThatAreNotUtf8AreRefusedWithTheirLine() throws IOException {
        Files.write(file(), new byte[] {'{', '\n', '"', 'a', (byte) 0xff, '"', '}'});
        ConfigurationProblem problem = store().state().problem().orElseThrow();
        assertEquals(OptionalInt.of(2), problem.line());
        assertEquals(OptionalInt.of(3), problem.column());
    }

    @Test
    void aFileOverTheLimitIsRefused() throws IOException {
        Files.writeString(file(), "{}" + " ".repeat(ConfigurationFile.MAXIMUM_BYTES));
        assertEquals(
                "the file is larger than 1 MiB, which is the limit",
                store().state().problem().orElseThrow().reason());
    }

    @Test
    void deepNestingIsRefused() throws IOException {
        Files.writeString(file(), "[".repeat(100_000));
        assertEquals(
                "values are nested more than 64 deep",
                store().state().problem().orElseThrow().reason());
    }

    @Test
    void aValueOutOfRangeIsNotTaken() {
        SettingsStore store = store();
        assertThrows(
                IllegalArgumentException.class, () -> store.change(Settings.FOREGROUND_TOTAL, 0));
        assertFalse(Files.exists(file()));
    }

    @Test
    void aLinkedFileStaysALink() throws IOException {
        Path real = folder.resolve("real.json");
        Files.writeString(real, "{}");
        Files.createSymbolicLink(file(), real);
        store().change(Settings.THEME, Theme.DARK);
        assertTrue(Files.isSymbolicLink(file()));
        assertTrue(Files.readString(real).contains("dark"));
    }

    @Test
    void everySettingHasAnIdOfItsOwnAndWords() {
        assertEquals(
                Settings.ALL.size(), Settings.ALL.stream().map(Setting::id).distinct().count());
        for (Setting<?> setting : Settings.ALL) {
            assertFalse(setting.title().isBlank());
            assertTrue(setting.description().endsWith("."), setting.id());
            assertFalse(setting.range().isBlank());
        }
    }
}
