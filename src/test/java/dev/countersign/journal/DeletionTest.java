package dev.countersign.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeletionTest {
    private static final ToolCallId FIRST = ToolCallId.of(1);

    @TempDir private Path folder;

    private void denied(Journal journal, int number, String command) throws IOException {
        ToolCallId id = ToolCallId.of(number);
        journal.append(new SupervisionEvent.Received(ToolCalls.call(number, command, folder)));
        journal.append(
                new SupervisionEvent.Decided(
                        id,
                        ToolCalls.NOON,
                        new Decision.Denied(
                                new Decider.Human(), Optional.of("because of " + command))));
        journal.append(
                new SupervisionEvent.Answered(
                        id, ToolCalls.NOON, CallStatus.DENIED, "denied: " + command));
    }

    private static SupervisionEvent.Deleted everything(ToolCallId id) {
        return new SupervisionEvent.Deleted(
                id, ToolCalls.NOON, Deletion.EVERYTHING, DeletionCause.PERSON);
    }

    private boolean isOnDisk(String text) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void deletingACallLeavesItsDecisionAndBreaksNoChain() throws IOException {
        CallRecord left;
        try (Journal journal = Journal.open(folder)) {
            denied(journal, 1, "echo private-words");
            denied(journal, 2, "echo other-words");
            journal.delete(List.of(everything(FIRST)));
            left = journal.find(FIRST).orElseThrow();
        }
        assertFalse(isOnDisk("private-words"));
        assertTrue(isOnDisk("other-words"));
        assertEquals(EventCodec.DELETED, left.call().command().text());
        assertEquals(CallStatus.DENIED, left.status());
        try (Journal again = Journal.open(folder)) {
            assertEquals(Optional.empty(), again.damage());
            assertEquals(left, again.find(FIRST).orElseThrow());
            assertEquals(
                    "echo other-words",
                    again.find(ToolCallId.of(2)).orElseThrow().call().command().text());
        }
    }

    @Test
    void aDeletionThatACrashCutShortIsFinishedAtTheNextOpening() throws IOException {
        try (Journal journal = Journal.open(folder)) {
            denied(journal, 1, "echo private-words");
            journal.append(everything(FIRST));
        }
        Files.writeString(folder.resolve("deleting"), FIRST.digits() + "\n");
        assertTrue(isOnDisk("private-words"));

        try (Journal again = Journal.open(folder)) {
            assertFalse(isOnDisk("private-words"));
            assertEquals(Optional.empty(), again.damage());
        }
        assertFalse(Files.exists(folder.resolve("deleting")));
    }

    @Test
    void anIntentionThatWasNeverRecordedDeletesNothing() throws IOException {
        try (Journal journal = Journal.open(folder)) {
            denied(journal, 1, "echo private-words");
        }
        Files.writeString(folder.resolve("deleting"), FIRST.digits() + "\n");

        try (Journal again = Journal.open(folder)) {
            assertTrue(isOnDisk("private-words"));
            assertEquals(
                    "echo private-words", again.find(FIRST).orElseThrow().call().command().text());
        }
    }
}
