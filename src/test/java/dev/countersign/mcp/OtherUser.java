package dev.countersign.mcp;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another user of the system, as far as a test may become one: with root and setpriv. Where it may
/// not, the test is skipped with a word.
public final class OtherUser {
    /// `nobody` on every Linux.
    public static final int NUMBER = 65_534;

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final Path PYTHON = Path.of("/usr/bin/python3");

    private OtherUser() {}

    /// Runs a script of Python as that user, to its end.
    ///
    /// @return what it printed
    public static String python(String script, String... arguments)
            throws IOException, InterruptedException {
        Process process = start(script, arguments);
        return finish(process);
    }

    /// Starts a script of Python as that user.
    public static Process start(String script, String... arguments) throws IOException {
        boolean canTry = new UnixSystem().getUid() == 0 && Files.isExecutable(SETPRIV);
        assumeTrue(canTry, "needs root and setpriv to become another user");
        List<String> command = new ArrayList<>();
        command.add(SETPRIV.toString());
        command.add("--reuid=" + NUMBER);
        command.add("--regid=" + NUMBER);
        command.add("--clear-groups");
        return start(command, script, arguments);
    }

    /// The same script as the user that we are.
    static String itself(String script, String... arguments)
            throws IOException, InterruptedException {
        return finish(start(new ArrayList<>(), script, arguments));
    }

    private static Process start(List<String> command, String script, String... arguments)
            throws IOException {
        assumeTrue(Files.isExecutable(PYTHON), "needs python3 to talk as another user");
        command.addAll(List.of(PYTHON.toString(), "-c", script));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String finish(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }
}
