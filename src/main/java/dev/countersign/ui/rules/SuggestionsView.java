package dev.countersign.ui.rules;

import dev.countersign.approval.RuleSuggestion;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Rules that would have spared the person approvals which they always gave. Confined to the FX
/// thread.
final class SuggestionsView {
    private static final int MOST = 8;

    private final UiContext context;
    private final RulesPane.RuleActs acts;

    SuggestionsView(UiContext context, RulesPane.RuleActs acts) {
        this.context = context;
        this.acts = acts;
    }

    Node of(List<RuleSuggestion> suggestions) {
        VBox box =
                new VBox(
                        RuleRows.heading(
                                "Suggested", "what you keep approving; none of it was ever denied"));
        box.setId("suggestions");
        suggestions.stream().limit(MOST).forEach(one -> box.getChildren().add(row(one)));
        return box;
    }

    private Node row(RuleSuggestion suggestion) {
        String words = Words.oneLine(suggestion.draft().words());
        Label rule = Texts.label(words, "mono", "part-text");
        HBox.setHgrow(rule, Priority.ALWAYS);
        rule.setMaxWidth(Double.MAX_VALUE);
        Button save =
                Buttons.action(
                        Feather.PLUS,
                        "Save rule",
                        Optional.empty(),
                        () ->
                                acts.act(() ->
                                        context.rules()
                                                .save(
                                                        suggestion.draft(),
                                                        new RuleDesk.Target.Global())));
        save.getStyleClass().add("save-suggestion");
        save.setAccessibleText("Save the rule that allows " + words);
        String harm =
                suggestion.tryOut().denied() + suggestion.tryOut().dangerous() == 0
                        ? "none denied or dangerous"
                        : "some denied or dangerous";
        HBox row =
                new HBox(
                        RuleRows.verdict(suggestion.draft().decision()),
                        rule,
                        Texts.label(
                                "approved "
                                        + Words.count(suggestion.approvals(), "time")
                                        + " in "
                                        + Words.count(suggestion.sessions(), "session")
                                        + ", would have decided "
                                        + Words.count(suggestion.tryOut().decided(), "call")
                                        + ", "
                                        + harm,
                                "meta",
                                "quiet"),
                        save);
        row.getStyleClass().add("rule-row");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
