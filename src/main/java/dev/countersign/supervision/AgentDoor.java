package dev.countersign.supervision;

import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.AgentSession;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The door at which agents and their hooks knock: lets in what is fit to become a call, and leads
/// everything else to the room that answers it. Safe on any thread.
final class AgentDoor implements AgentGateway {
    private final AgentSessions sessions;
    private final CallIntake intake;
    private final CallAnswers answers;
    private final AgentJobs jobs;
    private final HookedCalls hooked;
    private final StartGate gate;
    private final SettingsStore settings;
    private final InstantSource clock;
    private final Runnable raise;

    /// @param raise brings the window to the person's eye
    AgentDoor(
            AgentSessions sessions,
            CallIntake intake,
            CallAnswers answers,
            AgentJobs jobs,
            HookedCalls hooked,
            StartGate gate,
            SettingsStore settings,
            InstantSource clock,
            Runnable raise) {
        this.sessions = sessions;
        this.intake = intake;
        this.answers = answers;
        this.jobs = jobs;
        this.hooked = hooked;
        this.gate = gate;
        this.settings = settings;
        this.clock = clock;
        this.raise = raise;
    }

    // ---- sessions

    @Override
    public AgentSession connect(AgentIntroduction introduction) {
        return sessions.connect(introduction);
    }

    @Override
    public void disconnect(AgentSession session) {
        sessions.disconnect(session);
    }

    @Override
    public void sessionEnded(AgentSession session) {
        sessions.end(session);
    }

    @Override
    public Optional<Duration> patience(AgentSession session, boolean hearsProgress) {
        return sessions.patience(session, hearsProgress);
    }

    @Override
    public Duration progressInterval() {
        return settings.value(Settings.PROGRESS_EVERY);
    }

    @Override
    public AgentLimits limits() {
        return AgentLimits.of(settings.current());
    }

    @Override
    public void raiseWindow() {
        raise.run();
    }

    // ---- calls

    @Override
    public OpenCall bash(AgentSession session, BashRequest request, CallObserver observer) {
        if (gate.isClosing()) {
            return refused(CallError.Type.UNKNOWN, "the console is closing");
        }
        return switch (intake.directory(session, request.workdir())) {
            case WorkdirPolicy.Refused(String message) ->
                    refused(CallError.Type.INVALID_WORKDIR, message);
            case WorkdirPolicy.Usable(Path directory) ->
                    bash(session, request, directory, observer);
        };
    }

    private OpenCall bash(
            AgentSession session, BashRequest request, Path directory, CallObserver observer) {
        LiveCall life = intake.take(session, request, directory, LiveCall.Delivery.HERE);
        Optional<Duration> patience =
                observer.isPatient() ? Optional.empty() : patience(session, observer.hears());
        return new PendingAnswer(life, observer, patience, progressInterval(), clock, answers);
    }

    private static OpenCall refused(CallError.Type type, String message) {
        CallReport report = CallReport.refused(type, message);
        return new OpenCall() {
            @Override
            public CallReport await() {
                return report;
            }

            @Override
            public void cancel() {}
        };
    }

    // ---- jobs

    @Override
    public CallReport bashOutput(
            AgentSession session, String bashId, Optional<Pattern> filter, Duration wait)
            throws InterruptedException {
        return jobs.output(session, bashId, filter, wait);
    }

    @Override
    public CallReport killShell(AgentSession session, String shellId) throws InterruptedException {
        return jobs.kill(session, shellId);
    }

    @Override
    public CallReport checkPid(AgentSession session, long pid) throws InterruptedException {
        return jobs.output(session, pid);
    }

    @Override
    public CallReport killPid(AgentSession session, long pid) throws InterruptedException {
        return jobs.kill(session, pid);
    }

    @Override
    public List<JobSummary> listShells(AgentSession session) {
        return jobs.list(session);
    }

    // ---- hooks

    @Override
    public HookedCall hook(AgentSession session, HookRequest request) {
        return gate.isClosing()
                ? HookedCalls.over(new HookVerdict.Unanswered("not run: the console is closing"))
                : hooked.take(session, request);
    }

    @Override
    public boolean isOpenTicket(String ticket) {
        return hooked.isOpen(ticket);
    }

    @Override
    public Optional<TicketRun> claim(String ticket) {
        return hooked.claim(ticket);
    }

    @Override
    public void reported(AgentSession session, String toolUseId, String text) {
        hooked.reported(session, toolUseId, text);
    }
}
