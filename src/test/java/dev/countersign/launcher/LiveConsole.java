package dev.countersign.launcher;

import dev.countersign.journal.CallRecord;
import dev.countersign.mcp.SocketBinding;
import dev.countersign.mcp.SocketListener;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The whole console without its window, in this process, on a real socket; the test is the person
/// in front of it.
public final class LiveConsole implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path home;
    private final Console console;
    private final CountersignPaths paths;

    /// @param permissions the rules, as the file has them
    public LiveConsole(String permissions) throws IOException {
        // A short path: a socket's may have 107 bytes.
        home = Files.createTempDirectory("cs").toRealPath();
        Path file = home.resolve("config").resolve("permissions.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, permissions);
        paths = CountersignPaths.of(Optional.of(home), Map.of(), home, "Linux");
        SocketBinding binding = SocketListener.bind(paths.socket());
        console =
                Console.open(
                        paths,
                        home,
                        ((SocketBinding.Bound) binding).listener(),
                        "test",
                        (done, all) -> {});
    }

    public Path home() {
        return home;
    }

    public Path socket() {
        return paths.socket();
    }

    public PersonDesk desk() {
        return console.supervisor().desk();
    }

    public List<CallRecord> calls() {
        return console.supervisor().desk().calls();
    }

    /// Blocks until there is such a call.
    public CallRecord await(String what, Predicate<CallRecord> wanted) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<CallRecord> found = calls().stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(10);
        }
        throw new AssertionError("never: " + what + "; there are " + calls());
    }

    public ToolCallId awaitWaiting(String command) throws InterruptedException {
        return await(
                        command + " waits",
                        call -> call.isWaiting() && call.call().command().text().contains(command))
                .id();
    }

    @Override
    public void close() throws IOException {
        console.close();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
