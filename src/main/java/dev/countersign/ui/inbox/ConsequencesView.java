package dev.countersign.ui.inbox;

import dev.countersign.supervision.consequence.Consequence;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// What the command would do, found by looking while the card is read. It stands last on the card
/// but for the history, so that nothing moves that a person already reads. Confined to the FX
/// thread.
final class ConsequencesView {
    private static final int MOST_ITEMS = 8;

    /// So many looks are remembered, so that a card that is come back to says at once what it said.
    private static final int MOST_REMEMBERED = 64;

    private final UiContext context;
    private final Runnable found;
    private final VBox box = new VBox();
    private final Map<Looked, Consequences> seenBefore = new LinkedHashMap<>();
    private Optional<Looked> looked = Optional.empty();

    /// What was looked at last.
    private record Looked(ToolCallId id, String command) {}

    /// @param found is run when a look has found something to say above the command
    ConsequencesView(UiContext context, Runnable found) {
        this.context = context;
        this.found = found;
        box.setId("consequences");
        show(Consequences.none());
    }

    /// The section; empty and without room while nothing is known that is worth saying.
    Node of(Subject subject) {
        Looked wanted = new Looked(subject.record().id(), subject.command());
        if (!looked.equals(Optional.of(wanted))) {
            looked = Optional.of(wanted);
            show(seenBefore.getOrDefault(wanted, Consequences.none()));
            if (subject.isWaiting()) {
                look(wanted);
            }
        }
        return box;
    }

    /// What the command would lose, a sentence; empty while that is not known.
    Optional<String> headline(ToolCallId id, String command) {
        return seenBefore.getOrDefault(new Looked(id, command), Consequences.none()).headline();
    }

    private void look(Looked wanted) {
        context.background()
                .execute(() -> {
                    Consequences seen =
                            context.model().desk().consequences(wanted.id(), wanted.command());
                    context.feed().execute(() -> arrived(wanted, seen));
                });
    }

    private void arrived(Looked wanted, Consequences seen) {
        Optional<String> before = headline(wanted.id(), wanted.command());
        remember(wanted, seen);
        if (!looked.equals(Optional.of(wanted))) {
            return;
        }
        show(seen);
        if (!seen.headline().equals(before)) {
            found.run();
        }
    }

    private void remember(Looked wanted, Consequences seen) {
        seenBefore.remove(wanted);
        seenBefore.put(wanted, seen);
        if (seenBefore.size() > MOST_REMEMBERED) {
            seenBefore.remove(seenBefore.keySet().iterator().next());
        }
    }

    private void show(Consequences seen) {
        box.getChildren().clear();
        boolean any = !seen.list().isEmpty();
        box.setVisible(any);
        box.setManaged(any);
        if (any) {
            box.getChildren().add(Sections.heading("Consequences", 0, "by looking, as of now"));
            seen.list().forEach(one -> box.getChildren().add(consequence(one)));
        }
    }

    private static Node consequence(Consequence one) {
        boolean known = one.kind() != Consequence.Kind.NOT_KNOWN;
        VBox lines = new VBox(Texts.wrapping(one.sentence(), known ? "strong" : "quiet"));
        one.note()
                .ifPresent(note -> lines.getChildren().add(Texts.wrapping(note, "meta", "quiet")));
        one.items().stream().limit(MOST_ITEMS).forEach(item -> lines.getChildren().add(item(item)));
        long more = one.count() - Math.min(MOST_ITEMS, one.items().size());
        if (known && !one.items().isEmpty() && more > 0) {
            lines.getChildren().add(Texts.label("and " + more + " more", "meta", "quiet"));
        }
        lines.getStyleClass().add("consequence");
        return lines;
    }

    private static Node item(Consequence.Item item) {
        Label text = Texts.label(Words.oneLine(item.text()), "mono", "meta");
        HBox row =
                new HBox(
                        text,
                        Texts.spring(),
                        Texts.fixed(item.detail(), "meta", "quiet", "figures"));
        row.getStyleClass().addAll("tight", "consequence-item");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
