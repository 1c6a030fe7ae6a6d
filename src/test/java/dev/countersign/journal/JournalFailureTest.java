package dev.countersign.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalFailureTest {
    @TempDir private Path folder;

    private static SupervisionEvent received(int number) {
        return new SupervisionEvent.Received(
                ToolCalls.call(number, "echo " + number, Path.of("/tmp")));
    }

    private static SupervisionEvent denied(int number) {
        return new SupervisionEvent.Decided(
                ToolCallId.of(number),
                ToolCalls.NOON,
                new Decision.Denied(new Decider.Human(), Optional.of("no")));
    }

    @Test
    void aFullDiskAcknowledgesNothingAndLosesNothing() throws IOException {
        BrokenDisk disk = new BrokenDisk();
        long seed = RandomGenerator.getDefault().nextLong();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<Integer> kept = new ArrayList<>();
        try (Journal journal = disk.open(folder)) {
            for (int number = 1; number <= 300; number++) {
                int kind = random.nextInt(4);
                if (kind == 0) {
                    disk.fail(Optional.of("No space left on device"));
                } else if (kind == 1) {
                    disk.failForce("Input/output error");
                } else {
                    disk.fail(Optional.empty());
                }
                try {
                    journal.append(received(number));
                    journal.append(denied(number));
                    kept.add(number);
                    assertEquals(Optional.empty(), journal.failure());
                } catch (JournalException e) {
                    assertTrue(e.sentence().contains("cannot be written"), e.sentence());
                    assertTrue(kind <= 1, "seed " + seed);
                }
            }
            disk.fail(Optional.empty());
            journal.append(received(1_000));
        }
        try (Journal again = Journal.open(folder)) {
            assertEquals(Optional.empty(), again.damage(), "seed " + seed);
            for (int number : kept) {
                assertEquals(
                        CallStatus.DENIED,
                        again.find(ToolCallId.of(number)).orElseThrow().status());
            }
            long decided =
                    again.calls().stream().filter(call -> call.decided().isPresent()).count();
            assertEquals(kept.size(), decided, "seed " + seed);
        }
        assertTrue(
                JournalVerifier.verify(folder, Optional.empty(), (done, all) -> {}).isIntact());
    }

    @Test
    void aFailureIsToldForAsLongAsItLasts() throws IOException {
        BrokenDisk disk = new BrokenDisk();
        try (Journal journal = disk.open(folder)) {
            disk.fail(Optional.of("Read-only file system"));
            assertThrows(JournalException.class, () -> journal.append(received(1)));
            assertEquals(Optional.of("Read-only file system"), journal.failure());
            disk.fail(Optional.empty());
            journal.append(received(1));
            assertEquals(Optional.empty(), journal.failure());
        }
    }

    @Test
    void aLongJournalIsOpenedFromItsCheckpoint() throws IOException {
        List<CallRecord> before;
        String head;
        try (Journal journal = Journal.open(folder)) {
            for (int number = 1; number <= 50; number++) {
                journal.append(received(number));
                journal.append(denied(number));
            }
            before = journal.calls();
            head = journal.head();
        }
        assertTrue(Checkpoint.read(folder).orElseThrow().fits(folder));
        try (Journal again = Journal.open(folder, JournalDisk.real(), 0)) {
            assertEquals(before, again.calls());
            assertEquals(head, again.head());
            assertEquals(50, again.callCount());
            again.append(received(51));
        }
        try (Journal again = Journal.open(folder, JournalDisk.real(), 0)) {
            assertEquals(51, again.callCount());
        }
        assertTrue(
                JournalVerifier.verify(folder, Optional.empty(), (done, all) -> {}).isIntact());
    }

    @Test
    void whatCameAfterTheCheckpointIsReadToo() throws IOException {
        try (Journal journal = Journal.open(folder)) {
            journal.append(received(1));
        }
        byte[] old = Files.readAllBytes(folder.resolve("checkpoint"));
        try (Journal journal = Journal.open(folder)) {
            journal.append(denied(1));
            journal.append(received(2));
        }
        Files.write(folder.resolve("checkpoint"), old);
        try (Journal again = Journal.open(folder, JournalDisk.real(), 0)) {
            assertEquals(CallStatus.DENIED, again.find(ToolCallId.of(1)).orElseThrow().status());
            assertEquals(2, again.callCount());
            assertEquals(Optional.empty(), again.damage());
        }
    }

    @Test
    void aCheckpointThatDoesNotFitIsNotBelieved() throws IOException {
        try (Journal journal = Journal.open(folder)) {
            journal.append(received(1));
            journal.append(received(2));
        }
        List<String> lines = Files.readAllLines(folder.resolve("000001.jsonl"));
        Files.write(folder.resolve("000001.jsonl"), lines.subList(0, 1));
        try (Journal again = Journal.open(folder, JournalDisk.real(), 0)) {
            assertEquals(1, again.callCount());
        }
        Files.writeString(folder.resolve("checkpoint"), "garbage");
        try (Journal again = Journal.open(folder, JournalDisk.real(), 0)) {
            assertEquals(1, again.callCount());
        }
    }

    @Test
    void aNewerJournalIsRefusedAndAnOlderOneCarriedOn() throws IOException {
        try (Journal journal = Journal.open(folder)) {
            journal.append(received(1));
        }
        Files.delete(folder.resolve("format"));
        try (Journal journal = Journal.open(folder)) {
            assertEquals(1, journal.callCount());
        }
        Files.writeString(folder.resolve("format"), "99");
        JournalException refusal =
                assertThrows(JournalException.class, () -> Journal.open(folder));
        assertTrue(refusal.sentence().contains("newer"), refusal.sentence());
    }
}
