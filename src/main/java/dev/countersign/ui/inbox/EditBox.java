package dev.countersign.ui.inbox;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.CommandDifference;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.CommandLayout;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.LineNumberFactory;
import org.kordamp.ikonli.feather.Feather;

/// What the agent asked for above, what would run below, in an editor; judged anew behind the FX
/// thread as soon as the person pauses. Confined to the FX thread.
final class EditBox {
    /// Between the last key and judging.
    static final Duration PAUSE = Duration.millis(120);

    /// After this time without a judgement it is said that it is still at work.
    static final Duration SAY_SO = Duration.millis(300);

    /// After this time it counts as one that cannot be judged.
    static final Duration DEADLINE = Duration.seconds(5);

    private static final double ROW = 24;
    private static final double ABOVE = 10;
    private static final double LEFT = 58;
    private static final double COLUMN = 8.5;

    private final UiContext context;
    private final Runnable changed;
    private final VBox node = new VBox();
    private final Label askedBy = Texts.label("", "meta", "quiet");
    private final CommandView asked = new CommandView();
    private final CodeArea area = new CodeArea();
    private final VirtualizedScrollPane<CodeArea> scroll = new VirtualizedScrollPane<>(area);
    private final VBox frame = new VBox();
    private final Label added = Texts.fixed("", "meta", "strong", "added-text");
    private final Label removed = Texts.fixed("", "meta", "strong", "danger-text");
    private final Label length = Texts.fixed("", "meta", "quiet");
    private final Label state = Texts.label("", "meta", "quiet");
    private final VBox exactly = new VBox();
    private final CommandView exact = new CommandView();
    private final TextField note = new TextField();
    private final Label told = Texts.wrapping("", "meta", "quiet");
    private final ReadOnlyBooleanWrapper endSeen = new ReadOnlyBooleanWrapper();
    private final PauseTransition pause = new PauseTransition(PAUSE);
    private final PauseTransition saySo = new PauseTransition(SAY_SO);
    private final PauseTransition deadline = new PauseTransition(DEADLINE);

    private Optional<CallRecord> record = Optional.empty();
    private Optional<AssessedCall> assessed = Optional.empty();
    private Optional<String> problem = Optional.empty();
    private int mostRows = 12;
    private long generation;

    /// @param changed told whenever [#edit()] is another
    EditBox(UiContext context, Runnable changed) {
        this.context = context;
        this.changed = changed;
        node.getStyleClass().add("edit-box");
        asked.setId("asked-for");
        asked.setMostRows(5);
        VBox askedFrame = new VBox(asked);
        askedFrame.getStyleClass().addAll("command-box", "asked-for");
        buildEditor();
        HBox heading =
                new HBox(
                        Texts.fixed("You would run", "meta", "strong"),
                        Texts.spring(),
                        Texts.keyCap("Ctrl ⏎"),
                        Texts.fixed("leaves the text", "meta", "quiet"),
                        Texts.keyCap("Esc"),
                        Texts.fixed("discards the edit", "meta", "quiet"));
        heading.getStyleClass().add("tight");
        heading.setAlignment(Pos.CENTER_LEFT);
        buildExactly();
        buildNote();
        node.getChildren()
                .addAll(new VBox(4, askedBy, askedFrame), new VBox(4, heading, frame, exactly));
        node.getChildren().add(new VBox(4, note, told));
        pause.setOnFinished(_ -> judge());
        saySo.setOnFinished(_ -> state.setText("Assessing…"));
        deadline.setOnFinished(_ -> late());
    }

    VBox node() {
        return node;
    }

    boolean isOpen() {
        return record.isPresent();
    }

    /// Which call is edited.
    Optional<ToolCallId> id() {
        return record.map(CallRecord::id);
    }

    ReadOnlyBooleanProperty endSeenProperty() {
        return endSeen.getReadOnlyProperty();
    }

    void setMostRows(int rows) {
        mostRows = Math.max(3, rows);
        resize();
    }

