package dev.countersign.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.Verification.Fault;
import dev.countersign.journal.Verification.Kind;
import dev.countersign.journal.Verification.OutsideHead;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

final class JournalVerifierTest {
    private static final int CALLS = 30;

    @TempDir private Path folder;

    private String head;

    @BeforeEach
    void write() throws IOException {
        try (Journal journal = Journal.open(folder)) {
            for (int i = 1; i <= CALLS; i++) {
                journal.append(
                        new SupervisionEvent.Received(ToolCalls.call(i, "echo " + i, folder)));
            }
            head = journal.head();
        }
    }

    private Path segment() {
        return folder.resolve("000001.jsonl");
    }

    private List<String> lines() throws IOException {
        return new ArrayList<>(Files.readAllLines(segment()));
    }

    private void write(List<String> lines) throws IOException {
        Files.write(segment(), lines);
    }

    private Verification verify() throws IOException {
        return verify(Optional.empty());
    }

    private Verification verify(Optional<String> outside) throws IOException {
        return JournalVerifier.verify(folder, outside, (done, all) -> {});
    }

    private void assertFault(Kind kind, long sequence) throws IOException {
        Verification verification = verify();
        assertFalse(verification.isIntact());
        assertEquals(
                List.of(kind + " " + sequence),
                verification.faults().stream()
                        .map(fault -> fault.kind() + " " + fault.sequence())
                        .toList(),
                verification::toString);
    }

    @Test
    void anUntouchedJournalIsIntactAndItsHeadIsTold() throws IOException {
        Verification verification = verify(Optional.of(head));
        assertTrue(verification.isIntact());
        assertEquals(CALLS, verification.lines());
        assertEquals(head, verification.head());
        assertEquals(Optional.of(new OutsideHead.Found(CALLS, 0)), verification.outside());
    }

    @Test
    void anEditedLineIsNamed() throws IOException {
        List<String> lines = lines();
        lines.set(11, lines.get(11).replace("test-agent", "best-agent"));
        write(lines);
        assertFault(Kind.CHANGED, 12);
        assertEquals(12, verify().faults().getFirst().line());
    }

    @Test
    void aRemovedRangeIsNamed() throws IOException {
        List<String> lines = lines();
        lines.subList(4, 7).clear();
        write(lines);
        assertFault(Kind.MISSING, 5);
        assertEquals("events 5 to 7 are gone", verify().faults().getFirst().words());
    }

    @Test
    void swappedLinesAreNamed() throws IOException {
        List<String> lines = lines();
        Collections.swap(lines, 7, 8);
        write(lines);
        assertFault(Kind.MOVED, 8);
    }

    @Test
    void aRepeatedLineIsNamed() throws IOException {
        List<String> lines = lines();
        lines.add(20, lines.get(3));
        write(lines);
        assertFault(Kind.MOVED, 4);
    }

    @Test
    void aLineMadeAnewIsNamedByTheOneBehindIt() throws IOException {
        List<String> lines = lines();
        lines.set(9, forged(lines.get(9), JournalLine.decode(lines.get(8)).hash()));
        write(lines);
        assertFault(Kind.REWRITTEN, 10);
    }

    /// A line that says something else, chained as it should be.
    private static String forged(String line, String previous) {
        JournalLine known = JournalLine.decode(line);
        ObjectNode facts = known.facts().deepCopy();
        facts.remove(List.of("seq", "prev", "hash"));
        facts.put("mode", "slow");
        return JournalLine.encode(known.sequence(), facts, previous).text();
    }

    @Test
    void aForgeryThatWasChainedToTheEndNeedsTheOutsideHead() throws IOException {
        List<String> lines = lines();
        String previous = JournalLine.decode(lines.get(8)).hash();
        for (int i = 9; i < lines.size(); i++) {
            lines.set(i, forged(lines.get(i), previous));
            previous = JournalLine.decode(lines.get(i)).hash();
        }
        write(lines);

        assertTrue(verify().isIntact());
        Verification outside = verify(Optional.of(head));
        assertFalse(outside.isIntact());
        assertEquals(Optional.of(new OutsideHead.Missing()), outside.outside());
    }

    @Test
    void aCutAtTheEndNeedsTheOutsideHead() throws IOException {
        write(lines().subList(0, CALLS - 2));

        assertTrue(verify().isIntact());
        assertFalse(verify(Optional.of(head)).isIntact());
    }

    @Test
    void anOlderHeadTellsHowMuchCameSince() throws IOException {
        String older = JournalLine.decode(lines().get(19)).hash();
        assertEquals(
                Optional.of(new OutsideHead.Found(20, 10)), verify(Optional.of(older)).outside());
    }

    @Test
    void aChangedTextAndOneThatNobodyDeletedAreNamed() throws IOException {
        Path texts = JournalFiles.textsBeside(segment());
        List<String> lines = new ArrayList<>(Files.readAllLines(texts));
        lines.set(4, lines.get(4).replace("echo 5", "echo 9"));
        lines.remove(9);
        Files.write(texts, lines);

        List<Fault> faults = verify().faults();
        assertEquals(2, faults.size());
        assertEquals(Kind.TEXT_CHANGED, faults.get(0).kind());
        assertEquals(5, faults.get(0).sequence());
        assertEquals(Kind.TEXT_MISSING, faults.get(1).kind());
        assertEquals(10, faults.get(1).sequence());
    }

    @Test
    void aDeletionThatWasRecordedIsNoFault() throws IOException {
        try (Journal journal = Journal.open(folder)) {
            journal.delete(
                    List.of(
                            new SupervisionEvent.Deleted(
                                    ToolCallId.of(3),
                                    ToolCalls.NOON,
                                    Deletion.EVERYTHING,
                                    DeletionCause.PERSON)));
        }
        assertTrue(verify(Optional.of(head)).isIntact());
    }

    @Test
    void anUnfinishedLastLineIsNoFaultButSaid() throws IOException {
        byte[] whole = Files.readAllBytes(segment());
        Files.write(segment(), java.util.Arrays.copyOf(whole, whole.length - 10));
        Verification verification = verify();
        assertTrue(verification.isIntact());
        assertTrue(verification.unfinished());
        assertEquals(CALLS - 1, verification.lines());
    }

    @Test
    void everyRandomChangeIsFoundOrNeedsTheOutsideHead() throws IOException {
        long seed = RandomGenerator.getDefault().nextLong();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<String> original = List.copyOf(lines());
        for (int round = 0; round < 300; round++) {
            List<String> lines = new ArrayList<>(original);
            int place = random.nextInt(lines.size());
            switch (random.nextInt(4)) {
                case 0 -> lines.remove(place);
                case 1 -> Collections.swap(lines, place, random.nextInt(lines.size()));
                case 2 -> lines.subList(place, lines.size()).clear();
                default -> {
                    char[] line = lines.get(place).toCharArray();
                    line[random.nextInt(line.length)] = (char) ('!' + random.nextInt(90));
                    lines.set(place, new String(line));
                }
            }
            write(lines);
            if (!lines.equals(original)) {
                assertFalse(
                        verify(Optional.of(head)).isIntact(),
                        "seed %d round %d".formatted(seed, round));
            }
        }
    }
}
