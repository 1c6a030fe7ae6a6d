package dev.countersign.ui.rules;

import dev.countersign.approval.PendingRules;
import dev.countersign.approval.RuleChange;
import dev.countersign.settings.ConfigurationProblem;
import dev.countersign.supervision.RuleFile;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What stands in a file and is not in force: because it is wrong, or because it loosens and waits
/// for the person's word. Confined to the FX thread.
final class PendingView {
    private final UiContext context;
    private final RulesPane.RuleActs acts;

    PendingView(UiContext context, RulesPane.RuleActs acts) {
        this.context = context;
        this.acts = acts;
    }

    List<Node> of(RuleFile file) {
        List<Node> boxes = new ArrayList<>();
        file.problem().ifPresent(problem -> boxes.add(problem(problem)));
        file.pending().ifPresent(pending -> boxes.add(pending(file, pending)));
        return boxes;
    }

    private static Node problem(ConfigurationProblem problem) {
        HBox row =
                new HBox(
                        Icons.styled(Feather.ALERT_TRIANGLE, "failed"),
                        Texts.wrapping(
                                Words.oneLine(problem.sentence())
                                        + ". The last good rules stay in force.",
                                "body"));
        row.getStyleClass().addAll("rule-box", "rule-problem");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private Node pending(RuleFile file, PendingRules pending) {
        VBox box =
                new VBox(
                        Texts.wrapping(
                                context.path(file.file())
                                        + " was changed from outside and would allow more. The"
                                        + " rules before it stay in force until you say.",
                                "body",
                                "strong"));
        for (RuleChange change : pending.changes()) {
            HBox row =
                    new HBox(
                            change.loosens()
                                    ? Icons.styled(Feather.UNLOCK, "waiting")
                                    : Icons.quiet(Feather.LOCK),
                            Texts.wrapping(Words.oneLine(change.words()), "mono"));
            row.getStyleClass().add("tight");
            row.setAlignment(Pos.CENTER_LEFT);
            box.getChildren().add(row);
        }
        Button confirm =
                Buttons.action(
                        Feather.UNLOCK,
                        "Take it into force",
                        Optional.empty(),
                        () ->
                                acts.act(() ->
                                        context.rules().confirm(file.file(), pending.digest())));
        confirm.setId("confirm-rules");
        confirm.getStyleClass().add("danger-outline");
        Button reject =
                Buttons.action(
                        Feather.X,
                        "Leave it out",
                        Optional.empty(),
                        () ->
                                acts.act(() ->
                                        context.rules().reject(file.file(), pending.digest())));
        reject.setId("reject-rules");
        HBox buttons = new HBox(reject, confirm);
        buttons.getStyleClass().add("actions");
        box.getChildren().add(buttons);
        box.getStyleClass().addAll("rule-box", "rule-pending");
        box.setId("pending-rules");
        return box;
    }
}
