package dev.countersign.ui.inbox;

import dev.countersign.approval.GrantOffer;
import dev.countersign.approval.GrantScope;
import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.RuleTryOut;
import dev.countersign.approval.Verdict;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.controlsfx.control.SegmentedButton;
import org.kordamp.ikonli.feather.Feather;

/// Lets calls like a waiting one through: for the session, or always by a rule that is tried on
/// history before it is saved. Saving approves the call.
///
/// It stands above the button that opened it and never over the command. Confined to the FX thread.
final class LetThrough {
    /// What the editor needs of the Inbox.
    ///
    /// @param isArmed whether approving counts now
    /// @param leaving told before the call is decided, so that the next one is chosen
    /// @param approved the call is approved
    /// @param notDecided the call still waits
    /// @param saved a rule went into the file of this target
    record Wishes(
            BooleanSupplier isArmed,
            Consumer<ToolCallId> leaving,
            Consumer<ToolCallId> approved,
            Consumer<ToolCallId> notDecided,
            Consumer<Saved> saved) {}

    /// A rule that was just saved.
    record Saved(String words, RuleDesk.Target target) {}

    private static final double WIDTH = 500;
    private static final double SIDE = 12;
    private static final javafx.util.Duration PAUSE = javafx.util.Duration.millis(150);

    private final UiContext context;
    private final Wishes wishes;
    private final StackPane node = new StackPane();
    private final VBox body = new VBox();
    private final ScrollPane scroll = new ScrollPane(body);
    private final ToggleButton forSession = new ToggleButton("This session");
    private final ToggleButton always = new ToggleButton("Always");
    private final SegmentedButton mode = new SegmentedButton(forSession, always);
    private final RadioButton exactly = new RadioButton("exactly this command");
    private final RadioButton byPrefix = new RadioButton("commands that begin with");
    private final RadioButton sameScript = new RadioButton("this script, as it is now");
    private final RadioButton here = new RadioButton();
    private final RadioButton everywhere = new RadioButton("in every workspace");
    private final ChoiceBox<Optional<Duration>> lasting = new ChoiceBox<>();
    private final TextField why = new TextField();
    private final VBox tried = new VBox();
    private final Label lines = Texts.wrapping("", "mono", "meta");
    private final Label failure = Texts.wrapping("", "meta", "danger-text");
    private final Button save;
    private final Label saveWord;
    private final List<PrefixChooser> choosers = new ArrayList<>();
    private final PauseTransition pause = new PauseTransition(PAUSE);

    private Optional<Subject> subject = Optional.empty();
    private Optional<GrantOffer> offer = Optional.empty();
    private boolean linesShown;
    private double most = 160;
    private long generation;

    LetThrough(UiContext context, Wishes wishes) {
        this.context = context;
        this.wishes = wishes;
        save = Buttons.action(Feather.CHECK, "Let through", Optional.of("Ctrl ⏎"), this::save);
        save.setId("let-through-save");
        save.getStyleClass().add("save");
        saveWord = (Label) save.getGraphic().lookup(".word");
        forSession.setId("let-through-session");
        always.setId("let-through-always");
        buildChoices();
        for (ToggleButton button : List.of(forSession, always)) {
            button.accessibleTextProperty().bind(button.textProperty());
        }
        for (RadioButton button : List.of(exactly, byPrefix, sameScript, here, everywhere)) {
            button.accessibleTextProperty().bind(button.textProperty());
        }
        body.getStyleClass().add("let-through");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("let-through-scroll");
        scroll.setAccessibleRole(AccessibleRole.DIALOG);
        scroll.setAccessibleText("Let these through");
        scroll.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        scroll.setMaxWidth(WIDTH);
        body.heightProperty().addListener((_, _, _) -> fitHeight());
        save.setMinWidth(Region.USE_PREF_SIZE);
        StackPane.setAlignment(scroll, Pos.BOTTOM_LEFT);
        node.getChildren().add(scroll);
        node.setPickOnBounds(false);
        node.setVisible(false);
        pause.setOnFinished(_ -> tryOut());
    }

