package dev.countersign.ui.rules;

import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.RuleSuggestion;
import dev.countersign.approval.SessionGrant;
import dev.countersign.supervision.RuleDesk;
import dev.countersign.supervision.RuleFile;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Who decides without the person: what was let through for sessions, and every rule with where it
/// stands and how often it decided. Confined to the FX thread.
public final class RulesPane implements ConsolePane {
    /// What the pane shows, read behind the FX thread.
    private record State(
            List<RuleFile> files, List<SessionGrant> grants, List<RuleSuggestion> suggestions) {}

    private final UiContext context;
    private final Consumer<Path> openFile;
    private final VBox content = new VBox();
    private final ScrollPane scroll = new ScrollPane(content);
    private final Label failure = Texts.wrapping("", "body", "danger-text");
    private final AtomicBoolean asked = new AtomicBoolean();
    private final RuleActs acts;
    private final GrantsView grants;
    private Optional<State> shown = Optional.empty();
    private boolean visible;

    /// A pane over the rules of the context.
    ///
    /// @param openFile opens a file in the person's editor
    public RulesPane(UiContext context, Consumer<Path> openFile) {
        this.context = context;
        this.openFile = openFile;
        acts = new RuleActs(context, this::tell);
        grants = new GrantsView(context, acts);
        content.getStyleClass().add("rules");
        content.setId("rules");
        scroll.getStyleClass().add("card-scroll");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setAccessibleText("Rules and grants");
        failure.setId("rules-failure");
        failure.managedProperty().bind(failure.visibleProperty());
        failure.setVisible(false);
        context.rules().subscribe(this::refreshSoon);
        context.ticker().nowProperty().addListener((_, _, _) -> refreshTimes());
    }

    @Override
    public Node node() {
        return scroll;
    }

    @Override
    public void shown() {
        visible = true;
        scroll.requestFocus();
        refreshSoon();
    }

    @Override
    public void hidden() {
        visible = false;
    }

    @Override
    public void key(KeyEvent event) {
        if (event.getEventType() != KeyEvent.KEY_PRESSED) {
            return;
        }
        boolean onButton = event.getTarget() instanceof ButtonBase;
        double page = scroll.getViewportBounds().getHeight();
        double beyond = Math.max(1, content.getHeight() - page);
        double step =
                event.getCode() == KeyCode.PAGE_DOWN || event.getCode() == KeyCode.PAGE_UP
                        ? page * 0.9
                        : 60;
        switch (event.getCode()) {
            case J, DOWN, PAGE_DOWN ->
                    scroll.setVvalue(Math.min(1, scroll.getVvalue() + step / beyond));
            case K, UP, PAGE_UP ->
                    scroll.setVvalue(Math.max(0, scroll.getVvalue() - step / beyond));
            default -> {
                return;
            }
        }
        if (!onButton) {
            event.consume();
        }
    }

    /// Safe on any thread.
    private void refreshSoon() {
        if (asked.compareAndSet(false, true)) {
            context.feed().execute(this::refresh);
        }
    }

    private void refresh() {
        asked.set(false);
        if (!visible) {
            return;
        }
        RuleDesk desk = context.rules();
        context.background()
                .execute(() -> {
                    State state = new State(desk.files(), desk.grants(), desk.suggestions());
                    context.feed().execute(() -> show(state));
                });
    }

    /// Use counts and what is left of a grant change without a word.
    private void refreshTimes() {
        if (visible && context.ticker().now().getEpochSecond() % 5 == 0) {
            refreshSoon();
        }
    }

    private void show(State state) {
        if (shown.equals(Optional.of(state))) {
            grants.tick();
            return;
        }
        shown = Optional.of(state);
        Optional<String> focused = focused();
        content.getChildren().setAll(blocks(state));
        focused.flatMap(this::named).ifPresent(Node::requestFocus);
    }

    /// What has the focus in here, by its name: a count that changed makes all rows anew.
    private Optional<String> focused() {
        return content.lookupAll("*").stream()
                .filter(Node::isFocused)
                .map(RulesPane::name)
                .findFirst();
    }

    private Optional<Node> named(String name) {
        return content.lookupAll("*").stream()
                .filter(node -> node.isFocusTraversable() && name(node).equals(name))
                .findFirst();
    }

    private static String name(Node node) {
        return String.valueOf(node.getId() == null ? node.getAccessibleText() : node.getId());
    }

    private List<Node> blocks(State state) {
        List<Node> blocks = new ArrayList<>();
        blocks.add(heading(state));
        blocks.add(failure);
        PendingView pending = new PendingView(context, acts);
        for (RuleFile file : state.files()) {
            pending.of(file).forEach(blocks::add);
        }
        blocks.add(grants.of(state.grants()));
        Map<Boolean, List<RuleSuggestion>> offers =
                state.suggestions().stream()
                        .collect(
                                Collectors.partitioningBy(
                                        one -> one.draft() instanceof RuleDraft.Ordinary));
        OrdinaryOffer ordinary = new OrdinaryOffer(context, acts);
        offers.getOrDefault(true, List.of()).forEach(one -> blocks.add(ordinary.of(one)));
        List<RuleSuggestion> suggestions = offers.getOrDefault(false, List.of());
        if (!suggestions.isEmpty()) {
            blocks.add(new SuggestionsView(context, acts).of(suggestions));
        }
        FileView files = new FileView(context, acts, openFile);
        state.files().forEach(file -> blocks.add(files.of(file)));
        return blocks;
    }

    private Node heading(State state) {
        int rules = state.files().stream().mapToInt(file -> file.rules().size()).sum();
        HBox row =
                new HBox(
                        Texts.label("Rules", "headline"),
                        Texts.label(
                                rules == 0
                                        ? "none yet: everything asks you"
                                        : "the strictest of all files wins; what none allows asks"
                                                + " you",
                                "quiet"));
        row.getStyleClass().add("card-headline");
        row.setAlignment(Pos.BASELINE_LEFT);
        return row;
    }

    private void tell(Optional<String> refusal) {
        failure.setText(refusal.orElse(""));
        failure.setVisible(refusal.isPresent());
        failure.setGraphic(
                refusal.isPresent() ? Icons.styled(Feather.ALERT_TRIANGLE, "failed") : null);
        refreshSoon();
    }

    /// Acts on rules, behind the FX thread, and tells what was refused.
    static final class RuleActs {
        private final UiContext context;
        private final Consumer<Optional<String>> told;

        RuleActs(UiContext context, Consumer<Optional<String>> told) {
            this.context = context;
            this.told = told;
        }

        void act(Supplier<RuleDesk.Outcome> deed) {
            context.background()
                    .execute(() -> {
                        Optional<String> refusal =
                                switch (deed.get()) {
                                    case RuleDesk.Outcome.Done _ -> Optional.empty();
                                    case RuleDesk.Outcome.Refused(String reason) ->
                                            Optional.of(reason);
                                };
                        context.feed().execute(() -> told.accept(refusal));
                    });
        }
    }
}
