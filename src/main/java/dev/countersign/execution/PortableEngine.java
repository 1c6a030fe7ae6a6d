package dev.countersign.execution;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StartFailure;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs commands by what Java itself offers, on any POSIX system.
///
/// Threads: one platform thread with a small stack for each pipe, two virtual threads for each
/// command, one thread that stops trees. Beside these Java has a platform thread for each process.
///
/// Java tells an end by signal n as exit code 128 + n, which a command can also choose itself
/// (`exit 137`) and a shell passes on from its last command. Both are told as the signal here,
/// since that is what such a code means by convention.
final class PortableEngine implements ExecutionEngine {
    private static final List<Path> SETSID_PLACES =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final File NOTHING = new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");
    private static final Pattern ERROR_NUMBER = Pattern.compile("error=(\\d+)");
    private static final Logger LOG = LoggerFactory.getLogger(PortableEngine.class);

    private final LaunchPreparation preparation;
    private final InstantSource clock;
    private final Charset argumentEncoding;
    private final ProcessTable table;
    private final Signals signals;
    private final TreeStopper stopper;
    private final TreeCare care;
    private final RunningTrees running;
    private final Optional<Path> setsid;

    PortableEngine(
            LaunchPreparation preparation, InstantSource clock, Supplier<StopTimes> stopTimes) {
        this(preparation, clock, stopTimes, argumentEncodingOfThisSystem());
    }

