package dev.countersign.ui.inbox;

import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.animation.AnimationTimer;
import javafx.beans.value.ObservableBooleanValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// Approves the call that is shown: by a press, from `high` up by a hold, at `critical` behind a
/// typed word.
///
/// It counts only where the card was armed as the key or button went down, and only for what stood
/// there then. Confined to the FX thread.
final class ApproveControl {
    private final CardDecisions decisions;
    private final Aiming aiming;
    private final ObservableBooleanValue endSeen;
    private final Hold hold;
    private final Runnable holdEnded;
    private final ApproveButton button;
    private final WordGate word = new WordGate(this::draw, this::pressWithWord);
    private final HBox seeTheEnd =
            new HBox(
                    Icons.styled(Feather.CIRCLE, "waiting"), Texts.fixed("See to the end", "meta"));
    private final Label timeLeft = Texts.fixed("", "meta", "danger-text");
    private final AnimationTimer pulse =
            new AnimationTimer() {
                @Override
                public void handle(long now) {
                    pulse();
                }
            };

    private ApproveGate gate = ApproveGate.PRESS;

    /// @param endSeen whether the end of the command has been on the screen
    /// @param reducedMotion whether nothing is to glide: a hold counts down in text alone
    /// @param holdEnded told when a hold ended, with or without an approval: what came meanwhile
    ///   can be drawn
    ApproveControl(
            CardDecisions decisions,
            Aiming aiming,
            ObservableBooleanValue endSeen,
            Hold hold,
            BooleanSupplier reducedMotion,
            Runnable holdEnded) {
        this.decisions = decisions;
        this.aiming = aiming;
        this.endSeen = endSeen;
        this.hold = hold;
        this.holdEnded = holdEnded;
        button = new ApproveButton(reducedMotion);
        ActionRows.small(seeTheEnd);
        ActionRows.hide(timeLeft);
        listen();
    }

