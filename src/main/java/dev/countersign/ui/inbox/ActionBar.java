package dev.countersign.ui.inbox;

import dev.countersign.ui.Buttons;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.beans.value.ObservableBooleanValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The decision: approve, edit, for the session, deny, deny with a reason, for exactly the card
/// that is shown.
///
/// Nothing here has the focus by itself and nothing is a default button. What went down on one card
/// never decides another, see [Aiming]; what approving takes, see [ApproveControl]. Confined to the
/// FX thread.
final class ActionBar {
    /// Where what decides nothing leads.
    interface Ways {
        /// From the rehearsal back to the card.
        void backToCard();

        /// On from a call that no longer waits.
        void next();

        void edit();

        /// Lets the person choose what to let through from now on.
        ///
        /// @param anchor what was pressed
        void letThrough(Node anchor);

        /// What else can be done.
        void more(Node anchor);
    }

    /// Below this width icons go and words stay.
    private static final double TIGHT_BELOW = 740;

    /// Below this width large text needs two rows.
    private static final double ONE_ROW_FROM = 580;

    private static final PseudoClass TIGHT = PseudoClass.getPseudoClass("tight");

    private static final PseudoClass COMPACT = PseudoClass.getPseudoClass("compact");

    private final CardDecisions decisions;
    private final Ways ways;
    private final ObservableBooleanValue endSeen;
    private final Aiming aiming;
    private final ApproveControl approving;
    private final ReasonRow reasoning;
    private final HBox node = new HBox();
    private final HBox deciding = ActionRows.whole();
    private final HBox over = ActionRows.whole();
    private final Button edit;
    private final Button session;
    private final Button discard;
    private final Button back;
    private final Button deny;
    private final Button denyWithReason;
    private final Button more;

    private boolean tight;
    private boolean compact;
    private boolean stacked;
    private double textScale = 1;

