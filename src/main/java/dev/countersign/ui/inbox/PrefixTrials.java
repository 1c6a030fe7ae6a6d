package dev.countersign.ui.inbox;

import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.RuleTryOut;
import dev.countersign.approval.Verdict;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// What the prefixes would have done to recorded calls, tried behind the FX thread as soon as the
/// person pauses; where one did harm, with the widest narrower one that did none. Confined to the
/// FX thread.
final class PrefixTrials {
    private static final Duration PAUSE = Duration.millis(150);

    /// A prefix, what came of trying it, and the narrower one to use in its place.
    private record Trial(PrefixChooser chooser, RuleTryOut tryOut, Optional<Narrower> narrower) {}

    /// A prefix of more words that did no harm.
    private record Narrower(int count, RuleTryOut tryOut) {}

    private final UiContext context;
    private final PrefixChoosers prefixes;
    private final Supplier<RuleDesk.Target> target;
    private final VBox tried = new VBox(6);
    private final PauseTransition pause = new PauseTransition(PAUSE);
    private long generation;

    /// @param target whose file the rule would go into, asked when it is tried
    PrefixTrials(UiContext context, PrefixChoosers prefixes, Supplier<RuleDesk.Target> target) {
        this.context = context;
        this.prefixes = prefixes;
        this.target = target;
        pause.setOnFinished(_ -> tryOut());
    }

    Node node() {
        VBox box = new VBox(6, Texts.fixed("Tried on your history", "meta", "quiet"), tried);
        box.getStyleClass().add("let-through-section");
        return box;
    }

    /// Tries them when nothing has changed for a moment.
    void changed() {
        tried.getChildren().setAll(Texts.label("Trying it…", "quiet"));
        pause.playFromStart();
    }

    /// What is being tried was for another call.
    void forget() {
        generation++;
    }

    private void tryOut() {
        long mine = generation;
        RuleDesk.Target place = target.get();
        List<PrefixChooser> now = prefixes.all();
        List<Integer> counts = prefixes.counts();
        context.background()
                .execute(() -> {
                    List<Trial> trials = new ArrayList<>();
                    for (int at = 0; at < now.size(); at++) {
                        trials.add(trial(now.get(at), counts.get(at), place));
                    }
                    context.feed().execute(() -> show(mine, counts, trials));
                });
    }

    private Trial trial(PrefixChooser chooser, int count, RuleDesk.Target place) {
        RuleTryOut tryOut = tryOut(chooser, count, place);
        if (isHarmless(tryOut)) {
            return new Trial(chooser, tryOut, Optional.empty());
        }
        for (int more = count + 1; more <= chooser.words().size(); more++) {
            RuleTryOut narrower = tryOut(chooser, more, place);
            if (isHarmless(narrower)) {
                return new Trial(chooser, tryOut, Optional.of(new Narrower(more, narrower)));
            }
        }
        return new Trial(chooser, tryOut, Optional.empty());
    }

    private static boolean isHarmless(RuleTryOut tried) {
        return tried.denied() == 0 && tried.dangerous() == 0;
    }

    private RuleTryOut tryOut(PrefixChooser chooser, int count, RuleDesk.Target place) {
        List<String> prefix = chooser.words().subList(0, count);
        return context.rules()
                .tryOut(new RuleDraft.Prefix(prefix, Verdict.ALLOW, Optional.empty()), place);
    }

    private void show(long mine, List<Integer> counts, List<Trial> trials) {
        if (mine != generation || !counts.equals(prefixes.counts())) {
            return;
        }
        tried.getChildren().clear();
        for (Trial trial : trials) {
            if (trials.size() > 1) {
                String words = String.join(" ", trial.chooser().prefix());
                tried.getChildren().add(Texts.label(Words.exact(words), "mono"));
            }
            tried.getChildren().add(TryOutView.of(context, trial.tryOut()));
            trial.narrower()
                    .ifPresent(found -> tried.getChildren().add(narrower(trial.chooser(), found)));
        }
    }

    private static Node narrower(PrefixChooser chooser, Narrower found) {
        String words = String.join(" ", chooser.words().subList(0, found.count()));
        Hyperlink use = new Hyperlink("Use");
        use.setId("use-narrower");
        use.getStyleClass().add("use-this");
        use.setAccessibleText("Use the narrower " + Words.exact(words));
        use.setOnAction(_ -> {
            chooser.choose(found.count());
            chooser.node().requestFocus();
        });
        HBox row =
                new HBox(
                        8,
                        Icons.styled(Feather.CHECK, "done"),
                        Texts.fixed("Narrower", "body"),
                        Texts.label(Words.exact(words), "mono"),
                        Texts.fixed(
                                Words.count(found.tryOut().decided(), "call") + ", none denied",
                                "body"),
                        Texts.spring(),
                        use);
        row.getStyleClass().add("narrower");
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinHeight(Region.USE_PREF_SIZE);
        return row;
    }
}
