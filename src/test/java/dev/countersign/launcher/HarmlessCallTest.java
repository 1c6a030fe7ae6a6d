package dev.countersign.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.cli.HarmlessCall;
import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The newcomer's first call, through the real socket of a real console.
class HarmlessCallTest {
    private static final String STARTER = "{\"bash\": {\"cat*\": \"allow\", \"*\": \"ask\"}}";

    @Test
    void itWaitsRunsWhenApprovedAndLeavesNothingBehind() throws Exception {
        try (LiveConsole console = new LiveConsole(STARTER)) {
            CompletableFuture<String> answer = sent(console.socket());
            ToolCallId id = console.awaitWaiting(HarmlessCall.COMMAND);
            CallRecord call = console.await("it", record -> record.id().equals(id));
            Path folder = call.call().directory();
            assertTrue(Files.isDirectory(folder));
            assertTrue(console.desk().approve(id));
            assertTrue(answer.get(60, TimeUnit.SECONDS).startsWith("[exit code 0"));
            assertFalse(Files.exists(folder));
        }
    }

    @Test
    void aDenialIsToldInThePersonsWords() throws Exception {
        try (LiveConsole console = new LiveConsole(STARTER)) {
            CompletableFuture<String> answer = sent(console.socket());
            ToolCallId id = console.awaitWaiting(HarmlessCall.COMMAND);
            assertTrue(console.desk().deny(id, Optional.of("not today")));
            assertEquals(
                    "[permission denied by the person: not today]",
                    answer.get(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void withoutAConsoleItSaysSo(@TempDir Path folder) {
        assertThrows(IOException.class, () -> new HarmlessCall(folder.resolve("none.sock")).run());
    }

    private static CompletableFuture<String> sent(Path socket) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new HarmlessCall(socket).run();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
