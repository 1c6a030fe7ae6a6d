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
    /// The rooms behind the door.
    record Rooms(
            AgentSessions sessions,
            CallIntake intake,
            CallAnswers answers,
            AgentJobs jobs,
            HookedCalls hooked) {}

    private final Rooms rooms;
    private final StartGate gate;
    private final SettingsStore settings;
    private final InstantSource clock;
    private final Runnable raise;

    /// @param raise brings the window to the person's eye
    AgentDoor(
            Rooms rooms,
            StartGate gate,
            SettingsStore settings,
            InstantSource clock,
            Runnable raise) {
        this.rooms = rooms;
        this.gate = gate;
        this.settings = settings;
        this.clock = clock;
        this.raise = raise;
    }

    // ---- sessions

    @Override
    public AgentSession connect(AgentIntroduction introduction) {
        return rooms.sessions().connect(introduction);
    }

    @Override
    public void disconnect(AgentSession session) {
        rooms.sessions().disconnect(session);
    }

    @Override
    public void sessionEnded(AgentSession session) {
        rooms.sessions().end(session);
    }

    @Override
    public Optional<Duration> patience(AgentSession session, boolean hearsProgress) {
        return rooms.sessions().patience(session, hearsProgress);
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
        return switch (rooms.intake().directory(session, request.workdir())) {
            case WorkdirPolicy.Refused(String message) ->
                    refused(CallError.Type.INVALID_WORKDIR, message);
            case WorkdirPolicy.Usable(Path directory) ->
                    bash(session, request, directory, observer);
        };
    }

    private OpenCall bash(
            AgentSession session, BashRequest request, Path directory, CallObserver observer) {
        LiveCall life = rooms.intake().take(session, request, directory, LiveCall.Delivery.HERE);
        Optional<Duration> patience =
                observer.isPatient() ? Optional.empty() : patience(session, observer.hears());
        return new PendingAnswer(
                life, observer, patience, progressInterval(), clock, rooms.answers());
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
        return rooms.jobs().output(session, bashId, filter, wait);
    }

    @Override
    public CallReport killShell(AgentSession session, String shellId) throws InterruptedException {
        return rooms.jobs().kill(session, shellId);
    }

    @Override
    public CallReport checkPid(AgentSession session, long pid) throws InterruptedException {
        return rooms.jobs().output(session, pid);
    }

    @Override
    public CallReport killPid(AgentSession session, long pid) throws InterruptedException {
        return rooms.jobs().kill(session, pid);
    }

    @Override
    public List<JobSummary> listShells(AgentSession session) {
        return rooms.jobs().list(session);
    }

    // ---- hooks

    @Override
    public HookedCall hook(AgentSession session, HookRequest request) {
        return gate.isClosing()
                ? HookedCalls.over(new HookVerdict.Unanswered("not run: the console is closing"))
                : rooms.hooked().take(session, request);
    }

    @Override
    public boolean isOpenTicket(String ticket) {
        return rooms.hooked().isOpen(ticket);
    }

    @Override
    public Optional<TicketRun> claim(String ticket) {
        return rooms.hooked().claim(ticket);
    }

    @Override
    public void reported(AgentSession session, String toolUseId, String text) {
        rooms.hooked().reported(session, toolUseId, text);
    }
}
