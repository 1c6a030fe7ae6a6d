package dev.countersign.ui.inbox;

import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
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
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javafx.animation.AnimationTimer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableBooleanValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
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
import org.kordamp.ikonli.feather.Feather;

/// The decision: approve, deny, deny with a reason, for exactly the card that is shown.
///
/// Nothing here has the focus by itself and nothing is a default button. Approving counts only when
/// the card was armed as the key or button went down; from `high` up it is a hold of one second,
/// for `critical` a typed word. What went down on one card never decides another. Confined to the
/// FX thread.
final class ActionBar {
    /// What the person decides, by id.
    interface Decisions {
        void approve(ToolCallId id);

        void deny(ToolCallId id, Optional<String> reason);

        /// On from a call that no longer waits.
        void next();
    }

    static final Duration HOLD = Duration.ofSeconds(1);

    private enum Gate {
        PRESS,
        HOLD,
        WORD
    }

    /// What was meant when a key or button went down.
    private record Aim(ToolCallId id, boolean armed) {}

    private final Decisions decisions;
    private final Arming arming;
    private final LongSupplier nanoClock;
    private final ObservableBooleanValue endSeen;
    private final HBox node = new HBox();
    private final Button approve = new Button();
    private final StackPane approveFrame = new StackPane();
    private final Region armingTrack = new Region();
    private final Region holdFill = new Region();
    private final Label holdLeft = Texts.label("", "meta", "danger-text");
    private final TextField word = new TextField();
    private final TextField reason = new TextField();
    private final BooleanProperty reasonOpen = new SimpleBooleanProperty();
    private final AnimationTimer pulse =
            new AnimationTimer() {
                @Override
                public void handle(long now) {
                    pulse();
                }
            };

    private Optional<CallRecord> current = Optional.empty();
    private Optional<Aim> aim = Optional.empty();
    private Optional<Aim> reasonFor = Optional.empty();
    private boolean holding;
    private long heldSince;
    private Gate gate = Gate.PRESS;
    private String wantedWord = "";

