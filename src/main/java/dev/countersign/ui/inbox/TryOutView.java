package dev.countersign.ui.inbox;

import dev.countersign.approval.RuleTryOut;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What a rule would have done to recorded calls. Confined to the FX thread.
final class TryOutView {
    private static final int EXAMPLES = 3;

    private TryOutView() {}

    static Node of(UiContext context, RuleTryOut tried) {
        HBox sentence =
                new HBox(
                        Texts.fixed("would have decided", "body"),
                        Texts.fixed(Words.count(tried.decided(), "past call"), "strong"));
        sentence.getStyleClass().add("tight");
        sentence.setAlignment(Pos.BASELINE_LEFT);
        if (tried.decided() > 0) {
            sentence.getChildren().add(verdict(tried));
        } else {
            sentence.getChildren()
                    .add(Texts.fixed("of " + tried.considered() + " looked at", "quiet"));
        }
        VBox box = new VBox(sentence);
        box.getStyleClass().add("try-out");
        if (tried.decided() > 0) {
            box.getChildren().add(bar(tried));
        }
        List<RuleTryOut.Example> bad =
                tried.examples().stream()
                        .filter(example -> example.denied() || example.dangerous())
                        .limit(EXAMPLES)
                        .toList();
        bad.forEach(example -> box.getChildren().add(example(context, example)));
        return box;
    }

    private static Node verdict(RuleTryOut tried) {
        if (tried.denied() == 0 && tried.dangerous() == 0) {
            return Texts.label("; none of them denied or dangerous", "quiet");
        }
        String denied =
                tried.denied() == 0
                        ? ""
                        : tried.denied()
                                + (tried.denied() == 1
                                        ? " of them was denied by you"
                                        : " of them were denied by you");
        String dangerous = tried.dangerous() == 0 ? "" : tried.dangerous() + " dangerous";
        String both = !denied.isEmpty() && !dangerous.isEmpty() ? ", " : "";
        return Texts.label("; " + denied + both + dangerous, "strong", "danger-text");
    }

    /// The share of those that were denied or dangerous.
    private static Node bar(RuleTryOut tried) {
        Region good = new Region();
        good.getStyleClass().add("try-out-good");
        Region bad = new Region();
        bad.getStyleClass().add("try-out-bad");
        int wrong = Math.min(tried.decided(), Math.max(tried.denied(), tried.dangerous()));
        HBox bar = new HBox(good, bad);
        bar.getStyleClass().add("try-out-bar");
        double share = (double) wrong / tried.decided();
        good.prefWidthProperty().bind(bar.widthProperty().multiply(1 - share));
        bad.prefWidthProperty().bind(bar.widthProperty().multiply(share));
        return bar;
    }

    private static Node example(UiContext context, RuleTryOut.Example example) {
        Label command =
                Texts.label(Words.oneLine(example.call().call().command().text()), "mono");
        HBox.setHgrow(command, Priority.ALWAYS);
        command.setMaxWidth(Double.MAX_VALUE);
        HBox row =
                new HBox(
                        example.denied()
                                ? Icons.styled(Feather.X, "failed")
                                : LevelMark.sign(example.call().level().orElseThrow()),
                        command,
                        Texts.fixed(
                                Words.time(
                                        example.call().call().receivedAt(),
                                        context.clock().instant(),
                                        context.zone()),
                                "meta",
                                "quiet",
                                "figures"));
        row.getStyleClass().add("tight");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