    /// The edit under way; empty while the text is what the agent asked for.
    Optional<Subject.Edit> edit() {
        if (record.isEmpty() || area.getText().equals(original())) {
            return Optional.empty();
        }
        return Optional.of(
                new Subject.Edit(
                        area.getText(), assessed, problem, endSeen.get(), note.getText().strip()));
    }

    private String original() {
        return record.map(asking -> asking.call().command().text()).orElse("");
    }

    /// Begins to edit a call.
    ///
    /// @param text what to begin with
    void open(CallRecord editing, String text) {
        record = Optional.of(editing);
        assessed = Optional.empty();
        problem = Optional.empty();
        endSeen.set(false);
        String agent = Words.oneLine(editing.call().session().name());
        askedBy.setText(agent + " asked for");
        note.setPromptText("Tell " + agent + " why (optional)");
        note.clear();
        told.setText(agent + " is told what ran, with this difference.");
        asked.show(original(), List.of(), List.of());
        area.replaceText(text);
        area.getUndoManager().forgetHistory();
        area.moveTo(area.getLength());
        textChanged();
    }

    /// Ends the edit; nothing of it is kept.
    void close() {
        record = Optional.empty();
        generation++;
        pause.stop();
        saySo.stop();
        deadline.stop();
    }

    void focus() {
        area.requestFocus();
    }

    private void buildEditor() {
        area.setId("editor");
        area.setWrapText(true);
        area.getStyleClass().add("command-editor");
        area.setParagraphGraphicFactory(LineNumberFactory.get(area));
        area.setAccessibleRole(AccessibleRole.TEXT_AREA);
        area.setAccessibleText("The command that would run, editable");
        area.textProperty().addListener((_, _, _) -> textChanged());
        area.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        area.widthProperty().addListener((_, _, _) -> resize());
        area.estimatedScrollYProperty().addListener((_, _, _) -> lookForTheEnd());
        area.totalHeightEstimateProperty().addListener((_, _, _) -> lookForTheEnd());
        area.heightProperty().addListener((_, _, _) -> lookForTheEnd());
        HBox foot = new HBox(added, removed, length, Texts.spring(), state);
        foot.getStyleClass().add("command-foot");
        foot.setAlignment(Pos.CENTER_LEFT);
        state.setId("edit-state");
        frame.getStyleClass().addAll("command-box", "would-run");
        frame.getChildren().addAll(scroll, foot);
    }

    private void buildExactly() {
        HBox words =
                new HBox(
                        Icons.styled(Feather.ALERT_TRIANGLE, "failed"),
                        Texts.wrapping(
                                "There are characters in it that an editor cannot show. Exactly"
                                        + " this would run:",
                                "meta",
                                "danger-text"));
        words.getStyleClass().add("tight");
        exact.setId("exactly");
        exact.setMostRows(5);
        VBox box = new VBox(exact);
        box.getStyleClass().add("command-box");
        exactly.setSpacing(4);
        exactly.getChildren().addAll(words, box);
        exactly.setVisible(false);
        exactly.managedProperty().bind(exactly.visibleProperty());
    }

