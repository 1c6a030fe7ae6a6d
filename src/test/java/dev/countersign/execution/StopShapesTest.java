package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StopCause;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Trees of many shapes are gone after a stop (P9). Every process of a shape sleeps for a number of
/// seconds that nobody else uses, which is how what escaped is found.
class StopShapesTest {
    private static final String NUMBER = "98%05d".formatted(ProcessHandle.current().pid() % 99_999);

    /// What runs in each shape; `S` stands for a long sleep.
    private static final Map<String, String> SHAPES =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("plain", "S"),
                            Map.entry("child", "S; true"),
                            Map.entry("background", "S & S & wait"),
                            Map.entry("pipeline", "S | S | cat"),
                            Map.entry("subshell", "(S; true); true"),
                            Map.entry("deep", "bash -c 'bash -c \"S; true\"; true'; true"),
                            Map.entry("trap", "trap '' TERM INT HUP; S; S; S"),
                            Map.entry("trap in child", "bash -c 'trap \"\" TERM; S; true'; true"),
                            Map.entry("respawn", "trap 'bash -c \"S\" & wait' TERM; S & wait"),
                            Map.entry("nohup", "nohup S & wait"),
                            Map.entry("disown", "S & disown; S; true"),
                            Map.entry("setsid", "setsid S & wait"),
                            Map.entry("setsid fork", "setsid -f S; S; true"),
                            Map.entry("setsid nohup", "setsid nohup S & S; true"),
                            Map.entry("double fork", "(S &); S; true"),
                            Map.entry("double fork setsid", "(setsid S &); S; true"),
                            Map.entry("triple", "((setsid bash -c 'S & S & wait' &) &); S; true"),
                            Map.entry("cleared", "env -i S & S; true"),
                            Map.entry("cleared double fork", "(env -i S &); S; true"),
                            Map.entry("cleared setsid", "env -i setsid S & S; true"),
                            Map.entry("cleared setsid fork", "env -i setsid -f S; S; true"),
                            Map.entry("cleared, stdout away", "(env -i S >/dev/null &); S; true"),
                            Map.entry("job control", "set -m; S & S & wait"),
                            Map.entry("job control double", "set -m; (S & S &) ; S; true"),
                            Map.entry("stopped", "S & kill -STOP $!; S; true"),
                            Map.entry("coproc", "coproc S; S; true"),
                            Map.entry("substitution", "cat <(S) >/dev/null; true"),
                            Map.entry("exec", "exec S"),
                            Map.entry("renamed", "bash -c 'exec -a other S' & wait"),
                            Map.entry("timeout", "timeout 9000 S; true"),
                            Map.entry(
                                    "bomb",
                                    "f() { if (($1 > 0)); then f $(($1-1)) & f $(($1-1)) & fi;"
                                            + " S; }; f 5; true"),
                            Map.entry(
                                    "scattered bomb",
                                    "f() { if (($1 > 0)); then export -f f;"
                                            + " setsid bash -c \"f $(($1-1))\" &"
                                            + " setsid bash -c \"f $(($1-1))\" & fi;"
                                            + " S; }; f 3; true")));

    private final ProcessTable table = ProcessTable.ofThisSystem();
    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    @Timeout(600)
    void everyShapeIsGoneAfterAStop(EngineKind kind) throws Exception {
        try (ExecutionEngine engine =
                kind.open(
                        new ShellFinder(System.getenv()),
                        new CommandEnvironment(
                                System.getenv(), "%016x".formatted(System.nanoTime())))) {
            Map<String, Duration> times = new LinkedHashMap<>();
            for (Map.Entry<String, String> shape : SHAPES.entrySet()) {
                times.put(
                        shape.getKey(),
                        stop(
                                engine,
                                shape.getKey(),
                                shape.getValue().replaceAll("\\bS\\b", "sleep " + NUMBER)));
            }
            tell(kind, times);
        }
    }

    /// P9's figures, goal 5 s.
    private static void tell(EngineKind kind, Map<String, Duration> times) {
        List<Map.Entry<String, Duration>> sorted =
                times.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
        System.out.printf(
                "%d shapes stopped by the %s engine: median %d ms, longest %d ms (%s)%n",
                sorted.size(),
                kind,
                sorted.get(sorted.size() / 2).getValue().toMillis(),
                sorted.getLast().getValue().toMillis(),
                sorted.getLast().getKey());
    }

    private Duration stop(ExecutionEngine engine, String name, String command) throws Exception {
        StartResult result =
                engine.start(new CallBuilder(command, directory).build(), (_, _) -> true);
        RunningCommand running =
                assertInstanceOf(StartResult.Started.class, result, name).command();
        awaitSettled(name);
        Instant begun = Instant.now();
        running.stop(StopCause.HUMAN);
        assertInstanceOf(
                Outcome.Stopped.class,
                running.await(Duration.ofSeconds(30)).orElseThrow(() -> new AssertionError(name)),
                name);
        assertEquals(List.of(), running.survivors(), name);
        Eventually.holds(() -> sleepers().isEmpty(), () -> name + " left " + sleepers());
        Duration took = Duration.between(begun, Instant.now());
        assertTrue(took.compareTo(Duration.ofSeconds(20)) < 0, name + " took " + took);
        return took;
    }

    /// The tree has grown to its size when it is the same for a while.
    private void awaitSettled(String name) {
        int[] last = {-1};
        int[] same = {0};
        Eventually.holds(
                () -> {
                    int now = sleepers().size();
                    same[0] = now > 0 && now == last[0] ? same[0] + 1 : 0;
                    last[0] = now;
                    return same[0] >= 10;
                },
                () -> name + " never started");
    }

    private List<ProcessEntry> sleepers() {
        return table.snapshot().stream()
                .filter(entry -> !entry.ended() && entry.identity().name().equals("sleep"))
                .filter(entry -> sleepsOurTime(entry.pid()))
                .toList();
    }

    private static boolean sleepsOurTime(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().arguments())
                .map(arguments -> List.of(arguments).contains(NUMBER))
                .orElse(false);
    }
}
