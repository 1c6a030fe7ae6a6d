package dev.countersign.supervision;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The jobs of an agent's workspace, as its tools reach them: by the name of their shell or by the
/// number of a process. Safe on any thread; methods that read or stop block.
final class AgentJobs {
    /// How long an agent waits for what it stopped to be gone.
    private static final Duration STOPPING_PATIENCE = Duration.ofSeconds(30);

    private final CallLedger ledger;
    private final CallLives lives;
    private final JobBoard board;
    private final OutputReads reads;
    private final CallAnswers answers;
    private final CallDecisions decisions;

    AgentJobs(
            CallLedger ledger,
            CallLives lives,
            JobBoard board,
            OutputReads reads,
            CallAnswers answers,
            CallDecisions decisions) {
        this.ledger = ledger;
        this.lives = lives;
        this.board = board;
        this.reads = reads;
        this.answers = answers;
        this.decisions = decisions;
    }

    /// What is new of its output; waits for news that long.
    CallReport output(
            AgentSession session, String shellName, Optional<Pattern> filter, Duration wait)
            throws InterruptedException {
        Optional<CallRecord> record = byName(session, shellName);
        return record.isEmpty()
                ? CallAnswers.notFound(shellName)
                : read(session, record.get().id(), filter, wait);
    }

    CallReport output(AgentSession session, long pid) throws InterruptedException {
        Optional<CallRecord> record = byPid(session, pid);
        return record.isEmpty()
                ? noSuchPid(pid)
                : read(session, record.get().id(), Optional.empty(), Duration.ZERO);
    }

    private CallReport read(
            AgentSession session, ToolCallId id, Optional<Pattern> filter, Duration wait)
            throws InterruptedException {
        Optional<LiveCall> life = lives.find(id);
        if (life.isPresent() && !wait.isZero()) {
            reads.awaitNews(session.id(), life.get(), wait);
        }
        return answers.report(session, id, filter, false);
    }

    CallReport kill(AgentSession session, String shellName) throws InterruptedException {
        Optional<CallRecord> record = byName(session, shellName);
        return record.isEmpty() ? CallAnswers.notFound(shellName) : kill(session, record.get());
    }

    CallReport kill(AgentSession session, long pid) throws InterruptedException {
        Optional<CallRecord> record = byPid(session, pid);
        return record.isEmpty() ? noSuchPid(pid) : kill(session, record.get());
    }

    private CallReport kill(AgentSession session, CallRecord record) throws InterruptedException {
        boolean adopted = board.isAdopted(record.id());
        boolean alreadyStopped = record.status().isFinal() && !adopted;
        if (adopted) {
            board.stopOrphan(record.id());
        }
        Optional<LiveCall> life = lives.find(record.id());
        if (!alreadyStopped && life.isPresent()) {
            end(life.get());
        }
        return answers.report(session, record.id(), Optional.empty(), alreadyStopped);
    }

    /// The agent ends one of its own calls, whatever it is doing, and waits until it is over.
    private void end(LiveCall life) throws InterruptedException {
        decisions.withdraw(life.id(), "the agent took it back");
        life.stop(StopCause.AGENT);
        life.await(CallState::isOver, STOPPING_PATIENCE);
    }

    /// All of them, oldest first.
    List<JobSummary> list(AgentSession session) {
        Instant now = ledger.now();
        return ledger.all().stream()
                .filter(record -> sharesWorkspace(session, record.call()))
                .filter(record -> record.started().isPresent())
                .filter(record ->
                        record.isRunning()
                                || board.isAdopted(record.id())
                                || record.backgrounded().isPresent()
                                || record.call().mode() == ExecutionMode.BACKGROUND)
                .map(record -> summary(record, now))
                .toList();
    }

    private JobSummary summary(CallRecord record, Instant now) {
        boolean adopted = board.isAdopted(record.id());
        Instant start = record.started().map(SupervisionEvent.Started::at).orElse(now);
        Instant end =
                record.finished()
                        .filter(_ -> !adopted)
                        .map(SupervisionEvent.Finished::at)
                        .orElse(now);
        return new JobSummary(
                record.id(),
                adopted ? CallStatus.RUNNING : record.status(),
                record.started()
                        .map(started -> OptionalLong.of(started.pid()))
                        .orElse(OptionalLong.empty()),
                Duration.between(start, end),
                record.command().text());
    }

    private Optional<CallRecord> byName(AgentSession session, String shellName) {
        return ToolCallId.parseShellName(shellName)
                .flatMap(ledger::find)
                .filter(record -> sharesWorkspace(session, record.call()));
    }

    /// The job that a process belongs to: by its tree now, else by the pid that it started with.
    private Optional<CallRecord> byPid(AgentSession session, long pid) {
        Optional<ToolCallId> owner =
                lives.running().stream()
                        .filter(life -> sharesWorkspace(session, life.call()))
                        .filter(life -> life.owns(pid))
                        .map(LiveCall::id)
                        .findFirst()
                        .or(() -> board.adoptedOwnerOf(pid));
        if (owner.isPresent()) {
            return owner.flatMap(ledger::find)
                    .filter(record -> sharesWorkspace(session, record.call()));
        }
        return ledger.all().stream()
                .filter(record -> sharesWorkspace(session, record.call()))
                .filter(record -> record.started().filter(s -> s.pid() == pid).isPresent())
                .max(Comparator.comparing(record -> record.call().receivedAt()));
    }

    private static boolean sharesWorkspace(AgentSession session, ToolCall call) {
        return session.workspace().roots().equals(call.session().workspace().roots());
    }

    private static CallReport noSuchPid(long pid) {
        return CallReport.refused(
                CallError.Type.SHELL_NOT_FOUND,
                "process %d belongs to no job of this workspace".formatted(pid));
    }
}
