package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.Journal;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.CastChecker;
import dev.countersign.recording.ExportFormat;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

final class CallExportsTest {
    private static final String TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    private static final List<ToolCallId> ALL =
            List.of(ToolCallId.of(1), ToolCallId.of(2), ToolCallId.of(3));

    @TempDir private Path folder;

    private Journal journal;
    private KeptCalls kept;

    /// Remembers what it hears.
    private static final class Ear implements RunningExport.Listener {
        private final CompletableFuture<RunningExport.End> end = new CompletableFuture<>();
        private volatile long done = -1;
        private volatile long all = -1;
        private volatile Runnable onProgress = () -> {};

        @Override
        public void progressed(long doneBytes, long allBytes) {
            done = doneBytes;
            all = allBytes;
            onProgress.run();
        }

        @Override
        public void ended(RunningExport.End how) {
            end.complete(how);
        }

        RunningExport.End await() throws Exception {
            return end.get(30, TimeUnit.SECONDS);
        }
    }

    @BeforeEach
    void keepThreeCalls() throws IOException {
        journal = Journal.open(folder.resolve("journal"));
        kept = new KeptCalls(SupervisedFolder.keeping(folder, journal), InstantSource.system());
        run(1, "make <all>", "\u001b[32mgreen\u001b[0m\nno newline at the end");
        run(2, "cat \u001b]0;title\u0007 secret", "token " + TOKEN + "\n");
        journal.append(new SupervisionEvent.Received(ToolCalls.call(3, "rm -r x", folder)));
    }

    @AfterEach
    void close() throws IOException {
        kept.close();
        journal.close();
    }

    private void run(int number, String command, String output) throws IOException {
        ToolCallId id = ToolCallId.of(number);
        journal.append(new SupervisionEvent.Received(ToolCalls.call(number, command, folder)));
        journal.append(new SupervisionEvent.Started(id, ToolCalls.NOON, 4711));
        byte[] bytes = output.getBytes(StandardCharsets.UTF_8);
        try (RecordingWriter writer = RecordingWriter.create(kept.recording(id), ToolCalls.NOON)) {
            writer.append(
                    StreamKind.STDOUT, bytes, 0, bytes.length, ToolCalls.NOON.plusMillis(100));
            writer.finish(ToolCalls.NOON.plusSeconds(1));
        }
        journal.append(
                new SupervisionEvent.Finished(
                        id, ToolCalls.NOON, new Outcome.Exited(0), bytes.length, 1));
    }

    private Ear export(List<ToolCallId> calls, ExportFormat format, Path file) {
        Ear ear = new Ear();
        var _ = kept.export(new ExportRequest(calls, format, file, false), ear);
        return ear;
    }

    private List<String> filesLike(String part) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains(part))
                    .toList();
        }
    }

    @Test
    void severalCallsGoIntoOneFileOfEveryFormat() throws Exception {
        Map<ExportFormat, String> texts = new EnumMap<>(ExportFormat.class);
        for (ExportFormat format : ExportFormat.values()) {
            Path file = folder.resolve("all." + format.wireName());
            Ear ear = export(ALL, format, file);
            RunningExport.End end = ear.await();
            assertEquals(new RunningExport.End.Written(file, 3, Files.size(file)), end);
            assertEquals(ear.all, ear.done);
            String text = Files.readString(file);
            assertFalse(text.contains(TOKEN), text);
            assertFalse(text.contains("\u001b]0"), text);
            assertTrue(text.contains("green"), text);
            texts.put(format, text);
        }
        String plain = String.valueOf(texts.get(ExportFormat.PLAIN));
        assertTrue(
                plain.contains("· completed\n$ make <all>\ngreen\nno newline at the end\n# shell_"),
                plain);
        assertTrue(plain.endsWith("· pending_approval\n$ rm -r x\n"), plain);
        assertEquals(
                3.1, CastChecker.check(String.valueOf(texts.get(ExportFormat.ASCIICAST_V2))), 1.01);
        assertEquals(
                4, CastChecker.check(String.valueOf(texts.get(ExportFormat.ASCIICAST_V3))), 1e-6);
        var json = JsonMapper.shared().readTree(String.valueOf(texts.get(ExportFormat.JSON)));
        assertEquals(3, json.path("calls").size());
        assertEquals(0, json.path("calls").get(2).path("output").size());
    }

    @Test
    void aCancelledExportLeavesNothing() throws Exception {
        CompletableFuture<RunningExport> export = new CompletableFuture<>();
        Ear ear = new Ear();
        ear.onProgress = () -> export.join().cancel();
        Path file = folder.resolve("cancelled.txt");
        export.complete(kept.export(new ExportRequest(ALL, ExportFormat.PLAIN, file, false), ear));
        assertInstanceOf(RunningExport.End.Cancelled.class, ear.await());
        assertEquals(List.of(), filesLike("cancelled"));
    }

    @Test
    void closingEndsWhatIsOnItsWay() throws Exception {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        Ear ear = new Ear();
        ear.onProgress =
                () -> {
                    begun.complete(null);
                    goOn.join();
                };
        var _ =
                kept.export(
                        new ExportRequest(
                                ALL, ExportFormat.PLAIN, folder.resolve("closed.txt"), false),
                        ear);
        begun.get(30, TimeUnit.SECONDS);
        Thread closing = Thread.ofVirtual().start(kept::close);
        goOn.complete(null);
        closing.join();
        var _ = ear.await();
        assertEquals(List.of(), filesLike("closed.txt.part"));
    }

    @Test
    void aFileThatIsThereStaysUnlessItIsToGiveWay() throws Exception {
        Path file = Files.writeString(folder.resolve("there.txt"), "before");
        RunningExport.End refused = export(ALL, ExportFormat.PLAIN, file).await();
        assertTrue(((RunningExport.End.Failed) refused).sentence().contains("is there already"));
        assertEquals("before", Files.readString(file));

        Ear ear = new Ear();
        var _ = kept.export(new ExportRequest(ALL, ExportFormat.PLAIN, file, true), ear);
        assertInstanceOf(RunningExport.End.Written.class, ear.await());
        assertTrue(Files.readString(file).contains("green"));
    }

    @Test
    void whatCannotBeWrittenIsSaidInASentence() throws Exception {
        RunningExport.End noFolder =
                export(ALL, ExportFormat.PLAIN, folder.resolve("none/x.txt")).await();
        assertTrue(
                ((RunningExport.End.Failed) noFolder).sentence().startsWith("There is no folder"),
                noFolder::toString);
        RunningExport.End noOutput =
                export(List.of(ToolCallId.of(3)), ExportFormat.PLAIN, folder.resolve("y")).await();
        assertTrue(
                ((RunningExport.End.Failed) noOutput).sentence().contains("never ran"),
                noOutput::toString);
        assertInstanceOf(
                RunningExport.End.Written.class,
                export(List.of(ToolCallId.of(3)), ExportFormat.HTML, folder.resolve("z")).await());
    }
}
