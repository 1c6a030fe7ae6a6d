package dev.countersign.ui.inbox;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Decision;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.RehearsalView;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javafx.animation.AnimationTimer;
import javafx.beans.value.ObservableBooleanValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The decision: approve, edit, for the session, deny, deny with a reason, for exactly the card
/// that is shown.
///
/// Nothing here has the focus by itself and nothing is a default button. Approving counts only when
/// the card was armed as the key or button went down; from `high` up it is a hold, for `critical` a
/// typed word. What went down on one card never decides another. Confined to the FX thread.
final class ActionBar {
    /// What the person decides, by id.
    interface Decisions {
        void approve(List<ToolCallId> ids);

        void approveEdited(EditedCall edit);

        void deny(List<ToolCallId> ids, Optional<String> reason);

        /// Denies the call and all that its agent has waiting.
        void denyAllOfAgent(ToolCallId id, Optional<String> reason);

        /// Approves what a rehearsal left, of the command as asked or as edited.
        void commit(ToolCallId id, ResultDigest result, Optional<EditedCall> edit);

        /// Throws the rehearsal on the screen away.
        void discard(ToolCallId id);

        /// From the rehearsal back to the card.
        void backToCard();

        /// On from a call that no longer waits.
        void next();

        void edit();

        /// Lets the person choose what to let through from now on.
        ///
        /// @param anchor what was pressed
        void letThrough(Node anchor);

        /// What else can be done.
        void more(Node anchor);
    }

    /// Below this width icons go and words stay.
    private static final double TIGHT_BELOW = 740;

    /// Below this width large text needs two rows.
    private static final double ONE_ROW_FROM = 580;

    private static final PseudoClass TIGHT = PseudoClass.getPseudoClass("tight");

    private static final PseudoClass COMPACT = PseudoClass.getPseudoClass("compact");

    private enum Gate {
        PRESS,
        HOLD,
        WORD
    }

    /// What was meant when a key or button went down.
    private record Aim(
            List<ToolCallId> ids,
            boolean armed,
            Optional<EditedCall> edit,
            Optional<ResultDigest> result) {}

    private final Decisions decisions;
    private final Arming arming;
    private final LongSupplier nanoClock;
    private final ObservableBooleanValue endSeen;
    private final Supplier<Duration> holdTime;
    private final BooleanSupplier reducedMotion;
    private final HBox node = new HBox();
    private final HBox deciding = new HBox();
    private final HBox reasoning = new HBox();
    private final HBox over = new HBox();
    private final Button approve = new Button();
    private final StackPane approveFrame = new StackPane();
    private final Region armingTrack = new Region();
    private final Region holdFill = new Region();
    private final Label holdLeft = Texts.fixed("", "meta", "danger-text");
    private final HBox seeTheEnd =
            new HBox(
                    Icons.styled(Feather.CIRCLE, "waiting"), Texts.fixed("See to the end", "meta"));
    private final Label wordAsked = Texts.fixed("", "mono", "strong");
    private final TextField word = new TextField();
    private final HBox typeTheWord =
            new HBox(Texts.fixed("Type", "meta", "quiet"), wordAsked, word);
    private final Button edit;
    private final Button session;
    private final Button discard;
    private final Button back;
    private final Button deny;
    private final Button denyWithReason;
    private final Button more;
    private final TextField reason = new TextField();
    private final CheckBox othersToo = new CheckBox();
    private final Button send;
    private final AnimationTimer pulse =
            new AnimationTimer() {
                @Override
                public void handle(long now) {
                    pulse();
                }
            };

    private Optional<Subject> current = Optional.empty();
    private Optional<Aim> aim = Optional.empty();
    private Optional<Aim> reasonFor = Optional.empty();
    private boolean tight;
    private boolean compact;
    private boolean stacked;
    private double textScale = 1;
    private boolean holding;
    private long heldSince;
    private Duration holdFor = Duration.ZERO;
    private Gate gate = Gate.PRESS;
    private String wantedWord = "";