    ActionBar(
            Decisions decisions,
            Arming arming,
            LongSupplier nanoClock,
            ObservableBooleanValue endSeen) {
        this.decisions = decisions;
        this.arming = arming;
        this.nanoClock = nanoClock;
        this.endSeen = endSeen;
        node.getStyleClass().add("action-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        buildApprove();
        buildFields();
        endSeen.addListener((_, _, _) -> rebuild());
    }

    Node node() {
        return node;
    }

    /// Whether a text field of the bar is open and wants the letters.
    boolean isTyping() {
        return reasonOpen.get() || word.isFocused();
    }

    void show(Optional<CallRecord> record) {
        boolean same =
                record.isPresent()
                        && current.isPresent()
                        && record.get().id().equals(current.get().id());
        if (!same || !record.get().isWaiting()) {
            cancelHold();
            closeReason();
            word.clear();
        }
        current = record;
        Optional<RiskAssessment> assessment =
                record.flatMap(r -> r.assessed()).map(a -> a.assessment());
        Gate before = gate;
        gate = assessment.map(a -> gateOf(a.level())).orElse(Gate.PRESS);
        wantedWord = assessment.map(CardWords::word).orElse("");
        if (gate != before) {
            cancelHold();
        }
        rebuild();
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
                approveNow(new Aim(current.orElseThrow().id(), arming.isArmed()));
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
        waitingId().ifPresent(id -> decisions.deny(id, Optional.empty()));
    }

    void denyWithReasonKeyDown() {
        waitingId()
                .ifPresent(id -> {
                    reasonFor = Optional.of(new Aim(id, true));
                    reasonOpen.set(true);
                    reason.clear();
                    rebuild();
                    reason.requestFocus();
                });
    }

    /// Whatever is held down is held no longer: the window lost the focus, or the pane was left.
    void letGo() {
        cancelHold();
        aim = Optional.empty();
    }

    private Optional<ToolCallId> waitingId() {
        return current.filter(CallRecord::isWaiting).map(CallRecord::id);
    }

    private void takeAim() {
        aim = waitingId().map(id -> new Aim(id, arming.isArmed()));
    }

    private boolean mayApprove() {
        return waitingId().isPresent()
                && endSeen.get()
                && current.filter(record -> record.assessed().isPresent()).isPresent();
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

    private void approveNow(Aim target) {
        aim = Optional.empty();
        if (target.armed() && waitingId().equals(Optional.of(target.id()))) {
            decisions.approve(target.id());
        }
    }

    private void startHold() {
        if (holding) {
            return;
        }
        holding = true;
        heldSince = nanoClock.getAsLong();
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
        rebuild();
    }

    private void pulse() {
        double armed = arming.progress();
        armingTrack.setMaxWidth(approve.getWidth() * armed);
        armingTrack.setVisible(armed > 0 && armed < 1 && waitingId().isPresent());
        if (holding) {
            pulseHold();
        }
        if (!holding && armed >= 1) {
            pulse.stop();
        }
    }

    private void pulseHold() {
        long held = nanoClock.getAsLong() - heldSince;
        double part = Math.min(1.0, held / (double) HOLD.toNanos());
        holdFill.setMaxWidth(approve.getWidth() * part);
        holdLeft.setText(
                String.format(Locale.ROOT, "%.1f s left, let go to cancel", (1 - part) * 1.0));
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
        holdLeft.setVisible(false);
        holdLeft.managedProperty().bind(holdLeft.visibleProperty());
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
            closeReason();
            rebuild();
            event.consume();
        }
        if (event.getCode() == KeyCode.ENTER) {
            sendReason();
            event.consume();
        }
    }

    private void sendReason() {
        String text = reason.getText();
        if (text.isBlank() || reasonFor.isEmpty()) {
            return;
        }
        ToolCallId id = reasonFor.get().id();
        closeReason();
        rebuild();
        decisions.deny(id, Optional.of(text));
    }

    private void closeReason() {
        if (!reasonOpen.get()) {
            return;
        }
        reasonOpen.set(false);
        reasonFor = Optional.empty();
        if (node.getScene() != null) {
            node.getScene().getRoot().requestFocus();
        }
    }

    private void rebuild() {
        if (holding) {
            return;
        }
        if (current.isEmpty()) {
            node.getChildren().clear();
            return;
        }
        if (!current.get().isWaiting()) {
            node.getChildren().setAll(overParts(current.get()));
            return;
        }
        if (reasonOpen.get()) {
            node.getChildren().setAll(reasonParts());
            return;
        }
        styleApprove();
        node.getChildren().setAll(decisionParts());
    }

    private List<Node> overParts(CallRecord record) {
        String words =
                record.decision().map(Words::decision).orElse(StateIcon.word(record.status()));
        Button next = Buttons.action(Feather.ARROW_DOWN, "Next", Optional.of("J"), decisions::next);
        next.setId("next");
        Label told = Texts.label("No longer waits: " + words, "strong");
        told.setId("over");
        return List.of(StateIcon.of(record.status()), told, Texts.spring(), next);
    }

    private List<Node> reasonParts() {
        Button send = Buttons.action(Feather.X, "Deny", Optional.of("Enter"), this::sendReason);
        send.setId("send-reason");
        send.setAccessibleText("Deny with this reason");
        send.disableProperty()
                .bind(reason.textProperty().map(text -> text == null || text.isBlank()));
        Button cancel =
                Buttons.action(
                        Feather.CORNER_UP_LEFT,
                        "Back",
                        Optional.of("Esc"),
                        () -> {
                            closeReason();
                            rebuild();
                        });
        return List.of(reason, send, cancel);
    }

    private List<Node> decisionParts() {
        HBox left = new HBox();
        left.getStyleClass().add("actions");
        left.setAlignment(Pos.CENTER_LEFT);
        if (!endSeen.get()) {
            left.getChildren()
                    .addAll(
                            Icons.styled(Feather.CIRCLE, "waiting"),
                            Texts.fixed("See to the end first", "meta"));
        } else if (gate == Gate.WORD) {
            HBox ask =
                    new HBox(
                            Texts.fixed("Type", "meta", "quiet"),
                            Texts.fixed(wantedWord, "mono", "strong"));
            ask.getStyleClass().add("tight");
            ask.setAlignment(Pos.CENTER_LEFT);
            word.setAccessibleText("Type " + wantedWord + " to open Approve");
            left.getChildren().addAll(ask, word);
        }
        left.getChildren().addAll(approveFrame, holdLeft);
        Button deny = Buttons.action(Feather.X, "Deny", Optional.of("D"), () -> {});
        deny.setId("deny");
        onAimed(deny, id -> decisions.deny(id, Optional.empty()));
        Button denyWithReason =
                Buttons.action(
                        Feather.MESSAGE_SQUARE,
                        "Deny, reason…",
                        Optional.of("R"),
                        this::denyWithReasonKeyDown);
        denyWithReason.setId("deny-reason");
        denyWithReason.setAccessibleText("Deny with a reason");
        return List.of(left, Texts.spring(), deny, denyWithReason);
    }

    /// Acts on the card that was shown when the button went down.
    private void onAimed(Button button, Consumer<ToolCallId> action) {
        button.armedProperty()
                .addListener((_, _, armed) -> {
                    if (armed) {
                        takeAim();
                    }
                });
        button.setOnAction(_ -> {
            Optional<ToolCallId> target = button.isArmed() ? aim.map(Aim::id) : waitingId();
            aim = Optional.empty();
            target.ifPresent(action);
        });
    }

    private void styleApprove() {
        boolean open = mayApprove() && (gate != Gate.WORD || wordMatches());
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
        String label = gate == Gate.HOLD && open ? "Hold 1 s to approve" : "Approve";
        Feather icon = gate == Gate.PRESS && open ? Feather.CHECK : Feather.LOCK;
        approve.setGraphic(Buttons.face(Icons.styled(icon, "of-button"), label, Optional.of("A")));
        approve.setAccessibleText(label);
        String help = closedBecause();
        approve.setAccessibleHelp(help);
        approve.setTooltip(help.isEmpty() ? null : new Tooltip(help));
    }

    private String closedBecause() {
        if (current.filter(record -> record.assessed().isPresent()).isEmpty()) {
            return "Opens when the console has judged the command.";
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
