package dev.countersign.ui.inbox;

import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.CommandView.Underline;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.List;
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
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The chosen call in full: what it is, the exact command or its editor, what is said and found,
/// its parts, what came before. Confined to the FX thread.
final class CallCard {
    /// Below this width, in pixels at the standard text size, what is said and found is stacked.
    private static final double STACKED_BELOW = 620;

    /// Below this width parts have no columns.
    private static final double NARROW_BELOW = 520;

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
    private final ReadOnlyBooleanWrapper endSeen = new ReadOnlyBooleanWrapper();
    private Optional<Subject> shown = Optional.empty();
    private Optional<Node> batch = Optional.empty();
    private boolean batchSeen;
    private final ConsequencesView consequences;
    private final RehearsalStrip rehearsal;
    private final CardHead cardHead;
    private boolean details;
    private boolean compact;
    private double textScale = 1;

    CallCard(UiContext context, Wishes wishes) {
        this.context = context;
        this.consequences = new ConsequencesView(context, wishes.lossFound());
        this.wishes = wishes;
        cardHead = new CardHead(context);
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
        List<Underline> lines = editor.isOpen() ? List.of() : CardMarks.underlines(subject);
        if (same) {
            command.restyle(tints, lines);
        } else {
            command.show(text, tints, lines);
        }
        command.setBadges(editor.isOpen() ? List.of() : CardMarks.badges(subject));
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

    private boolean isNarrow(double width) {
        return width < NARROW_BELOW * textScale;
    }

    private void rebuildWhenStackingChanges(Number old, Number now) {
        boolean other =
                isStacked(old.doubleValue()) != isStacked(now.doubleValue())
                        || isNarrow(old.doubleValue()) != isNarrow(now.doubleValue());
        if (other) {
            rebuild();
        }
    }

    private void showAge() {
        shown.ifPresent(subject -> cardHead.showAge(subject.record()));
    }

    private void rebuild() {
        shown.ifPresent(subject -> {
            head.getChildren().setAll(cardHead.of(subject, isNarrow(scroll.getWidth())));
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
        double width = scroll.getWidth();
        blocks.add(SaidAndFound.of(subject, isStacked(width), isNarrow(width)));
        if (!subject.call().addedEnvironment().isEmpty()) {
            blocks.add(SaidAndFound.environment(subject.call()));
        }
        PartView part =
                new PartView(
                        context,
                        subject,
                        details,
                        isNarrow(width),
                        command,
                        wishes.useInstead());
        blocks.add(new PartsView(subject, details, part).node());
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

    // The command.

    private void buildCommandBox() {
        commandBox.getStyleClass().add("command-box");
        command.setId("command");
        Button nextPage =
                Buttons.action(
                        Feather.CHEVRON_DOWN, "Next page", Optional.of("PgDn"), command::nextPage);
        nextPage.setId("next-page");
        nextPage.setMinWidth(Region.USE_PREF_SIZE);
        moreBelow.getStyleClass().add("more-below");
        moreBelow.setAlignment(Pos.CENTER_LEFT);
        moreBelow
                .getChildren()
                .addAll(
                        Icons.styled(Feather.CHEVRON_DOWN, "waiting"),
                        fixed(moreLines),
                        Texts.label("Approve opens at the end.", "quiet"),
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
                        CardHead.pair(Icons.quiet(Feather.EYE), seen),
                        size,
                        marks == 0
                                ? Texts.fixed("nothing hidden", "meta", "quiet")
                                : Texts.fixed(
                                        Words.count(marks, "hidden or look-alike character")
                                                + ", drawn as "
                                                + (marks == 1 ? "a mark" : "marks"),
                                        "meta",
                                        "danger-text"),
                        runsIn(call),
                        Texts.spring(),
                        Buttons.copy("the command", () -> call.command().text()));
        if (compact) {
            // The shell stands in the details, and copying in the menu.
            foot.getChildren().remove(foot.getChildren().size() - 3, foot.getChildren().size());
        }
        commandBox.getChildren().setAll(command, moreBelow, foot);
    }

    /// Not half: where there is no room for it the details say it.
    private Label runsIn(ToolCall call) {
        String shell =
                call.otherShell().map(other -> Words.exact(other.toString())).orElse("bash");
        Label words = Texts.label("runs in " + shell + " -c", "meta", "quiet");
        boolean room = !isStacked(scroll.getWidth()) || isFootShort();
        words.setVisible(room);
        words.setManaged(room);
        return words;
    }

    private boolean isFootShort() {
        return command.marks() == 0 && command.lines() == 1;
    }

    private String size(ToolCall call) {
        String bytes = Words.bytes(call.command().utf8Length());
        return command.lines() == 1 ? bytes : Words.count(command.lines(), "line") + ", " + bytes;
    }

}