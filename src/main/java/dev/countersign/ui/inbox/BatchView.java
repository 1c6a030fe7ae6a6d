package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// All the calls of a row, each whole, with what differs marked. Confined to the FX thread.
final class BatchView {
    private final UiContext context;
    private final Runnable separate;

    BatchView(UiContext context, Runnable separate) {
        this.context = context;
        this.separate = separate;
    }

    /// The words by which one of the calls differs from any of the others.
    static List<Alikeness.Word> differing(InboxModel.Row row, CallRecord one) {
        return Alikeness.differing(
                one.call().command().text(),
                row.members().stream().map(member -> member.call().command().text()).toList());
    }

    Node of(InboxModel.Row row) {
        Button apart =
                Buttons.action(Feather.LIST, "Decide one by one", Optional.of("U"), separate);
        apart.setId("separate");
        VBox box =
                new VBox(
                        Sections.heading(
                                row.members().size() + " alike, decided together", 0, apart));
        box.setId("batch");
        int number = 1;
        for (CallRecord member : row.members()) {
            box.getChildren().add(member(row, member, number++));
        }
        return box;
    }

    private Node member(InboxModel.Row row, CallRecord member, int number) {
        String text = member.call().command().text();
        HBox words = new HBox();
        int at = 0;
        for (Alikeness.Word word : differing(row, member)) {
            words.getChildren().add(plain(text.substring(at, word.start())));
            Label differs = Texts.fixed(Words.exact(word.text()), "mono", "command", "differs");
            words.getChildren().add(differs);
            at = word.end();
        }
        words.getChildren().add(plain(text.substring(at)));
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        String summary = Words.quotedSummary(member.call());
        Label said = Texts.label(summary, "meta", "quiet");
        said.setTooltip(new Tooltip(summary));
        String age =
                Words.age(Duration.between(member.call().receivedAt(), context.ticker().now()));
        HBox line =
                new HBox(
                        Texts.label(Integer.toString(number), "quiet", "figures", "batch-number"),
                        words,
                        said,
                        Texts.fixed(age, "meta", "quiet", "figures"));
        line.getStyleClass().add("batch-row");
        line.setAlignment(Pos.CENTER_LEFT);
        line.setAccessibleRole(AccessibleRole.LIST_ITEM);
        line.setAccessibleText(Words.exact(text) + ". " + summary);
        line.setFocusTraversable(true);
        return line;
    }

    private static Label plain(String text) {
        return Texts.fixed(Words.exact(text), "mono", "quiet");
    }
}
