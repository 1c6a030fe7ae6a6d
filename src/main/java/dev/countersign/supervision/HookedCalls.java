package dev.countersign.supervision;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeLimits;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The commands that agents' hooks bring: their tickets, and those that agents run themselves.
///
/// Safe on any thread.
final class HookedCalls {
    /// The longest report on a command that was handed over, in characters; of a longer one the end
    /// is kept.
    static final int MAXIMUM_REPORT_LENGTH = 30_000;

    private static final Logger LOG = LoggerFactory.getLogger(HookedCalls.class);
    private static final int REMEMBERED_HAND_OVERS = 1_000;

    private record HandedOver(AgentSessionId session, String toolUseId) {}

    private final CallIntake intake;
    private final CallAnswers answers;
    private final CallLedger ledger;
    private final CallDecisions decisions;
    private final SettingsStore settings;
    private final RandomGenerator random;
    private final Map<String, LiveCall> tickets = new ConcurrentHashMap<>();
    private final Map<HandedOver, ToolCallId> handedOver =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<HandedOver, ToolCallId> eldest) {
                    return size() > REMEMBERED_HAND_OVERS;
                }
            };

    /// @param random tickets are drawn from it, so it is not to be guessed
    HookedCalls(
            CallIntake intake,
            CallAnswers answers,
            CallLedger ledger,
            CallDecisions decisions,
            SettingsStore settings,
            RandomGenerator random) {
        this.intake = intake;
        this.answers = answers;
        this.ledger = ledger;
        this.decisions = decisions;
        this.settings = settings;
        this.random = random;
    }

    HookedCall take(AgentSession session, HookRequest request) {
        WorkdirPolicy.Checked directory = intake.directory(session, request.directory());
        return switch (directory) {
            case WorkdirPolicy.Refused(String message) ->
                    over(new HookVerdict.Refused("not run: " + message));
            case WorkdirPolicy.Usable(Path usable) -> take(session, request, usable);
        };
    }

    private HookedCall take(AgentSession session, HookRequest request, Path directory) {
        LiveCall life =
                intake.take(
                        session,
                        asCall(request, AgentLimits.of(settings.current()).times()),
                        directory,
                        request.rewritable()
                                ? LiveCall.Delivery.ON_CLAIM
                                : LiveCall.Delivery.BY_AGENT);
        return new Waiting(life, request);
    }

    /// The agent's own time limit holds: it ends `countersign run`, and with it the command.
    private static BashRequest asCall(HookRequest request, TimeLimits times) {
        ExecutionMode mode = request.background() ? ExecutionMode.BACKGROUND : ExecutionMode.SLOW;
        return new BashRequest(
                request.command(),
                request.summary(),
                Optional.empty(),
                mode,
                times.usual(mode),
                request.background() ? TimeoutAction.KILL : TimeoutAction.BACKGROUND,
                Optional.empty(),
                Map.of(),
                OutputTruncation.TAIL,
                false,
                false,
                false);
    }

    /// A call that is over before it began.
    static HookedCall over(HookVerdict verdict) {
        return new HookedCall() {
            @Override
            public HookVerdict await() {
                return verdict;
            }

            @Override
            public void cancel() {}
        };
    }

    boolean isOpen(String ticket) {
        LiveCall life = tickets.get(ticket);
        return life != null && life.state().stage() == CallState.Stage.CLAIMABLE;
    }

    Optional<TicketRun> claim(String ticket) {
        LiveCall life = tickets.remove(ticket);
        if (life == null || !life.claim()) {
            return Optional.empty();
        }
        return Optional.of(new FollowedRun(life, ledger, answers, settings));
    }

    private String newTicket() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }

    void reported(AgentSession session, String toolUseId, String text) {
        ToolCallId id;
        synchronized (handedOver) {
            id = handedOver.remove(new HandedOver(session.id(), toolUseId));
        }
        if (id == null) {
            return;
        }
        String end = text.substring(Math.max(0, text.length() - MAXIMUM_REPORT_LENGTH));
        try {
            Optional<CallRecord> record = ledger.find(id);
            if (record.isPresent()) {
                ledger.record(new SupervisionEvent.Reported(id, ledger.now(), end));
            }
        } catch (JournalException e) {
            LOG.error("{}: what it came to could not be kept: {}", id, e.getMessage());
        }
    }

    /// One command between its arrival and its verdict.
    private final class Waiting implements HookedCall {
        private final LiveCall life;
        private final HookRequest request;

        Waiting(LiveCall life, HookRequest request) {
            this.life = life;
            this.request = request;
        }

        @Override
        public HookVerdict await() throws InterruptedException {
            CallState state = life.await(Waiting::isAnswerable, request.patience());
            if (!isAnswerable(state)) {
                // What is still being judged cannot expire yet.
                life.await(
                        now -> isAnswerable(now) || now.stage() == CallState.Stage.WAITING,
                        Duration.ofSeconds(5));
                expire();
                // Over at once, or approved in this very moment.
                state = life.await(Waiting::isAnswerable, Duration.ofSeconds(5));
            }
            HookVerdict verdict = verdict(state);
            tell(verdict);
            return verdict;
        }

        private static boolean isAnswerable(CallState state) {
            return state.isOver() || state.stage() == CallState.Stage.CLAIMABLE;
        }

        private void expire() {
            try {
                decisions.expire(life.id(), request.patience());
            } catch (JournalException e) {
                LOG.error(
                        "{}: that nobody answered could not be kept: {}",
                        life.id(),
                        e.getMessage());
            }
        }

        private HookVerdict verdict(CallState state) {
            if (state.stage() == CallState.Stage.CLAIMABLE) {
                String ticket = newTicket();
                tickets.values().removeIf(other -> other.state().isOver());
                tickets.put(ticket, life);
                return new HookVerdict.Run(ticket, edited());
            }
            CallReport report = answers.withoutOutput(life.id());
            String words = sentence(report);
            if (!state.isOver()) {
                // Whatever becomes of it now must not run: the agent is told that it did not.
                life.cancel();
                return new HookVerdict.Unanswered("not run: nobody answered in time");
            }
            if (report.status().isEmpty()) {
                return new HookVerdict.Unanswered(words);
            }
            return switch (report.status().get()) {
                case HANDED_OVER -> handOver();
                case DENIED -> new HookVerdict.Refused(words);
                case PENDING_APPROVAL,
                        RUNNING,
                        COMPLETED,
                        FAILED,
                        TIMEOUT,
                        KILLED,
                        WITHDRAWN,
                        EXPIRED,
                        DRY_RUN,
                        LOST ->
                        new HookVerdict.Unanswered(words);
            };
        }

        private HookVerdict handOver() {
            if (request.toolUseId().isPresent()) {
                synchronized (handedOver) {
                    handedOver.put(
                            new HandedOver(life.call().session().id(), request.toolUseId().get()),
                            life.id());
                }
            }
            return new HookVerdict.HandOver(edited());
        }

        private Optional<String> edited() {
            return life.approvedCommand()
                    .filter(approved -> !approved.equals(life.call().command()))
                    .map(CommandText::text);
        }

        private void tell(HookVerdict verdict) {
            switch (verdict) {
                case HookVerdict.Run _ ->
                        answers.keep(
                                life.id(),
                                CallStatus.RUNNING,
                                "[approved: the agent runs its ticket]");
                case HookVerdict.HandOver _ ->
                        answers.keep(
                                life.id(),
                                CallStatus.HANDED_OVER,
                                "[approved: the agent runs it itself]");
                case HookVerdict.Refused(String words) ->
                        answers.keep(life.id(), CallStatus.DENIED, words);
                case HookVerdict.Unanswered(String words) ->
                        answers.keep(life.id(), CallStatus.EXPIRED, words);
            }
        }

        @Override
        public void cancel() {
            life.cancel();
        }
    }

    /// The status line of an answer, without its brackets.
    static String sentence(CallReport report) {
        String text = AnswerText.render(report).strip();
        String line = text.substring(text.lastIndexOf('\n') + 1);
        return line.startsWith("[") && line.endsWith("]")
                ? line.substring(1, line.length() - 1)
                : line;
    }
}
