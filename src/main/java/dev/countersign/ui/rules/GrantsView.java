package dev.countersign.ui.rules;

import dev.countersign.approval.SessionGrant;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What is let through for sessions now, with what is left of it. Confined to the FX thread.
final class GrantsView {
    private final UiContext context;
    private final RulesPane.RuleActs acts;
    private final List<Runnable> clocks = new ArrayList<>();

    GrantsView(UiContext context, RulesPane.RuleActs acts) {
        this.context = context;
        this.acts = acts;
    }

    Node of(List<SessionGrant> grants) {
        VBox box =
                new VBox(
                        RuleRows.heading(
                                "Let through for sessions",
                                "ends with the session, or when you revoke it"));
        box.setId("grants");
        clocks.clear();
        if (grants.isEmpty()) {
            box.getChildren()
                    .add(
                            Texts.wrapping(
                                    "Nothing. Session… on a waiting call lets the same through"
                                            + " until its agent's session ends.",
                                    "quiet",
                                    "part-note"));
        }
        grants.forEach(grant -> box.getChildren().add(row(grant)));
        tick();
        return box;
    }

    /// Shows what is left of each now.
    void tick() {
        clocks.forEach(Runnable::run);
    }

    private String left(Instant end) {
        return Words.age(Duration.between(context.ticker().now(), end)) + " left";
    }

    private Node row(SessionGrant grant) {
        String exact = Words.oneLine(grant.scope().words());
        Label words = Texts.label(exact, "mono", "part-text");
        words.setTooltip(new Tooltip(exact));
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        Label left = Texts.fixed("as long as the session", "meta", "quiet", "figures");
        grant.until().ifPresent(end -> clocks.add(() -> left.setText(left(end))));
        Button revoke =
                Buttons.action(
                        Feather.X,
                        "Revoke",
                        Optional.empty(),
                        () ->
                                acts.act(() ->
                                        context.rules().revoke(grant.id())
                                                ? new RuleDesk.Outcome.Done()
                                                : new RuleDesk.Outcome.Refused(
                                                        "It was over already.")));
        revoke.getStyleClass().add("revoke");
        revoke.setAccessibleText("Revoke " + exact);
        HBox row =
                new HBox(
                        words,
                        Texts.fixed(Words.oneLine(grant.agent()), "meta"),
                        Texts.fixed(Words.count(grant.uses(), "use"), "meta", "quiet"),
                        left,
                        revoke);
        row.getStyleClass().add("rule-row");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
