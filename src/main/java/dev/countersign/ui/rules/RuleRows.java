package dev.countersign.ui.rules;

import dev.countersign.approval.PermissionRule;
import dev.countersign.approval.Verdict;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// What the sections of the Rules pane share. Pure.
final class RuleRows {
    private RuleRows() {}

    static Node heading(String title, String note, Node... right) {
        HBox row = new HBox(Texts.fixed(title, "strong"), Texts.label(note, "meta", "quiet"));
        row.getChildren().add(Texts.spring());
        row.getChildren().addAll(right);
        row.getStyleClass().add("section-heading");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    static Node verdict(Verdict verdict) {
        Node icon =
                switch (verdict) {
                    case ALLOW -> Icons.styled(Feather.CHECK, "done");
                    case ASK -> Icons.styled(Feather.CIRCLE, "waiting");
                    case DENY -> Icons.styled(Feather.X, "failed");
                };
        HBox pair =
                new HBox(icon, Texts.fixed(word(verdict), "strong", "verdict", verdict.wireName()));
        pair.getStyleClass().addAll("tight", "rule-verdict");
        pair.setAlignment(Pos.CENTER_LEFT);
        return pair;
    }

    static String word(Verdict verdict) {
        return switch (verdict) {
            case ALLOW -> "allows";
            case ASK -> "asks";
            case DENY -> "denies";
        };
    }

    /// What sort of rule it is, for those that are not about how a command begins.
    static String kind(PermissionRule rule) {
        return switch (rule) {
            case PermissionRule.Pattern _ -> "pattern";
            case PermissionRule.Prefix _ -> "begins with";
            case PermissionRule.Reading _, PermissionRule.Ordinary _ -> "effect";
            case PermissionRule.Reach _ -> "path";
        };
    }
}
