package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartFailuresTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(ints = {11, 12, 23, 24, 28, 35})
    void aSystemThatIsFullHasNoResources(int number) {
        assertEquals(StartFailure.NO_RESOURCES, failureOf(number, folder, Path.of("/bin/sh")));
    }

    @Test
    void aDirectoryThatWentAwayIsTheReason() {
        Path gone = folder.resolve("gone");
        assertEquals(StartFailure.INVALID_WORKDIR, failureOf(2, gone, Path.of("/bin/sh")));
        assertEquals(StartFailure.INVALID_WORKDIR, failureOf(13, gone, Path.of("/bin/sh")));
    }

    @Test
    void elseItIsTheShell() {
        assertEquals(StartFailure.SHELL_NOT_FOUND, failureOf(2, folder, folder.resolve("bash")));
        assertEquals(StartFailure.PERMISSION_DENIED, failureOf(13, folder, folder.resolve("bash")));
    }

    @Test
    void whatIsNotKnownIsUnknown() {
        assertEquals(StartFailure.UNKNOWN, failureOf(0, folder, Path.of("/bin/sh")));
        assertEquals(StartFailure.UNKNOWN, failureOf(7, folder, Path.of("/bin/sh")));
        assertEquals(StartFailure.UNKNOWN, failureOf(2, folder, Path.of("/bin/sh")));
    }

    private static StartFailure failureOf(int number, Path directory, Path shell) {
        CommandLaunch launch =
                new CommandLaunch(
                        ToolCallId.of(1),
                        shell,
                        List.of(),
                        new CommandText("true"),
                        directory,
                        Map.of(),
                        "",
                        false,
                        RunConditions.PLAIN);
        return StartFailures.of(number, "words of the system", launch).failure();
    }
}
