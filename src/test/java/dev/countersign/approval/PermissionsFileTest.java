package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PermissionsFileTest {
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("config").resolve("permissions.json");
    }

    @Test
    void aFirstStartWritesTheStarterRulesForTheOwnerAlone() throws IOException {
        assertTrue(PermissionsFile.writeStarterIfAbsent(file()));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
        assertEquals(
                "rwx------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(folder.resolve("config"))));
        PermissionsFile permissions =
                new PermissionsFile(file(), folder.resolve("in-force.json"), CLOCK);
        assertEquals(PermissionRules.starter(), permissions.current().rules());
        assertTrue(permissions.current().problem().isEmpty());
    }

    @Test
    void aFileThatIsThereIsNeverWrittenOver() throws IOException {
        Files.createDirectories(folder.resolve("config"));
        Files.writeString(file(), "{}");
        assertFalse(PermissionsFile.writeStarterIfAbsent(file()));
        assertEquals("{}", Files.readString(file()));
    }

    @Test
    void withoutAFileNothingIsAllowed() {
        PermissionsFile permissions =
                new PermissionsFile(file(), folder.resolve("in-force.json"), CLOCK);
        assertEquals(Verdict.ASK, permissions.current().rules().match("ls").verdict());
        assertTrue(permissions.current().problem().isPresent());
    }

    @Test
    void aChangedFileTakesEffectAndABadOneLeavesTheLastGoodRules() throws IOException {
        PermissionsFile.writeStarterIfAbsent(file());
        PermissionsFile permissions =
                new PermissionsFile(file(), folder.resolve("in-force.json"), CLOCK);
        List<RulesInForce> heard = new ArrayList<>();
        permissions.subscribe(heard::add);
        permissions.reloadIfChanged();
        assertEquals(List.of(), heard);

        Files.writeString(
                file(), StarterRules.TEXT.replace("\"ls\": ", "\"frob*\": \"deny\", \"ls\": "));
        permissions.reloadIfChanged();
        assertEquals(Verdict.DENY, permissions.current().rules().match("frob").verdict());

        Files.writeString(file(), "{\"bash\": {\n  \"frob*\": \"alow\"}}");
        permissions.reloadIfChanged();
        assertEquals(Verdict.DENY, permissions.current().rules().match("frob").verdict());
        assertEquals(OptionalInt.of(2), permissions.current().problem().orElseThrow().line());
        assertTrue(
                permissions
                        .current()
                        .problem()
                        .orElseThrow()
                        .sentence()
                        .startsWith("permissions.json, line 2, column 12: \"alow\""));

        Files.delete(file());
        permissions.reloadIfChanged();
        assertEquals(Verdict.DENY, permissions.current().rules().match("frob").verdict());
        assertTrue(permissions.current().problem().orElseThrow().line().isEmpty());

        Files.writeString(
                file(),
                StarterRules.TEXT.replace(
                        "\"ls\": \"allow\"", "\"frob*\": \"deny\", \"ls\": \"ask\""));
        permissions.reloadIfChanged();
        assertEquals(Verdict.ASK, permissions.current().rules().match("ls").verdict());
        assertTrue(permissions.current().problem().isEmpty());
        assertEquals(4, heard.size());
    }
}
