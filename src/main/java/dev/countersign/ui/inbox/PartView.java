package dev.countersign.ui.inbox;

import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.safety.Effect;
import dev.countersign.safety.Finding;
import dev.countersign.safety.RiskLevel;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.CommandView.Underline;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// One simple command of a call: verdict, the rule or finding behind it, effects, what would be
/// safer. Makes the rows of the parts; confined to the FX thread.
///
/// @param details whether everything is shown
/// @param narrow whether there is no room for columns
/// @param command where a part is pointed out while the pointer or the focus is on it
/// @param useInstead begins to edit with the text given
record PartView(
        UiContext context,
        Subject subject,
        boolean details,
        boolean narrow,
        CommandView command,
        Consumer<String> useInstead) {
    /// How many effects stand in a row while details are hidden.
    private static final int BRIEF_EFFECTS = 4;

    /// How much of a part's text is shown in a narrow card while details are hidden.
    private static final int BRIEF_TEXT = 200;

    /// A part, with its number where there are several.
    Node of(NumberedPart part, boolean numbered) {
        PartVerdict judged = part.verdict();
        String why = reason(part);
        Node row = narrow ? stacked(part, why) : beside(part, why, numbered);
        VBox box = new VBox(row);
        part.findings()
                .forEach(finding -> box.getChildren().add(finding(finding, Optional.of(judged))));
        box.getStyleClass().add("part-box");
        box.setFocusTraversable(true);
        box.setAccessibleRole(AccessibleRole.LIST_ITEM);
        box.setAccessibleText(sentence(part, why));
        box.setOnMouseEntered(_ -> pointOut(Optional.of(judged)));
        box.setOnMouseExited(_ -> pointOut(Optional.empty()));
        box.focusedProperty()
                .addListener((_, _, on) -> pointOut(on ? Optional.of(judged) : Optional.empty()));
        return box;
    }

    /// In columns: number, text, verdict, reason and effects.
    private Node beside(NumberedPart part, String why, boolean numbered) {
        GridPane grid = new GridPane();
        grid.getStyleClass().add("part");
        ColumnConstraints count = new ColumnConstraints((numbered ? 34 : 22) * command.textScale());
        ColumnConstraints text = new ColumnConstraints();
        text.setPercentWidth(38);
        ColumnConstraints verdict = new ColumnConstraints(92 * command.textScale());
        ColumnConstraints reason = new ColumnConstraints();
        reason.setHgrow(Priority.ALWAYS);
        reason.setFillWidth(true);
        grid.getColumnConstraints().addAll(count, text, verdict, reason);
        grid.addRow(
                0,
                number(part),
                text(part, Texts.label(Words.oneLine(part.verdict().text()))),
                verdictMark(part),
                why(part, why));
        grid.getChildren().forEach(cell -> GridPane.setValignment(cell, VPos.TOP));
        return grid;
    }

    /// Where there is no room for columns: number, verdict and reason in a line, the text in full
    /// width below, wrapped.
    private Node stacked(NumberedPart part, String why) {
        HBox first = new HBox(number(part), verdictMark(part));
        first.getStyleClass().add("tight");
        first.setAlignment(Pos.TOP_LEFT);
        if (!why.isEmpty()) {
            Label reason = Texts.wrapping(why, "meta", "quiet");
            reason.setMinWidth(0);
            first.getChildren().add(reason);
        }
        VBox rows = new VBox(first, text(part, Texts.wrapping(brief(part))));
        effects(part).ifPresent(rows.getChildren()::add);
        rows.getStyleClass().addAll("part", "stacked");
        return rows;
    }

    private Node why(NumberedPart part, String why) {
        VBox right = new VBox();
        if (!why.isEmpty()) {
            right.getChildren().add(Texts.wrapping(why, "meta", "quiet"));
        }
        effects(part).ifPresent(right.getChildren()::add);
        return right;
    }

    private static Label text(NumberedPart part, Label words) {
        words.getStyleClass().addAll("mono", "part-text");
        words.setTooltip(new Tooltip(Words.exact(part.verdict().text().strip())));
        return words;
    }

    /// Some rows of a very long part; details show all of it.
    private String brief(NumberedPart part) {
        String text = Words.oneLine(part.verdict().text());
        return details || text.length() <= BRIEF_TEXT
                ? text
                : text.substring(0, BRIEF_TEXT) + "… (Space shows all)";
    }

    private void pointOut(Optional<PartVerdict> part) {
        command.pointOut(
                part.map(p -> new Underline(p.start(), p.end(), Underline.Weight.ALLOWED, "")));
    }

    private static Node number(NumberedPart part) {
        Label number = Texts.fixed(Integer.toString(part.number()), "part-number", "figures");
        number.getStyleClass().add(part.weight().name().toLowerCase(Locale.ROOT));
        return number;
    }

    /// The rule, or the doubt; a finding says itself what it is, below.
    private static String reason(NumberedPart part) {
        String reason = stripped(Words.oneLine(part.verdict().reason()));
        boolean said =
                part.findings().stream()
                        .map(finding -> Words.oneLine(finding.message()))
                        .anyMatch(message -> reason.contains(stripped(message)));
        Optional<RuleReference> rule = rule(part);
        if (rule.isEmpty()) {
            return said ? "" : reason;
        }
        String source = Words.oneLine(rule.get().source());
        String id = Words.oneLine(rule.get().id());
        if (said) {
            return "rule " + id + ", " + source;
        }
        return reason.contains(id) ? reason + ", " + source : reason;
    }

    /// The rule that a person or a guard wrote; what is built in needs no source.
    private static Optional<RuleReference> rule(NumberedPart part) {
        return part.verdict().rule().filter(rule -> rule.kind() != RuleReference.Kind.BUILT_IN);
    }

    private static String stripped(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private Optional<Node> effects(NumberedPart part) {
        List<Effect> effects =
                part.assessment().map(assessed -> assessed.effects()).orElse(List.of()).stream()
                        .distinct()
                        .toList();
        boolean known = part.assessment().map(assessed -> assessed.known()).orElse(true);
        if (effects.isEmpty() && known) {
            return Optional.empty();
        }
        FlowPane row = new FlowPane();
        row.getStyleClass().add("effects");
        int most = details ? effects.size() : Math.min(BRIEF_EFFECTS, effects.size());
        effects.subList(0, most).forEach(effect -> row.getChildren().add(effect(effect)));
        if (most < effects.size()) {
            row.getChildren()
                    .add(Texts.fixed("and " + (effects.size() - most) + " more", "meta", "quiet"));
        }
        if (!known) {
            row.getChildren().add(Texts.fixed("not known to this console", "meta", "asks-text"));
        }
        return Optional.of(row);
    }

    private Node effect(Effect effect) {
        boolean outside =
                EffectWords.isOutside(
                        effect,
                        subject.call().directory(),
                        subject.call().session().workspace(),
                        context.home());
        String words = EffectWords.of(effect) + (outside ? ", outside the workspace" : "");
        String kind = outside ? "asks-text" : "quiet";
        Label label =
                narrow ? Texts.wrapping(words, "meta", kind) : Texts.label(words, "meta", kind);
        label.setTooltip(new Tooltip(words));
        HBox pair =
                new HBox(
                        Icons.styled(EffectWords.icon(effect), outside ? "waiting" : "quiet"),
                        label);
        pair.getStyleClass().add("tight");
        pair.setAlignment(Pos.CENTER_LEFT);
        return pair;
    }

    private static Node verdictMark(NumberedPart part) {
        Verdict verdict = part.verdict().verdict();
        Label word = Texts.fixed(word(verdict), "strong", "verdict", verdict.wireName());
        Node icon =
                switch (verdict) {
                    case ALLOW -> Icons.styled(Feather.CHECK, "done");
                    case ASK ->
                            raisedBy(part)
                                    .map(level -> LevelMark.sign(level))
                                    .orElseGet(() -> Icons.styled(Feather.CIRCLE, "waiting"));
                    case DENY -> Icons.styled(Feather.X, "failed");
                };
        HBox pair = new HBox(icon, word);
        pair.getStyleClass().add("verdict-mark");
        pair.setAlignment(Pos.CENTER_LEFT);
        pair.setMaxHeight(Region.USE_PREF_SIZE);
        return pair;
    }

    /// The level of the finding that made it ask where no rule did.
    private static Optional<RiskLevel> raisedBy(NumberedPart part) {
        return part.findings().stream()
                .map(Finding::level)
                .filter(level -> level.atLeast(RiskLevel.HIGH) && rule(part).isEmpty())
                .max(Comparator.naturalOrder());
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case ALLOW -> "allowed";
            case ASK -> "asks";
            case DENY -> "denied";
        };
    }

    private static String sentence(NumberedPart part, String why) {
        List<String> words = new ArrayList<>();
        words.add(
                "Part %d, %s: %s"
                        .formatted(
                                part.number(),
                                word(part.verdict().verdict()),
                                Words.exact(part.verdict().text().strip())));
        if (!why.isEmpty()) {
            words.add(why);
        }
        part.assessment()
                .ifPresent(assessed ->
                        assessed.effects().forEach(effect -> words.add(EffectWords.of(effect))));
        part.findings().forEach(finding -> words.add(stripped(Words.oneLine(finding.message()))));
        return String.join(". ", words) + ".";
    }

    /// A finding, and what would be safer.
    Node finding(Finding finding, Optional<PartVerdict> part) {
        Label message = Texts.wrapping(Words.oneLine(finding.message()), "body");
        message.setMinWidth(0);
        HBox row = new HBox(LevelMark.sign(finding.level()), message);
        if (!narrow || details) {
            row.getChildren().add(Texts.fixed(finding.id(), "mono", "meta", "quiet"));
        }
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("finding");
        VBox box = new VBox(row);
        finding.alternative()
                .ifPresent(alternative -> box.getChildren().add(instead(alternative, part)));
        return box;
    }

    private Node instead(String alternative, Optional<PartVerdict> part) {
        HBox row =
                new HBox(
                        Icons.quiet(Feather.ROTATE_CW),
                        Texts.fixed("Instead", "quiet"),
                        Texts.wrapping(Words.exact(alternative), "mono"));
        Optional<String> text = part.flatMap(p -> replaced(p, alternative));
        if (text.isPresent() && subject.isWaiting() && !subject.row().isBatch()) {
            Hyperlink use = new Hyperlink("Use this");
            use.getStyleClass().add("use-this");
            use.setMinWidth(Region.USE_PREF_SIZE);
            use.setAccessibleText("Edit the command to " + Words.exact(alternative));
            use.setOnAction(_ -> useInstead.accept(text.get()));
            row.getChildren().add(use);
        }
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("finding");
        return row;
    }

    /// The command with the safer way in the place of the part; empty where that is advice and no
    /// command.
    private Optional<String> replaced(PartVerdict part, String alternative) {
        String text = subject.command();
        String first = part.text().strip().split("\\s", 2)[0];
        boolean isCommand =
                alternative.startsWith(first + " ")
                        && alternative.chars().noneMatch(unit -> unit == '…' || unit == '\n')
                        && !alternative.contains(", ");
        if (!isCommand || part.end() > text.length()) {
            return Optional.empty();
        }
        return Optional.of(
                text.substring(0, part.start()) + alternative + text.substring(part.end()));
    }
}
