package dev.countersign.endtoend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// An X server without a screen, for as long as a test takes.
final class VirtualScreen implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/Xvfb");

    private final Process process;
    private final String display;

    private VirtualScreen(Process process, String display) {
        this.process = process;
        this.display = display;
    }

    /// Blocks until it listens, at the first display that is free.
    static VirtualScreen start() throws IOException {
        assumeTrue(Files.isExecutable(PROGRAM), "needs Xvfb: apt-get install xvfb");
        Process process =
                new ProcessBuilder(
                                PROGRAM.toString(),
                                "-displayfd",
                                "1",
                                "-screen",
                                "0",
                                "1600x1000x24",
                                "-nolisten",
                                "tcp")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String number = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (number == null) {
            throw new IOException("Xvfb ended at once");
        }
        return new VirtualScreen(process, ":" + number.strip());
    }

    String display() {
        return display;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
