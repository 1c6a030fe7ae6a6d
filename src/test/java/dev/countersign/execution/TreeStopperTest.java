package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What no real system shows on demand: processes that do not die, and a system that does not
/// answer. No signal of these tests reaches a process.
@Timeout(60)
class TreeStopperTest {
    private static final ProcessIdentity LEADER = new ProcessIdentity(4_000_001, 10, "bash");
    private static final ProcessEntry STUCK =
            new ProcessEntry(LEADER, 1, 4_000_001, 4_000_001, false);
    private static final CommandEnvironment ENVIRONMENT =
            new CommandEnvironment(Map.of(), "0123456789abcdef");

    @Test
    void whatDoesNotDieIsNamedAfterTheLimit() throws Exception {
        Table table = new Table(0);
        Recorder signals = new Recorder(table, Integer.MAX_VALUE);
        TreeStopper.Report report = stop(table, signals);
        assertEquals(List.of(LEADER), report.survivors());
        assertTrue(report.forced());
        assertEquals("TERMINATE to group", signals.sent().getFirst());
    }

    @Test
    void aSystemThatDoesNotAnswerIsAskedAgain() throws Exception {
        Table table = new Table(2);
        Recorder signals = new Recorder(table, 3);
        TreeStopper.Report report = stop(table, signals);
        assertEquals(List.of(), report.survivors());
        assertEquals(
                List.of("TERMINATE to group", "KILL to group", "KILL to group"), signals.sent());
        assertEquals(Signal.KILL, report.signal());
    }

    @Test
    void whatEndsAtOnceIsOnlyAsked() throws Exception {
        Table table = new Table(0);
        Recorder signals = new Recorder(table, 1);
        TreeStopper.Report report = stop(table, signals);
        assertEquals(List.of("TERMINATE to group"), signals.sent());
        assertEquals(Signal.TERMINATE, report.signal());
    }

    private static TreeStopper.Report stop(Table table, Signals signals) throws Exception {
        ProcessTree tree =
                new ProcessTree(table, Optional.of(LEADER), true, new TreeMarks("x", Set.of()));
        CompletableFuture<TreeStopper.Report> report = new CompletableFuture<>();
        try (TreeStopper stopper =
                new TreeStopper(table, signals, ENVIRONMENT, () -> StopTimes.STANDARD)) {
            stopper.stop(tree, report::complete);
            return report.get(30, TimeUnit.SECONDS);
        }
    }

    /// A system of one process.
    private static final class Table implements ProcessTable {
        private final AtomicInteger refusals;
        private volatile boolean gone;

        Table(int refusals) {
            this.refusals = new AtomicInteger(refusals);
        }

        void end() {
            gone = true;
        }

        @Override
        public List<ProcessEntry> snapshot() {
            if (refusals.getAndDecrement() > 0) {
                throw new IllegalStateException("too many open files");
            }
            return gone ? List.of() : List.of(STUCK);
        }

        @Override
        public Optional<ProcessEntry> find(long pid) {
            return snapshot().stream().filter(entry -> entry.pid() == pid).findFirst();
        }

        @Override
        public Optional<String> variable(long pid, String name) {
            return Optional.empty();
        }

        @Override
        public Set<String> outputPipes(long pid) {
            return Set.of();
        }
    }

    /// Writes signals down, and ends the process at one of them.
    private static final class Recorder implements Signals {
        private final Table table;
        private final int deadly;
        private final List<String> sent = new ArrayList<>();

        Recorder(Table table, int deadly) {
            this.table = table;
            this.deadly = deadly;
        }

        synchronized List<String> sent() {
            return List.copyOf(sent);
        }

        @Override
        public boolean canPause() {
            return true;
        }

        @Override
        public synchronized boolean sendToGroup(long group, Signal signal) {
            sent.add(signal + " to group");
            if (sent.size() == deadly) {
                table.end();
            }
            return true;
        }

        @Override
        public boolean groupExists(long group) {
            return true;
        }

        @Override
        public synchronized void send(ProcessIdentity process, Signal signal) {
            sent.add(signal + " to " + process.name());
        }
    }
}