    private void listen() {
        button.button().addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> aiming.take());
        button.button()
                .armedProperty()
                .addListener((_, _, armed) -> {
                    if (!armed) {
                        letGo();
                        return;
                    }
                    aiming.takeIfMissing();
                    if (gate == ApproveGate.HOLD) {
                        press();
                    }
                });
        button.button()
                .setOnAction(_ -> {
                    if (!button.button().isArmed()) {
                        aiming.take();
                    }
                    if (gate != ApproveGate.HOLD) {
                        press();
                    }
                });
    }

    // ---- its parts, for the bar to place

    Node button() {
        return button.node();
    }

    Node seeTheEnd() {
        return seeTheEnd;
    }

    Node typeTheWord() {
        return word.node();
    }

    /// How long is to be held still, while it is.
    Node timeLeft() {
        return timeLeft;
    }

    /// Whether something is to be done before Approve opens.
    boolean isAsking() {
        return seeTheEnd.isVisible() || word.node().isVisible();
    }

    boolean isHeld() {
        return hold.isUnderWay();
    }

    void setTight(boolean now) {
        button.setTight(now);
    }

    // ---- what it is about

    /// Another card than before, or none: what was typed or held was not meant for it.
    void leave() {
        cancelHold();
        word.clear();
    }

    /// Takes up what the aiming shows now.
    void show() {
        Optional<Subject> subject = aiming.subject();
        ApproveGate before = gate;
        gate = subject.flatMap(Subject::level).map(ApproveGate::of).orElse(ApproveGate.PRESS);
        word.ask(subject.flatMap(Subject::assessment).map(CardWords::word).orElse(""));
        if (gate != before) {
            cancelHold();
        }
        watchArming();
    }

    /// The arming clock runs: its track is drawn until it is full.
    void watchArming() {
        pulse.start();
    }

    /// Ends a hold and the drawing of frames; a timer that runs would hold the window for ever.
    void close() {
        cancelHold();
        pulse.stop();
    }

    // ---- what keys and the button do

    void keyDown() {
        if (gate != ApproveGate.WORD || !mayApprove()) {
            aiming.take();
            press();
        } else if (word.matches()) {
            pressWithWord();
        } else {
            word.focus();
        }
    }

    /// What was held down is held no longer.
    void letGo() {
        cancelHold();
        aiming.drop();
    }

    private void pressWithWord() {
        aiming.take();
        press();
    }

    private void press() {
        Optional<Aim> aim = aiming.aim().filter(Aim::armed);
        if (aim.isEmpty() || !mayApprove()) {
            return;
        }
        switch (gate) {
            case PRESS -> approve();
            case HOLD -> startHold();
            case WORD -> {
                if (word.matches()) {
                    approve();
                }
            }
        }
    }

    private boolean mayApprove() {
        return endSeen.get()
                && aiming.waiting().filter(shown -> shown.approvalObstacle().isEmpty()).isPresent();
    }

    /// Only what was armed and stands there still as it was aimed at.
    private void approve() {
        aiming.spend().filter(Aim::armed).filter(aiming::stands).ifPresent(this::approve);
    }

    private void approve(Aim target) {
        if (showsRehearsal()) {
            target.result()
                    .ifPresent(result ->
                            decisions.commit(target.ids().getFirst(), result, target.edit()));
            return;
        }
        target.edit()
                .ifPresentOrElse(decisions::approveEdited, () -> decisions.approve(target.ids()));
    }

    private boolean showsRehearsal() {
        return aiming.subject().flatMap(Subject::rehearsal).isPresent();
    }

    // ---- holding

    private void startHold() {
        if (hold.isUnderWay()) {
            return;
        }
        hold.begin();
        button.showHeld();
        timeLeft.setVisible(true);
        pulse.start();
    }

    private void cancelHold() {
        if (!hold.isUnderWay()) {
            return;
        }
        hold.end();
        button.endHold();
        timeLeft.setVisible(false);
        holdEnded.run();
    }

    private void pulse() {
        button.drawArming(aiming.armed(), aiming.waiting().isPresent());
        if (hold.isUnderWay()) {
            pulseHold();
        }
        // Without a card nothing comes: a timer that runs costs sixty frames a second.
        if (!hold.isUnderWay() && !aiming.isArming()) {
            pulse.stop();
        }
    }

    private void pulseHold() {
        double part = hold.progress();
        button.drawHold(part);
        timeLeft.setText(
                String.format(
                        Locale.ROOT, "%.1f s left, let go to cancel", hold.secondsLeft(part)));
        if (part >= 1 && aiming.aim().isPresent()) {
            cancelHold();
            approve();
        }
    }

    // ---- how it looks

    /// Draws it as it stands while nobody holds it.
    void draw() {
        boolean open = mayApprove() && (gate != ApproveGate.WORD || word.matches());
        seeTheEnd.setVisible(!endSeen.get());
        word.setVisible(endSeen.get() && gate == ApproveGate.WORD);
        button.show(
                label(open),
                gate == ApproveGate.PRESS && open ? Feather.CHECK : Feather.LOCK,
                look(open));
        String help = obstacle().orElse("");
        button.button().setAccessibleHelp(help);
        button.button().setTooltip(help.isEmpty() ? null : new Tooltip(help));
    }

    private String look(boolean open) {
        if (!open) {
            return "closed";
        }
        return switch (gate) {
            case PRESS -> "inviting";
            case HOLD -> "holding";
            case WORD -> "guarded";
        };
    }

    private String label(boolean open) {
        boolean toHold = gate == ApproveGate.HOLD && open;
        String held = "Hold " + Words.duration(hold.time()) + " to ";
        if (showsRehearsal()) {
            return toHold ? held + "commit" : "Commit this result";
        }
        String act = act();
        return toHold
                ? held + act.substring(0, 1).toLowerCase(Locale.ROOT) + act.substring(1)
                : act;
    }

    private String act() {
        Optional<Subject> subject = aiming.subject();
        if (subject.flatMap(Subject::edit).isPresent()) {
            return "Approve edited";
        }
        return subject.filter(shown -> shown.row().isBatch())
                .map(shown -> "Approve all " + shown.ids().size())
                .orElse("Approve");
    }

    /// Why it is closed, a sentence.
    private Optional<String> obstacle() {
        Optional<String> content = aiming.subject().flatMap(Subject::approvalObstacle);
        if (content.isPresent()) {
            return content;
        }
        if (!endSeen.get()) {
            return Optional.of("Opens when the end of the command has been seen.");
        }
        return gate == ApproveGate.WORD && !word.matches()
                ? Optional.of("Opens when “" + word.wanted() + "” is typed beside it.")
                : Optional.empty();
    }
}
