package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The head of a card: its level, what would happen in one sentence, how long it has waited, who
/// asks, and what shapes the run. Confined to the FX thread.
final class CardHead {
    private final UiContext context;
    private final Label age = Texts.fixed("", "meta", "quiet", "figures");
    private final Label expiry = Texts.fixed("", "meta", "asks-text", "figures");
    private Optional<HeadlineOf> headlineOf = Optional.empty();
    private Optional<Label> headlineLabel = Optional.empty();
    private double headlineHeight;

    /// What a headline is about.
    private record HeadlineOf(List<ToolCallId> ids, String command) {}

    CardHead(UiContext context) {
        this.context = context;
        expiry.managedProperty().bind(expiry.visibleProperty());
    }

    /// The rows of the head.
    ///
    /// @param narrow whether the sentence needs a row of its own
    List<Node> of(Subject subject, boolean narrow) {
        return List.of(headline(subject, narrow), meta(subject, narrow));
    }

    private Node headline(Subject subject, boolean narrow) {
        Optional<RiskAssessment> assessment = subject.assessment();
        Label sentence =
                Texts.wrapping(
                        assessment
                                .map(judged ->
                                        subject.loss()
                                                .map(Words::oneLine)
                                                .orElseGet(() -> CardWords.headline(judged)))
                                .orElse(
                                        subject.edit().flatMap(Subject.Edit::problem).isPresent()
                                                ? "Cannot run as it stands"
                                                : "Assessing…"),
                        "headline");
        sentence.setId("headline");
        keepHeight(subject, sentence);
        HBox.setHgrow(sentence, Priority.ALWAYS);
        sentence.setMaxWidth(Double.MAX_VALUE);
        HBox waited = new HBox(expiry, Icons.quiet(Feather.CLOCK), age);
        waited.getStyleClass().add("tight");
        waited.setAlignment(Pos.CENTER_RIGHT);
        waited.setMinWidth(Region.USE_PREF_SIZE);
        Node chip = LevelMark.chip(assessment.map(RiskAssessment::level));
        if (chip instanceof Region region) {
            region.setMinWidth(Region.USE_PREF_SIZE);
        }
        HBox row = new HBox(chip);
        row.getChildren().add(narrow ? name(subject.call()) : sentence);
        if (narrow) {
            row.getChildren().add(Texts.spring());
        }
        row.getChildren().add(waited);
        row.getStyleClass().add("card-headline");
        row.setAlignment(Pos.CENTER_LEFT);
        return narrow ? new VBox(row, sentence) : row;
    }

    /// May be cut where there is little room.
    private static Label name(ToolCall call) {
        Label name = Texts.label(Words.oneLine(call.session().name()), "strong");
        name.setId("agent");
        name.setTooltip(new Tooltip(name.getText()));
        name.setMinWidth(0);
        return name;
    }

    private static HBox agent(ToolCall call, boolean narrow) {
        HBox agent = pair();
        if (!narrow) {
            agent.setId("agent");
            agent.getChildren().add(Texts.fixed(Words.oneLine(call.session().name()), "strong"));
        }
        call.session()
                .pid()
                .ifPresent(
                        pid -> agent.getChildren().add(Texts.fixed("pid " + pid, "meta", "quiet")));
        return agent;
    }

    /// What looking finds takes the room of what stood there before, so that nothing below it moves
    /// while a person reads or points; what does not fit stands among the consequences too.
    private void keepHeight(Subject subject, Label sentence) {
        HeadlineOf of = new HeadlineOf(subject.ids(), subject.command());
        boolean arrived = subject.loss().isPresent() && of.equals(headlineOf.orElse(null));
        if (arrived && headlineHeight == 0) {
            headlineHeight = headlineLabel.map(Label::getHeight).orElse(0.0);
        }
        if (!arrived) {
            headlineHeight = 0;
        }
        if (headlineHeight > 0) {
            sentence.setMinHeight(headlineHeight);
            sentence.setMaxHeight(headlineHeight);
            sentence.setTooltip(new Tooltip(sentence.getText()));
        }
        headlineOf = Optional.of(of);
        headlineLabel = Optional.of(sentence);
    }

