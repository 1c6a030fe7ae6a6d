package dev.countersign.ui.inbox;

import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.Verdict;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The rule that lets calls through always: where it holds, why it was made, and the line that it
/// will be. Confined to the FX thread.
final class RuleChoice {
    private final PrefixChoosers prefixes;
    private final Function<RuleDraft, List<String>> linesOf;
    private final RadioButton here = new RadioButton();
    private final RadioButton everywhere = new RadioButton("in every workspace");
    private final TextField why = new TextField();
    private final Label lines = Texts.wrapping("", "mono", "meta");
    private Optional<Path> workspace = Optional.empty();
    private boolean linesShown;

    /// @param linesOf how a draft would stand in the file
    /// @param changed told when the rule would decide otherwise
    RuleChoice(
            PrefixChoosers prefixes, Function<RuleDraft, List<String>> linesOf, Runnable changed) {
        this.prefixes = prefixes;
        this.linesOf = linesOf;
        here.setId("rule-here");
        everywhere.setId("rule-everywhere");
        ToggleGroup place = new ToggleGroup();
        for (RadioButton button : List.of(here, everywhere)) {
            button.setToggleGroup(place);
            button.accessibleTextProperty().bind(button.textProperty());
        }
        place.selectedToggleProperty().addListener((_, _, _) -> changed.run());
        why.setId("rule-why");
        why.setPromptText("Why (kept with the rule)");
        why.setAccessibleText("Why, kept with the rule, optional");
        why.setTextFormatter(Texts.limited(RuleDraft.Prefix.MAXIMUM_WHY_LENGTH));
        why.textProperty().addListener((_, _, _) -> drawLines());
    }

    /// Begins anew, in the workspace of the call.
    void begin(Subject subject) {
        workspace = Optional.of(subject.call().session().workspace().roots().getFirst());
        linesShown = false;
        why.clear();
        here.setText("in " + subject.call().session().workspace().shortName());
        here.setSelected(true);
    }

    Node place() {
        HBox row = new HBox(14, here, everywhere);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    Node ending() {
        VBox box =
                new VBox(
                        6,
                        why,
                        Texts.wrapping(
                                "Findings from High up, writes to files and unresolved parts still"
                                        + " ask.",
                                "meta",
                                "quiet"));
        if (linesShown) {
            box.getChildren().add(lines);
        }
        box.getStyleClass().add("let-through-section");
        return box;
    }

    /// Shows the line of the rule, or hides it again.
    ///
    /// @param changed told when it did: there is more or less to place
    Node lineSwitch(Runnable changed) {
        Hyperlink link = new Hyperlink(linesShown ? "Hide the line" : "Show the line");
        link.getStyleClass().add("use-this");
        link.setOnAction(_ -> {
            linesShown = !linesShown;
            changed.run();
            drawLines();
        });
        return link;
    }

    /// One rule for each prefix.
    List<RuleDraft> drafts() {
        Optional<String> reason = Optional.of(why.getText()).filter(text -> !text.isBlank());
        return prefixes.all().stream()
                .<RuleDraft>map(
                        chooser -> new RuleDraft.Prefix(chooser.prefix(), Verdict.ALLOW, reason))
                .toList();
    }

    /// Whose file it goes into.
    RuleDesk.Target target() {
        return here.isSelected()
                ? new RuleDesk.Target.OneWorkspace(workspace.orElseThrow())
                : new RuleDesk.Target.Global();
    }

    /// The line as it would be now.
    void drawLines() {
        if (linesShown) {
            lines.setText(
                    drafts().stream()
                            .flatMap(draft -> linesOf.apply(draft).stream())
                            .map(Words::exact)
                            .collect(Collectors.joining("\n")));
        }
    }
}
