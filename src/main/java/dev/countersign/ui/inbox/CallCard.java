package dev.countersign.ui.inbox;

import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.Finding;
import dev.countersign.safety.PartAssessment;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.CommandView.Underline;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The chosen call in full: what it is, the exact command, what is said and found, its parts.
/// Confined to the FX thread.
final class CallCard {
    /// Below this width, in pixels at the standard text size, what is said and found is stacked.
    private static final double STACKED_BELOW = 620;

    private final UiContext context;
    private final VBox content = new VBox();
    private final ScrollPane scroll = new ScrollPane(content);
    private final CommandView command = new CommandView();
    private final VBox commandBox = new VBox();
    private final HBox moreBelow = new HBox();
    private final Label moreLines = Texts.label("", "strong");
    private final Label age = Texts.fixed("", "meta", "quiet", "figures");
    private Optional<CallRecord> shown = Optional.empty();

    CallCard(UiContext context) {
        this.context = context;
        content.getStyleClass().add("card");
        scroll.getStyleClass().add("card-scroll");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(false);
        scroll.setAccessibleText("The chosen call");
        scroll.heightProperty()
                .addListener((_, _, height) ->
                        command.setMostRows((int) ((height.doubleValue() - 290) / 24)));
        scroll.widthProperty().addListener((_, old, now) -> rebuildWhenStackingChanges(old, now));
        context.ticker().nowProperty().addListener((_, _, _) -> showAge());
        buildCommandBox();
    }

    Node node() {
        return scroll;
    }

    CommandView command() {
        return command;
    }

    void show(CallRecord record) {
        Optional<ToolCallId> before = shown.map(CallRecord::id);
        shown = Optional.of(record);
        String text = record.call().command().text();
        List<CommandView.Tint> tints = CommandColours.of(text);
        if (before.equals(Optional.of(record.id()))) {
            command.restyle(tints, underlines(record));
        } else {
            command.show(text, tints, underlines(record));
            scroll.setVvalue(0);
        }
        rebuild();
        showAge();
    }

    private void rebuildWhenStackingChanges(Number old, Number now) {
        if (old.doubleValue() < STACKED_BELOW != now.doubleValue() < STACKED_BELOW) {
            rebuild();
        }
    }

    private void rebuild() {
        shown.ifPresent(record -> content.getChildren().setAll(blocks(record)));
    }

    private List<Node> blocks(CallRecord record) {
        List<Node> blocks = new ArrayList<>();
        blocks.add(new VBox(headline(record), meta(record.call())));
        blocks.add(commandBox(record));
        blocks.add(saidAndFound(record));
        if (!record.call().addedEnvironment().isEmpty()) {
            blocks.add(environment(record.call()));
        }
        blocks.add(parts(record));
        return blocks;
    }

    // Headline and where it comes from.

