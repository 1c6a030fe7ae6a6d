package dev.countersign.execution;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.recording.TerminalSizes;
import dev.countersign.toolcall.RunDetails;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs commands by Linux's own calls: posix_spawn, pidfd, epoll, see [LinuxCalls].
///
/// Threads: one pump for the output and the ends of all commands, one that stops trees. Unlike
/// Java's own processes it tells `exit 137` from a death by SIGKILL, passes bytes on whatever the
/// locale is, and adopts the orphans of commands.
///
/// A pseudo-terminal is stdin, stdout and stderr, so that a person can type into it, but never the
/// controlling one: what asks at `/dev/tty` fails at once instead of waiting for nobody.
final class LinuxEngine implements ExecutionEngine {
    private static final Logger LOG = LoggerFactory.getLogger(LinuxEngine.class);

    private final LaunchPreparation preparation;
    private final InstantSource clock;
    private final ProcessTable table = new ProcfsTable();
    private final Signals signals = new KillCall(table);
    private final TreeStopper stopper;
    private final RunningTrees running;
    private final TreeCare care;
    private final OutputPump pump;

    /// Starts its threads.
    ///
    /// @throws IllegalStateException when the system refuses what it needs, with the reason
    LinuxEngine(LaunchPreparation preparation, InstantSource clock, Supplier<StopTimes> stopTimes) {
        this.preparation = preparation;
        this.clock = clock;
        this.stopper = new TreeStopper(table, signals, preparation.environment(), stopTimes);
        this.care = new TreeCare(table, signals, stopper);
        this.running = new RunningTrees(table, stopper, preparation.environment());
        try {
            this.pump = new OutputPump(running, new Orphans(table));
        } catch (IllegalStateException exception) {
            stopper.close();
            throw exception;
        }
        adoptOrphans(true);
    }

    /// Why this engine cannot be used here; empty where it can.
    static Optional<String> obstacle() {
        if (!LinuxCalls.areHere()) {
            return Optional.of("this is no 64-bit Linux with glibc, " + LinuxCalls.missing());
        }
        if (!ProcfsTable.isHere()) {
            return Optional.of("/proc cannot be read");
        }
        try (Arena arena = Arena.ofConfined()) {
            LinuxCalls calls = new LinuxCalls(arena);
            int descriptor = calls.openPidDescriptor(ProcessHandle.current().pid());
            if (descriptor < 0) {
                return Optional.of("pidfd_open fails with error " + -descriptor);
            }
            calls.close(descriptor);
            return Optional.empty();
        } catch (IllegalCallerException exception) {
            return Optional.of("native access is switched off: " + exception.getMessage());
        }
    }

    @Override
    public String name() {
        return "linux";
    }

    @Override
    public StartResult start(ApprovedCall call, OutputSink sink) {
        return running.whileOpen(() -> preparation.start(call, launch -> start(launch, sink)));
    }

    @Override
    public StartResult rehearse(
            ApprovedRehearsal rehearsal,
            Rehearsals rehearsals,
            RehearsalPlace place,
            OutputSink sink) {
        return running.whileOpen(() ->
                preparation.rehearse(rehearsal, rehearsals, place, launch -> start(launch, sink)));
    }

    @Override
    public OrphanedCommand orphan(long pid, RunDetails details) {
        return new OrphanedCommand(table, stopper, care.pause(), pid, details);
    }

    @Override
    public void close() {
        running.close();
        stopper.close();
        pump.close();
        adoptOrphans(false);
    }

    private StartResult start(CommandLaunch launch, OutputSink sink) {
        try (Arena arena = Arena.ofConfined()) {
            LinuxCalls calls = new LinuxCalls(arena);
            List<LinuxCalls.Pipe> pipes = new ArrayList<>();
            int opened = openPipes(calls, launch, pipes);
            if (opened < 0) {
                closeReadEnds(calls, pipes);
                closeWriteEnds(calls, pipes);
                return failed("opening pipes", opened, launch);
            }
            Instant startedAt = clock.instant();
            long pid = spawn(calls, launch, pipes);
            closeWriteEnds(calls, pipes);
            if (pid < 0) {
                closeReadEnds(calls, pipes);
                return failed("posix_spawn", (int) pid, launch);
            }
            return new StartResult.Started(attend(calls, launch, pid, startedAt, pipes, sink));
        }
    }

    private static long spawn(LinuxCalls calls, CommandLaunch launch, List<LinuxCalls.Pipe> pipes) {
        List<String> arguments =
                launch.pseudoTerminal() ? launch.argumentsAtTerminal() : launch.arguments();
        return calls.spawn(
                arguments.getFirst(),
                arguments.stream().map(LinuxEngine::utf8).toList(),
                environment(launch),
                launch.directory().toString(),
                pipes.getFirst().writeEnd(),
                launch.pseudoTerminal() ? LinuxCalls.NOTHING : pipes.getLast().writeEnd());
    }

