package dev.countersign.ui.inbox;

import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.safety.Finding;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.CommandView.Badge;
import dev.countersign.ui.CommandView.Underline;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.geometry.Bounds;
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
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The chosen call in full: what it is, the exact command or its editor, what is said and found,
/// its parts, what came before. Confined to the FX thread.
final class CallCard {
    /// Below this width, in pixels at the standard text size, what is said and found is stacked.
    private static final double STACKED_BELOW = 620;

    /// What the card wants done.
    ///
    /// @param edited what is edited changed
    /// @param useInstead begins to edit with this text
    /// @param separate takes the calls of the row apart
    /// @param lossFound looking has found what would be lost
    /// @param rehearse begins a rehearsal, or shows the one that there is
    record Wishes(
            Runnable edited,
            Consumer<String> useInstead,
            Runnable separate,
            Runnable lossFound,
            Runnable rehearse) {}

    private final UiContext context;
    private final Wishes wishes;
    private final VBox content = new VBox();
    private final ScrollPane scroll = new ScrollPane(content);
    private final CommandView command = new CommandView();
    private final VBox commandBox = new VBox();
    private final StackPane commandPlace = new StackPane();
    private final VBox head = new VBox();
    private final VBox tail = new VBox();
    private final EditBox editor;
    private final HBox moreBelow = new HBox();
    private final Label moreLines = Texts.label("", "strong");
    private final Label age = Texts.fixed("", "meta", "quiet", "figures");
    private final Label expiry = Texts.fixed("", "meta", "asks-text", "figures");
    private final ReadOnlyBooleanWrapper endSeen = new ReadOnlyBooleanWrapper();
    private Optional<Subject> shown = Optional.empty();
    private Optional<Node> batch = Optional.empty();
    private boolean batchSeen;
    private final ConsequencesView consequences;
    private final RehearsalStrip rehearsal;
    private Optional<HeadlineOf> headlineOf = Optional.empty();
    private Optional<Label> headlineLabel = Optional.empty();
    private double headlineHeight;
    private boolean details;
    private boolean compact;
    private double textScale = 1;

    /// What a headline is about.
    private record HeadlineOf(List<ToolCallId> ids, String command) {}

    CallCard(UiContext context, Wishes wishes) {
        this.context = context;
        this.consequences = new ConsequencesView(context, wishes.lossFound());
        this.wishes = wishes;
        rehearsal = new RehearsalStrip(context, wishes.rehearse());
        editor = new EditBox(context, wishes.edited());
        content.getStyleClass().add("card");
        tail.getStyleClass().add("card-tail");
        content.getChildren().addAll(head, commandPlace, tail);
        scroll.getStyleClass().add("card-scroll");
        scroll.setFitToWidth(true);
        scroll.setMinWidth(0);
        // What is wider than there is room is cut by itself; the command never is.
        content.setMinWidth(0);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(false);
        scroll.setAccessibleText("The chosen call");
        scroll.heightProperty()
                .addListener((_, _, height) -> {
                    int rows = (int) ((height.doubleValue() - 290) / 24);
                    command.setMostRows(rows);
                    editor.setMostRows(rows);
                });
        scroll.widthProperty().addListener((_, old, now) -> rebuildWhenStackingChanges(old, now));
        scroll.vvalueProperty().addListener((_, _, _) -> lookForTheEnd());
        content.heightProperty().addListener((_, _, _) -> lookForTheEnd());
        scroll.viewportBoundsProperty().addListener((_, _, _) -> lookForTheEnd());
        command.endSeenProperty().addListener((_, _, _) -> lookForTheEnd());
        editor.endSeenProperty().addListener((_, _, _) -> lookForTheEnd());
        context.ticker().nowProperty().addListener((_, _, _) -> showAge());
        expiry.managedProperty().bind(expiry.visibleProperty());
        buildCommandBox();
        commandPlace.getChildren().setAll(commandBox);
    }

    Node node() {
        return scroll;
    }

    EditBox editor() {
        return editor;
    }

    /// Why the command cannot be rehearsed, a sentence.
    Optional<String> rehearsalObstacle() {
        return rehearsal.obstacle();
    }

    /// What the command would lose, a sentence, once looking has found it.
    Optional<String> loss(ToolCallId id, String text) {
        return consequences.headline(id, text);
    }

    /// Leaves out what can be done without where there is little width.
    void setCompact(boolean now) {
        compact = now;
        rebuild();
    }

    /// How high something may be that stands above the actions and covers no command, in pixels.
    double roomBelowCommand() {
        Bounds view = scroll.localToScene(scroll.getLayoutBounds());
        Bounds place = commandPlace.localToScene(commandPlace.getLayoutBounds());
        return view.getMaxY() - Math.max(view.getMinY(), place.getMaxY()) - 24;
    }

    /// Whether all that would be decided on has been on the screen.
    ReadOnlyBooleanProperty endSeenProperty() {
        return endSeen.getReadOnlyProperty();
    }

    /// On in the command; behind its end on in the card.
    void nextPage() {
        if (command.rowsBelowProperty().get() > 0 && !editor.isOpen()) {
            command.nextPage();
            return;
        }
        scrollCard(1);
    }