    /// To be laid over the card.
    Node node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    void close() {
        generation++;
        if (node.isVisible()) {
            node.setVisible(false);
            node.getScene().getRoot().requestFocus();
        }
    }

    /// Opens above a button.
    ///
    /// @param room how high it may be, in pixels, so that it covers no command
    void open(Subject about, Node anchor, double room) {
        subject = Optional.of(about);
        offer = Optional.empty();
        linesShown = false;
        failure.setText("");
        why.clear();
        long mine = ++generation;
        ToolCallId id = about.row().id();
        context.background()
                .execute(() -> {
                    Optional<GrantOffer> found = context.rules().offer(id);
                    context.feed().execute(() -> offered(mine, found, anchor, room));
                });
    }

    private void offered(long mine, Optional<GrantOffer> found, Node anchor, double room) {
        if (mine != generation || found.isEmpty() || anchor.getScene() == null) {
            return;
        }
        offer = found;
        choosers.clear();
        found.get().parts().stream()
                .filter(part -> part.fewestWords() > 0)
                .forEach(part ->
                        choosers.add(
                                new PrefixChooser(
                                        part.words(), part.fewestWords(), this::changed)));
        chooseFirst();
        fill();
        most = Math.max(160, room);
        fitHeight();
        double left = node.sceneToLocal(anchor.localToScene(0, 0)).getX();
        scroll.setMaxWidth(Math.min(WIDTH, node.getWidth() - 2 * SIDE));
        double rightmost = Math.max(SIDE, node.getWidth() - WIDTH - SIDE);
        StackPane.setMargin(scroll, new Insets(0, SIDE, 8, Math.clamp(left, SIDE, rightmost)));
        node.setVisible(true);
        firstControl().requestFocus();
        changed();
    }

    /// As high as what is in it, and no higher than there is room.
    private void fitHeight() {
        scroll.setMaxHeight(Math.min(most, body.getHeight() + 4));
    }

    private Node firstControl() {
        return choosers.isEmpty() || !byPrefix.isSelected()
                ? exactly.isDisabled() ? save : exactly
                : choosers.getFirst().node();
    }

    private void buildChoices() {
        ToggleGroup scope = new ToggleGroup();
        for (RadioButton button : List.of(exactly, byPrefix, sameScript)) {
            button.setToggleGroup(scope);
        }
        exactly.setId("grant-exact");
        byPrefix.setId("grant-prefix");
        sameScript.setId("grant-script");
        ToggleGroup place = new ToggleGroup();
        here.setToggleGroup(place);
        everywhere.setToggleGroup(place);
        here.setId("rule-here");
        everywhere.setId("rule-everywhere");
        scope.selectedToggleProperty().addListener((_, _, _) -> refill());
        place.selectedToggleProperty().addListener((_, _, _) -> changed());
        ToggleGroup modes = new ToggleGroup();
        mode.setToggleGroup(modes);
        modes.selectedToggleProperty()
                .addListener((_, before, now) -> {
                    if (now == null && before != null) {
                        modes.selectToggle(before);
                    } else {
                        refill();
                    }
                });
        lasting.getItems().add(Optional.empty());
        lasting.getItems().add(Optional.of(Duration.ofHours(1)));
        lasting.getItems().add(Optional.of(Duration.ofHours(8)));
        lasting.setValue(Optional.empty());
        lasting.setAccessibleText("How long");
        lasting.setConverter(
                new StringConverter<>() {
                    @Override
                    public String toString(Optional<Duration> time) {
                        return time.map(limit -> "for " + Words.duration(limit))
                                .orElse("as long as the session");
                    }

                    @Override
                    public Optional<Duration> fromString(String text) {
                        throw new UnsupportedOperationException("it is chosen, not typed");
                    }
                });
        why.setId("rule-why");
        why.setPromptText("Why (kept with the rule)");
        why.setAccessibleText("Why, kept with the rule, optional");
        why.setTextFormatter(Texts.limited(RuleDraft.Prefix.MAXIMUM_WHY_LENGTH));
        why.textProperty().addListener((_, _, _) -> showLines());
    }

