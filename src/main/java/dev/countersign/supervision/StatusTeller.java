package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.journal.Journal;
import dev.countersign.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tells how the console itself is doing, for the status bar. Safe on any thread.
final class StatusTeller {
    private final SupervisorParts parts;
    private final ConnectedAgents agents;
    private final ApprovalQueue queue;
    private final CallLives lives;
    private final CommandRuns runs;
    private final StartGate gate;
    private volatile Optional<Path> socket = Optional.empty();

    StatusTeller(
            SupervisorParts parts,
            ConnectedAgents agents,
            ApprovalQueue queue,
            CallLives lives,
            CommandRuns runs,
            StartGate gate) {
        this.parts = parts;
        this.agents = agents;
        this.queue = queue;
        this.lives = lives;
        this.runs = runs;
        this.gate = gate;
    }

    void listeningOn(Optional<Path> path) {
        socket = path;
    }

    ConsoleStatus now() {
        Journal journal = parts.keeping().journal();
        return new ConsoleStatus(
                socket.map(Path::toString),
                agents.list().size(),
                queue.waiting().size(),
                lives.runningCount(),
                runs.outputBytes(),
                journal.callCount(),
                parts.judging().ruleCount().get(),
                journal.head(),
                problems());
    }

    private List<ConsoleStatus.Problem> problems() {
        List<ConsoleStatus.Problem> problems = new ArrayList<>(parts.problems().get());
        if (gate.isDiskLow()) {
            problems.add(
                    new ConsoleStatus.Problem(
                            "Less than %,d MiB are free where output is kept. Nothing new starts, and running commands wait until there is room; nothing is lost."
                                    .formatted(parts.settings().value(Settings.LEAST_FREE_DISK)),
                            Optional.of(parts.keeping().recordings())));
        }
        return problems;
    }
}
