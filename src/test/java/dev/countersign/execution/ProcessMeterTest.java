package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.toolcall.StopCause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ProcessMeterTest {
    private final ProcessMeter meter = new ProcessMeter();
    private final CapturedOutput output = new CapturedOutput();
    @TempDir Path directory;

    @Test
    void whatACommandUsesIsToldWithItsTree() throws Exception {
        assumeTrue(ProcfsTable.isHere());
        String command =
                "bash -c 'while :; do :; done' spin & (env -i sleep 300 &); echo ready; wait";
        try (ExecutionEngine engine =
                EngineKind.LINUX.open(
                        new ShellFinder(System.getenv()),
                        new CommandEnvironment(
                                System.getenv(), "%016x".formatted(System.nanoTime())))) {
            RunningCommand running =
                    assertInstanceOf(
                                    StartResult.Started.class,
                                    engine.start(
                                            new CallBuilder(command, directory).build(), output))
                            .command();
            output.awaitStdout("ready");
            String marker = running.details().marker();
            Eventually.holds(
                    () -> {
                        TreeUsage usage =
                                meter.measure(Set.of()).getOrDefault(marker, TreeUsage.NOTHING);
                        return usage.processorShare() > 0.05 && usage.residentBytes() > 1_000_000;
                    },
                    () -> meter.measure(Set.of()).toString());
            Eventually.holds(
                    () -> spinning(marker).isPresent(), () -> meter.measure(Set.of()).toString());
            TreeUsage usage = meter.measure(Set.of()).getOrDefault(marker, TreeUsage.NOTHING);
            List<TreeUsage.Member> tree = usage.processes();
            assertEquals(running.pid(), tree.getFirst().identity().pid());
            assertEquals(0, tree.getFirst().depth());
            assertEquals(1, spinning(marker).orElseThrow().depth());
            assertTrue(usage.ports().isEmpty());
            running.stop(StopCause.HUMAN);
            running.await();
            assertFalse(meter.measure(Set.of()).containsKey(marker));
        }
    }

    private Optional<TreeUsage.Member> spinning(String marker) {
        return meter.measure(Set.of()).getOrDefault(marker, TreeUsage.NOTHING).processes().stream()
                .filter(member -> member.command().endsWith("spin"))
                .findFirst();
    }

    @Test
    void aListeningPortIsToldToThoseWhoAsk() throws IOException {
        assumeTrue(ProcfsTable.isHere());
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Set<Integer> ports = new ListeningPorts().of(Set.of(ProcessHandle.current().pid()));
            assertTrue(ports.contains(server.getLocalPort()), ports.toString());
        }
    }

    @Test
    void onlyListeningSocketsCount() {
        Map<String, Integer> ports = new HashMap<>();
        ListeningPorts.parse(
                "  0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 99"
                        + " 1",
                ports);
        ListeningPorts.parse(
                "  1: 0100007F:1F91 0100007F:0001 01 00000000:00000000 00:00000000 00000000 0 0 98"
                        + " 1",
                ports);
        ListeningPorts.parse("  sl  local_address rem_address   st tx_queue", ports);
        assertEquals(Map.of("socket:[99]", 8080), ports);
    }
}