    /// Takes the encoding from outside, so that tests can have a poor one.
    ///
    /// @param argumentEncoding what Java encodes arguments of processes in
    PortableEngine(
            LaunchPreparation preparation,
            InstantSource clock,
            Supplier<StopTimes> stopTimes,
            Charset argumentEncoding) {
        this.preparation = preparation;
        this.clock = clock;
        this.argumentEncoding = argumentEncoding;
        this.table = ProcessTable.ofThisSystem();
        this.signals = Signals.ofThisSystem(table, stopTimes);
        this.stopper = new TreeStopper(table, signals, preparation.environment(), stopTimes);
        this.care = new TreeCare(table, signals, stopper);
        this.running = new RunningTrees(table, stopper, preparation.environment());
        this.setsid = SETSID_PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    @Override
    public String name() {
        return "portable";
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
    }

    private StartResult start(CommandLaunch launch, OutputSink sink) {
        if (!arrivesUnaltered(launch)) {
            return new StartResult.Failed(
                    StartFailure.UNKNOWN,
                    "Java passes arguments on in %s here, which cannot carry this command unaltered; start the console by its start script, or with LC_ALL=C.UTF-8"
                            .formatted(argumentEncoding));
        }
        if (launch.pseudoTerminal()) {
            return startAtTerminal(launch, sink);
        }
        ProcessBuilder builder = new ProcessBuilder(arguments(launch));
        builder.directory(launch.directory().toFile());
        builder.redirectInput(NOTHING);
        builder.redirectErrorStream(launch.mergeOutput());
        copyEnvironment(launch.environment(), builder.environment());
        Instant startedAt = clock.instant();
        Process process;
        try {
            process = builder.start();
        } catch (IOException exception) {
            return failure(launch, exception);
        }
        return new StartResult.Started(attend(launch, process, startedAt, sink, Optional.empty()));
    }

    private StartResult startAtTerminal(CommandLaunch launch, OutputSink sink) {
        Instant startedAt = clock.instant();
        try {
            PortableTerminal.Started started =
                    PortableTerminal.start(launch, launch.arguments(), launch.environment());
            return new StartResult.Started(
                    attend(
                            launch,
                            started.process(),
                            startedAt,
                            sink,
                            Optional.of(started.terminal())));
        } catch (IOException exception) {
            return failure(launch, exception);
        }
    }

    private RunningCommand attend(
            CommandLaunch launch,
            Process process,
            Instant startedAt,
            OutputSink sink,
            Optional<TerminalControl> terminal) {
        CommandOutput output = new CommandOutput(sink);
        List<OutputReader> readers = readers(launch, process, output);
        readers.forEach(OutputReader::start);
        ProcessIdentity leader =
                table.find(process.pid())
                        .map(ProcessEntry::identity)
                        .orElse(new ProcessIdentity(process.pid(), 0, "bash"));
        ProcessTree tree =
                new ProcessTree(
                        table,
                        Optional.of(leader),
                        setsid.isPresent() || terminal.isPresent(),
                        new TreeMarks(launch.marker(), table.outputPipes(process.pid())));
        CommandLifecycle command =
                new CommandLifecycle(
                        launch.id(),
                        process.pid(),
                        startedAt,
                        launch.details(leader),
                        care,
                        tree,
                        output,
                        terminal);
        command.onReadOn(() -> readers.forEach(OutputReader::readOn));
        running.add(command);
        Thread.ofVirtual().name("end-" + launch.id()).start(() -> awaitLeader(process, command));
        Thread.ofVirtual().name("run-" + launch.id()).start(() -> finish(command, readers));
        return command;
    }

    private static List<OutputReader> readers(
            CommandLaunch launch, Process process, CommandOutput output) {
        List<OutputReader> readers = new ArrayList<>();
        readers.add(
                new OutputReader(
                        "stdout-" + launch.id(),
                        process.getInputStream(),
                        OutputStreamKind.STDOUT,
                        output));
        if (!launch.mergeOutput() && !launch.pseudoTerminal()) {
            readers.add(
                    new OutputReader(
                            "stderr-" + launch.id(),
                            process.getErrorStream(),
                            OutputStreamKind.STDERR,
                            output));
        }
        return readers;
    }

    private void awaitLeader(Process process, CommandLifecycle command) {
        command.leaderReaped(outcomeOf(waitFor(process)));
    }

    private void finish(CommandLifecycle command, List<OutputReader> readers) {
        try {
            command.ending().awaitOver();
            Duration quietTime = command.hasGroup() ? OutputReader.QUIET : OutputReader.LONG_QUIET;
            for (OutputReader reader : readers) {
                reader.finish(quietTime);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            LOG.warn("{}: output may be cut, its reading was interrupted", command.id());
        } finally {
            running.remove(command);
            command.ending().outputRead();
        }
    }

    private static int waitFor(Process process) {
        while (true) {
            try {
                return process.waitFor();
            } catch (InterruptedException _) {
                // Nobody interrupts this thread, and the end must not be missed.
            }
        }
    }

    private static Outcome outcomeOf(int code) {
        return Signal.outcomeOfShell(code);
    }

    /// `setsid` replaces itself by the shell, so that its pid is the shell's, the session's and the
    /// group's.
    private List<String> arguments(CommandLaunch launch) {
        List<String> arguments = new ArrayList<>();
        setsid.map(Path::toString).ifPresent(arguments::add);
        arguments.addAll(launch.arguments());
        return arguments;
    }

    /// What is inherited unchanged keeps its bytes, which need not be valid in any encoding.
    private static void copyEnvironment(Map<String, String> wanted, Map<String, String> actual) {
        actual.keySet().retainAll(wanted.keySet());
        wanted.forEach((name, value) -> {
            if (!value.equals(actual.get(name))) {
                actual.put(name, value);
            }
        });
    }

    private boolean arrivesUnaltered(CommandLaunch launch) {
        List<String> texts = new ArrayList<>(launch.arguments());
        texts.add(launch.directory().toString());
        return texts.stream().allMatch(this::arrivesUnaltered)
                && launch.environment().entrySet().stream()
                        .filter(variable -> !isInherited(variable))
                        .allMatch(variable ->
                                arrivesUnaltered(variable.getKey())
                                        && arrivesUnaltered(variable.getValue()));
    }

    private static boolean isInherited(Map.Entry<String, String> variable) {
        return variable.getValue().equals(System.getenv(variable.getKey()));
    }

    private boolean arrivesUnaltered(String text) {
        return Arrays.equals(
                text.getBytes(argumentEncoding), text.getBytes(StandardCharsets.UTF_8));
    }

    private static StartResult.Failed failure(CommandLaunch launch, IOException exception) {
        String message = String.valueOf(exception.getMessage());
        Matcher number = ERROR_NUMBER.matcher(message);
        return StartFailures.of(
                number.find() ? Integer.parseInt(number.group(1)) : 0, message, launch);
    }

    private static Charset argumentEncodingOfThisSystem() {
        String name = System.getProperty("sun.jnu.encoding", "US-ASCII").toUpperCase(Locale.ROOT);
        return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.US_ASCII;
    }
}
