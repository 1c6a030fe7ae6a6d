package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.RuleKeeper;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.consequence.ConsequenceFinder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The console itself: what agents ask, through its [#gateway], and what the person does, at its
/// [#desk], meets here, and nowhere else.
///
/// Puts the rooms together, opens them and closes them. Each call lives on a virtual thread of its
/// own, see [CallLife]. Safe on any thread; what blocks says so.
public final class Supervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    private static final long MEBIBYTE = 1L << 20;

    /// How long the end of the console waits for the ends of its calls to be written down.
    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(6);

    private final SupervisorParts parts;
    private final DeskListeners listeners = new DeskListeners();
    private final CallLives lives = new CallLives();
    private final KeptCalls kept;
    private final CallLedger ledger;
    private final ApprovalQueue queue;
    private final CallDecisions decisions;
    private final PersonsDecisions person;
    private final DiskRoom room;
    private final StartGate gate;
    private final CommandRuns runs;
    private final RehearsalRoom rehearsals;
    private final CallIntake intake;
    private final JobBoard jobs;
    private final ConnectedAgents agents;
    private final OutputReads reads;
    private final AgentSessions sessions;
    private final StatusTeller status;
    private final AgentDoor gateway;
    private final PersonsDesk desk;

    public Supervisor(SupervisorParts parts) {
        this.parts = parts;
        Journal journal = parts.keeping().journal();
        RuleKeeper rules = parts.judging().rules();
        SettingsStore settings = parts.settings();
        SupervisorParts.World world = parts.world();
        DiskFacts disk = new DiskFacts();

        kept = new KeptCalls(parts.keeping(), world.clock());
        ledger = new CallLedger(journal, world.clock(), kept::recording);
        queue = new ApprovalQueue(new JournaledDecisions(ledger));
        decisions = new CallDecisions(parts.judging().judge(), queue, disk, settings);
        person = new PersonsDecisions(parts, queue, ledger);
        room = new DiskRoom(parts.running().surroundings().space(), this::leastFreeBytes);
        gate = new StartGate(settings, room);
        runs = new CommandRuns(parts, room);
        OpenRehearsals open = new OpenRehearsals(ledger);
        RehearsalRights rights = new RehearsalRights(queue, person, disk);
        RehearsalCommits commits = new RehearsalCommits(open, rights, queue, ledger, lives);
        CallServices services = new CallServices(ledger, decisions, gate, runs, commits);
        rehearsals = new RehearsalRoom(parts, open, rights, services);
        intake = new CallIntake(parts, services, lives);
        jobs = new JobBoard(ledger, lives, intake, new OrphanJobs(parts.running().engine()));
        agents = new ConnectedAgents(world, listeners::agentsChanged);
        reads = new OutputReads(settings, parts.keeping().masker());
        sessions = new AgentSessions(agents, lives, reads, rules, gate, settings);
        status = new StatusTeller(parts, agents, queue, lives, runs, gate);
        PersonsRules personsRules = new PersonsRules(rules, queue);
        gateway = openGateway();
        desk = openDesk(personsRules);

        ChangedRules changed =
                new ChangedRules(queue, decisions, ledger, gate, person, personsRules);
        rules.subscribe(() -> Thread.ofVirtual().name("rules-changed").start(changed::apply));
        room.onChange(this::roomChanged);
        journal.subscribe(this::eventHappened);
        journal.onHealthChange(this::statusChanged);
    }

    private AgentDoor openGateway() {
        SettingsStore settings = parts.settings();
        CallAnswers answers =
                new CallAnswers(ledger, lives, reads, jobs, gate, parts.keeping().masker());
        HookedCalls hooked =
                new HookedCalls(
                        intake, answers, ledger, decisions, settings, parts.world().random());
        AgentJobs agentJobs = new AgentJobs(ledger, lives, jobs, reads, answers, decisions);
        return new AgentDoor(
                new AgentDoor.Rooms(sessions, intake, answers, agentJobs, hooked),
                gate,
                settings,
                ledger.clock(),
                listeners::raiseRequested);
    }

    private PersonsDesk openDesk(PersonsRules personsRules) {
        ConsequenceFinder finder =
                new ConsequenceFinder(parts.world().home(), parts.running().surroundings().git());
        return new PersonsDesk(
                new PersonsDesk.Overview(ledger, agents, status, listeners),
                person,
                new CommandForesight(ledger, finder, parts.settings()),
                new PersonsSwitches(gate, listeners),
                new ShownRuns(ledger, lives, rehearsals),
                new PersonsDesk.Drawers(jobs, rehearsals, kept, personsRules));
    }

    /// What agents and their hooks talk to.
    public AgentGateway gateway() {
        return gateway;
    }

    /// What the window talks to.
    public PersonDesk desk() {
        return desk;
    }

    /// Writes down the ends of calls that an earlier console did not see. Nothing of them is ever
    /// run again. Blocks.
    public void recover() throws JournalException {
        new Recovery(
                        ledger,
                        parts.judging().rules(),
                        jobs,
                        new RehearsalRecovery(parts.running(), ledger))
                .recover();
    }

    /// Deletes what the person no longer wants to keep, see the settings. Blocks.
    public void sweep() {
        try {
            int swept =
                    kept.sweep(
                            parts.settings().value(Settings.KEEP_FOR),
                            MEBIBYTE * parts.settings().value(Settings.KEEP_MEBIBYTES));
            if (swept > 0) {
                LOG.info("retention: {} calls lost what they are no longer kept with", swept);
            }
        } catch (JournalException e) {
            LOG.warn("retention: {}", e.getMessage());
        }
    }

    /// Says where agents reach the console, or that they do not.
    public void listeningOn(Optional<Path> path) {
        status.listeningOn(path);
        statusChanged();
    }

    /// Tells the window that a file of the person's or the socket changed its state. Safe on any
    /// thread.
    public void statusChanged() {
        listeners.statusChanged();
    }

    private void eventHappened(SupervisionEvent event, CallRecord record) {
        if (event instanceof SupervisionEvent.Decided decided) {
            parts.judging().rules().decided(record.call(), decided.decision(), decided.at());
            rehearsals.decided(decided, record);
        }
        listeners.changed(event, record);
    }

    private long leastFreeBytes() {
        return MEBIBYTE * parts.settings().value(Settings.LEAST_FREE_DISK);
    }

    private void roomChanged() {
        Thread.ofVirtual()
                .name("room-changed")
                .start(() -> {
                    gate.reconsider();
                    lives.all().forEach(LiveCall::roomChanged);
                    statusChanged();
                });
    }

    /// Withdraws what waits, stops what runs, and closes the journal. Blocks for some seconds at
    /// most.
    @Override
    public void close() throws JournalException {
        gate.close();
        decisions.withdrawAll("the console was closed");
        jobs.close();
        rehearsals.close();
        lives.all().forEach(LiveCall::abandonStart);
        lives.all().forEach(LiveCall::giveUpOutput);
        parts.running().engine().close();
        Instant patienceEnds = ledger.now().plus(CLOSING_PATIENCE);
        for (LiveCall life : lives.all()) {
            Duration rest = Duration.between(ledger.now(), patienceEnds);
            awaitEnd(life, rest.isNegative() ? Duration.ZERO : rest);
        }
        room.close();
        kept.close();
        sessions.close();
        parts.keeping().journal().close();
    }

    private static void awaitEnd(LiveCall life, Duration patience) {
        try {
            life.await(CallState::isOver, patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
