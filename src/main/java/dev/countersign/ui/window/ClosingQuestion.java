package dev.countersign.ui.window;

import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.kordamp.ikonli.feather.Feather;

/// Asks whether to close although commands run. Confined to the FX thread.
final class ClosingQuestion {
    private ClosingQuestion() {}

    /// @param running how many commands run
    /// @param close done when the person wants them stopped
    static void ask(Overlay overlay, int running, Runnable close) {
        boolean one = running == 1;
        Button stay =
                Buttons.action(
                        Feather.CORNER_UP_LEFT, "Keep running", Optional.of("Esc"), overlay::leave);
        stay.setId("stay");
        Button stop =
                Buttons.action(
                        Feather.SQUARE,
                        "Stop " + (one ? "it" : "all " + running) + " and close",
                        Optional.empty(),
                        () -> {
                            overlay.close();
                            close.run();
                        });
        stop.setId("stop-and-close");
        stop.getStyleClass().add("danger-outline");
        String them =
                one
                        ? "Closing Countersign stops it with everything that it started."
                        : "Closing Countersign stops them with everything that they started.";
        overlay.open(
                one ? "A command is still running" : running + " commands are still running",
                Texts.wrapping(them + " Calls that wait are withdrawn.", "body"),
                Optional.of(new Node[] {stay, stop}),
                () -> {});
    }
}
