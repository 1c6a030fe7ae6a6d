package dev.countersign.ui.rules;

import dev.countersign.approval.Guard;
import dev.countersign.approval.PermissionRule;
import dev.countersign.supervision.RuleFile;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// One permissions.json: whether it is trusted, its guards, its rules. Confined to the FX thread.
final class FileView {
    private final UiContext context;
    private final RulesPane.RuleActs acts;
    private final Consumer<Path> openFile;

    FileView(UiContext context, RulesPane.RuleActs acts, Consumer<Path> openFile) {
        this.context = context;
        this.acts = acts;
        this.openFile = openFile;
    }

    Node of(RuleFile file) {
        Button undo =
                Buttons.action(
                        Feather.ROTATE_CCW,
                        "Undo last change",
                        Optional.empty(),
                        () -> acts.act(() -> context.rules().undo(file.file())));
        undo.setAccessibleText("Undo the last change of " + file.file());
        Button open =
                Buttons.action(
                        Feather.EXTERNAL_LINK,
                        "Open",
                        Optional.empty(),
                        () -> openFile.accept(file.file()));
        open.setAccessibleText("Open " + file.file());
        VBox box =
                new VBox(
                        RuleRows.heading(
                                file.workspace()
                                        .map(root -> "Workspace " + context.path(root))
                                        .orElse("Everywhere"),
                                context.path(file.file()),
                                undo,
                                open));
        box.getStyleClass().add("rule-file");
        trust(file).ifPresent(box.getChildren()::add);
        guards(file).ifPresent(box.getChildren()::add);
        if (file.rules().isEmpty()) {
            box.getChildren().add(Texts.wrapping("No rules in it.", "quiet", "part-note"));
        }
        file.rules().forEach(use -> box.getChildren().add(rule(file, use)));
        return box;
    }

    private Optional<Node> trust(RuleFile file) {
        return switch (file.trust()) {
            case OWN -> Optional.empty();
            case TRUSTED ->
                    Optional.of(
                            trustRow(
                                    "You trust this content: what it allows counts.",
                                    "End the trust",
                                    "distrust",
                                    () -> acts.act(() -> context.rules().distrust(file.file()))));
            case ONLY_TIGHTENS ->
                    Optional.of(
                            trustRow(
                                    "It came with the workspace: only what it asks and denies"
                                            + " counts until you trust this content.",
                                    "Trust this content",
                                    "trust",
                                    () ->
                                            acts.act(() ->
                                                    context.rules()
                                                            .trust(file.file(), file.digest()))));
        };
    }

    private static Node trustRow(String words, String label, String id, Runnable act) {
        Label text = Texts.wrapping(words, "body");
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setMaxWidth(Double.MAX_VALUE);
        Button button =
                Buttons.action(
                        id.equals("trust") ? Feather.UNLOCK : Feather.LOCK,
                        label,
                        Optional.empty(),
                        act);
        button.setId(id);
        HBox row = new HBox(text, button);
        row.getStyleClass().addAll("rule-row", "trust-row");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private Optional<Node> guards(RuleFile file) {
        if (file.guards().isEmpty()) {
            return Optional.empty();
        }
        VBox box = new VBox();
        Map<Guard, Boolean> sorted = new TreeMap<>(file.guards());
        sorted.forEach((guard, on) -> box.getChildren().add(guard(file, guard, on)));
        return Optional.of(box);
    }

    private Node guard(RuleFile file, Guard guard, boolean on) {
        CheckBox check = new CheckBox("Guard: " + guard.subject() + " is denied");
        check.setId("guard-" + guard.key());
        check.setSelected(on);
        check.setDisable(file.workspace().isPresent());
        check.setAccessibleText(
                guard.subject()
                        + ", "
                        + (on ? "denied" : "not guarded")
                        + ". Instead: "
                        + guard.instead());
        check.setOnAction(_ -> {
            boolean now = check.isSelected();
            acts.act(() -> context.rules().guard(guard, now));
        });
        HBox row =
                new HBox(
                        check,
                        Texts.spring(),
                        Texts.label("instead: " + guard.instead(), "meta", "quiet"));
        row.getStyleClass().add("rule-row");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private Node rule(RuleFile file, RuleFile.Use use) {
        PermissionRule rule = use.rule();
        String id = Words.oneLine(rule.id());
        Label words = Texts.label(id, "mono", "part-text");
        words.setTooltip(new Tooltip(id));
        Button remove =
                Buttons.icon(
                        Feather.TRASH_2,
                        "Take out the rule " + id,
                        () -> acts.act(() -> context.rules().remove(file.file(), rule)));
        remove.getStyleClass().add("remove-rule");
        VBox text = new VBox(words);
        text.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setMinWidth(0);
        rule.why()
                .ifPresent(why ->
                        text.getChildren()
                                .add(Texts.wrapping(Words.oneLine(why), "meta", "quiet")));
        rule.instead()
                .ifPresent(instead ->
                        text.getChildren()
                                .add(
                                        Texts.wrapping(
                                                "instead: " + Words.oneLine(instead),
                                                "meta",
                                                "quiet")));
        examples(rule).ifPresent(text.getChildren()::add);
        String used =
                use.count() == 0
                        ? "not used"
                        : Words.count(use.count(), "use")
                                + use.last()
                                        .map(last ->
                                                ", last "
                                                        + Words.time(
                                                                last,
                                                                context.clock().instant(),
                                                                context.zone()))
                                        .orElse("");
        HBox row =
                new HBox(
                        RuleRows.verdict(rule.decision()),
                        text,
                        Texts.label(RuleRows.kind(rule), "meta", "quiet", "rule-kind"),
                        Texts.label(used, "meta", "quiet", "figures", "rule-use"),
                        Texts.label(
                                "line " + rule.origin().line(),
                                "meta",
                                "quiet",
                                "figures",
                                "rule-line"),
                        remove);
        row.getStyleClass().add("rule-row");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private static Optional<Node> examples(PermissionRule rule) {
        return switch (rule) {
            case PermissionRule.Prefix prefix -> {
                if (prefix.match().isEmpty()
                        && prefix.notMatch().isEmpty()
                        && prefix.sandbox().isEmpty()) {
                    yield Optional.empty();
                }
                String shut = prefix.sandbox().map(one -> "in a " + one.words() + "  ").orElse("");
                String match =
                        prefix.match().isEmpty()
                                ? ""
                                : "matches " + String.join(", ", prefix.match());
                String not =
                        prefix.notMatch().isEmpty()
                                ? ""
                                : "not " + String.join(", ", prefix.notMatch());
                yield Optional.of(
                        Texts.wrapping(
                                Words.oneLine((shut + match + "  " + not).strip()),
                                "mono",
                                "meta",
                                "quiet"));
            }
            case PermissionRule.Ordinary _ ->
                    Optional.of(Texts.wrapping(OrdinaryOffer.MEANING, "meta", "quiet"));
            case PermissionRule.Pattern _, PermissionRule.Reading _, PermissionRule.Reach _ ->
                    Optional.empty();
        };
    }
}
