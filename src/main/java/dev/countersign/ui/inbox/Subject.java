package dev.countersign.ui.inbox;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.safety.ScriptFile;
import dev.countersign.supervision.RehearsalView;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.util.List;
import java.util.Optional;

/// What a card is about and a decision would be made on: a row of the list, and what a person has
/// made of its command so far.
///
/// @param edit empty while nothing is edited
/// @param scripts the files that the command runs
/// @param loss what would be lost, a sentence, once looking has found it
/// @param rehearsal what is decided on in place of a run: the rehearsal that is on the screen
record Subject(
        InboxModel.Row row,
        Optional<Edit> edit,
        List<ScriptFile> scripts,
        Optional<String> loss,
        Optional<RehearsalView> rehearsal) {
    /// Why nothing can be done that is about one call alone.
    static final String SEVERAL = "Several calls: take them apart first (U).";

    private static final String NOT_ASSESSED = "Opens when the command has been assessed.";

    /// An edit under way.
    ///
    /// @param text what stands in the editor
    /// @param assessed what the console makes of it; empty until it has judged this very text
    /// @param problem why it cannot be judged or run, a sentence
    /// @param endSeen whether the end of the text has been on the screen
    /// @param note what the person tells the agent
    record Edit(
            String text,
            Optional<AssessedCall> assessed,
            Optional<String> problem,
            boolean endSeen,
            String note) {}

    CallRecord record() {
        return row.record();
    }

    ToolCall call() {
        return row.record().call();
    }

    List<ToolCallId> ids() {
        return row.ids();
    }

    boolean isWaiting() {
        return row.isWaiting();
    }

    /// The command that would run.
    String command() {
        return edit.map(Edit::text).orElse(record().command().text());
    }

    /// What the person made of the call, once the console has judged it; empty where nothing is
    /// edited.
    Optional<EditedCall> edited() {
        return edit.flatMap(made ->
                made.assessed().map(judged -> new EditedCall(judged, Optional.of(made.note()))));
    }

    /// Why the edited command can neither be approved nor rehearsed, a sentence.
    Optional<String> editObstacle() {
        Optional<String> problem = edit.flatMap(Edit::problem);
        if (edit.isEmpty() || problem.isPresent()) {
            return problem;
        }
        if (assessment().isEmpty()) {
            return Optional.of(NOT_ASSESSED);
        }
        return isDeniedByRule()
                ? Optional.of("A rule denies the command as you edited it.")
                : Optional.empty();
    }

    /// Why what stands there cannot be approved, however it is seen or armed: a sentence.
    Optional<String> approvalObstacle() {
        Optional<String> notYet = rehearsal.flatMap(RehearsalView::commitObstacle);
        if (notYet.isPresent()) {
            return notYet;
        }
        if (edit.isPresent()) {
            return editObstacle();
        }
        return assessment().isEmpty() ? Optional.of(NOT_ASSESSED) : Optional.empty();
    }

    /// Why the call cannot be let through for longer than this once: a sentence.
    Optional<String> grantObstacle() {
        if (!isWaiting()) {
            return Optional.of("It no longer waits.");
        }
        if (row.isBatch()) {
            return Optional.of(SEVERAL);
        }
        if (edit.isPresent()) {
            return Optional.of("An edited command is approved once; discard the edit first.");
        }
        if (call().agentSaysDangerous()) {
            return Optional.of("Not offered: the agent itself says that it may be dangerous.");
        }
        if (level().isEmpty()) {
            return Optional.of(NOT_ASSESSED);
        }
        return level().get().atLeast(RiskLevel.HIGH)
                ? Optional.of("Not offered from High up: each such call is decided by itself.")
                : Optional.empty();
    }

    /// The rehearsal of the very command that would run, as far as the journal tells of it.
    Optional<Rehearsal> rehearsed() {
        return record().rehearsal()
                .filter(Rehearsal::isThere)
                .filter(there -> there.isOf(edit.map(Edit::text)));
    }

    /// What is known of the command that would run.
    Optional<RiskAssessment> assessment() {
        return edit.isPresent()
                ? edit.get().assessed().map(AssessedCall::assessment)
                : record().assessed().map(SupervisionEvent.Assessed::assessment);
    }

    Optional<PolicyVerdict> verdict() {
        return edit.isPresent()
                ? edit.get().assessed().map(AssessedCall::verdict)
                : record().assessed().map(SupervisionEvent.Assessed::verdict);
    }

    /// The highest level among the calls.
    Optional<RiskLevel> level() {
        return assessment().map(RiskAssessment::level);
    }

    /// Whether a rule denies what the person made of the command.
    boolean isDeniedByRule() {
        return edit.isPresent()
                && verdict().filter(verdict -> verdict.verdict() == Verdict.DENY).isPresent();
    }

    /// Everything that a person judges by, to be compared with `equals`.
    Object content() {
        return List.of(
                ids(),
                row.members().stream().map(CallRecord::assessed).toList(),
                record().conditions(),
                scripts,
                edit.flatMap(Edit::assessed),
                edit.map(Edit::text),
                loss,
                rehearsal);
    }
}
