package dev.countersign.ui.history;

import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;

/// How a call went, step by step, with the exact command.
record StoryView(UiContext context) {
    Node of(CallRecord record) {
        CommandView command = new CommandView();
        command.setMostRows(10);
        command.show(record.call().command().text(), List.of(), List.of());
        VBox frame = new VBox(command);
        frame.getStyleClass().add("command-box");
        VBox box = new VBox(frame, steps(record));
        box.getStyleClass().add("story");
        return box;
    }

    private Node steps(CallRecord record) {
        Instant asked = record.call().receivedAt();
        Steps steps = new Steps(asked, new ArrayList<>());
        steps.add(asked, "asked", Words.quotedSummary(record.call()) + ", " + flag(record));
        record.assessed().ifPresent(a -> steps.add(a.at(), "assessed", assessed(a)));
        record.queued().ifPresent(q -> steps.add(q.at(), "waited for you", ""));
        record.rehearsal().ifPresent(r -> rehearsed(steps, r));
        record.decided().ifPresent(d -> steps.add(d.at(), "decided", decided(d)));
        record.started().ifPresent(s -> steps.add(s.at(), "started", "pid " + s.pid()));
        record.backgrounded().ifPresent(b -> steps.add(b.at(), "went on in the background", ""));
        record.finished().ifPresent(f -> steps.add(f.at(), "ended", Words.outcome(f.outcome())));
        record.dryRun().ifPresent(d -> steps.add(d.at(), "dry run", "assessed, never started"));
        record.handedOver()
                .ifPresent(h -> steps.add(h.at(), "handed over", "the agent runs it itself"));
        record.reported()
                .ifPresent(r -> steps.add(r.at(), "the agent says", Words.oneLine(r.text())));
        record.answered()
                .ifPresent(a -> steps.add(a.at(), "answered", "status: " + word(a.status())));
        return steps.grid();
    }

    /// What was tried before it was decided.
    private static void rehearsed(Steps steps, Rehearsal rehearsal) {
        String times =
                rehearsal.times() == 1 ? "" : ", %,d times in all".formatted(rehearsal.times());
        steps.add(
                rehearsal.started().at(),
                "rehearsed",
                (rehearsal.started().edited().isPresent() ? "as you edited it, " : "")
                        + "in a throw-away copy without network"
                        + times);
        rehearsal
                .ended()
                .ifPresent(end ->
                        steps.add(
                                end.at(),
                                "rehearsal ended",
                                "%s; would add %,d, change %,d and remove %,d"
                                        .formatted(
                                                Words.outcome(end.outcome()),
                                                end.added(),
                                                end.changed(),
                                                end.removed())));
        rehearsal
                .discarded()
                .ifPresent(gone ->
                        steps.add(gone.at(), "rehearsal discarded", Words.oneLine(gone.reason())));
    }

    private static String word(CallStatus status) {
        return StateIcon.word(status).toLowerCase(Locale.ENGLISH);
    }

    private static String flag(CallRecord record) {
        return record.call()
                .flaggedDangerous()
                .map(flag -> flag ? "flagged dangerous by the agent" : "flagged not dangerous")
                .orElse("no flag");
    }

    private static String assessed(SupervisionEvent.Assessed assessed) {
        return Words.level(assessed.assessment().level())
                + ", "
                + Words.oneLine(assessed.verdict().reason());
    }

    private static String decided(SupervisionEvent.Decided decided) {
        String words = Words.decision(decided.decision());
        return decided.decision() instanceof Decision.Denied(var _, var reason)
                ? words
                        + reason.map(text -> ": “" + Words.oneLine(text) + "”")
                                .orElse(", without words")
                : words;
    }

    private record Step(Instant at, String name, String words) {}

    /// What happened, in the order in which it did: an agent may be answered before a call ends.
    private record Steps(Instant start, List<Step> list) {
        void add(Instant at, String name, String words) {
            list.add(new Step(at, name, words));
        }

        /// Rows of time, step and words.
        Node grid() {
            GridPane grid = new GridPane();
            grid.getStyleClass().add("steps-of-story");
            list.sort(Comparator.comparing(Step::at));
            for (Step step : list) {
                String since = "+" + Words.duration(Duration.between(start, step.at()));
                grid.addRow(
                        grid.getRowCount(),
                        Texts.fixed(since, "meta", "quiet", "figures"),
                        Texts.fixed(step.name(), "strong"),
                        Texts.wrapping(step.words(), "body"));
            }
            return grid;
        }
    }
}
