package dev.countersign.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A terminal emulator of this system, as a control for how long a window takes.
///
/// @param name what it is, for whoever reads the figures
/// @param command starts it; the shell's command comes last, as one argument
record Terminal(String name, List<String> command) {
    private static final int PATIENCE_SECONDS = 60;

    Terminal {
        command = List.copyOf(command);
    }

    /// Those that are there.
    static List<Terminal> installed() {
        return List.of(
                        new Terminal("sakura (VTE)", List.of("/usr/bin/sakura", "-x")),
                        new Terminal("xterm", List.of("/usr/bin/xterm", "-e")))
                .stream()
                .filter(terminal -> Files.isExecutable(Path.of(terminal.command().getFirst())))
                .toList();
    }

    /// How long it takes from its start until its shell has run a command.
    ///
    /// @param folder for a file that tells when
    double milliseconds(String shellCommand, Path folder, VirtualScreen screen)
            throws IOException, InterruptedException {
        Path done = Files.createTempFile(folder, "done", "");
        Path script = Files.createTempFile(folder, "command", ".sh");
        Files.writeString(script, "(%s)\ndate +%%s%%N > %s\n".formatted(shellCommand, done));
        List<String> line = new ArrayList<>(command);
        line.add("/bin/sh " + script);
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put("DISPLAY", screen.display());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("GDK_BACKEND", "x11");
        long start = System.currentTimeMillis();
        Process process =
                builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(name + " did not end");
            }
            return Long.parseLong(Files.readString(done).strip()) / 1e6 - start;
        } finally {
            process.destroyForcibly();
        }
    }
}