    /// @param endSeen whether the end of the command has been on the screen
    /// @param hold how long Approve is held from `high` up
    /// @param reducedMotion whether nothing is to glide: what is not armed yet is marked, and a
    ///   hold counts down in text alone
    ActionBar(
            CardDecisions decisions,
            Ways ways,
            Arming arming,
            ObservableBooleanValue endSeen,
            Hold hold,
            BooleanSupplier reducedMotion) {
        this.decisions = decisions;
        this.ways = ways;
        this.endSeen = endSeen;
        aiming = new Aiming(arming);
        approving =
                new ApproveControl(decisions, aiming, endSeen, hold, reducedMotion, this::refresh);
        reasoning = new ReasonRow(decisions, this::refresh);
        edit = Buttons.action(Feather.EDIT_2, "Edit", Optional.of("E"), ways::edit);
        session = Buttons.action(Feather.REPEAT, "Session…", Optional.of("S"), this::letThrough);
        discard = Buttons.action(Feather.TRASH_2, "Discard", Optional.of("X"), () -> {});
        back = Buttons.action(Feather.CORNER_UP_LEFT, "Back", Optional.of("Esc"), ways::backToCard);
        deny = Buttons.action(Feather.X, "Deny", Optional.of("D"), () -> {});
        denyWithReason =
                Buttons.action(Feather.MESSAGE_SQUARE, "Deny, reason…", Optional.of("R"), () -> {});
        more = Buttons.icon(Feather.MORE_HORIZONTAL, "More (M)", this::more);
        nameButtons();
        aiming.onAimed(discard, target -> decisions.discard(target.ids().getFirst()));
        aiming.onAimed(deny, target -> decisions.deny(target.ids(), Optional.empty()));
        aiming.onAimed(denyWithReason, reasoning::open);
        node.getStyleClass().add("action-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        node.setMinWidth(0);
        node.widthProperty().subscribe(_ -> fit());
        for (Button button : List.of(edit, session, discard, back)) {
            button.managedProperty().bind(button.visibleProperty());
        }
        arrange();
        endSeen.addListener((_, _, _) -> refresh());
    }

    private void nameButtons() {
        edit.setId("edit");
        edit.setAccessibleText("Edit the command before it runs");
        session.setId("session");
        session.setAccessibleText("Let it through for this session, or always");
        discard.setId("discard-rehearsal");
        discard.setAccessibleText("Throw the rehearsal away");
        back.setId("back-to-card");
        back.setAccessibleText("Back to the card; the rehearsal is kept");
        deny.setId("deny");
        denyWithReason.setId("deny-reason");
        denyWithReason.setAccessibleText("Deny with a reason");
        more.setId("more");
    }

    Node node() {
        return node;
    }

    void show(Optional<Subject> subject) {
        Optional<Subject> before = aiming.subject();
        boolean same =
                subject.isPresent()
                        && before.isPresent()
                        && subject.get().ids().equals(before.get().ids());
        if (!same || !subject.get().isWaiting()) {
            approving.leave();
            reasoning.close();
        }
        if (same && !subject.get().content().equals(before.get().content())) {
            // What is held down was aimed at less than is known now.
            letGo();
        }
        aiming.show(subject);
        approving.show();
        refresh();
    }

    /// The arming clock runs: its track is drawn until it is full.
    void watchArming() {
        approving.watchArming();
    }

    /// Whatever is held down is held no longer: the window lost the focus, or the pane was left.
    void letGo() {
        approving.letGo();
    }

    /// Ends what moves.
    void close() {
        approving.close();
    }

    // ---- what keys do

    void approveKeyDown() {
        approving.keyDown();
    }

    void approveKeyUp() {
        approving.letGo();
    }

    void denyKeyDown() {
        aiming.waiting().ifPresent(subject -> decisions.deny(subject.ids(), Optional.empty()));
    }

    void denyWithReasonKeyDown() {
        aiming.take();
        aiming.spend().ifPresent(reasoning::open);
    }

    void sessionKeyDown() {
        letThrough();
    }

    /// Opens the field for a reason with its agent's other calls denied too.
    void openDenyAll() {
        denyWithReasonKeyDown();
        reasoning.chooseOthersToo();
    }

    void more() {
        ways.more(more);
    }

    private void letThrough() {
        if (!showsRehearsal() && sessionObstacle().isEmpty()) {
            ways.letThrough(session);
        }
    }

    private boolean showsRehearsal() {
        return aiming.subject().flatMap(Subject::rehearsal).isPresent();
    }

    // ---- where it stands

    /// One above the other where there is little width. What asks for something grows upwards, so
    /// that no button moves under the pointer.
    void setCompact(boolean now) {
        letGo();
        compact = now;
        fit();
        refresh();
    }

    /// Larger text needs more room.
    void setTextScale(double now) {
        textScale = now;
        fit();
    }

    private void fit() {
        boolean now = node.getWidth() < TIGHT_BELOW * textScale;
        if (now != tight) {
            tighten(now);
        }
        boolean stack = compact || isTooLarge();
        if (stack != stacked) {
            stacked = stack;
            node.pseudoClassStateChanged(COMPACT, stack);
            arrange();
        }
    }

    /// Whether large text has no room in one row.
    private boolean isTooLarge() {
        return textScale > 1 && node.getWidth() > 0 && node.getWidth() < ONE_ROW_FROM * textScale;
    }

    /// Where there is little room words are kept and icons go.
    private void tighten(boolean now) {
        tight = now;
        node.pseudoClassStateChanged(TIGHT, now);
        approving.setTight(now);
        reasoning.setTight(now);
        refresh();
        for (Button button : othersWithKeys()) {
            Buttons.showIcon(button, !tight);
        }
    }

    private List<Button> othersWithKeys() {
        return List.of(edit, session, discard, back, deny, denyWithReason);
    }

    private void arrange() {
        reasoning.arrange(stacked);
        if (!stacked) {
            deciding.getChildren()
                    .setAll(
                            approving.seeTheEnd(),
                            approving.typeTheWord(),
                            approving.button(),
                            edit,
                            session,
                            discard,
                            back,
                            approving.timeLeft(),
                            Texts.spring(),
                            deny,
                            denyWithReason,
                            more);
            return;
        }
        HBox gates =
                ActionRows.row(
                        approving.seeTheEnd(), approving.typeTheWord(), approving.timeLeft());
        gates.managedProperty()
                .bind(
                        approving
                                .seeTheEnd()
                                .visibleProperty()
                                .or(approving.typeTheWord().visibleProperty())
                                .or(approving.timeLeft().visibleProperty()));
        deciding.getChildren()
                .setAll(
                        ActionRows.stacked(
                                gates,
                                ActionRows.row(approving.button(), Texts.spring(), deny, more),
                                ActionRows.row(
                                        edit,
                                        session,
                                        discard,
                                        back,
                                        Texts.spring(),
                                        denyWithReason)));
    }

    // ---- what stands there

    private void refresh() {
        if (approving.isHeld()) {
            return;
        }
        Optional<Subject> subject = aiming.subject();
        if (subject.isEmpty()) {
            node.getChildren().clear();
            return;
        }
        if (!subject.get().isWaiting()) {
            over.getChildren().setAll(overParts(subject.get()));
            showRow(over);
            return;
        }
        approving.draw();
        drawOthers(subject.get());
        showRow(reasoning.isOpen() ? reasoning.node() : deciding);
    }

    /// The row stays the same node as long as it can, so that nothing loses the focus.
    private void showRow(HBox row) {
        if (!node.getChildren().equals(List.of(row))) {
            node.getChildren().setAll(row);
        }
    }

    private List<Node> overParts(Subject subject) {
        String words =
                subject.record()
                        .decision()
                        .map(Words::decision)
                        .orElse(
                                StateIcon.word(subject.record().status())
                                        .toLowerCase(Locale.ENGLISH));
        Button next = Buttons.action(Feather.ARROW_DOWN, "Next", Optional.of("J"), ways::next);
        next.setId("next");
        Label told = Texts.label("No longer waits; it was " + words, "strong");
        told.setId("over");
        return List.of(StateIcon.of(subject.record().status()), told, Texts.spring(), next);
    }

    private void drawOthers(Subject subject) {
        boolean rehearsal = showsRehearsal();
        edit.setVisible(!rehearsal);
        session.setVisible(!rehearsal);
        discard.setVisible(rehearsal);
        back.setVisible(rehearsal);
        boolean batch = subject.row().isBatch();
        Buttons.setWord(deny, batch ? "Deny all" : "Deny");
        Buttons.setWord(denyWithReason, tight ? "Reason…" : "Deny, reason…");
        deny.setAccessibleText(batch ? "Deny all of them" : "Deny");
        close(edit, batch ? Optional.of(Subject.SEVERAL) : Optional.empty());
        close(session, sessionObstacle());
        // What Approve asks for takes the room of the keys' caps where there is little.
        boolean caps = !tight || !approving.isAsking();
        othersWithKeys().forEach(button -> Buttons.showKey(button, caps));
    }

    private Optional<String> sessionObstacle() {
        Optional<Subject> subject = aiming.subject();
        if (subject.isEmpty()) {
            return Optional.of("There is no call.");
        }
        Optional<String> obstacle = subject.get().grantObstacle();
        return obstacle.isEmpty() && !endSeen.get()
                ? Optional.of("Opens when the end of the command has been seen.")
                : obstacle;
    }

    /// Closes a button where there is something in its way, and opens it where there is not.
    private static void close(Button button, Optional<String> because) {
        button.getStyleClass().remove("closed");
        because.ifPresent(_ -> button.getStyleClass().add("closed"));
        button.setAccessibleHelp(because.orElse(""));
        button.setTooltip(because.isPresent() ? new Tooltip(because.get()) : null);
    }
}