    /// @param reducedMotion whether nothing is to glide: what is not armed yet is marked, and a
    ///   hold counts down in text alone
    /// @param holdTime how long Approve is held from `high` up, as the settings say now
    ActionBar(
            Decisions decisions,
            Arming arming,
            LongSupplier nanoClock,
            ObservableBooleanValue endSeen,
            Supplier<Duration> holdTime,
            BooleanSupplier reducedMotion) {
        this.decisions = decisions;
        this.arming = arming;
        this.nanoClock = nanoClock;
        this.endSeen = endSeen;
        this.holdTime = holdTime;
        this.reducedMotion = reducedMotion;
        edit = Buttons.action(Feather.EDIT_2, "Edit", Optional.of("E"), decisions::edit);
        edit.setId("edit");
        edit.setAccessibleText("Edit the command before it runs");
        session = new Button();
        session.setId("session");
        session.getStyleClass().add("action");
        session.setGraphic(
                Buttons.face(
                        Icons.styled(Feather.REPEAT, "of-button"), "Session…", Optional.of("S")));
        session.setAccessibleText("Let it through for this session, or always");
        session.setOnAction(_ -> letThrough());
        discard = Buttons.action(Feather.TRASH_2, "Discard", Optional.of("X"), () -> {});
        discard.setId("discard-rehearsal");
        discard.setAccessibleText("Throw the rehearsal away");
        onAimed(discard, target -> decisions.discard(target.ids().getFirst()));
        back =
                Buttons.action(
                        Feather.CORNER_UP_LEFT, "Card", Optional.of("Esc"), decisions::backToCard);
        back.setId("back-to-card");
        back.setAccessibleText("Back to the card; the rehearsal is kept");
        deny = Buttons.action(Feather.X, "Deny", Optional.of("D"), () -> {});
        deny.setId("deny");
        onAimed(deny, target -> decisions.deny(target.ids(), Optional.empty()));
        denyWithReason =
                Buttons.action(Feather.MESSAGE_SQUARE, "Deny, reason…", Optional.of("R"), () -> {});
        denyWithReason.setId("deny-reason");
        denyWithReason.setAccessibleText("Deny with a reason");
        onAimed(denyWithReason, this::openReason);
        more = Buttons.icon(Feather.MORE_HORIZONTAL, "More (M)", this::more);
        more.setId("more");
        send = Buttons.action(Feather.X, "Deny", Optional.of("Enter"), this::sendReason);
        send.setId("send-reason");
        send.setAccessibleText("Deny with this reason");
        node.getStyleClass().add("action-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        node.setMinWidth(0);
        node.widthProperty().subscribe(_ -> fit());
        buildApprove();
        buildFields();
        buildRows();
        endSeen.addListener((_, _, _) -> refresh());
    }

    Node node() {
        return node;
    }

    /// Larger text needs more room.
    void setTextScale(double now) {
        textScale = now;
        fit();
    }

    private void fit() {
        boolean now = node.getWidth() < TIGHT_BELOW * textScale;
        if (now != tight) {
            tighten(now);
        }
        boolean stack = compact || isTooLarge();
        if (stack != stacked) {
            stacked = stack;
            node.pseudoClassStateChanged(COMPACT, stack);
            arrange();
        }
    }

    /// Whether large text has no room in one row.
    private boolean isTooLarge() {
        return textScale > 1 && node.getWidth() > 0 && node.getWidth() < ONE_ROW_FROM * textScale;
    }

    private void tighten(boolean now) {
        tight = now;
        node.pseudoClassStateChanged(TIGHT, now);
        refresh();
        for (Button button : List.of(edit, session, discard, back, deny, denyWithReason)) {
            hideIcon(button);
        }
    }

    /// Where there is little room words are kept and icons go.
    private void hideIcon(Button button) {
        setShown(button, ".icon", !tight);
    }

    /// Whether a text field of the bar is open and wants the letters.
    boolean isTyping() {
        return reasonFor.isPresent() || word.isFocused();
    }

    void show(Optional<Subject> subject) {
        boolean same =
                subject.isPresent()
                        && current.isPresent()
                        && subject.get().ids().equals(current.get().ids());
        if (!same || !subject.get().isWaiting()) {
            cancelHold();
            closeReason();
            word.clear();
        }
        if (same && !subject.get().content().equals(current.get().content())) {
            // What is held down was aimed at less than is known now.
            letGo();
        }
        current = subject;
        Gate before = gate;
        gate = subject.flatMap(Subject::level).map(ActionBar::gateOf).orElse(Gate.PRESS);
        String askedBefore = wantedWord;
        wantedWord = subject.flatMap(Subject::assessment).map(CardWords::word).orElse("");
        if (!wantedWord.equals(askedBefore)) {
            word.clear();
        }
        if (gate != before) {
            cancelHold();
        }
        refresh();
        pulse.start();
    }

    /// The arming clock runs: its track is drawn until it is full.
    void watchArming() {
        pulse.start();
    }

    private static Gate gateOf(RiskLevel level) {
        return switch (level) {
            case NONE, LOW, MEDIUM -> Gate.PRESS;
            case HIGH -> Gate.HOLD;
            case CRITICAL -> Gate.WORD;
        };
    }

    // What keys do.

    void approveKeyDown() {
        if (gate == Gate.WORD && mayApprove()) {
            if (wordMatches()) {
                takeAim();
                aim.ifPresent(this::approveNow);
                return;
            }
            word.requestFocus();
            return;
        }
        takeAim();
        pressed();
    }

    void approveKeyUp() {
        released();
    }

    void denyKeyDown() {
        waiting().ifPresent(subject -> decisions.deny(subject.ids(), Optional.empty()));
    }

    void denyWithReasonKeyDown() {
        takeAim();
        Optional<Aim> target = aim;
        aim = Optional.empty();
        target.ifPresent(this::openReason);
    }

    void sessionKeyDown() {
        letThrough();
    }

    void more() {
        decisions.more(more);
    }

    /// Whatever is held down is held no longer: the window lost the focus, or the pane was left.
    void letGo() {
        cancelHold();
        aim = Optional.empty();
    }

    private void letThrough() {
        if (!showsRehearsal() && sessionClosedBecause().isEmpty()) {
            decisions.letThrough(session);
        }
    }

    private Optional<Subject> waiting() {
        return current.filter(Subject::isWaiting);
    }

    private void takeAim() {
        aim =
                waiting()
                        .map(subject ->
                                new Aim(
                                        subject.ids(),
                                        arming.isArmed(),
                                        subject.edited(),
                                        result(subject)));
    }

    private static Optional<ResultDigest> result(Subject subject) {
        return subject.rehearsal().flatMap(RehearsalView::result).map(RehearsalResult::digest);
    }

    private boolean showsRehearsal() {
        return current.flatMap(Subject::rehearsal).isPresent();
    }

    private boolean mayApprove() {
        return waiting().isPresent() && endSeen.get() && closedBecauseOfContent().isEmpty();
    }

    private boolean wordMatches() {
        return word.getText().strip().equals(wantedWord);
    }

    private void pressed() {
        if (aim.isEmpty() || !aim.get().armed() || !mayApprove()) {
            return;
        }
        switch (gate) {
            case PRESS -> approveNow(aim.get());
            case HOLD -> startHold();
            case WORD -> {
                if (wordMatches()) {
                    approveNow(aim.get());
                }
            }
        }
    }

    private void released() {
        cancelHold();
        aim = Optional.empty();
    }

    /// Only what was armed and stands there still as it was aimed at.
    private void approveNow(Aim target) {
        aim = Optional.empty();
        boolean same =
                waiting()
                        .filter(subject -> subject.ids().equals(target.ids()))
                        .filter(subject -> sameEdit(subject.edited(), target.edit()))
                        .filter(subject -> result(subject).equals(target.result()))
                        .isPresent();
        if (!target.armed() || !same) {
            return;
        }
        if (showsRehearsal()) {
            target.result()
                    .ifPresent(result ->
                            decisions.commit(target.ids().getFirst(), result, target.edit()));
            return;
        }
        target.edit()
                .ifPresentOrElse(decisions::approveEdited, () -> decisions.approve(target.ids()));
    }

    private static boolean sameEdit(Optional<EditedCall> now, Optional<EditedCall> then) {
        return now.map(EditedCall::assessed)
                .map(AssessedCall::call)
                .equals(then.map(EditedCall::assessed).map(AssessedCall::call));
    }

    private void startHold() {
        if (holding) {
            return;
        }
        holding = true;
        heldSince = nanoClock.getAsLong();
        holdFor = holdTime.get();
        approve.setMinWidth(approve.getWidth());
        approve.setGraphic(
                Buttons.face(
                        Icons.styled(Feather.LOCK, "of-button"),
                        "Keep holding…",
                        Optional.of("A")));
        holdLeft.setVisible(true);
        pulse.start();
    }

    private void cancelHold() {
        if (!holding) {
            return;
        }
        holding = false;
        approve.setMinWidth(Region.USE_PREF_SIZE);
        holdFill.setMaxWidth(0);
        holdLeft.setVisible(false);
        refresh();
    }

    /// Ends a hold and the drawing of frames; a timer that runs would hold the window for ever.
    void close() {
        cancelHold();
        pulse.stop();
    }

    private void pulse() {
        double armed = arming.progress();
        armingTrack.setMaxWidth(approve.getWidth() * (reducedMotion.getAsBoolean() ? 1 : armed));
        armingTrack.setVisible(armed > 0 && armed < 1 && waiting().isPresent());
        if (holding) {
            pulseHold();
        }
        // Without a card nothing comes: a timer that runs costs sixty frames a second.
        if (!holding && !arming.isRunning()) {
            pulse.stop();
        }
    }

    private void pulseHold() {
        long held = nanoClock.getAsLong() - heldSince;
        double part = Math.min(1.0, held / (double) holdFor.toNanos());
        holdFill.setMaxWidth(reducedMotion.getAsBoolean() ? 0 : approve.getWidth() * part);
        holdLeft.setText(
                String.format(
                        Locale.ROOT,
                        "%.1f s left, let go to cancel",
                        (1 - part) * holdFor.toMillis() / 1000.0));
        if (part >= 1 && aim.isPresent()) {
            Aim target = aim.get();
            cancelHold();
            approveNow(target);
        }
    }

    // What stands there.

    private void buildApprove() {
        approve.setId("approve");
        approve.getStyleClass().addAll("action", "approve");
        approve.setMinWidth(Region.USE_PREF_SIZE);
        approve.addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> takeAim());
        approve.addEventFilter(
                KeyEvent.ANY,
                event -> {
                    // A stray Enter never approves.
                    if (event.getCode() == KeyCode.ENTER) {
                        event.consume();
                    }
                });
        approve.armedProperty()
                .addListener((_, _, armed) -> {
                    if (!armed) {
                        released();
                    } else if (gate == Gate.HOLD) {
                        aimIfMissing();
                        pressed();
                    } else {
                        aimIfMissing();
                    }
                });
        approve.setOnAction(_ -> {
            if (!approve.isArmed()) {
                takeAim();
            }
            if (gate != Gate.HOLD) {
                pressed();
            }
        });
        armingTrack.getStyleClass().add("arming-track");
        armingTrack.setMouseTransparent(true);
        holdFill.getStyleClass().add("hold-fill");
        holdFill.setMouseTransparent(true);
        holdFill.setMaxWidth(0);
        StackPane.setAlignment(armingTrack, Pos.BOTTOM_LEFT);
        StackPane.setAlignment(holdFill, Pos.CENTER_LEFT);
        hide(holdLeft);
        approveFrame.getChildren().addAll(approve, holdFill, armingTrack);
        approveFrame.setMinWidth(Region.USE_PREF_SIZE);
        approveFrame.setMaxHeight(Region.USE_PREF_SIZE);
    }

