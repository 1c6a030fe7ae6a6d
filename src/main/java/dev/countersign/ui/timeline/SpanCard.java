package dev.countersign.ui.timeline;

import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.LaneSpan;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// What is told of a span when the pointer rests on it or it is chosen by key. Confined to the FX
/// thread.
final class SpanCard extends VBox {
    private static final int LONGEST_COMMAND = 90;

    private final UiContext context;

    SpanCard(UiContext context) {
        this.context = context;
        getStyleClass().add("span-card");
        setMouseTransparent(true);
        setManaged(false);
        setVisible(false);
    }

    void show(LaneSpan span, Instant now) {
        GridPane facts = new GridPane();
        facts.getStyleClass().add("span-facts");
        int row = 0;
        if (span.queued().isPresent()) {
            Instant until = span.decided().orElse(now);
            fact(facts, row++, "waited", span.queued().get(), until, now);
        }
        Optional<CallRecord> record = context.model().call(span.id());
        Optional<Decision> decision = record.flatMap(CallRecord::decision);
        if (decision.isPresent()) {
            facts.add(Texts.fixed("decided", "quiet"), 0, row);
            facts.add(Texts.label(words(decision.get())), 1, row++);
        }
        if (span.started().isPresent()) {
            Instant until = span.finished().orElse(now);
            boolean over = span.finished().isPresent();
            fact(facts, row++, over ? "ran" : "runs for", span.started().get(), until, now);
        }
        facts.add(Texts.fixed("stands", "quiet"), 0, row);
        facts.add(Texts.label(StateIcon.word(span.status()).toLowerCase(Locale.ROOT)), 1, row);
        String command = Words.oneLine(span.command());
        Label title =
                Texts.label(
                        command.length() > LONGEST_COMMAND
                                ? command.substring(0, LONGEST_COMMAND) + "…"
                                : command,
                        "mono",
                        "strong");
        HBox head = new HBox(title, Texts.spring());
        span.level().ifPresent(level -> head.getChildren().add(LevelMark.chip(level)));
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("span-head");
        getChildren()
                .setAll(
                        head,
                        Texts.label(
                                "%s in %s"
                                        .formatted(
                                                Words.oneLine(span.agent()),
                                                context.path(Path.of(span.workspace()))),
                                "quiet"),
                        facts,
                        Texts.label("Click or Enter opens it in History.", "quiet", "meta"));
        setVisible(true);
        applyCss();
        autosize();
    }

    void hide() {
        setVisible(false);
    }

    private void fact(
            GridPane facts, int row, String name, Instant from, Instant until, Instant now) {
        facts.add(Texts.fixed(name, "quiet"), 0, row);
        HBox value =
                new HBox(
                        Texts.fixed(Words.duration(Duration.between(from, until)), "strong"),
                        Texts.fixed(
                                "%s to %s"
                                        .formatted(
                                                Words.time(from, now, context.zone()),
                                                Words.time(until, now, context.zone())),
                                "quiet",
                                "figures"));
        value.getStyleClass().add("tight");
        facts.add(value, 1, row);
    }

    private static String words(Decision decision) {
        String words = Words.decision(decision);
        if (decision instanceof Decision.Denied(var _, Optional<String> reason)
                && reason.isPresent()) {
            return words + ", “" + Words.oneLine(reason.get()) + "”";
        }
        return words;
    }
}
