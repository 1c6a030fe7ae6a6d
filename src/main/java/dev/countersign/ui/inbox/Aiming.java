package dev.countersign.ui.inbox;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.input.MouseEvent;

/// What a key or button was aimed at as it went down: it acts on that or on nothing, whatever the
/// list does meanwhile. One aim at a time for all of the bar. Confined to the FX thread.
final class Aiming {
    private final Arming arming;
    private Optional<Subject> subject = Optional.empty();
    private Optional<Aim> aim = Optional.empty();

    Aiming(Arming arming) {
        this.arming = arming;
    }

    /// What stands on the card from now on.
    void show(Optional<Subject> shown) {
        subject = shown;
    }

    Optional<Subject> subject() {
        return subject;
    }

    /// What stands on the card, as long as it can be decided on.
    Optional<Subject> waiting() {
        return subject.filter(Subject::isWaiting);
    }

    /// How far approving is armed, from 0 to 1.
    double armed() {
        return arming.progress();
    }

    /// Whether the arming clock runs.
    boolean isArming() {
        return arming.isRunning();
    }

    /// Aims at what stands there now.
    void take() {
        aim = waiting().map(shown -> Aim.at(shown, arming.isArmed()));
    }

    void takeIfMissing() {
        if (aim.isEmpty()) {
            take();
        }
    }

    void drop() {
        aim = Optional.empty();
    }

    Optional<Aim> aim() {
        return aim;
    }

    /// What was aimed at; the next act needs an aim of its own.
    Optional<Aim> spend() {
        Optional<Aim> target = aim;
        aim = Optional.empty();
        return target;
    }

    /// Whether it can be decided on still, as it was aimed at.
    boolean stands(Aim target) {
        return waiting().filter(target::isAt).isPresent();
    }

    /// Acts on the card that was shown when the button went down. The second press of a double
    /// click was meant for the card before.
    void onAimed(Button button, Consumer<Aim> action) {
        boolean[] doubled = new boolean[1];
        button.addEventFilter(
                MouseEvent.MOUSE_PRESSED,
                event -> {
                    doubled[0] = event.getClickCount() > 1;
                    take();
                });
        button.setOnAction(_ -> {
            if (!button.isArmed() || aim.isEmpty()) {
                take();
            }
            Optional<Aim> target = spend();
            boolean meant = !doubled[0];
            doubled[0] = false;
            target.filter(_ -> meant).ifPresent(action);
        });
    }
}