    private void chooseFirst() {
        GrantOffer found = offer.orElseThrow();
        boolean prefixes = !found.parts().isEmpty() && choosers.size() == found.parts().size();
        boolean scripts =
                !found.parts().isEmpty()
                        && found.parts().stream()
                                .allMatch(
                                        part -> part.script().isPresent() || part.fewestWords() > 0)
                        && found.parts().stream().anyMatch(part -> part.script().isPresent());
        exactly.setDisable(found.exact().isEmpty());
        byPrefix.setDisable(!prefixes);
        sameScript.setDisable(!scripts);
        always.setDisable(!prefixes);
        (prefixes ? byPrefix : scripts ? sameScript : exactly).setSelected(true);
        forSession.setSelected(true);
        here.setText("in " + subject.orElseThrow().call().session().workspace().shortName());
        here.setSelected(true);
        lasting.setValue(Optional.empty());
    }

    private void refill() {
        if (offer.isPresent()) {
            fill();
            changed();
        }
    }

    private void fill() {
        GrantOffer found = offer.orElseThrow();
        HBox head =
                new HBox(
                        Texts.fixed("Let these through", "strong", "let-through-title"),
                        Texts.spring(),
                        mode);
        head.setAlignment(Pos.CENTER_LEFT);
        body.getChildren().setAll(head);
        if (found.refusal().isPresent()) {
            body.getChildren().add(Texts.wrapping(Words.oneLine(found.refusal().get()), "body"));
        } else if (always.isSelected()) {
            body.getChildren().addAll(prefixes(), place(), history(), ending());
        } else {
            body.getChildren().addAll(scopes(), time());
        }
        body.getChildren().add(failure);
        body.getChildren().add(buttons(found.refusal().isEmpty()));
        saveWord.setText(always.isSelected() ? "Save rule" : "Let through");
        save.setAccessibleText(
                always.isSelected()
                        ? "Save the rule and approve this call"
                        : "Let it through for this session and approve this call");
    }

    private Node scopes() {
        VBox box = new VBox(8);
        box.getChildren().add(exactly);
        if (!byPrefix.isDisabled()) {
            box.getChildren().add(byPrefix);
            if (byPrefix.isSelected()) {
                box.getChildren().add(prefixes());
            }
        }
        if (!sameScript.isDisabled()) {
            box.getChildren().add(sameScript);
        }
        offer.orElseThrow().parts().stream()
                .flatMap(part -> part.refusal().stream())
                .distinct()
                .forEach(why ->
                        box.getChildren().add(Texts.wrapping(Words.oneLine(why), "meta", "quiet")));
        return box;
    }

    private Node prefixes() {
        HBox hint =
                new HBox(
                        Texts.fixed("Commands that begin with", "meta", "quiet"),
                        Texts.spring(),
                        Texts.keyCap("←"),
                        Texts.keyCap("→"),
                        Texts.fixed("widen or narrow", "meta", "quiet"));
        hint.getStyleClass().add("tight");
        hint.setAlignment(Pos.CENTER_LEFT);
        VBox box = new VBox(6, hint);
        choosers.forEach(chooser -> box.getChildren().add(chooser.node()));
        return box;
    }

