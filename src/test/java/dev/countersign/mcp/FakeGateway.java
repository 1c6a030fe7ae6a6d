package dev.countersign.mcp;

import dev.countersign.ansi.TruncatedText;
import dev.countersign.ansi.TruncationPolicy;
import dev.countersign.supervision.AgentGateway;
import dev.countersign.supervision.AgentIntroduction;
import dev.countersign.supervision.AgentLimits;
import dev.countersign.supervision.BashRequest;
import dev.countersign.supervision.CallError;
import dev.countersign.supervision.CallObserver;
import dev.countersign.supervision.CallReport;
import dev.countersign.supervision.HookRequest;
import dev.countersign.supervision.HookVerdict;
import dev.countersign.supervision.HookedCall;
import dev.countersign.supervision.JobSummary;
import dev.countersign.supervision.OpenCall;
import dev.countersign.supervision.TicketRun;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// A console without a window: `echo …` is answered at once, `print N` with so many bytes, anything
/// else waits until a test answers it.
public final class FakeGateway implements AgentGateway {
    /// A call that was taken.
    public static final class TakenCall implements OpenCall {
        private final BashRequest request;
        private final CallObserver observer;
        private final CompletableFuture<CallReport> answer = new CompletableFuture<>();
        private volatile boolean cancelled;

        private TakenCall(BashRequest request, CallObserver observer) {
            this.request = request;
            this.observer = observer;
        }

        public BashRequest request() {
            return request;
        }

        public CallObserver observer() {
            return observer;
        }

        public boolean isCancelled() {
            return cancelled;
        }

        public void answer(CallReport report) {
            answer.complete(report);
        }

        @Override
        public CallReport await() throws InterruptedException {
            try {
                return answer.get();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            answer.complete(withStatus(CallStatus.WITHDRAWN, "", request.command().text()));
        }
    }

    public final List<AgentIntroduction> introductions = new CopyOnWriteArrayList<>();
    public final List<TakenCall> calls = new CopyOnWriteArrayList<>();
    public final List<BashRequest> requests = new CopyOnWriteArrayList<>();
    public final List<String> asked = new CopyOnWriteArrayList<>();
    public final List<HookRequest> hooks = new CopyOnWriteArrayList<>();
    public final List<String> openTickets = new CopyOnWriteArrayList<>(List.of("ticket"));
    public final AtomicInteger connected = new AtomicInteger();
    public final AtomicInteger disconnected = new AtomicInteger();
    public final AtomicInteger raised = new AtomicInteger();
    public final AtomicInteger interrupted = new AtomicInteger();

    @Override
    public AgentSession connect(AgentIntroduction introduction) {
        introductions.add(introduction);
        int number = connected.incrementAndGet();
        return new AgentSession(
                new AgentSessionId("session-" + number),
                introduction.name().orElse("unknown"),
                introduction.version(),
                introduction.pid(),
                Workspace.of(introduction.directory().orElse(Path.of("/work/shop"))),
                Instant.EPOCH);
    }

    @Override
    public void disconnect(AgentSession session) {
        disconnected.incrementAndGet();
    }

    @Override
    public Optional<Duration> patience(AgentSession session, boolean hearsProgress) {
        return hearsProgress ? Optional.empty() : Optional.of(Duration.ofSeconds(50));
    }

    @Override
    public Duration progressInterval() {
        return Duration.ofMillis(20);
    }

    @Override
    public AgentLimits limits() {
        return AgentLimits.STANDARD;
    }

    @Override
    public OpenCall bash(AgentSession session, BashRequest request, CallObserver observer) {
        requests.add(request);
        TakenCall call = new TakenCall(request, observer);
        String command = request.command().text();
        if (command.startsWith("echo ")) {
            call.answer(withStatus(CallStatus.COMPLETED, command.substring(5) + "\n", command));
        } else if (command.startsWith("print ")) {
            int length = Integer.parseInt(command.substring(6));
            call.answer(withStatus(CallStatus.COMPLETED, "x".repeat(length), command));
        } else if (command.equals("break")) {
            throw new IllegalStateException("planted");
        } else {
            calls.add(call);
        }
        return call;
    }

