package dev.countersign.supervision.rehearsal;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.ApprovedCalls;
import dev.countersign.execution.CommandEnvironment;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.ExecutionEngines;
import dev.countersign.execution.OutputSink;
import dev.countersign.execution.RehearsalPlace;
import dev.countersign.execution.Rehearsals;
import dev.countersign.execution.Sandboxes;
import dev.countersign.execution.ShellFinder;
import dev.countersign.execution.StartResult;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Real rehearsals below a folder. Confined to one thread.
final class Stage implements AutoCloseable {
    private final Path folder;
    private final ExecutionEngine engine;
    private final Rehearsals rehearsals;
    private int calls;

    /// One that has ended.
    record Played(
            ToolCall call,
            RehearsalPlace place,
            RehearsalResult result,
            Outcome outcome,
            String output) {
        ResultCommit.Done commit() throws IOException {
            Optional<String> drift = ResultCommit.prepare(place, result, "test");
            return drift.<ResultCommit.Done>map(ResultCommit.Done.Nothing::new)
                    .orElseGet(() ->
                            ResultCommit.apply(
                                    place, ApprovedCalls.rehearsed(call, result.digest()), "test"));
        }

        void discard() throws IOException {
            RehearsalPlace.remove(place.folder());
        }
    }

    Stage(Path folder) throws IOException {
        this.folder = folder.toRealPath();
        Path own = this.folder.resolve("own");
        Files.createDirectories(own);
        Sandboxes sandboxes =
                new Sandboxes(System.getenv(), Path.of("/nowhere"), java.util.List.of(own));
        rehearsals = new Rehearsals(sandboxes, own.resolve("rehearsals"));
        Optional<String> obstacle = rehearsals.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
        engine =
                ExecutionEngines.best(
                                new ShellFinder(System.getenv()),
                                new CommandEnvironment(
                                        System.getenv(), "%016x".formatted(System.nanoTime())),
                                sandboxes,
                                InstantSource.system())
                        .engine();
    }

    Rehearsals rehearsals() {
        return rehearsals;
    }

    /// A folder with what a command leaves there when it is simply run.
    Path workspace(String name, String setup) throws IOException, InterruptedException {
        Path workspace = Files.createDirectories(folder.resolve(name).resolve("ws")).toRealPath();
        run(workspace, setup);
        return workspace;
    }

    static int run(Path workspace, String command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("bash", "-c", command)
                        .directory(workspace.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }

    Played play(Path workspace, String command, Map<String, String> added)
            throws IOException, InterruptedException {
        ToolCall call = call(workspace, command, added);
        RehearsalPlace place = rehearsals.place(call);
        Instant since = place.create();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        OutputSink sink =
                (_, bytes) -> {
                    byte[] copy = new byte[bytes.remaining()];
                    bytes.duplicate().get(copy);
                    output.writeBytes(copy);
                    return true;
                };
        StartResult started =
                engine.rehearse(ApprovedCalls.rehearsal(call), rehearsals, place, sink);
        Outcome outcome =
                assertInstanceOf(StartResult.Started.class, started, started::toString)
                        .command()
                        .await();
        return new Played(
                call,
                place,
                RehearsalResult.read(place, since, new ResultLimits(50_000, 2L << 30)),
                outcome,
                output.toString(StandardCharsets.UTF_8));
    }

    Played play(Path workspace, String command) throws IOException, InterruptedException {
        return play(workspace, command, Map.of());
    }

    private ToolCall call(Path workspace, String command, Map<String, String> added) {
        AgentSession session =
                new AgentSession(
                        new AgentSessionId("test"),
                        "test",
                        "1",
                        OptionalLong.empty(),
                        Workspace.of(workspace),
                        Instant.EPOCH);
        return new ToolCall(
                ToolCallId.of(++calls),
                session,
                new CommandText(command),
                Optional.empty(),
                Optional.empty(),
                ExecutionMode.DEFAULT,
                ExecutionMode.DEFAULT.defaultTimeout(),
                TimeoutAction.KILL,
                workspace,
                added,
                OutputTruncation.TAIL,
                true,
                false,
                false,
                Instant.EPOCH);
    }

    /// Every path below a folder with its kind, mode and content.
    static Map<String, String> state(Path root) throws IOException {
        return state(root, false);
    }

    /// The same with times and numbers: whether anything was touched at all.
    static Map<String, String> exactState(Path root) throws IOException {
        return state(root, true);
    }

    private static Map<String, String> state(Path root, boolean exact) throws IOException {
        Map<String, String> state = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                BasicFileAttributes facts =
                        Files.readAttributes(
                                path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                String content =
                        facts.isSymbolicLink()
                                ? "-> " + Files.readSymbolicLink(path)
                                : facts.isDirectory()
                                        ? "folder"
                                        : Files.readString(path, StandardCharsets.ISO_8859_1);
                String mode =
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
                String more =
                        exact
                                ? " "
                                        + Files.getAttribute(
                                                path, "unix:ctime", LinkOption.NOFOLLOW_LINKS)
                                        + facts.fileKey()
                                : "";
                state.put(root.relativize(path).toString(), mode + more + " " + content);
            }
        }
        return state;
    }

    @Override
    public void close() {
        engine.close();
    }
}
