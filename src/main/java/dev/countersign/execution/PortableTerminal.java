package dev.countersign.execution;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import com.pty4j.WinSize;
import dev.countersign.recording.TerminalSizes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The terminal of a command of the portable engine, by pty4j. Here it is the controlling one, so
/// that the system itself tells the command of a new size and of Control-C. Safe on any thread.
final class PortableTerminal implements TerminalControl {
    private static final int LARGEST = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(PortableTerminal.class);

    private final PtyProcess process;

    /// Whether what was typed before is not taken yet.
    private final AtomicBoolean typing = new AtomicBoolean();

    private PortableTerminal(PtyProcess process) {
        this.process = process;
    }

    /// A command on a terminal.
    record Started(Process process, PortableTerminal terminal) {}

    /// Starts a program as the leader of a session of its own.
    ///
    /// pty4j gives the terminal its size only after the start, when a quick command has asked for
    /// it: so the command is begun by a shell that sets it.
    static Started start(
            CommandLaunch launch, List<String> arguments, Map<String, String> variables)
            throws IOException {
        List<String> sized = new ArrayList<>();
        sized.addAll(
                List.of(
                        launch.shell().toString(),
                        "-c",
                        "stty cols %d rows %d 2>&-; exec \"$@\""
                                .formatted(
                                        TerminalSizes.STANDARD_COLUMNS,
                                        TerminalSizes.STANDARD_ROWS),
                        launch.shell().toString()));
        sized.addAll(arguments);
        try {
            PtyProcess process =
                    new PtyProcessBuilder(sized.toArray(String[]::new))
                            .setEnvironment(variables)
                            .setDirectory(launch.directory().toString())
                            .start();
            return new Started(process, new PortableTerminal(process));
        } catch (RuntimeException | LinkageError e) {
            throw new IOException("no pseudo-terminal can be opened: " + e.getMessage(), e);
        }
    }

    @Override
    public void resize(int columns, int rows) {
        if (columns < 1 || rows < 1 || columns > LARGEST || rows > LARGEST) {
            throw new IllegalArgumentException("no terminal is %d by %d".formatted(columns, rows));
        }
        if (!process.isAlive()) {
            return;
        }
        try {
            process.setWinSize(new WinSize(columns, rows));
        } catch (RuntimeException e) {
            // It ended in this moment.
            LOG.debug("not resized", e);
        }
    }

    /// Writing waits while the command does not read: so it is done by a thread of its own, and
    /// nothing more is taken until it is through.
    @Override
    public boolean type(byte[] bytes) {
        if (bytes.length > MAXIMUM_TYPED_BYTES) {
            throw new IllegalArgumentException("too much typed at once: " + bytes.length);
        }
        if (!process.isAlive()) {
            return false;
        }
        if (bytes.length == 0) {
            return true;
        }
        if (!typing.compareAndSet(false, true)) {
            return false;
        }
        byte[] copy = bytes.clone();
        Thread.ofPlatform().daemon().name("typing").start(() -> write(copy));
        return true;
    }

    private void write(byte[] bytes) {
        try {
            OutputStream keys = process.getOutputStream();
            keys.write(bytes);
            keys.flush();
        } catch (IOException e) {
            LOG.debug("not all that was typed was taken", e);
        } finally {
            typing.set(false);
        }
    }
}