    private void aimIfMissing() {
        if (aim.isEmpty()) {
            takeAim();
        }
    }

    private void buildFields() {
        word.setId("word");
        word.getStyleClass().addAll("mono", "word");
        word.setPrefColumnCount(8);
        word.setMinWidth(64);
        word.textProperty().addListener((_, _, _) -> styleApprove());
        word.setOnKeyPressed(this::wordKey);
        reason.setId("reason");
        reason.setPromptText("Tell the agent why, in your own words");
        reason.setAccessibleText("Reason for the denial, told to the agent word for word");
        reason.setTextFormatter(new TextFormatter<>(ActionBar::withinLimit));
        reason.setOnKeyPressed(this::reasonKey);
        HBox.setHgrow(reason, Priority.ALWAYS);
        othersToo.setId("others-too");
        othersToo.setText("its other waiting calls too");
        othersToo.setAccessibleText("Deny the agent's other waiting calls too");
        othersToo.setMinWidth(Region.USE_PREF_SIZE);
        send.disableProperty()
                .bind(
                        reason.textProperty()
                                .map(text -> text == null || text.isBlank())
                                .flatMap(blank ->
                                        othersToo.selectedProperty().map(all -> blank && !all)));
    }

    private void buildRows() {
        for (HBox row : List.of(deciding, reasoning, over)) {
            row.getStyleClass().add("actions");
            row.setAlignment(Pos.CENTER_LEFT);
            HBox.setHgrow(row, Priority.ALWAYS);
        }
        for (HBox small : List.of(seeTheEnd, typeTheWord)) {
            small.getStyleClass().add("tight");
            small.setAlignment(Pos.CENTER_LEFT);
            hide(small);
        }
        for (Button button : List.of(edit, session, discard, back)) {
            button.managedProperty().bind(button.visibleProperty());
        }
        arrange();
    }

