package dev.countersign.supervision;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says what an agent is told of a call, and keeps what it was told. Safe on any thread; blocks on
/// the disk.
final class CallAnswers implements PendingAnswer.Answers {
    private static final Logger LOG = LoggerFactory.getLogger(CallAnswers.class);

    /// An agent's name for a shell, repeated to it, is cut here.
    private static final int MAXIMUM_SHOWN_NAME = 40;

    private final CallLedger ledger;
    private final CallLives lives;
    private final OutputReads reads;
    private final JobBoard jobs;
    private final StartGate gate;
    private final SecretMasker masker;

    CallAnswers(
            CallLedger ledger,
            CallLives lives,
            OutputReads reads,
            JobBoard jobs,
            StartGate gate,
            SecretMasker masker) {
        this.ledger = ledger;
        this.lives = lives;
        this.reads = reads;
        this.jobs = jobs;
        this.gate = gate;
        this.masker = masker;
    }

    // ---- answers to those who wait

    @Override
    public CallReport answer(LiveCall life) {
        CallReport report = report(life.call().session(), life.id(), Optional.empty(), false);
        keep(life.id(), report.status().orElse(CallStatus.FAILED), AnswerText.render(report));
        return report;
    }

    /// Keeps what an agent was told, as far as that is possible, without having it wait for that:
    /// the result itself is kept, that it was told is not worth losing it for.
    void keep(ToolCallId id, CallStatus status, String text) {
        ledger.begin(new SupervisionEvent.Answered(id, ledger.now(), status, text))
                .onFailure(
                        e -> LOG.error("{}: its answer could not be kept: {}", id, e.getMessage()));
    }

    @Override
    public String lastLine(LiveCall life) {
        String line = life.state().output().map(CallOutput::lastLine).orElse("");
        return masker.mask(line, SecretMasker.STAR);
    }

    // ---- reports

    /// What an agent is told of a call now, with what it has not read yet of its output.
    ///
    /// @param filter keeps matching lines; what it drops counts as read
    /// @param alreadyStopped whether the agent wanted to stop what had ended before
    CallReport report(
            AgentSession session, ToolCallId id, Optional<Pattern> filter, boolean alreadyStopped) {
        Optional<CallRecord> record = ledger.find(id);
        Optional<CallReport> none = withoutRecord(id, record);
        if (none.isPresent()) {
            return none.get();
        }
        CallRecord known = record.orElseThrow();
        try {
            CallReports.Output output =
                    known.started().isEmpty()
                            ? CallReports.Output.none()
                            : reads.read(session.id(), known, ledger.recording(id), filter);
            // Read anew: it may have ended while its output was read.
            CallRecord now = ledger.find(id).orElse(known);
            return CallReports.of(now, output, ledger.now(), alreadyStopped).withNotes(notes(id));
        } catch (LineFilter.TooCostly e) {
            return CallReport.refused(CallError.Type.INVALID_INPUT, LineFilter.TooCostly.REASON);
        } catch (IOException e) {
            LOG.error("{}: its recording cannot be read: {}", id, e.toString());
            return CallReport.refused(
                    CallError.Type.UNKNOWN, "its output cannot be read: " + e.getMessage());
        }
    }

    /// What is known of a call now, without its output.
    CallReport withoutOutput(ToolCallId id) {
        Optional<CallRecord> record = ledger.find(id);
        return withoutRecord(id, record)
                .orElseGet(() ->
                        CallReports.of(
                                record.orElseThrow(),
                                CallReports.Output.none(),
                                ledger.now(),
                                false));
    }

    private Optional<CallReport> withoutRecord(ToolCallId id, Optional<CallRecord> record) {
        Optional<String> failure = lives.find(id).flatMap(life -> life.state().failure());
        if (failure.isPresent()) {
            return Optional.of(CallReport.refused(CallError.Type.UNKNOWN, failure.get()));
        }
        return record.isEmpty() ? Optional.of(notFound(id.shellName())) : Optional.empty();
    }

    static CallReport notFound(String shellName) {
        String shown =
                shellName.length() <= MAXIMUM_SHOWN_NAME
                        ? shellName
                        : shellName.substring(0, MAXIMUM_SHOWN_NAME) + "…";
        return CallReport.refused(
                CallError.Type.SHELL_NOT_FOUND,
                "there is no shell '%s' in this workspace; list_shells tells which there are"
                        .formatted(shown));
    }

    /// What an agent is told beside the result: why it waits, what the person has to say.
    private List<String> notes(ToolCallId id) {
        List<String> notes = new ArrayList<>();
        Optional<CallState> state = lives.find(id).map(LiveCall::state);
        if (state.filter(CallState::waitsForRoom).isPresent()) {
            notes.add(
                    "the disk is almost full: the command waits until there is room, nothing is"
                            + " lost");
        } else if (gate.isDiskLow() && state.filter(now -> !now.isOver()).isPresent()) {
            notes.add("the disk is almost full: nothing new starts until there is room");
        }
        if (state.filter(CallState::overLimit).isPresent()) {
            notes.add("it printed as much as one run may and waits for the person");
        } else if (state.filter(now -> now.paused() && now.isRunning()).isPresent()) {
            notes.add("the person paused it");
        }
        if (jobs.isAdopted(id)) {
            notes.add("it still runs, but its console was killed: what it prints now is lost");
        }
        jobs.takeNotes(id).forEach(words -> notes.add("note from the person: " + words));
        return notes;
    }
}