    private static String assessedAnew(Subject subject) {
        Optional<RiskLevel> before =
                subject.record().assessed().map(assessed -> assessed.assessment().level());
        return before.filter(level -> !Optional.of(level).equals(subject.level()))
                .map(level -> "assessed anew, was " + Words.level(level))
                .orElse("assessed anew");
    }

    private Node meta(Subject subject, boolean narrow) {
        CallRecord record = subject.record();
        ToolCall call = record.call();
        FlowPane row = new FlowPane();
        row.getStyleClass().add("card-meta");
        Label directory = Texts.fixed(context.path(call.directory()), "meta");
        directory.setId("directory");
        directory.setTooltip(new Tooltip(Words.exact(call.directory().toString())));
        row.getChildren()
                .addAll(
                        agent(call, narrow),
                        pair(Icons.quiet(Feather.FOLDER), directory),
                        pair(
                                Icons.quiet(Feather.CLOCK),
                                Texts.fixed(CardWords.limits(call), "meta")));
        if (subject.edit().isPresent() && subject.assessment().isPresent()) {
            row.getChildren().add(chip(Feather.EDIT_2, assessedAnew(subject), ""));
        }
        shapes(call, record.conditions()).forEach(row.getChildren()::add);
        return row;
    }

    /// What else shapes the run.
    private List<Node> shapes(ToolCall call, RunConditions conditions) {
        List<Node> shapes = new ArrayList<>();
        if (!call.session().workspace().contains(call.directory(), context.home())) {
            shapes.add(chip(Feather.ALERT_TRIANGLE, "outside its workspace", "asks"));
        }
        if (conditions.pseudoTerminal()) {
            shapes.add(chip(Feather.TERMINAL, "in a pseudo-terminal", ""));
        }
        conditions
                .sandbox()
                .ifPresent(sandbox ->
                        shapes.add(
                                chip(
                                        Feather.BOX,
                                        sandbox.network()
                                                ? "in a sandbox, with network"
                                                : "in a sandbox, without network",
                                        "")));
        call.otherShell()
                .ifPresent(shell ->
                        shapes.add(
                                chip(
                                        Feather.ALERT_TRIANGLE,
                                        "run by " + Words.exact(shell.toString()) + ", no bash",
                                        "asks")));
        if (call.mergeOutput()) {
            shapes.add(chip(Feather.ALIGN_LEFT, "stdout and stderr in one stream", ""));
        }
        if (!call.addedEnvironment().isEmpty()) {
            shapes.add(
                    chip(
                            Feather.SLIDERS,
                            Words.count(call.addedEnvironment().size(), "added variable"),
                            "asks"));
        }
        SessionSwitches switches = context.model().switchesProperty().get();
        if (switches.holds(call.session().id())) {
            shapes.add(chip(Feather.PAUSE, "held: it would start later", "asks"));
        }
        return shapes;
    }

    private static Node chip(Feather icon, String words, String kind) {
        HBox chip =
                pair(
                        Icons.styled(icon, kind.isEmpty() ? "quiet" : "waiting"),
                        Texts.fixed(words, "meta"));
        chip.getStyleClass().add("shape-chip");
        return chip;
    }

    static HBox pair(Node... nodes) {
        HBox pair = new HBox(nodes);
        pair.getStyleClass().add("tight");
        pair.setAlignment(Pos.CENTER_LEFT);
        return pair;
    }

    /// How long it has waited, and how long it still may.
    void showAge(CallRecord record) {
        Instant now = context.ticker().now();
        String since = Words.age(Duration.between(record.call().receivedAt(), now));
        age.setText(record.isWaiting() ? "waiting " + since : "asked " + since + " ago");
        Optional<Instant> end = record.isWaiting() ? record.expiresAt() : Optional.empty();
        expiry.setVisible(end.isPresent());
        end.ifPresent(at ->
                expiry.setText(
                        "ends in "
                                + Words.age(Duration.between(now, at))
                                + " if nobody answers ·"));
    }
}