    private void buildNote() {
        note.setId("edit-note");
        note.setAccessibleText("What you tell the agent about the edit, optional");
        note.setTextFormatter(Texts.limited(EditedCall.MAXIMUM_NOTE_LENGTH));
        note.textProperty().addListener((_, _, _) -> tell());
        note.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.ESCAPE) {
                leave();
                event.consume();
            }
        });
    }

    private void key(KeyEvent event) {
        if (event.getCode() == KeyCode.ENTER && event.isShortcutDown()) {
            leave();
            event.consume();
        } else if (event.getCode() == KeyCode.TAB) {
            // The way on through the window; a tab in a command can be pasted.
            (event.isShiftDown() ? asked : note).requestFocus();
            event.consume();
        }
    }

    /// Back to where letters are commands; the edit stays.
    private void leave() {
        if (node.getScene() != null) {
            node.getScene().getRoot().requestFocus();
        }
    }

    private void textChanged() {
        if (record.isEmpty()) {
            return;
        }
        generation++;
        assessed = Optional.empty();
        problem = Optional.empty();
        endSeen.set(false);
        state.setText("");
        String text = area.getText();
        showDifference(text);
        resize();
        if (text.equals(original())) {
            pause.stop();
            saySo.stop();
            deadline.stop();
            state.setText("as the agent asked");
        } else {
            pause.playFromStart();
            saySo.playFromStart();
            deadline.playFromStart();
        }
        tell();
    }

    private void tell() {
        if (record.isPresent()) {
            changed.run();
        }
    }

    /// What differs, above and below; what cannot be seen in an editor is drawn exactly.
    private void showDifference(String text) {
        EditMarks edit = EditMarks.of(CommandDifference.of(original(), text));
        asked.restyle(List.of(), edit.removed());
        area.setStyleSpans(0, edit.styles(text));
        added.setText(edit.wordsAdded() == 0 ? "" : "+" + Words.count(edit.wordsAdded(), "word"));
        removed.setText(
                edit.wordsRemoved() == 0 ? "" : "−" + Words.count(edit.wordsRemoved(), "word"));
        int marks = CommandLayout.marks(CommandLayout.rows(text, Integer.MAX_VALUE));
        length.setText(
                Words.bytes(text.getBytes(StandardCharsets.UTF_8).length)
                        + (marks == 0
                                ? ", nothing hidden"
                                : ", " + Words.count(marks, "hidden character")));
        exactly.setVisible(marks > 0);
        if (marks > 0) {
            exact.show(text, CommandColours.of(text), List.of());
        }
    }

    private void resize() {
        double room = area.getWidth() > 0 ? area.getWidth() : 600;
        int columns = (int) Math.max(8, (room - LEFT) / COLUMN);
        int rows = CommandLayout.rows(area.getText(), columns).size();
        double height = Math.min(rows, mostRows) * ROW + 2 * ABOVE;
        scroll.setPrefHeight(height);
        scroll.setMinHeight(height);
        scroll.setMaxHeight(height);
    }

    private void lookForTheEnd() {
        if (record.isEmpty() || endSeen.get() || area.getScene() == null) {
            return;
        }
        double bottom = area.getEstimatedScrollY() + area.getHeight();
        if (area.getHeight() > 0 && bottom >= area.getTotalHeightEstimate() - ROW / 2) {
            endSeen.set(true);
            tell();
        }
    }

    private void judge() {
        ToolCallId id = record.orElseThrow().id();
        long mine = generation;
        CommandText text;
        try {
            text = new CommandText(area.getText());
        } catch (IllegalArgumentException e) {
            refuse("It cannot run: " + e.getMessage() + ".");
            return;
        }
        context.background()
                .execute(() -> {
                    Optional<AssessedCall> judged = context.model().desk().assessEdited(id, text);
                    context.feed().execute(() -> judged(mine, judged));
                });
    }

    private void judged(long mine, Optional<AssessedCall> judged) {
        if (mine != generation || record.isEmpty()) {
            return;
        }
        saySo.stop();
        deadline.stop();
        assessed = judged;
        problem = Optional.empty();
        judged.ifPresent(call ->
                state.setText(
                        call.verdict().verdict() == Verdict.DENY
                                ? "denied by a rule"
                                : "assessed, "
                                        + Words.count(call.verdict().parts().size(), "part")));
        lookForTheEnd();
        tell();
    }

    private void late() {
        refuse(
                "It could not be assessed in "
                        + Words.duration(java.time.Duration.ofMillis((long) DEADLINE.toMillis()))
                        + ", so it cannot be approved. Change it, or discard the edit.");
    }

    private void refuse(String why) {
        saySo.stop();
        deadline.stop();
        assessed = Optional.empty();
        problem = Optional.of(why);
        state.setText(why);
        tell();
    }
}
