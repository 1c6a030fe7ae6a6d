package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Changes of rule files from outside, and trust in the files of workspaces.
final class LooseningTest {
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("config/permissions.json");
    }

    private RuleFiles open() {
        return new RuleFiles(file(), folder.resolve("rules"), CLOCK);
    }

    private void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'bash':{'a':'ask'}}|{'bash':{'a':'allow'}}|allows a instead of ask",
                "{'bash':{'a':'deny'}}|{'bash':{'a':'ask'}}|asks about a instead of deny",
                "{}|{'bash':{'a':'allow'}}|allows a",
                "{'bash':{'a':'ask'}}|{}|no longer asks about a",
                "{'bash':{'a':'deny'}}|{}|no longer denies a",
                "{'bash':{'a*':'deny'}}|{'bash':{'a*':'deny','a b':'ask'}}|asks about a b",
                "{}|{'rules':[{'readOnly':true,'decision':'allow'}]}|allows read-only in workspace",
                "{}|{'rules':[{'level':'low','in':'workspace','decision':'allow'}]}"
                        + "|allows ordinary work in workspace",
                "{}|{'guards':{'forcePush':false}}|switches the guard forcePush off",
                "{'rules':[{'prefix':['a','b'],'decision':'deny'}]}|{}|no longer denies a b",
                "{'rules':[{'path':'x/**','access':'read','decision':'deny'}]}"
                        + "|{'rules':[{'path':'x/*','access':'read','decision':'deny'}]}"
                        + "|no longer denies read x/**",
                "{'rules':[{'prefix':['a'],'decision':'ask','sandbox':true}]}"
                        + "|{'rules':[{'prefix':['a'],'decision':'ask'}]}"
                        + "|no longer asks about a in a sandbox without network",
                "{}|{'bash':{'a':'ask'}}|",
                "{}|{'bash':{'a':'deny'}}|",
                "{'bash':{'a':'allow'}}|{}|",
                "{'bash':{'a':'allow'}}|{'bash':{'a':'ask'}}|",
                "{'guards':{'forcePush':false}}|{}|",
                "{'bash':{'a':'ask','b':'deny'}}|{ 'bash': {'b':'deny',  'a':'ask'} }|",
                "{'rules':[{'prefix':['a'],'decision':'ask'}]}"
                        + "|{'rules':[{'prefix':['a'],'decision':'ask','why':'x'}]}|",
            })
    void whatCouldLetSomethingThroughLoosens(String before, String after, String loosening)
            throws ConfigurationException {
        List<RuleChange> changes =
                RuleChanges.between(
                        PermissionRules.parse(before.replace('\'', '"')),
                        PermissionRules.parse(after.replace('\'', '"')));
        List<String> loosens =
                changes.stream().filter(RuleChange::loosens).map(RuleChange::words).toList();
        assertEquals(loosening == null ? List.of() : List.of(loosening), loosens);
    }

    @Test
    void theFileOfTheVeryFirstStartIsTakenAsItIs() throws IOException {
        write(file(), "{'bash':{'a':'allow'}}");
        RulesInForce now = open().global().current();
        assertTrue(now.pending().isEmpty());
        assertEquals(Verdict.ALLOW, now.rules().match("a").verdict());
    }

    @Test
    void aLooserFileWaitsAndIsConfirmed() throws IOException {
        write(file(), "{'bash':{'a':'deny'}}");
        PermissionsFile permissions = open().global();
        List<RulesInForce> heard = new ArrayList<>();
        permissions.subscribe(heard::add);

        write(file(), "{'bash':{'a':'allow','b':'deny'}}");
        permissions.reloadIfChanged();
        PendingRules pending = permissions.current().pending().orElseThrow();
        assertEquals("allows a instead of deny", pending.changes().getFirst().words());
        assertEquals(Verdict.DENY, permissions.current().rules().match("a").verdict());
        permissions.reloadIfChanged();
        assertEquals(1, heard.size());

        assertFalse(permissions.confirm("another"));
        assertTrue(permissions.confirm(pending.digest()));
        assertEquals(Verdict.ALLOW, permissions.current().rules().match("a").verdict());
        assertTrue(permissions.current().pending().isEmpty());
        assertFalse(permissions.confirm(pending.digest()));
    }

    @Test
    void whatChangesWhileTheConsoleIsClosedWaitsToo() throws IOException {
        write(file(), "{'bash':{'a':'ask'}}");
        open();
        write(file(), "{'bash':{'a':'allow'}}");
        PermissionsFile permissions = open().global();
        assertEquals(Verdict.ASK, permissions.current().rules().match("a").verdict());
        PendingRules pending = permissions.current().pending().orElseThrow();
        assertTrue(permissions.confirm(pending.digest()));
        assertEquals(Verdict.ALLOW, open().global().current().rules().match("a").verdict());
    }

    @Test
    void aRejectedFileIsPutAsideAndLosesNothing() throws IOException {
        write(file(), "{'bash':{'a':'deny'}}");
        PermissionsFile permissions = open().global();
        write(file(), "{'bash':{'a':'allow'}}");
        permissions.reloadIfChanged();
        assertTrue(permissions.reject(permissions.current().pending().orElseThrow().digest()));
        assertTrue(permissions.current().pending().isEmpty());
        assertEquals(Verdict.DENY, permissions.current().rules().match("a").verdict());
        assertEquals("{\"bash\":{\"a\":\"deny\"}}", Files.readString(file()));
        assertEquals(
                "{\"bash\":{\"a\":\"allow\"}}",
                Files.readString(file().resolveSibling("permissions.json.rejected")));
    }

    @Test
    void aTighterFileTakesEffectAtOnceAlsoWhileALooserOneWaited() throws IOException {
        write(file(), "{'bash':{'a':'ask'}}");
        PermissionsFile permissions = open().global();
        write(file(), "{'bash':{'a':'allow'}}");
        permissions.reloadIfChanged();
        assertTrue(permissions.current().pending().isPresent());
        write(file(), "{'bash':{'a':'deny'}}");
        permissions.reloadIfChanged();
        assertTrue(permissions.current().pending().isEmpty());
        assertEquals(Verdict.DENY, permissions.current().rules().match("a").verdict());
    }

    // ---- workspaces

    private Path workspaceFile() {
        return folder.resolve("shop").resolve(WorkspaceFile.PLACE);
    }

    private Verdict verdict(RuleFiles files, String command) {
        return files.book(Workspace.of(folder.resolve("shop"))).files().stream()
                .map(file -> file.match(command).rule())
                .flatMap(Optional::stream)
                .map(PermissionRule::decision)
                .reduce(Verdict::strictest)
                .orElse(Verdict.ASK);
    }

    @Test
    void aWorkspacesFileOnlyTightensUntilItsContentIsTrusted() throws Exception {
        write(file(), "{'bash':{'c':'allow'}}");
        write(workspaceFile(), "{'bash':{'a':'allow','c':'deny'}}");
        RuleFiles files = open();
        assertEquals(Verdict.ASK, verdict(files, "a"));
        assertEquals(Verdict.DENY, verdict(files, "c"));

        WorkspaceFile workspace = files.findWorkspace(workspaceFile()).orElseThrow();
        assertFalse(workspace.trust("another"));
        assertTrue(workspace.trust(workspace.file().current().digest()));
        assertEquals(Verdict.ALLOW, verdict(files, "a"));
        assertEquals(Verdict.ALLOW, verdict(open(), "a"), "trust outlives the console");

        write(workspaceFile(), "{'bash':{'a':'allow','b':'allow','c':'deny'}}");
        assertEquals(Verdict.ASK, verdict(files, "a"));
        write(workspaceFile(), "{'bash':{'a':'allow','c':'deny'}}");
        assertEquals(Verdict.ASK, verdict(files, "a"), "trust is forgotten with the content");
        assertEquals(Verdict.ASK, verdict(open(), "a"));
    }

    @Test
    void whatAWorkspacesFileDeniesIsNotLiftedByRemovingIt() throws Exception {
        write(file(), "{'bash':{'c':'allow'}}");
        write(workspaceFile(), "{'bash':{'c':'deny'}}");
        RuleFiles files = open();
        assertEquals(Verdict.DENY, verdict(files, "c"));
        Files.delete(workspaceFile());
        assertEquals(Verdict.DENY, verdict(files, "c"));
        assertEquals(Verdict.DENY, verdict(open(), "c"));
        WorkspaceFile workspace = files.findWorkspace(workspaceFile()).orElseThrow();
        assertTrue(
                workspace
                        .file()
                        .confirm(workspace.file().current().pending().orElseThrow().digest()));
        assertEquals(Verdict.ALLOW, verdict(files, "c"));
    }

    @Test
    void aBrokenFileOfAWorkspaceAsksAboutEverything() throws Exception {
        write(file(), "{'bash':{'c':'allow'}}");
        write(workspaceFile(), "{'bash':");
        RuleFiles files = open();
        assertEquals(Verdict.ASK, verdict(files, "c"));
        write(workspaceFile(), "{'bash':{}}");
        files.reloadIfChanged();
        assertEquals(Verdict.ALLOW, verdict(files, "c"));
    }

    @Test
    void aWorkspaceWithoutAFileChangesNothing() throws Exception {
        write(file(), "{'bash':{'c':'allow'}}");
        assertEquals(Verdict.ALLOW, verdict(open(), "c"));
        assertEquals(Verdict.ALLOW, verdict(open(), "c"));
    }
}