    void previousPage() {
        if (scroll.getVvalue() <= 0 && !editor.isOpen()) {
            command.previousPage();
            return;
        }
        scrollCard(-1);
    }

    private void scrollCard(int direction) {
        double page = scroll.getViewportBounds().getHeight();
        double beyond = content.getHeight() - page;
        if (beyond > 0) {
            scroll.setVvalue(
                    Math.clamp(scroll.getVvalue() + direction * page * 0.9 / beyond, 0.0, 1.0));
        }
    }

    /// Shows all effects and what shapes the run in full, or hides them again.
    void toggleDetails() {
        details = !details;
        rebuild();
    }

    void show(Subject subject) {
        Optional<List<ToolCallId>> before = shown.map(Subject::ids);
        boolean same = before.equals(Optional.of(subject.ids()));
        shown = Optional.of(subject);
        if (!same) {
            scroll.setVvalue(0);
            details = false;
            batchSeen = false;
        }
        showInPlace(editor.isOpen() ? editor.node() : commandBox);
        String text = subject.call().command().text();
        List<CommandView.Tint> tints = CommandColours.of(text);
        List<Underline> lines = editor.isOpen() ? List.of() : underlines(subject);
        if (same) {
            command.restyle(tints, lines);
        } else {
            command.show(text, tints, lines);
        }
        command.setBadges(editor.isOpen() ? List.of() : badges(subject));
        rebuild();
        showAge();
        lookForTheEnd();
    }

    /// Only when it is another: what is put in anew loses the focus.
    private void showInPlace(Node wanted) {
        if (!commandPlace.getChildren().equals(List.of(wanted))) {
            commandPlace.getChildren().setAll(wanted);
        }
    }

    /// Larger text needs more room.
    void setTextScale(double now) {
        textScale = now;
        rebuild();
    }

    private boolean isStacked(double width) {
        return width < STACKED_BELOW * textScale;
    }

    private void rebuildWhenStackingChanges(Number old, Number now) {
        if (isStacked(old.doubleValue()) != isStacked(now.doubleValue())) {
            rebuild();
        }
    }

    private void rebuild() {
        shown.ifPresent(subject -> {
            head.getChildren().setAll(headline(subject), meta(subject.record()));
            if (!editor.isOpen()) {
                fillCommandBox(subject);
            }
            tail.getChildren().setAll(blocks(subject));
        });
    }

    private List<Node> blocks(Subject subject) {
        List<Node> blocks = new ArrayList<>();
        batch = Optional.empty();
        if (subject.row().isBatch()) {
            Node members = new BatchView(context, wishes.separate()).of(subject.row());
            batch = Optional.of(members);
            members.boundsInParentProperty().addListener((_, _, _) -> lookForTheEnd());
            blocks.add(members);
        }
        rehearsal.of(subject).ifPresent(blocks::add);
        blocks.add(saidAndFound(subject));
        if (!subject.call().addedEnvironment().isEmpty()) {
            blocks.add(environment(subject.call()));
        }
        blocks.add(new PartsView(context, subject, details, command, wishes.useInstead()).node());
        ScriptsView.of(context, subject.scripts()).ifPresent(blocks::add);
        if (details) {
            blocks.add(DetailsView.of(context, subject));
        }
        if (!subject.row().isBatch()) {
            blocks.add(consequences.of(subject));
        }
        new HistoryBefore(context).of(subject.record()).ifPresent(blocks::add);
        return blocks;
    }

    private void lookForTheEnd() {
        boolean edited = editor.isOpen() && shown.flatMap(Subject::edit).isPresent();
        boolean text = edited ? editor.endSeenProperty().get() : command.endSeenProperty().get();
        if (batch.isPresent() && !batchSeen) {
            batchSeen = isSeenToTheEnd(batch.get());
        }
        endSeen.set(text && (batch.isEmpty() || batchSeen));
    }

    private boolean isSeenToTheEnd(Node part) {
        if (part.getScene() == null || content.getHeight() <= 0) {
            return false;
        }
        Bounds place = content.sceneToLocal(part.localToScene(part.getLayoutBounds()));
        double height = scroll.getViewportBounds().getHeight();
        double top = scroll.getVvalue() * Math.max(0, content.getHeight() - height);
        return place.getHeight() > 0 && place.getMaxY() <= top + height + 1;
    }

    // Headline and where it comes from.

    private Node headline(Subject subject) {
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
                                                : "Being judged"),
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
        HBox row = new HBox(chip, sentence);
        if (subject.edit().isPresent() && assessment.isPresent()) {
            row.getChildren().add(Texts.label(assessedAnew(subject), "meta", "quiet"));
        }
        row.getChildren().add(waited);
        row.getStyleClass().add("card-headline");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
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

