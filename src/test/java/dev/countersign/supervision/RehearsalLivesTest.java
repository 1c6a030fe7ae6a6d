package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedCalls;
import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.approval.Decision;
import dev.countersign.approval.ResultDigest;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.OrphanedCommand;
import dev.countersign.execution.OutputSink;
import dev.countersign.execution.RehearsalPlace;
import dev.countersign.execution.Rehearsals;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Random acts on waiting calls by several hands at once: whatever is rehearsed, committed,
/// discarded, approved, denied or taken back, nothing runs or reaches the workspace that was not
/// decided, and nothing twice.
@EnabledOnOs(OS.LINUX)
final class RehearsalLivesTest {
    private static final int CALLS = 120;
    private static final int HANDS = 3;

    @TempDir Path folder;

    /// Runs nothing of the agent's: a start is counted, and a rehearsal leaves one file.
    private record CountingEngine(ExecutionEngine real, Map<ToolCallId, AtomicInteger> starts)
            implements ExecutionEngine {
        @Override
        public String name() {
            return real.name();
        }

        @Override
        public StartResult start(ApprovedCall call, OutputSink sink) {
            starts.computeIfAbsent(call.id(), _ -> new AtomicInteger()).incrementAndGet();
            return real.start(call, sink);
        }

        @Override
        public StartResult rehearse(
                ApprovedRehearsal rehearsal,
                Rehearsals rehearsals,
                RehearsalPlace place,
                OutputSink sink) {
            try {
                Files.writeString(
                        place.upper(0).resolve("by-" + rehearsal.id().digits()), "rehearsed");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return real.start(
                    ApprovedCalls.of(rehearsal.call().withCommand(new CommandText("true"))), sink);
        }

        @Override
        public OrphanedCommand orphan(long pid, RunDetails details) {
            return real.orphan(pid, details);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void nothingReachesTheWorkspaceThatWasNotDecided() throws Exception {
        Path workspace = Files.createDirectories(folder.resolve("ws")).toRealPath();
        Path console = Files.createDirectories(folder.resolve("console")).toRealPath();
        Rehearsals layers = SupervisedFolder.rehearsals(console);
        assumeTrue(layers.obstacle().isEmpty(), layers.obstacle().orElse(""));
        long seed = RandomGenerator.getDefault().nextLong();
        Map<ToolCallId, AtomicInteger> starts = new ConcurrentHashMap<>();
        try (SupervisedFolder house =
                SupervisedFolder.open(
                        console,
                        PlainSurroundings.in(console).withRehearsals(layers),
                        engine -> new CountingEngine(engine, starts))) {
            AgentSession agent = house.connect("many", workspace);
            List<OpenCall> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(
                        house.gateway()
                                .bash(
                                        agent,
                                        SupervisedFolder.request("true # " + i),
                                        CallObserver.none()));
            }
            SupervisedFolder.await(() -> waiting(house).size() == CALLS);
            act(house, calls, seed);
            for (ToolCallId id : waiting(house)) {
                house.desk().deny(id, Optional.empty());
            }
            SupervisedFolder.await(() ->
                    house.journal().calls().stream().allMatch(call -> call.status().isFinal()));
            SupervisedFolder.await(() ->
                    house.journal().calls().stream()
                            .allMatch(call -> house.desk().rehearsals().find(call.id()).isEmpty()));
            check(house, workspace, starts, "seed " + seed);
        }
        try (Stream<Path> left = Files.list(console.resolve("rehearsals"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    private static List<ToolCallId> waiting(SupervisedFolder house) {
        return house.journal().calls().stream()
                .filter(CallRecord::isWaiting)
                .map(CallRecord::id)
                .toList();
    }

    private static void act(SupervisedFolder house, List<OpenCall> calls, long seed)
            throws Exception {
        try (ExecutorService hands = Executors.newFixedThreadPool(HANDS)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int hand = 0; hand < HANDS; hand++) {
                RandomGenerator random =
                        RandomGeneratorFactory.of("L64X128MixRandom").create(seed + hand);
                ends.add(
                        hands.submit(() -> {
                            for (int i = 0; i < 4 * CALLS; i++) {
                                actOnce(house, calls, random);
                            }
                        }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        }
    }

    private static void actOnce(
            SupervisedFolder house, List<OpenCall> calls, RandomGenerator random) {
        List<ToolCallId> open = waiting(house);
        if (open.isEmpty()) {
            return;
        }
        // Few at a time, so that several hands are on the same call.
        ToolCallId id = open.get(random.nextInt(Math.min(4, open.size())));
        RehearsalDesk desk = house.desk().rehearsals();
        switch (random.nextInt(14)) {
            case 0 -> house.desk().approve(id);
            case 1 -> house.desk().deny(id, Optional.empty());
            case 2 -> calls.get(random.nextInt(calls.size())).cancel();
            case 3, 4 -> desk.discard(id);
            case 5, 6, 7, 8 -> {
                var _ = desk.start(id);
            }
            case 9 -> {
                var _ = desk.commit(id, new ResultDigest("0".repeat(64)), Optional.empty());
            }
            default ->
                    desk.find(id)
                            .flatMap(RehearsalView::result)
                            .ifPresent(
                                    result -> desk.commit(id, result.digest(), Optional.empty()));
        }
    }

    private static void check(
            SupervisedFolder house,
            Path workspace,
            Map<ToolCallId, AtomicInteger> starts,
            String where)
            throws IOException {
        int committed = 0;
        for (CallRecord call : house.journal().calls()) {
            Optional<Decision> decision = call.decision();
            boolean approved = decision.filter(Decision.Approved.class::isInstance).isPresent();
            int started =
                    Optional.ofNullable(starts.get(call.id())).map(AtomicInteger::get).orElse(0);
            boolean there = Files.exists(workspace.resolve("by-" + call.id().digits()));
            assertEquals(approved && !call.isRehearsed() ? 1 : 0, started, where + call);
            assertEquals(call.isRehearsed(), there, where + call);
            committed += call.isRehearsed() ? 1 : 0;
            assertTrue(
                    call.finished().map(SupervisionEvent.Finished::outcome).isPresent() == approved,
                    where);
        }
        try (Stream<Path> files = Files.list(workspace)) {
            assertEquals(committed, files.count(), where);
        }
        assertTrue(committed > 0, where + ": nothing was ever committed");
    }
}