    /// One above the other where there is little width. What asks for something grows upwards, so
    /// that no button moves under the pointer.
    void setCompact(boolean now) {
        letGo();
        compact = now;
        fit();
        refresh();
    }

    private void arrange() {
        Button leave =
                Buttons.action(
                        Feather.CORNER_UP_LEFT, "Back", Optional.of("Esc"), this::leaveReason);
        if (!stacked) {
            deciding.getChildren()
                    .setAll(
                            seeTheEnd,
                            typeTheWord,
                            approveFrame,
                            edit,
                            session,
                            discard,
                            back,
                            holdLeft,
                            Texts.spring(),
                            deny,
                            denyWithReason,
                            more);
            reasoning.getChildren().setAll(reason, othersToo, send, leave);
            return;
        }
        HBox gates = row(seeTheEnd, typeTheWord, holdLeft);
        gates.managedProperty()
                .bind(
                        seeTheEnd
                                .visibleProperty()
                                .or(typeTheWord.visibleProperty())
                                .or(holdLeft.visibleProperty()));
        deciding.getChildren()
                .setAll(
                        stacked(
                                gates,
                                row(approveFrame, Texts.spring(), deny, more),
                                row(edit, session, discard, back, Texts.spring(), denyWithReason)));
        reasoning
                .getChildren()
                .setAll(stacked(row(reason), row(othersToo, Texts.spring(), send, leave)));
    }