    private Node headline(CallRecord record) {
        Optional<RiskAssessment> assessment = assessment(record);
        Label sentence =
                Texts.wrapping(
                        assessment.map(CardWords::headline).orElse("Being judged"), "headline");
        HBox.setHgrow(sentence, Priority.ALWAYS);
        sentence.setMaxWidth(Double.MAX_VALUE);
        HBox waited = new HBox(Icons.quiet(Feather.CLOCK), age);
        waited.getStyleClass().add("tight");
        waited.setAlignment(Pos.CENTER_RIGHT);
        waited.setMinWidth(Region.USE_PREF_SIZE);
        Node chip = LevelMark.chip(assessment.map(RiskAssessment::level));
        if (chip instanceof Region region) {
            region.setMinWidth(Region.USE_PREF_SIZE);
        }
        HBox row = new HBox(chip, sentence, waited);
        row.getStyleClass().add("card-headline");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private Node meta(ToolCall call) {
        FlowPane row = new FlowPane();
        row.getStyleClass().add("card-meta");
        HBox agent = pair(Texts.fixed(Words.oneLine(call.session().name()), "strong"));
        agent.setId("agent");
        call.session()
                .pid()
                .ifPresent(
                        pid -> agent.getChildren().add(Texts.fixed("pid " + pid, "meta", "quiet")));
        Label directory = Texts.fixed(context.path(call.directory()), "meta");
        directory.setId("directory");
        directory.setTooltip(new Tooltip(Words.exact(call.directory().toString())));
        row.getChildren()
                .addAll(
                        agent,
                        pair(Icons.quiet(Feather.FOLDER), directory),
                        pair(
                                Icons.quiet(Feather.CLOCK),
                                Texts.fixed(CardWords.limits(call), "meta")));
        if (call.pseudoTerminal()) {
            row.getChildren()
                    .add(
                            pair(
                                    Icons.quiet(Feather.TERMINAL),
                                    Texts.fixed("in a pseudo-terminal", "meta")));
        }
        if (call.mergeOutput()) {
            row.getChildren()
                    .add(pair(Texts.fixed("stdout and stderr in one stream", "meta", "quiet")));
        }
        return row;
    }

    private static HBox pair(Node... nodes) {
        HBox pair = new HBox(nodes);
        pair.getStyleClass().add("tight");
        pair.setAlignment(Pos.CENTER_LEFT);
        return pair;
    }

    private void showAge() {
        shown.ifPresent(record ->
                age.setText(
                        (record.isWaiting() ? "waiting " : "asked ")
                                + Words.age(
                                        Duration.between(
                                                record.call().receivedAt(),
                                                context.ticker().now()))));
    }

    // The command.

    private void buildCommandBox() {
        commandBox.getStyleClass().add("command-box");
        command.setId("command");
        Button nextPage =
                Buttons.action(
                        Feather.CHEVRON_DOWN, "Next page", Optional.of("PgDn"), command::nextPage);
        nextPage.setId("next-page");
        moreBelow.getStyleClass().add("more-below");
        moreBelow.setAlignment(Pos.CENTER_LEFT);
        moreBelow
                .getChildren()
                .addAll(
                        Icons.styled(Feather.CHEVRON_DOWN, "waiting"),
                        fixed(moreLines),
                        Texts.label("Approval opens when the end has been seen.", "quiet"),
                        Texts.spring(),
                        nextPage);
        moreBelow.visibleProperty().bind(command.rowsBelowProperty().greaterThan(0));
        moreBelow.managedProperty().bind(moreBelow.visibleProperty());
        moreLines
                .textProperty()
                .bind(
                        command.rowsBelowProperty()
                                .map(rows ->
                                        Words.count(rows.longValue(), "more row") + " below."));
    }

    private static Label fixed(Label label) {
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private Node commandBox(CallRecord record) {
        ToolCall call = record.call();
        int marks = command.marks();
        HBox foot = new HBox();
        foot.getStyleClass().add("command-foot");
        foot.setAlignment(Pos.CENTER_LEFT);
        Label seen = Texts.fixed("", "meta", "quiet");
        seen.textProperty()
                .bind(
                        command.endSeenProperty()
                                .map(end -> end ? "seen to the end" : "not seen to the end"));
        foot.getChildren()
                .addAll(
                        pair(Icons.quiet(Feather.EYE), seen),
                        Texts.fixed(Words.bytes(call.command().utf8Length()), "meta", "quiet"),
                        marks == 0
                                ? Texts.fixed("nothing hidden", "meta", "quiet")
                                : Texts.fixed(
                                        Words.count(marks, "hidden or look-alike character")
                                                + ", drawn as "
                                                + (marks == 1 ? "a mark" : "marks"),
                                        "meta",
                                        "danger-text"),
                        Texts.label("runs in bash -c", "meta", "quiet"),
                        Texts.spring(),
                        Buttons.copy("the command", () -> call.command().text()));
        commandBox.getChildren().setAll(command, moreBelow, foot);
        return commandBox;
    }

    private static List<Underline> underlines(CallRecord record) {
        List<Underline> lines = new ArrayList<>();
        int length = record.call().command().text().length();
        assessment(record)
                .ifPresent(assessment ->
                        assessment
                                .findings()
                                .forEach(finding -> lines.add(underline(finding, length))));
        List<PartVerdict> parts = verdicts(record);
        if (parts.size() > 1) {
            parts.stream()
                    .filter(part -> part.end() <= length)
                    .forEach(part ->
                            lines.add(
                                    new Underline(
                                            part.start(),
                                            part.end(),
                                            part.verdict() == Verdict.ALLOW
                                                    ? Underline.Weight.ALLOWED
                                                    : Underline.Weight.ASKS,
                                            "")));
        }
        return lines;
    }

    private static Underline underline(Finding finding, int length) {
        return new Underline(
                Math.min(finding.start(), length),
                Math.min(finding.end(), length),
                finding.level().atLeast(RiskLevel.HIGH)
                        ? Underline.Weight.DANGER
                        : Underline.Weight.ASKS,
                Words.oneLine(finding.message()));
    }

    // Said and found.

    private Node saidAndFound(CallRecord record) {
        VBox said = said(record.call());
        VBox found = found(record);
        said.getStyleClass().add("said");
        found.getStyleClass().add("found");
        boolean stacked = scroll.getWidth() < STACKED_BELOW;
        GridPane box = new GridPane();
        box.getStyleClass().addAll("said-and-found", stacked ? "stacked" : "beside");
        ColumnConstraints column = new ColumnConstraints();
        column.setPercentWidth(stacked ? 100 : 50);
        box.getColumnConstraints().add(column);
        if (!stacked) {
            box.getColumnConstraints().add(column);
        }
        box.add(said, 0, 0);
        box.add(found, stacked ? 0 : 1, stacked ? 1 : 0);
        return box;
    }

    private static VBox said(ToolCall call) {
        Label summary = Texts.wrapping(Words.quotedSummary(call), "body");
        summary.setId("summary");
        if (call.summary().isEmpty()) {
            summary.getStyleClass().add("quiet");
        }
        Label flag = Texts.wrapping(CardWords.flag(call), "meta");
        flag.setId("flag");
        flag.getStyleClass().add(call.agentSaysDangerous() ? "asks-text" : "quiet");
        return new VBox(
                pair(
                        Texts.label(
                                Words.oneLine(call.session().name()) + " says",
                                "meta",
                                "strong",
                                "quiet"),
                        Texts.label("(its own words)", "meta", "quiet")),
                summary,
                pair(
                        Icons.styled(Feather.FLAG, call.agentSaysDangerous() ? "waiting" : "quiet"),
                        flag));
    }

    private static VBox found(CallRecord record) {
        Optional<RiskAssessment> assessment = assessment(record);
        Label title = Texts.label("Countersign finds", "meta", "strong", "quiet");
        if (assessment.isEmpty()) {
            return new VBox(title, Texts.label("Assessing…", "quiet"));
        }
        RiskLevel level = assessment.get().level();
        Label word = Texts.fixed(Words.level(level), "strong", "level-word", level.wireName());
        Label finding = Texts.wrapping(CardWords.finding(assessment.get()), "body");
        HBox.setHgrow(finding, Priority.ALWAYS);
        return new VBox(
                title,
                pair(LevelMark.sign(level), word, finding),
                Texts.wrapping(CardWords.agreement(record.call(), level), "meta", "quiet"));
    }

    private static Node environment(ToolCall call) {
        VBox box =
                new VBox(
                        heading(
                                "Added environment",
                                call.addedEnvironment().size(),
                                "set by the agent for this call"));
        for (Map.Entry<String, String> entry : call.addedEnvironment().entrySet()) {
            HBox row =
                    new HBox(
                            Texts.fixed(Words.exact(entry.getKey()), "mono", "strong"),
                            Texts.fixed("=", "mono", "quiet"),
                            Texts.wrapping(Words.exact(entry.getValue()), "mono"));
            row.getStyleClass().addAll("environment-row");
            box.getChildren().add(row);
        }
        return box;
    }

    // Parts.

    private Node parts(CallRecord record) {
        List<PartVerdict> verdicts = verdicts(record);
        VBox box = new VBox(heading("Parts", verdicts.size(), ""));
        List<Finding> rest =
                new ArrayList<>(assessment(record).map(RiskAssessment::findings).orElse(List.of()));
        int number = 1;
        for (PartVerdict part : verdicts) {
            List<Finding> own =
                    rest.stream()
                            .filter(f -> part.start() <= f.start() && f.start() < part.end())
                            .toList();
            rest.removeAll(own);
            box.getChildren().add(part(record, part, number++, own));
        }
        if (verdicts.isEmpty()) {
            box.getChildren()
                    .add(
                            Texts.wrapping(
                                    record.assessed()
                                            .map(assessed ->
                                                    Words.oneLine(assessed.verdict().reason()))
                                            .orElse("Assessing…"),
                                    "body",
                                    "part-note"));
        }
        rest.forEach(finding -> box.getChildren().add(finding(finding)));
        return box;
    }

    private Node part(CallRecord record, PartVerdict part, int number, List<Finding> findings) {
        GridPane grid = new GridPane();
        grid.getStyleClass().add("part");
        ColumnConstraints count = new ColumnConstraints(26);
        ColumnConstraints text = new ColumnConstraints();
        text.setPercentWidth(40);
        ColumnConstraints verdict = new ColumnConstraints(92);
        ColumnConstraints reason = new ColumnConstraints();
        reason.setHgrow(Priority.ALWAYS);
        reason.setFillWidth(true);
        grid.getColumnConstraints().addAll(count, text, verdict, reason);
        String exact = Words.oneLine(part.text());
        Label command = Texts.label(exact, "mono", "part-text");
        command.setTooltip(new Tooltip(exact));
        String why = reason(record, part);
        grid.add(Texts.fixed(Integer.toString(number), "quiet", "figures"), 0, 0);
        grid.add(command, 1, 0);
        grid.add(verdictMark(part.verdict(), !findings.isEmpty()), 2, 0);
        grid.add(Texts.wrapping(why, "meta", "quiet"), 3, 0);
        VBox box = new VBox(grid);
        findings.forEach(finding -> box.getChildren().add(finding(finding)));
        box.getStyleClass().add("part-box");
        box.setOnMouseEntered(_ ->
                this.command.pointOut(
                        Optional.of(
                                new Underline(
                                        part.start(), part.end(), Underline.Weight.ALLOWED, ""))));
        box.setOnMouseExited(_ -> this.command.pointOut(Optional.empty()));
        return box;
    }

    private static String reason(CallRecord record, PartVerdict part) {
        String effects = assessmentOf(record, part).map(CardWords::effects).orElse("");
        String reason = Words.oneLine(part.reason());
        if (effects.isEmpty() || reason.isEmpty()) {
            return reason + effects;
        }
        String phrase = reason.endsWith(".") ? reason.substring(0, reason.length() - 1) : reason;
        return phrase + "; " + effects;
    }

    private static Node verdictMark(Verdict verdict, boolean finding) {
        Label word =
                Texts.fixed(
                        switch (verdict) {
                            case ALLOW -> "allowed";
                            case ASK -> "asks";
                            case DENY -> "denied";
                        },
                        "strong",
                        "verdict",
                        verdict.wireName());
        Node icon =
                switch (verdict) {
                    case ALLOW -> Icons.styled(Feather.CHECK, "done");
                    case ASK ->
                            finding
                                    ? Icons.styled(Feather.ALERT_TRIANGLE, "waiting")
                                    : Icons.styled(Feather.CIRCLE, "waiting");
                    case DENY -> Icons.styled(Feather.X, "failed");
                };
        return pair(icon, word);
    }

    private static Node finding(Finding finding) {
        Label message = Texts.wrapping(Words.oneLine(finding.message()), "body");
        HBox row =
                new HBox(
                        LevelMark.sign(finding.level()),
                        message,
                        Texts.fixed(finding.id(), "mono", "meta", "quiet"));
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("finding");
        VBox box = new VBox(row);
        finding.alternative()
                .ifPresent(alternative -> {
                    HBox instead =
                            new HBox(
                                    Icons.quiet(Feather.ROTATE_CW),
                                    Texts.fixed("Instead", "quiet"),
                                    Texts.wrapping(Words.exact(alternative), "mono"));
                    instead.setAlignment(Pos.CENTER_LEFT);
                    instead.getStyleClass().add("finding");
                    box.getChildren().add(instead);
                });
        return box;
    }

    private static Node heading(String title, int count, String note) {
        HBox row =
                new HBox(
                        Texts.fixed(title, "strong"),
                        Texts.fixed(count == 0 ? "" : Integer.toString(count), "quiet"),
                        Texts.spring(),
                        Texts.label(note, "meta", "quiet"));
        row.getStyleClass().add("section-heading");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private static Optional<RiskAssessment> assessment(CallRecord record) {
        return record.assessed().map(SupervisionEvent.Assessed::assessment);
    }

    private static List<PartVerdict> verdicts(CallRecord record) {
        return record.assessed().map(a -> a.verdict().parts()).orElse(List.of());
    }

    /// Effects of a part, found by where it begins.
    private static Optional<PartAssessment> assessmentOf(CallRecord record, PartVerdict part) {
        return assessment(record).map(RiskAssessment::parts).orElse(List.of()).stream()
                .filter(assessed -> assessed.start() == part.start())
                .findFirst();
    }
}
