package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Deletion;
import dev.countersign.journal.History;
import dev.countersign.journal.Journal;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptCallsTest {
    private static final ToolCallId ID = ToolCallId.of(1);

    @TempDir private Path folder;

    private Journal journal;
    private KeptCalls kept;

    @BeforeEach
    void open() throws IOException {
        journal = Journal.open(folder.resolve("journal"));
        kept =
                new KeptCalls(
                        journal,
                        History.none(),
                        SecretMasker.byForm(),
                        folder.resolve("recordings"),
                        InstantSource.system());
        journal.append(new SupervisionEvent.Received(ToolCalls.call(1, "make", folder)));
        journal.append(
                new SupervisionEvent.Decided(
                        ID,
                        ToolCalls.NOON,
                        new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE)));
        journal.append(new SupervisionEvent.Started(ID, ToolCalls.NOON, 4711));
        Files.createDirectories(kept.recording(ID));
        Files.writeString(kept.recording(ID).resolve("output"), "words");
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
    }

    private void finish() throws IOException {
        journal.append(
                new SupervisionEvent.Finished(ID, ToolCalls.NOON, new Outcome.Exited(0), 5, 1));
    }

    @Test
    void nothingOfARunningCallIsDeleted() throws IOException {
        assertFalse(kept.delete(ID, Deletion.EVERYTHING));
        assertTrue(Files.exists(kept.recording(ID).resolve("output")));
        assertEquals("make", journal.find(ID).orElseThrow().call().command().text());
    }

    @Test
    void deletingOutputLeavesTheCommand() throws IOException {
        finish();
        assertTrue(kept.delete(ID, Deletion.OUTPUT));

        CallRecord record = journal.find(ID).orElseThrow();
        assertFalse(Files.exists(kept.recording(ID)));
        assertFalse(record.isOutputKept());
        assertEquals("make", record.call().command().text());
    }

    @Test
    void deletingEverythingLeavesTheDecision() throws IOException {
        finish();
        assertTrue(kept.delete(ID, Deletion.EVERYTHING));

        CallRecord record = journal.find(ID).orElseThrow();
        assertFalse(Files.exists(kept.recording(ID)));
        assertEquals("[deleted]", record.call().command().text());
        assertEquals(CallStatus.COMPLETED, record.status());
        assertTrue(record.decision().isPresent());
    }

    @Test
    void starsAndNotesAreKept() throws IOException {
        kept.star(ID, true);
        kept.note(ID, "look at this");

        CallRecord record = journal.find(ID).orElseThrow();
        assertTrue(record.isStarred());
        assertEquals(Optional.of("look at this"), record.note());
        kept.star(ID, false);
        kept.note(ID, "");
        assertEquals(Optional.empty(), journal.find(ID).orElseThrow().note());
        assertFalse(journal.find(ID).orElseThrow().isStarred());
    }
}
