package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.execution.SandboxAvailability;
import dev.countersign.execution.Sandboxes;
import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A rule that asks for a sandbox, with real rules and real processes.
final class RuleSandboxTest {
    @TempDir private Path folder;

    @Test
    void whatARuleShutsInRunsShutInAndSaysSo() throws Exception {
        assumeTrue(
                new Sandboxes(System.getenv(), Path.of("/nowhere"), List.of()).availability()
                        instanceof SandboxAvailability.Available,
                "no sandbox here");
        Path workspace = Files.createDirectory(folder.toRealPath().resolve("shop"));
        Path outside = folder.toRealPath().resolve("outside");
        Files.writeString(
                workspace.resolve("permissions.json"),
                "{\"bash\":{\"cp"
                    + " *\":\"allow\"},\"rules\":[{\"prefix\":[\"cp\"],\"decision\":\"allow\",\"sandbox\":true}]}");
        Files.writeString(workspace.resolve("a"), "words");
        try (SupervisedFolder console = SupervisedFolder.withRules(workspace)) {
            CallReport inside = console.submit("cp a b").get();
            assertEquals(Optional.of(CallStatus.COMPLETED), inside.status(), inside.stderr()::text);
            CallRecord record = console.journal().calls().getFirst();
            assertEquals(Optional.of(new Sandbox(false)), record.conditions().sandbox());
            assertTrue(Files.exists(workspace.resolve("b")));

            var answer = console.submit("cp a " + outside);
            var id = console.awaitWaiting();
            assertTrue(console.desk().approve(id));
            // Written, if at all, into a folder that went with the sandbox.
            assertTrue(answer.get().status().isPresent());
            assertFalse(Files.exists(outside));
        }
    }
}
