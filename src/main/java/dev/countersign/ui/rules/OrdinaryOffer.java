package dev.countersign.ui.rules;

import dev.countersign.approval.RuleSuggestion;
import dev.countersign.approval.RuleTryOut;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Offers the one rule that spares most questions, with what it lets through and what it would have
/// decided so far. Nothing is let through before the person takes it. Confined to the FX thread.
final class OrdinaryOffer {
    /// What the rule lets through.
    static final String MEANING =
            "Lets through what is known and Low in the workspace: making, changing and removing"
                + " files there, git that stays here, and the project's own builds, tests and"
                + " scripts. These can do whatever you can, code that the agent has just written"
                + " included.";

    private static final String STILL_ASKS =
            "Still asks: everything from Medium up, installs, pushes, the network (but for what a"
                    + " build fetches), places outside the workspace, redirects into files, and all"
                    + " that is not known.";

    private final UiContext context;
    private final RulesPane.RuleActs acts;

    OrdinaryOffer(UiContext context, RulesPane.RuleActs acts) {
        this.context = context;
        this.acts = acts;
    }

    Node of(RuleSuggestion offer) {
        Label rule = Texts.label(offer.draft().words(), "part-text");
        rule.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(rule, Priority.ALWAYS);
        Button save =
                Buttons.action(
                        Feather.PLUS,
                        "Allow ordinary work",
                        Optional.empty(),
                        () ->
                                acts.act(() ->
                                        context.rules()
                                                .save(
                                                        offer.draft(),
                                                        new RuleDesk.Target.Global())));
        save.setId("allow-ordinary");
        save.setAccessibleText(
                "Save the rule that allows ordinary work in the workspace. " + MEANING);
        HBox row = new HBox(RuleRows.verdict(offer.draft().decision()), rule, save);
        row.getStyleClass().add("rule-row");
        row.setAlignment(Pos.CENTER_LEFT);
        VBox words =
                new VBox(
                        Texts.wrapping(MEANING, "body"),
                        Texts.wrapping(STILL_ASKS, "body"),
                        tried(offer.tryOut()));
        words.getStyleClass().add("offer-words");
        VBox box =
                new VBox(
                        RuleRows.heading(
                                "Fewer questions", "offered, not in force; can be undone below"),
                        row,
                        words);
        box.setId("ordinary-offer");
        return box;
    }

    private static Node tried(RuleTryOut tried) {
        boolean harm = tried.denied() + tried.dangerous() > 0;
        Label label = Texts.wrapping(words(tried), "meta", harm ? "danger-text" : "quiet");
        label.setId("ordinary-tried");
        if (harm) {
            label.setGraphic(Icons.styled(Feather.ALERT_TRIANGLE, "failed"));
        }
        return label;
    }

    static String words(RuleTryOut tried) {
        if (tried.considered() == 0) {
            return "There is no history yet to try it on.";
        }
        String would =
                "Tried on the last %s: it would have let %s through"
                        .formatted(
                                Words.count(tried.considered(), "call"),
                                Words.count(tried.decided(), "more call"));
        if (tried.denied() > 0) {
            return would + ", %s of which you denied.".formatted(tried.denied());
        }
        return would + "; you denied none of them.";
    }
}