    private Node meta(CallRecord record) {
        ToolCall call = record.call();
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

    private static HBox pair(Node... nodes) {
        HBox pair = new HBox(nodes);
        pair.getStyleClass().add("tight");
        pair.setAlignment(Pos.CENTER_LEFT);
        return pair;
    }

    private void showAge() {
        if (shown.isEmpty()) {
            return;
        }
        CallRecord record = shown.get().record();
        Instant now = context.ticker().now();
        age.setText(
                (record.isWaiting() ? "waiting " : "asked ")
                        + Words.age(Duration.between(record.call().receivedAt(), now)));
        Optional<Instant> end = record.isWaiting() ? record.expiresAt() : Optional.empty();
        expiry.setVisible(end.isPresent());
        end.ifPresent(at ->
                expiry.setText(
                        "ends in "
                                + Words.age(Duration.between(now, at))
                                + " if nobody answers ·"));
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

    private void fillCommandBox(Subject subject) {
        ToolCall call = subject.call();
        int marks = command.marks();
        HBox foot = new HBox();
        foot.getStyleClass().add("command-foot");
        foot.setAlignment(Pos.CENTER_LEFT);
        Label seen = Texts.fixed("", "meta", "quiet");
        seen.textProperty()
                .bind(
                        command.endSeenProperty()
                                .map(end -> end ? "seen to the end" : "not seen to the end"));
        Label size = Texts.fixed(size(call), "meta", "quiet");
        size.setId("command-size");
        foot.getChildren()
                .addAll(
                        pair(Icons.quiet(Feather.EYE), seen),
                        size,
                        marks == 0
                                ? Texts.fixed("nothing hidden", "meta", "quiet")
                                : Texts.fixed(
                                        Words.count(marks, "hidden or look-alike character")
                                                + ", drawn as "
                                                + (marks == 1 ? "a mark" : "marks"),
                                        "meta",
                                        "danger-text"),
                        Texts.label(
                                "runs in "
                                        + call.otherShell()
                                                .map(shell -> Words.exact(shell.toString()))
                                                .orElse("bash")
                                        + " -c",
                                "meta",
                                "quiet"),
                        Texts.spring(),
                        Buttons.copy("the command", () -> call.command().text()));
        if (compact) {
            // The shell stands in the details, and copying in the menu.
            foot.getChildren().remove(foot.getChildren().size() - 3, foot.getChildren().size());
        }
        commandBox.getChildren().setAll(command, moreBelow, foot);
    }

    private String size(ToolCall call) {
        String bytes = Words.bytes(call.command().utf8Length());
        return command.lines() == 1 ? bytes : Words.count(command.lines(), "line") + ", " + bytes;
    }

    private static List<Underline> underlines(Subject subject) {
        List<Underline> lines = new ArrayList<>();
        int length = subject.command().length();
        subject.assessment()
                .ifPresent(assessment ->
                        assessment
                                .findings()
                                .forEach(finding -> lines.add(underline(finding, length))));
        List<NumberedPart> parts = NumberedPart.of(subject);
        if (parts.size() > 1) {
            parts.stream()
                    .filter(part -> part.verdict().end() <= length)
                    .forEach(part ->
                            lines.add(
                                    new Underline(
                                            part.verdict().start(),
                                            part.verdict().end(),
                                            part.verdict().verdict() == Verdict.ALLOW
                                                    ? Underline.Weight.ALLOWED
                                                    : Underline.Weight.ASKS,
                                            "")));
        }
        if (subject.row().isBatch()) {
            BatchView.differing(subject.row(), subject.record())
                    .forEach(word ->
                            lines.add(
                                    new Underline(
                                            word.start(),
                                            word.end(),
                                            Underline.Weight.ALLOWED,
                                            "differs among the calls")));
        }
        return lines;
    }

    private static List<Badge> badges(Subject subject) {
        List<NumberedPart> parts = NumberedPart.of(subject);
        if (parts.size() < 2) {
            return List.of();
        }
        return parts.stream()
                .map(part -> new Badge(part.verdict().start(), part.number(), part.weight()))
                .toList();
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

    private Node saidAndFound(Subject subject) {
        VBox said = said(subject.call());
        VBox found = found(subject);
        said.getStyleClass().add("said");
        found.getStyleClass().add("found");
        boolean stacked = isStacked(scroll.getWidth());
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

    private static VBox found(Subject subject) {
        Optional<RiskAssessment> assessment = subject.assessment();
        Label title = Texts.label("Countersign finds", "meta", "strong", "quiet");
        if (assessment.isEmpty()) {
            String words = subject.edit().flatMap(Subject.Edit::problem).orElse("Assessing…");
            return new VBox(title, Texts.wrapping(words, "quiet"));
        }
        RiskLevel level = assessment.get().level();
        Label word = Texts.fixed(Words.level(level), "strong", "level-word", level.wireName());
        Label finding = Texts.wrapping(CardWords.finding(assessment.get()), "body");
        HBox.setHgrow(finding, Priority.ALWAYS);
        return new VBox(
                title,
                pair(LevelMark.sign(level), word, finding),
                Texts.wrapping(CardWords.agreement(subject.call(), level), "meta", "quiet"));
    }

    private static Node environment(ToolCall call) {
        VBox box =
                new VBox(
                        Sections.heading(
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
}