    @Override
    public CallReport bashOutput(
            AgentSession session, String bashId, Optional<Pattern> filter, Duration wait)
            throws InterruptedException {
        asked.add("output %s %s %s".formatted(bashId, filter, wait));
        if (!wait.isZero()) {
            try {
                Thread.sleep(wait);
            } catch (InterruptedException interruption) {
                interrupted.incrementAndGet();
                throw interruption;
            }
        }
        return unknown(bashId);
    }

    @Override
    public CallReport killShell(AgentSession session, String shellId) {
        asked.add("kill " + shellId);
        return unknown(shellId);
    }

    @Override
    public CallReport checkPid(AgentSession session, long pid) {
        asked.add("check " + pid);
        return unknown("pid " + pid);
    }

    @Override
    public CallReport killPid(AgentSession session, long pid) {
        asked.add("kill pid " + pid);
        return unknown("pid " + pid);
    }

    @Override
    public List<JobSummary> listShells(AgentSession session) {
        return List.of(
                new JobSummary(
                        ToolCallId.of(0x1a2b3c4d),
                        CallStatus.RUNNING,
                        OptionalLong.of(4711),
                        Duration.ofSeconds(12),
                        "npm run dev"));
    }

    @Override
    public void raiseWindow() {
        raised.incrementAndGet();
    }

    /// `echo …` is allowed with the ticket `ticket`, `hand …` handed over, `wait …` waits until it
    /// is cancelled, `break …` fails, anything else is refused.
    @Override
    public HookedCall hook(AgentSession session, HookRequest request) {
        hooks.add(request);
        String command = request.command().text();
        if (command.equals("break here")) {
            throw new IllegalStateException("planted");
        }
        CountDownLatch cancelled = new CountDownLatch(1);
        HookVerdict verdict =
                command.startsWith("echo ")
                        ? new HookVerdict.Run("ticket", Optional.empty())
                        : command.startsWith("hand ")
                                ? new HookVerdict.HandOver(Optional.empty())
                                : new HookVerdict.Refused("permission denied by the person: no");
        return new HookedCall() {
            @Override
            public HookVerdict await() throws InterruptedException {
                if (command.startsWith("wait ")) {
                    cancelled.await();
                }
                if (command.startsWith("break ")) {
                    throw new IllegalStateException("planted");
                }
                return verdict;
            }

            @Override
            public void cancel() {
                interrupted.incrementAndGet();
                cancelled.countDown();
            }
        };
    }

    @Override
    public boolean isOpenTicket(String ticket) {
        return openTickets.contains(ticket);
    }

    @Override
    public Optional<TicketRun> claim(String ticket) {
        if (!ticket.equals("ticket")) {
            return Optional.empty();
        }
        return Optional.of(
                new TicketRun() {
                    @Override
                    public Output next(Duration wait) {
                        return new Output(
                                List.of(new Piece(false, "out\n"), new Piece(true, "bad\n")),
                                Optional.of(new End(3, Optional.empty())));
                    }

                    @Override
                    public void callerGone() {
                        interrupted.incrementAndGet();
                    }
                });
    }

    @Override
    public void reported(AgentSession session, String toolUseId, String text) {
        asked.add("reported %s %s".formatted(toolUseId, text));
    }

    @Override
    public void sessionEnded(AgentSession session) {
        asked.add("session ended " + session.name());
    }

    private static CallReport unknown(String id) {
        return CallReport.refused(CallError.Type.SHELL_NOT_FOUND, "there is no job " + id);
    }

    /// An answer with some output.
    public static CallReport withStatus(CallStatus status, String stdout, String command) {
        TruncatedText output =
                new TruncatedText(
                        stdout,
                        false,
                        TruncationPolicy.TAIL,
                        "2,000 lines or 50 KiB",
                        stdout.lines().count(),
                        stdout.length(),
                        false,
                        stdout.lines().count(),
                        stdout.length());
        return new CallReport(
                Optional.of(status),
                status == CallStatus.COMPLETED ? OptionalInt.of(0) : OptionalInt.empty(),
                Optional.empty(),
                output,
                CallReport.NO_OUTPUT,
                Optional.of(Duration.ofMillis(1200)),
                Optional.of(Duration.ofMinutes(2)),
                OptionalLong.of(4711),
                Optional.of(ToolCallId.of(1)),
                false,
                Optional.of(command),
                Optional.of(Path.of("/tmp/output")),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }
}
