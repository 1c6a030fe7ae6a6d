package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StartFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortableEngineTest {
    @TempDir Path directory;

    @Test
    void bytesThatWouldNotArriveAreRefused() throws Exception {
        LaunchPreparation preparation =
                new LaunchPreparation(
                        new ShellFinder(Map.of()),
                        new CommandEnvironment(Map.of(), "0123456789abcdef"),
                        new Sandboxes(Map.of(), Path.of("/"), List.of()));
        CapturedOutput output = new CapturedOutput();
        try (PortableEngine engine =
                new PortableEngine(
                        preparation,
                        InstantSource.system(),
                        () -> StopTimes.STANDARD,
                        StandardCharsets.US_ASCII)) {
            StartResult refused =
                    engine.start(new CallBuilder("echo é", directory).build(), output);
            StartResult.Failed failed = assertInstanceOf(StartResult.Failed.class, refused);
            assertEquals(StartFailure.UNKNOWN, failed.failure());
            assertTrue(failed.message().contains("LC_ALL=C.UTF-8"), failed.message());
            StartResult plain = engine.start(new CallBuilder("echo e", directory).build(), output);
            RunningCommand command = assertInstanceOf(StartResult.Started.class, plain).command();
            assertEquals(Optional.of(new Outcome.Exited(0)), command.await(Duration.ofSeconds(60)));
        }
    }
}
