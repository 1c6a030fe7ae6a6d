package dev.countersign.ui.inbox;

import dev.countersign.approval.GrantOffer;
import dev.countersign.approval.GrantScope;
import dev.countersign.approval.RuleDraft;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
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
    private static final double LEAST_HEIGHT = 160;
    private static final double SIDE = 12;

    private final UiContext context;
    private final Wishes wishes;
    private final StackPane node = new StackPane();
    private final VBox body = new VBox();
    private final ScrollPane scroll = new ScrollPane(body);
    private final ToggleButton forSession = new ToggleButton("This session");
    private final ToggleButton always = new ToggleButton("Always");
    private final SegmentedButton mode = new SegmentedButton(forSession, always);
    private final PrefixChoosers prefixes = new PrefixChoosers(this::changed);
    private final GrantChoice grant = new GrantChoice(prefixes, this::refill);
    private final RuleChoice rule;
    private final PrefixTrials trials;
    private final Label failure = Texts.wrapping("", "meta", "danger-text");
    private final Button save;

    private Optional<Subject> subject = Optional.empty();
    private Optional<GrantOffer> offer = Optional.empty();
    private double most = LEAST_HEIGHT;
    private long generation;

    LetThrough(UiContext context, Wishes wishes) {
        this.context = context;
        this.wishes = wishes;
        rule = new RuleChoice(prefixes, context.rules()::lines, this::changed);
        trials = new PrefixTrials(context, prefixes, rule::target);
        save = Buttons.action(Feather.CHECK, "Let through", Optional.of("Ctrl ⏎"), this::save);
        save.setId("let-through-save");
        save.getStyleClass().add("save");
        save.setMinWidth(Region.USE_PREF_SIZE);
        buildMode();
        body.getStyleClass().add("let-through");
        body.heightProperty().addListener((_, _, _) -> fitHeight());
        failure.managedProperty().bind(failure.textProperty().isNotEmpty());
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("let-through-scroll");
        scroll.setAccessibleRole(AccessibleRole.DIALOG);
        scroll.setAccessibleText("Let these through");
        scroll.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        scroll.setMaxWidth(WIDTH);
        StackPane.setAlignment(scroll, Pos.BOTTOM_LEFT);
        node.getChildren().add(scroll);
        node.setPickOnBounds(false);
        node.setVisible(false);
    }

    private void buildMode() {
        forSession.setId("let-through-session");
        always.setId("let-through-always");
        for (ToggleButton button : List.of(forSession, always)) {
            button.accessibleTextProperty().bind(button.textProperty());
        }
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
    }

    /// To be laid over the card.
    Node node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    void close() {
        forget();
        if (node.isVisible()) {
            node.setVisible(false);
            node.getScene().getRoot().requestFocus();
        }
    }

    private void forget() {
        generation++;
        trials.forget();
    }

    /// Opens above a button.
    ///
    /// @param room how high it may be, in pixels, so that it covers no command
    void open(Subject about, Node anchor, double room) {
        forget();
        subject = Optional.of(about);
        offer = Optional.empty();
        failure.setText("");
        long mine = generation;
        ToolCallId id = about.row().id();
        context.background()
                .execute(() -> {
                    Optional<GrantOffer> found = context.rules().offer(id);
                    context.feed()
                            .execute(() ->
                                    found.filter(_ -> mine == generation)
                                            .ifPresent(now -> offered(now, anchor, room)));
                });
    }

    private void offered(GrantOffer found, Node anchor, double room) {
        if (anchor.getScene() == null) {
            return;
        }
        offer = Optional.of(found);
        prefixes.begin(found);
        grant.begin(found);
        rule.begin(subject.orElseThrow());
        always.setDisable(!prefixes.coverAll());
        forSession.setSelected(true);
        fill(found);
        most = Math.max(LEAST_HEIGHT, room);
        fitHeight();
        double left = node.sceneToLocal(anchor.localToScene(0, 0)).getX();
        scroll.setMaxWidth(Math.min(WIDTH, node.getWidth() - 2 * SIDE));
        double rightmost = Math.max(SIDE, node.getWidth() - WIDTH - SIDE);
        StackPane.setMargin(scroll, new Insets(0, SIDE, 8, Math.clamp(left, SIDE, rightmost)));
        node.setVisible(true);
        grant.first().orElse(save).requestFocus();
        changed();
    }

    /// As high as what is in it, and no higher than there is room.
    private void fitHeight() {
        double height = Math.min(most, body.getHeight() + 4);
        scroll.setPrefHeight(height);
        scroll.setMaxHeight(height);
    }

    // ---- what stands in it

    private void refill() {
        offer.ifPresent(found -> {
            fill(found);
            changed();
        });
    }

    private void fill(GrantOffer found) {
        boolean possible = found.refusal().isEmpty();
        body.getChildren().setAll(head());
        if (!possible) {
            body.getChildren()
                    .add(Texts.wrapping(Words.oneLine(found.refusal().orElseThrow()), "body"));
        } else if (always.isSelected()) {
            body.getChildren().addAll(prefixes.node(), rule.place(), trials.node(), rule.ending());
        } else {
            body.getChildren().addAll(grant.scopes(found), grant.time());
        }
        body.getChildren().addAll(failure, buttons(possible));
        Buttons.setWord(save, always.isSelected() ? "Save rule" : "Let through");
        save.setAccessibleText(
                always.isSelected()
                        ? "Save the rule and approve this call"
                        : "Let it through for this session and approve this call");
    }

    private Node head() {
        HBox head =
                new HBox(
                        Texts.fixed("Let these through", "strong", "let-through-title"),
                        Texts.spring(),
                        mode);
        head.setAlignment(Pos.CENTER_LEFT);
        return head;
    }

    private Node buttons(boolean possible) {
        HBox row = new HBox(8);
        row.setAlignment(Pos.CENTER_RIGHT);
        row.getStyleClass().add("let-through-section");
        if (possible && always.isSelected()) {
            row.getChildren().add(rule.lineSwitch(() -> offer.ifPresent(this::fill)));
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
        rule.drawLines();
        if (always.isSelected()) {
            trials.changed();
        }
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

    // ---- saving

    /// Approving counts here as elsewhere only when the card is armed.
    private void save() {
        Optional<GrantOffer> found = offer.filter(offered -> offered.refusal().isEmpty());
        if (found.isEmpty() || !wishes.isArmed().getAsBoolean()) {
            return;
        }
        ToolCallId id = subject.orElseThrow().row().id();
        if (always.isSelected()) {
            saveRule(id, rule.drafts(), rule.target());
        } else {
            saveGrant(id, grant.chosen(found.get()), grant.limit());
        }
    }

    private void saveRule(ToolCallId id, List<RuleDraft> drafts, RuleDesk.Target target) {
        String words = drafts.stream().map(RuleDraft::words).collect(Collectors.joining(", "));
        decide(
                id,
                () -> context.rules().approveAlways(id, drafts, target),
                () -> wishes.saved().accept(new Saved(words, target)));
    }

    private void saveGrant(ToolCallId id, List<GrantScope> scopes, Optional<Duration> limit) {
        decide(id, () -> context.rules().approveForSession(id, scopes, limit), () -> {});
    }

    /// Decides behind the FX thread, since a decision has happened only when it is on the disk.
    ///
    /// @param kept what else is told once it is done
    private void decide(ToolCallId id, Supplier<RuleDesk.Outcome> decision, Runnable kept) {
        long mine = generation;
        context.background()
                .execute(() -> {
                    try {
                        RuleDesk.Outcome came = decision.get();
                        context.feed().execute(() -> decided(mine, id, came, kept));
                    } catch (UncheckedIOException e) {
                        context.feed().execute(() -> wishes.notDecided().accept(id));
                    }
                });
    }

    private void decided(long mine, ToolCallId id, RuleDesk.Outcome came, Runnable kept) {
        switch (came) {
            case RuleDesk.Outcome.Done _ -> {
                close();
                wishes.leaving().accept(id);
                wishes.approved().accept(id);
                kept.run();
            }
            case RuleDesk.Outcome.Refused(String reason) -> {
                if (mine == generation) {
                    failure.setText(reason);
                }
            }
        }
    }
}
