package dev.countersign.recording;

import static dev.countersign.recording.LineIndexMomentTest.append;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayDataTest {
    @TempDir Path folder;

    @Test
    void aTimelineCountsByStreamAndNamesPauses() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(folder, RecordingModel.START);
                Recording recording = Recording.open(folder)) {
            OutputTimeline timeline = new OutputTimeline(recording);
            assertFalse(timeline.refresh());
            assertEquals(OutputActivity.NONE, timeline.activity());
            append(writer, StreamKind.STDOUT, "one\ntwo\n", 5);
            append(writer, StreamKind.STDERR, "bad\n", 7);
            append(writer, StreamKind.STDOUT, "no newline", 3_000);
            recording.refresh();
            assertTrue(timeline.refresh());
            OutputActivity activity = timeline.activity();
            assertEquals(Optional.of(Duration.ofMillis(7)), activity.firstStderr());
            assertEquals(Duration.ofSeconds(3), activity.lastOutput());
            assertEquals(Duration.ofMillis(2), activity.span());
            assertEquals(3, sum(activity.stdout()));
            assertEquals(1, sum(activity.stderr()));
            assertEquals(2, activity.stdout().get(2));
            assertEquals(
                    List.of(new OutputActivity.Pause(Duration.ofMillis(7), Duration.ofSeconds(3))),
                    activity.pauses());
        }
    }

    @Test
    void aLongRunTakesNoMoreMemoryThanAShortOne() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(folder, RecordingModel.START);
                Recording recording = Recording.open(folder)) {
            for (int second = 0; second < 3_000; second++) {
                append(writer, StreamKind.STDOUT, "x\n", second * 1_000L * (1 + second % 3));
            }
            recording.refresh();
            OutputTimeline timeline = new OutputTimeline(recording);
            timeline.refresh();
            OutputActivity activity = timeline.activity();
            assertEquals(3_000, sum(activity.stdout()));
            assertTrue(activity.stdout().size() <= OutputTimeline.MOST_SPANS);
            assertTrue(activity.pauses().size() <= OutputTimeline.MOST_PAUSES);
        }
    }

    @Test
    void paceCutsPausesAndDividesBySpeed() {
        ReplayPace pace = new ReplayPace(2, Optional.of(Duration.ofSeconds(2)));
        assertEquals(Duration.ofMillis(500), pace.wait(Duration.ofSeconds(1)));
        assertEquals(Duration.ofSeconds(1), pace.wait(Duration.ofHours(1)));
        assertEquals(
                Duration.ofSeconds(2),
                new ReplayPace(0.5, Optional.empty()).wait(Duration.ofSeconds(1)));
        assertThrows(IllegalArgumentException.class, () -> new ReplayPace(17, Optional.empty()));
        assertThrows(
                IllegalArgumentException.class, () -> new ReplayPace(Double.NaN, Optional.empty()));
    }

    @Test
    void notesAreKeptByTimeAndForeignLinesArePassedOver() throws IOException {
        assertEquals(List.of(), ReplayNotes.read(folder));
        ReplayNote late = ReplayNote.of(Duration.ofSeconds(9), "here it\nfails\u001b[2J");
        ReplayNote early = new ReplayNote(Duration.ofMillis(1), "starts");
        ReplayNotes.write(folder, List.of(late, early));
        assertEquals(List.of(early, late), ReplayNotes.read(folder));
        assertEquals("here it fails [2J", late.text());
        Files.writeString(folder.resolve("notes"), "x\ty\n-5\tz\n7\t\n12\tkept\n\t\n");
        assertEquals(
                List.of(new ReplayNote(Duration.ofNanos(12), "kept")), ReplayNotes.read(folder));
        assertThrows(
                IllegalArgumentException.class, () -> ReplayNote.of(Duration.ZERO, "\u001b\n"));
    }

    private static long sum(List<Long> spans) {
        return spans.stream().mapToLong(Long::longValue).sum();
    }
}
