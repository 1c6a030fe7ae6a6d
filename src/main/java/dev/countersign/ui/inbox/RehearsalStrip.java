package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;

/// One line of the card: the way to a rehearsal of the command, or why there is none. Its height
/// never changes. Confined to the FX thread.
final class RehearsalStrip {
    private static final int MOST_REMEMBERED = 200;
    private static final String OFFER = "in a throw-away copy, no network";

    private static final String OFFER_ANEW =
            "run it as it stands here now; the rehearsal of the other wording is thrown away";

    private final UiContext context;
    private final Map<ToolCallId, Optional<String>> obstacles = new HashMap<>();
    private final HBox node = new HBox();
    private final Label words = Texts.label("", "meta", "quiet");
    private final Button open;
    private Optional<Subject> shown = Optional.empty();

    /// @param opens begins a rehearsal, or shows the one that there is
    RehearsalStrip(UiContext context, Runnable opens) {
        this.context = context;
        open = Buttons.action(Feather.FAST_FORWARD, "Rehearse", Optional.of("T"), opens);
        open.setId("rehearse");
        words.setId("rehearse-words");
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        node.getChildren().addAll(open, words);
        node.getStyleClass().add("rehearsal-strip");
        node.setAlignment(Pos.CENTER_LEFT);
    }

    /// The line; empty where the call no longer waits.
    Optional<Node> of(Subject subject) {
        shown = Optional.of(subject);
        if (!subject.isWaiting()) {
            return Optional.empty();
        }
        ToolCallId id = subject.record().id();
        if (!obstacles.containsKey(id)) {
            look(id);
        }
        refresh(subject);
        return Optional.of(node);
    }

    /// Why the chosen call cannot be rehearsed, a sentence; empty where it can, or is.
    Optional<String> obstacle() {
        return shown.flatMap(this::obstacle);
    }

    private Optional<String> obstacle(Subject subject) {
        if (!subject.isWaiting()) {
            return Optional.of("It no longer waits.");
        }
        if (subject.row().isBatch()) {
            return Optional.of("Several calls: take them apart first (U).");
        }
        if (subject.editObstacle().isPresent()) {
            return subject.editObstacle();
        }
        return obstacles.getOrDefault(
                subject.record().id(), Optional.of("Looking whether it can be rehearsed…"));
    }

    private void look(ToolCallId id) {
        context.background()
                .execute(() -> {
                    Optional<String> obstacle = context.model().desk().rehearsals().obstacle(id);
                    context.feed()
                            .execute(() -> {
                                if (obstacles.size() >= MOST_REMEMBERED) {
                                    obstacles.clear();
                                }
                                obstacles.put(id, obstacle);
                                shown.filter(subject -> subject.record().id().equals(id))
                                        .ifPresent(this::refresh);
                            });
                });
    }

    private void refresh(Subject subject) {
        Optional<Rehearsal> rehearsal = subject.rehearsed();
        String offer =
                rehearsal.isEmpty()
                                && subject.record()
                                        .rehearsal()
                                        .filter(Rehearsal::isThere)
                                        .isPresent()
                        ? OFFER_ANEW
                        : OFFER;
        Optional<String> obstacle = rehearsal.isPresent() ? Optional.empty() : obstacle(subject);
        open.setGraphic(
                Buttons.face(
                        Icons.styled(
                                rehearsal.isPresent() ? Feather.EYE : Feather.FAST_FORWARD,
                                "of-button"),
                        rehearsal.isPresent() ? "Show the rehearsal" : "Rehearse",
                        Optional.of("T")));
        open.getStyleClass().remove("closed");
        if (obstacle.isPresent()) {
            open.getStyleClass().add("closed");
        }
        open.setAccessibleText(rehearsal.isPresent() ? "Show the rehearsal" : "Rehearse: " + offer);
        open.setAccessibleHelp(obstacle.orElse(""));
        open.setTooltip(obstacle.map(Tooltip::new).orElse(null));
        words.setText(rehearsal.map(RehearsalStrip::words).or(() -> obstacle).orElse(offer));
        words.setTooltip(new Tooltip(words.getText()));
    }

    /// `rehearsed: exit code 0, would add 1, change 2 and remove 3; nothing has changed yet`.
    private static String words(Rehearsal rehearsal) {
        return rehearsal
                .ended()
                .map(end ->
                        "rehearsed: %s, would add %,d, change %,d and remove %,d; nothing has changed yet"
                                .formatted(
                                        Words.outcome(end.outcome()),
                                        end.added(),
                                        end.changed(),
                                        end.removed()))
                .orElse("being rehearsed in a throw-away copy; nothing outside it changes");
    }

    /// What the list says of a call: `rehearsing`, `rehearsed`; empty where there is nothing.
    static Optional<String> listed(CallRecord record) {
        return record.rehearsal()
                .filter(_ -> record.isWaiting())
                .filter(Rehearsal::isThere)
                .map(rehearsal -> rehearsal.isRunning() ? "rehearsing" : "rehearsed");
    }
}