    private Node place() {
        HBox row = new HBox(14, here, everywhere);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private Node time() {
        HBox row = new HBox(8, Texts.fixed("lets through", "meta", "quiet"), lasting);
        row.setAlignment(Pos.CENTER_LEFT);
        return new VBox(
                8,
                row,
                Texts.wrapping(
                        "Ends with the session; Rules lists it and can revoke it. Findings from"
                                + " High up still ask.",
                        "meta",
                        "quiet"));
    }

    private Node history() {
        VBox box = new VBox(6, Texts.fixed("Tried on your history", "meta", "quiet"), tried);
        box.getStyleClass().add("let-through-section");
        return box;
    }

    private Node ending() {
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

    private Node buttons(boolean possible) {
        HBox row = new HBox(8);
        row.setAlignment(Pos.CENTER_RIGHT);
        row.getStyleClass().add("let-through-section");
        if (possible && always.isSelected()) {
            Hyperlink show =
                    new Hyperlink(
                            linesShown ? "Hide the line" : "Show the line");
            show.getStyleClass().add("use-this");
            show.setAccessibleHelp("The line that permissions.json would get");
            show.setOnAction(_ -> {
                linesShown = !linesShown;
                fill();
                showLines();
            });
            row.getChildren().add(show);
        }
        Button cancel = Buttons.action(Feather.X, "Cancel", Optional.of("Esc"), this::close);
        cancel.setMinWidth(Region.USE_PREF_SIZE);
        row.getChildren().addAll(Texts.spring(), cancel);
        if (possible) {
            row.getChildren().add(save);
        }
        return row;
    }

    private void changed() {
        if (offer.isEmpty()) {
            return;
        }
        failure.setText("");
        showLines();
        if (always.isSelected()) {
            tried.getChildren().setAll(Texts.label("Trying it…", "quiet"));
            pause.playFromStart();
        }
    }

    private List<RuleDraft> drafts() {
        Optional<String> reason = Optional.of(why.getText()).filter(text -> !text.isBlank());
        return choosers.stream()
                .<RuleDraft>map(
                        chooser -> new RuleDraft.Prefix(chooser.prefix(), Verdict.ALLOW, reason))
                .toList();
    }

    private RuleDesk.Target target() {
        Path root = subject.orElseThrow().call().session().workspace().roots().getFirst();
        return here.isSelected()
                ? new RuleDesk.Target.OneWorkspace(root)
                : new RuleDesk.Target.Global();
    }

    private void showLines() {
        if (linesShown) {
            lines.setText(
                    String.join(
                            "\n",
                            drafts().stream()
                                    .flatMap(draft -> context.rules().lines(draft).stream())
                                    .map(Words::exact)
                                    .toList()));
        }
    }

    /// A draft, what came of trying it, and the widest narrower one that did no harm.
    private record Trial(
            PrefixChooser chooser,
            RuleTryOut tryOut,
            Optional<Integer> narrower,
            Optional<RuleTryOut> narrowerTryOut) {}

    private void tryOut() {
        long mine = generation;
        RuleDesk.Target target = target();
        List<PrefixChooser> now = List.copyOf(choosers);
        List<Integer> counts = now.stream().map(PrefixChooser::count).toList();
        context.background()
                .execute(() -> {
                    List<Trial> trials = new ArrayList<>();
                    for (int at = 0; at < now.size(); at++) {
                        trials.add(trial(now.get(at), counts.get(at), target));
                    }
                    context.feed().execute(() -> showTrials(mine, counts, trials));
                });
    }

    private Trial trial(PrefixChooser chooser, int count, RuleDesk.Target target) {
        RuleTryOut tryOut = tryOut(chooser, count, target);
        if (tryOut.denied() == 0 && tryOut.dangerous() == 0) {
            return new Trial(chooser, tryOut, Optional.empty(), Optional.empty());
        }
        for (int more = count + 1; more <= chooser.words().size(); more++) {
            RuleTryOut narrower = tryOut(chooser, more, target);
            if (narrower.denied() == 0 && narrower.dangerous() == 0) {
                return new Trial(chooser, tryOut, Optional.of(more), Optional.of(narrower));
            }
        }
        return new Trial(chooser, tryOut, Optional.empty(), Optional.empty());
    }

    private RuleTryOut tryOut(PrefixChooser chooser, int count, RuleDesk.Target target) {
        return context.rules()
                .tryOut(
                        new RuleDraft.Prefix(
                                chooser.words().subList(0, count), Verdict.ALLOW, Optional.empty()),
                        target);
    }

    private void showTrials(long mine, List<Integer> counts, List<Trial> trials) {
        boolean stale =
                mine != generation
                        || !counts.equals(choosers.stream().map(PrefixChooser::count).toList());
        if (stale) {
            return;
        }
        tried.getChildren().clear();
        for (Trial trial : trials) {
            if (trials.size() > 1) {
                tried.getChildren()
                        .add(
                                Texts.label(
                                        Words.exact(String.join(" ", trial.chooser().prefix())),
                                        "mono"));
            }
            tried.getChildren().add(TryOutView.of(context, trial.tryOut()));
            if (trial.narrower().isPresent()) {
                tried.getChildren().add(narrower(trial));
            }
        }
        tried.setSpacing(6);
    }

    private static Node narrower(Trial trial) {
        int count = trial.narrower().orElseThrow();
        String words = String.join(" ", trial.chooser().words().subList(0, count));
        Hyperlink use = new Hyperlink("Use");
        use.setId("use-narrower");
        use.getStyleClass().add("use-this");
        use.setAccessibleText("Use the narrower " + Words.exact(words));
        use.setOnAction(_ -> {
            trial.chooser().choose(count);
            trial.chooser().node().requestFocus();
        });
        HBox row =
                new HBox(
                        8,
                        Icons.styled(Feather.CHECK, "done"),
                        Texts.fixed("Narrower", "body"),
                        Texts.label(Words.exact(words), "mono"),
                        Texts.fixed(
                                Words.count(trial.narrowerTryOut().orElseThrow().decided(), "call")
                                        + ", none denied",
                                "body"),
                        Texts.spring(),
                        use);
        row.getStyleClass().add("narrower");
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinHeight(Region.USE_PREF_SIZE);
        return row;
    }

    private List<GrantScope> scopesChosen() {
        GrantOffer found = offer.orElseThrow();
        if (exactly.isSelected()) {
            return List.of(found.exact().orElseThrow());
        }
        List<GrantScope> scopes = new ArrayList<>();
        int chooser = 0;
        for (GrantOffer.PartOffer part : found.parts()) {
            boolean hasPrefix = part.fewestWords() > 0;
            if (sameScript.isSelected() && part.script().isPresent()) {
                scopes.add(part.script().get());
            } else if (hasPrefix) {
                scopes.add(part.prefix(choosers.get(chooser).count()));
            }
            chooser += hasPrefix ? 1 : 0;
        }
        return scopes;
    }

    private void key(KeyEvent event) {
        if (event.getCode() == KeyCode.ENTER && event.isShortcutDown()) {
            save();
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE) {
            close();
            event.consume();
        }
    }

    /// Approving counts here as elsewhere only when the card is armed.
    private void save() {
        if (offer.isEmpty()
                || offer.get().refusal().isPresent()
                || !wishes.isArmed().getAsBoolean()) {
            return;
        }
        ToolCallId id = subject.orElseThrow().row().id();
        boolean rule = always.isSelected();
        List<GrantScope> scopes = rule ? List.of() : scopesChosen();
        List<RuleDraft> drafts = rule ? drafts() : List.of();
        Optional<Duration> limit = lasting.getValue();
        RuleDesk.Target target = target();
        long mine = generation;
        context.background()
                .execute(() -> {
                    try {
                        RuleDesk.Outcome came =
                                rule
                                        ? context.rules().approveAlways(id, drafts, target)
                                        : context.rules().approveForSession(id, scopes, limit);
                        context.feed().execute(() -> done(mine, id, came, drafts, target));
                    } catch (UncheckedIOException e) {
                        context.feed().execute(() -> wishes.notDecided().accept(id));
                    }
                });
    }

    private void done(
            long mine,
            ToolCallId id,
            RuleDesk.Outcome came,
            List<RuleDraft> drafts,
            RuleDesk.Target target) {
        switch (came) {
            case RuleDesk.Outcome.Done _ -> {
                close();
                wishes.leaving().accept(id);
                wishes.approved().accept(id);
                if (!drafts.isEmpty()) {
                    wishes.saved()
                            .accept(
                                    new Saved(
                                            String.join(
                                                    ", ",
                                                    drafts.stream().map(RuleDraft::words).toList()),
                                            target));
                }
            }
            case RuleDesk.Outcome.Refused(String reason) -> {
                if (mine == generation) {
                    failure.setText(reason);
                }
            }
        }
    }
}