    private static HBox row(Node... parts) {
        HBox row = new HBox(parts);
        row.getStyleClass().add("actions");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private static VBox stacked(Node... rows) {
        VBox stack = new VBox(rows);
        stack.getStyleClass().add("stacked-actions");
        stack.setAlignment(Pos.BOTTOM_LEFT);
        HBox.setHgrow(stack, Priority.ALWAYS);
        return stack;
    }

    private static void hide(Node part) {
        part.setVisible(false);
        part.managedProperty().bind(part.visibleProperty());
    }

    /// What would make the reason too long is not taken.
    private static TextFormatter.Change withinLimit(TextFormatter.Change change) {
        if (change.getControlNewText().length() > Decision.Denied.MAXIMUM_REASON_LENGTH) {
            change.setText("");
            change.setRange(change.getRangeStart(), change.getRangeStart());
        }
        return change;
    }

    private void wordKey(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            word.clear();
            node.getScene().getRoot().requestFocus();
            event.consume();
        }
        if (event.getCode() == KeyCode.ENTER) {
            event.consume();
            if (wordMatches()) {
                takeAim();
                pressed();
            }
        }
    }

    private void reasonKey(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            leaveReason();
            event.consume();
        }
        if (event.getCode() == KeyCode.ENTER) {
            sendReason();
            event.consume();
        }
    }

    /// Opens the field for a reason with its agent's other calls denied too.
    void openDenyAll() {
        denyWithReasonKeyDown();
        othersToo.setSelected(true);
    }

    private void openReason(Aim target) {
        reasonFor = Optional.of(target);
        reason.clear();
        othersToo.setSelected(false);
        refresh();
        reason.requestFocus();
    }

    private void sendReason() {
        if (reasonFor.isEmpty() || send.isDisabled()) {
            return;
        }
        Aim target = reasonFor.get();
        boolean all = othersToo.isSelected();
        Optional<String> words = Optional.of(reason.getText()).filter(text -> !text.isBlank());
        leaveReason();
        if (all) {
            decisions.denyAllOfAgent(target.ids().getFirst(), words);
        } else {
            decisions.deny(target.ids(), words);
        }
    }

    private void leaveReason() {
        closeReason();
        refresh();
    }

    private void closeReason() {
        if (reasonFor.isEmpty()) {
            return;
        }
        reasonFor = Optional.empty();
        if (node.getScene() != null) {
            node.getScene().getRoot().requestFocus();
        }
    }

    private void refresh() {
        if (holding) {
            return;
        }
        if (current.isEmpty()) {
            node.getChildren().clear();
            return;
        }
        if (!current.get().isWaiting()) {
            over.getChildren().setAll(overParts(current.get()));
            showRow(over);
            return;
        }
        styleApprove();
        styleOthers();
        showRow(reasonFor.isPresent() ? reasoning : deciding);
    }

    /// The row stays the same node as long as it can, so that nothing loses the focus.
    private void showRow(HBox row) {
        if (!node.getChildren().equals(List.of(row))) {
            node.getChildren().setAll(row);
        }
    }

    private List<Node> overParts(Subject subject) {
        String words =
                subject.record()
                        .decision()
                        .map(Words::decision)
                        .orElse(StateIcon.word(subject.record().status()));
        Button next = Buttons.action(Feather.ARROW_DOWN, "Next", Optional.of("J"), decisions::next);
        next.setId("next");
        Label told = Texts.label("No longer waits: " + words, "strong");
        told.setId("over");
        return List.of(StateIcon.of(subject.record().status()), told, Texts.spring(), next);
    }

    /// Acts on the card that was shown when the button went down. The second press of a double
    /// click was meant for the card before.
    private void onAimed(Button button, Consumer<Aim> action) {
        boolean[] doubled = new boolean[1];
        button.addEventFilter(
                MouseEvent.MOUSE_PRESSED,
                event -> {
                    doubled[0] = event.getClickCount() > 1;
                    takeAim();
                });
        button.setOnAction(_ -> {
            if (!button.isArmed() || aim.isEmpty()) {
                takeAim();
            }
            Optional<Aim> target = doubled[0] ? Optional.empty() : aim;
            doubled[0] = false;
            aim = Optional.empty();
            target.ifPresent(action);
        });
    }

    /// Gates take the room of the keys' caps where there is little.
    private void showCaps(boolean shown) {
        for (Button button : List.of(edit, session, discard, back, deny, denyWithReason)) {
            setShown(button, ".key-cap", shown);
        }
    }

    private static void setShown(Button button, String part, boolean shown) {
        button.getGraphic()
                .lookupAll(part)
                .forEach(found -> {
                    found.setVisible(shown);
                    found.setManaged(shown);
                });
    }

    private void styleApprove() {
        boolean open = mayApprove() && (gate != Gate.WORD || wordMatches());
        seeTheEnd.setVisible(!endSeen.get());
        typeTheWord.setVisible(endSeen.get() && gate == Gate.WORD);
        showCaps(!tight || (!seeTheEnd.isVisible() && !typeTheWord.isVisible()));
        wordAsked.setText(wantedWord);
        word.setAccessibleText("Type " + wantedWord + " to open Approve");
        approve.getStyleClass().removeAll("inviting", "holding", "guarded", "closed");
        approve.getStyleClass()
                .add(
                        !open
                                ? "closed"
                                : switch (gate) {
                                    case PRESS -> "inviting";
                                    case HOLD -> "holding";
                                    case WORD -> "guarded";
                                });
        String label = approveLabel(open);
        Feather icon = gate == Gate.PRESS && open ? Feather.CHECK : Feather.LOCK;
        approve.setGraphic(Buttons.face(Icons.styled(icon, "of-button"), label, Optional.of("A")));
        hideIcon(approve);
        approve.setAccessibleText(label);
        explain(approve, closedBecause());
    }

    private String approveLabel(boolean open) {
        if (showsRehearsal()) {
            return gate == Gate.HOLD && open
                    ? "Hold %s to commit".formatted(Words.duration(holdTime.get()))
                    : "Commit this result";
        }
        String what =
                current.filter(subject -> subject.edit().isPresent()).isPresent()
                        ? "Approve edited"
                        : current.filter(subject -> subject.row().isBatch())
                                .map(subject -> "Approve all " + subject.ids().size())
                                .orElse("Approve");
        return gate == Gate.HOLD && open
                ? "Hold "
                        + Words.duration(holdTime.get())
                        + " to "
                        + what.substring(0, 1).toLowerCase(Locale.ROOT)
                        + what.substring(1)
                : what;
    }

    private void styleOthers() {
        boolean rehearsal = showsRehearsal();
        edit.setVisible(!rehearsal);
        session.setVisible(!rehearsal);
        discard.setVisible(rehearsal);
        back.setVisible(rehearsal);
        boolean batch = current.filter(subject -> subject.row().isBatch()).isPresent();
        setWord(deny, batch ? "Deny all" : "Deny");
        setWord(denyWithReason, tight ? "Reason…" : "Deny, reason…");
        deny.setAccessibleText(batch ? "Deny all of them" : "Deny");
        String noEdit = batch ? "Several calls: take them apart first (U)." : "";
        close(edit, noEdit);
        explain(edit, noEdit);
        String noSession = sessionClosedBecause();
        close(session, noSession);
        explain(session, noSession);
    }

    private static void setWord(Button button, String text) {
        if (button.getGraphic().lookup(".word") instanceof Label label) {
            label.setText(text);
        }
    }

    private static void close(Button button, String because) {
        button.getStyleClass().remove("closed");
        if (!because.isEmpty()) {
            button.getStyleClass().add("closed");
        }
    }

    private static void explain(Button button, String help) {
        button.setAccessibleHelp(help);
        button.setTooltip(help.isEmpty() ? null : new Tooltip(help));
    }

    private String sessionClosedBecause() {
        if (waiting().isEmpty()) {
            return "It no longer waits.";
        }
        Subject subject = current.orElseThrow();
        if (subject.row().isBatch()) {
            return "Several calls: take them apart first (U).";
        }
        if (subject.edit().isPresent()) {
            return "An edited command is approved once; discard the edit first.";
        }
        if (subject.call().agentSaysDangerous()) {
            return "Not offered: the agent itself says that it may be dangerous.";
        }
        Optional<RiskLevel> level = subject.level();
        if (level.isEmpty()) {
            return "Opens when the console has judged the command.";
        }
        if (level.get().atLeast(RiskLevel.HIGH)) {
            return "Not offered from High up: each such call is decided by itself.";
        }
        return endSeen.get() ? "" : "Opens when the end of the command has been seen.";
    }

    private Optional<String> closedBecauseOfContent() {
        Optional<String> notYet =
                current.flatMap(Subject::rehearsal).flatMap(RehearsalView::commitObstacle);
        if (notYet.isPresent()) {
            return notYet;
        }
        if (current.flatMap(Subject::edit).isPresent()) {
            return current.flatMap(Subject::editObstacle);
        }
        return current.flatMap(Subject::assessment).isEmpty()
                ? Optional.of("Opens when the console has judged the command.")
                : Optional.empty();
    }

    private String closedBecause() {
        if (closedBecauseOfContent().isPresent()) {
            return closedBecauseOfContent().get();
        }
        if (!endSeen.get()) {
            return "Opens when the end of the command has been seen.";
        }
        if (gate == Gate.WORD && !wordMatches()) {
            return "Opens when “" + wantedWord + "” is typed beside it.";
        }
        return "";
    }
}