    private RunningCommand attend(
            LinuxCalls calls,
            CommandLaunch launch,
            long pid,
            Instant startedAt,
            List<LinuxCalls.Pipe> pipes,
            OutputSink sink) {
        // The pump has not seen it yet, so nobody has collected it, even if it has ended.
        ProcessIdentity leader =
                table.find(pid)
                        .map(ProcessEntry::identity)
                        .orElse(new ProcessIdentity(pid, 0, "bash"));
        TreeMarks marks = new TreeMarks(launch.marker(), namesOf(pipes));
        ProcessTree tree = new ProcessTree(table, Optional.of(leader), true, marks);
        CommandOutput output = new CommandOutput(sink);
        Optional<NativeTerminal> terminal = terminal(calls, launch, pipes, tree);
        CommandLifecycle lifecycle =
                new CommandLifecycle(
                        launch.id(),
                        pid,
                        startedAt,
                        launch.details(leader),
                        care,
                        tree,
                        output,
                        terminal.map(own -> own));
        terminal.ifPresent(own -> lifecycle.ending().whenOver(own::close));
        List<PumpedCommand.Source> sources = new ArrayList<>();
        sources.add(new PumpedCommand.Source(OutputStreamKind.STDOUT, pipes.getFirst().readEnd()));
        if (pipes.size() > 1) {
            sources.add(
                    new PumpedCommand.Source(OutputStreamKind.STDERR, pipes.getLast().readEnd()));
        }
        running.add(lifecycle);
        pump.add(
                new PumpedCommand(
                        lifecycle,
                        output,
                        sources,
                        calls.openPidDescriptor(pid),
                        launch.pseudoTerminal()));
        return lifecycle;
    }

    private Optional<NativeTerminal> terminal(
            LinuxCalls calls, CommandLaunch launch, List<LinuxCalls.Pipe> pipes, ProcessTree tree) {
        if (!launch.pseudoTerminal()) {
            return Optional.empty();
        }
        int descriptor = calls.duplicate(pipes.getFirst().readEnd());
        return descriptor < 0
                ? Optional.empty()
                : Optional.of(
                        new NativeTerminal(
                                descriptor,
                                signal ->
                                        tree.membersOf(ProcessSnapshot.of(table))
                                                .send(signals, signal)));
    }

    private static Set<String> namesOf(List<LinuxCalls.Pipe> pipes) {
        return pipes.stream()
                .flatMap(pipe -> ProcfsTable.ownPipe(pipe.readEnd()).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Opens what the command writes to, with read ends that never block: one terminal, or one
    /// pipe, or two.
    ///
    /// @return negative on failure; what was opened is in the list all the same
    private static int openPipes(
            LinuxCalls calls, CommandLaunch launch, List<LinuxCalls.Pipe> pipes) {
        int count = launch.mergeOutput() || launch.pseudoTerminal() ? 1 : 2;
        for (int i = 0; i < count; i++) {
            LinuxCalls.Pipe pipe =
                    launch.pseudoTerminal()
                            ? calls.pseudoTerminal(
                                    TerminalSizes.STANDARD_COLUMNS, TerminalSizes.STANDARD_ROWS)
                            : calls.pipe();
            if (pipe.readEnd() < 0) {
                return pipe.readEnd();
            }
            pipes.add(pipe);
            int set = calls.setNonBlocking(pipe.readEnd());
            if (set < 0) {
                return set;
            }
        }
        return 0;
    }

    private static void closeReadEnds(LinuxCalls calls, List<LinuxCalls.Pipe> pipes) {
        pipes.forEach(pipe -> calls.close(pipe.readEnd()));
    }

    private static void closeWriteEnds(LinuxCalls calls, List<LinuxCalls.Pipe> pipes) {
        pipes.forEach(pipe -> calls.close(pipe.writeEnd()));
    }

    private static List<byte[]> environment(CommandLaunch launch) {
        return launch.environment().entrySet().stream()
                .map(variable -> utf8(variable.getKey() + "=" + variable.getValue()))
                .toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static StartResult.Failed failed(String call, int result, CommandLaunch launch) {
        return StartFailures.of(-result, call + " failed with error " + -result, launch);
    }

    private static void adoptOrphans(boolean wanted) {
        try (Arena arena = Arena.ofConfined()) {
            int result = new LinuxCalls(arena).setChildSubreaper(wanted);
            if (result < 0) {
                LOG.info("Orphans of commands are not adopted: prctl error {}", -result);
            }
        }
    }
}
