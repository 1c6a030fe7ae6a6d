package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Deletion;
import dev.countersign.journal.HistoryIndex;
import dev.countersign.journal.IndexPlaces;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
        kept = new KeptCalls(SupervisedFolder.keeping(folder, journal), InstantSource.system());
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

    @Test
    void sweepingSparesWhatRunsWhatHasAStarAndAllDecisions() throws Exception {
        finish();
        run(2, 40);
        run(3, 60);
        run(4, 70);
        kept.star(ToolCallId.of(2), true);
        journal.append(new SupervisionEvent.Received(ToolCalls.call(5, "sleep", folder)));
        IndexPlaces places =
                new IndexPlaces(
                        folder.resolve("index.db"),
                        folder.resolve("journal"),
                        folder.resolve("recordings"),
                        folder.resolve("natives"));
        try (HistoryIndex index = HistoryIndex.start(journal, places, UnaryOperator.identity())) {
            KeptCalls sweeping =
                    new KeptCalls(
                            new SupervisorParts.Keeping(
                                    journal,
                                    index,
                                    folder.resolve("recordings"),
                                    SecretMasker.byForm()),
                            () -> ToolCalls.NOON.plusSeconds(3_600));
            assertTrue(index.awaitCurrent(Duration.ofSeconds(30)));
            assertEquals(2, sweeping.sweep(Optional.empty(), 120));
            assertEquals(Optional.empty(), outputOf(1));
            assertEquals(Optional.of(40L), outputOf(2));
            assertEquals(Optional.empty(), outputOf(3));
            assertEquals(Optional.of(70L), outputOf(4));
            assertEquals("make", journal.find(ID).orElseThrow().call().command().text());

            assertTrue(index.awaitCurrent(Duration.ofSeconds(30)));
            assertEquals(3, sweeping.sweep(Optional.of(Duration.ofMinutes(30)), 1_000));
            assertEquals("[deleted]", journal.find(ID).orElseThrow().call().command().text());
            assertTrue(journal.find(ID).orElseThrow().decision().isPresent());
            assertEquals(
                    "sleep", journal.find(ToolCallId.of(5)).orElseThrow().call().command().text());
            assertEquals(Optional.of(40L), outputOf(2));
            assertTrue(index.awaitCurrent(Duration.ofSeconds(30)));
            assertEquals(0, sweeping.sweep(Optional.of(Duration.ofMinutes(30)), 1_000));
        }
    }

    private void run(int number, int bytes) throws IOException {
        ToolCallId id = ToolCallId.of(number);
        journal.append(new SupervisionEvent.Received(ToolCalls.call(number, "run", folder)));
        journal.append(new SupervisionEvent.Started(id, ToolCalls.NOON, 4711));
        Files.createDirectories(kept.recording(id));
        Files.writeString(kept.recording(id).resolve("output"), "x".repeat(bytes));
        journal.append(
                new SupervisionEvent.Finished(id, ToolCalls.NOON, new Outcome.Exited(0), bytes, 1));
    }

    private Optional<Long> outputOf(int number) throws IOException {
        Path output = kept.recording(ToolCallId.of(number)).resolve("output");
        return Files.exists(output) ? Optional.of(Files.size(output)) : Optional.empty();
    }
}
