package dev.countersign.ui.timeline;

import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.EmptyState;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import org.controlsfx.control.SegmentedButton;
import org.kordamp.ikonli.feather.Feather;

/// A lane for each agent with what waited, ran and ended, from a minute to a month, and under it
/// what was decided in the last fourteen days. Confined to the FX thread.
public final class TimelinePane implements ConsolePane {
    private static final Map<String, Duration> SPANS = new LinkedHashMap<>();

    static {
        SPANS.put("15 min", Duration.ofMinutes(15));
        SPANS.put("1 h", Duration.ofHours(1));
        SPANS.put("4 h", Duration.ofHours(4));
        SPANS.put("Day", Duration.ofDays(1));
        SPANS.put("Week", Duration.ofDays(7));
        SPANS.put("Month", Duration.ofDays(31));
    }

    private static final double ZOOM_STEP = 1.25;
    private static final double PAN_STEP = 0.25;
    private static final double CHARTS_FROM_HEIGHT = 620;
    private static final double LEGEND_FROM_WIDTH = 1_100;
    private static final double RANGE_FROM_WIDTH = 800;

    private final UiContext context;
    private final Consumer<ToolCallId> open;
    private final TimelineLoader loader;
    private final LaneCanvas lanes;
    private final SpanCard card;
    private final ScrollBar bar = new ScrollBar();
    private final Legend legend = new Legend();
    private final Label range = Texts.fixed("", "meta", "quiet", "figures");
    private final Label busy = Texts.fixed("", "meta", "quiet");
    private final Map<String, ToggleButton> spans = new LinkedHashMap<>();
    private final ToggleButton chartsSwitch = new ToggleButton("Charts");
    private final Charts charts;
    private final StackPane node = new StackPane();
    private final BorderPane content = new BorderPane();
    private final Node nothing;
    private TimelineData data;
    private TimeWindow window;
    private boolean following = true;
    private boolean looking;
    private boolean old = true;
    private boolean known;
    private Optional<ToolCallId> chosen = Optional.empty();
    private double dragFrom;
    private boolean dragged;

    /// A pane over the desk of the context.
    ///
    /// @param open shows a call in History
    public TimelinePane(UiContext context, Consumer<ToolCallId> open) {
        this.context = context;
        this.open = open;
        Instant now = context.clock().instant();
        window = TimeWindow.upTo(now, Duration.ofHours(1));
        data = TimelineData.none(window, now.atZone(context.zone()).toLocalDate());
        lanes = new LaneCanvas(context, data);
        card = new SpanCard(context);
        charts = new Charts(data);
        loader = new TimelineLoader(context, this::loaded, this::failed);
        nothing = nothing();
        buildLanes();
        content.setTop(head());
        content.setCenter(laneArea());
        content.setBottom(charts);
        node.getStyleClass().add("timeline");
        node.getChildren().setAll(content);
        node.heightProperty().subscribe(height -> foldCharts(height.doubleValue()));
        node.widthProperty().subscribe(width -> fitHead(width.doubleValue()));
        context.model().onChange(_ -> old = true);
        context.ticker().nowProperty().addListener((_, _, time) -> tick(time));
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        looking = true;
        old = true;
        tick(context.clock().instant());
        focusOnWhatIsThere();
    }

    @Override
    public void hidden() {
        looking = false;
        card.hide();
    }

    // What is shown.

    private void tick(Instant now) {
        if (!looking) {
            return;
        }
        if (following) {
            window = TimeWindow.upTo(now, window.span());
        }
        if (old) {
            old = false;
            loader.load(window);
        }
        show(now);
    }

    private void loaded(TimelineData newData) {
        data = newData;
        known = true;
        busy.setText("");
        show(context.clock().instant());
    }

    private void failed(String sentence) {
        busy.setText(sentence);
    }

    private void show(Instant now) {
        lanes.show(data, window, now);
        charts.show(data);
        range.setText(words(window, now, context.zone()));
        if (loader.isReading() && !known) {
            busy.setText("Reading history…");
        }
        double all = lanes.contentHeight();
        double seen = lanes.viewHeight();
        bar.setVisible(all > seen + 1);
        bar.setMax(Math.max(0, all - seen));
        bar.setVisibleAmount(bar.getMax() * seen / Math.max(1, all));
        bar.setValue(Math.min(bar.getValue(), bar.getMax()));
        boolean empty = known && data.spans().isEmpty() && data.decisions() == 0;
        Node wanted = empty ? nothing : content;
        if (!node.getChildren().getFirst().equals(wanted)) {
            node.getChildren().setAll(wanted);
        }
    }

    /// `today 10:00 to 10:45`, or both days.
    static String words(TimeWindow window, Instant now, ZoneId zone) {
        String from = Words.time(window.from(), now, zone);
        String until = Words.time(window.until(), now, zone);
        boolean today =
                Words.day(window.from(), now, zone).equals("Today")
                        && Words.day(window.until(), now, zone).equals("Today");
        return (today ? "today " : "") + from + " to " + until;
    }

    private void goTo(TimeWindow target, boolean follow) {
        window = target;
        following = follow;
        spans.forEach((name, button) -> button.setSelected(target.span().equals(SPANS.get(name))));
        card.hide();
        loader.load(window);
        show(context.clock().instant());
    }

    private void zoom(double factor, double fraction) {
        Instant now = context.clock().instant();
        TimeWindow zoomed = window.zoom(factor, fraction);
        goTo(following ? TimeWindow.upTo(now, zoomed.span()) : zoomed, following);
    }

    private void pan(double fraction) {
        goTo(window.pan(fraction), false);
    }

    private void backToNow() {
        goTo(TimeWindow.upTo(context.clock().instant(), window.span()), true);
    }

    // Pointer and keys.

    private void buildLanes() {
        lanes.setId("lanes");
        range.setId("timeline-range");
        lanes.setAccessibleRole(AccessibleRole.LIST_VIEW);
        lanes.setAccessibleText("Timeline of calls; arrow keys go from call to call");
        lanes.addEventHandler(MouseEvent.MOUSE_MOVED, this::hover);
        lanes.addEventHandler(MouseEvent.MOUSE_EXITED, _ -> leave());
        lanes.addEventHandler(
                MouseEvent.MOUSE_PRESSED,
                event -> {
                    dragFrom = event.getX();
                    dragged = false;
                    focusOnWhatIsThere();
                });
        lanes.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::drag);
        lanes.addEventHandler(MouseEvent.MOUSE_CLICKED, this::click);
        lanes.addEventHandler(ScrollEvent.SCROLL, this::wheel);
        bar.setOrientation(Orientation.VERTICAL);
        bar.valueProperty().subscribe(value -> lanes.scrollTo(value.doubleValue()));
    }

    private void hover(MouseEvent event) {
        Optional<LaneCanvas.Drawn> under = lanes.at(event.getX(), event.getY());
        chosen = under.map(drawn -> drawn.span().id());
        lanes.choose(under.map(LaneCanvas.Drawn::span));
        if (under.isEmpty()) {
            card.hide();
            return;
        }
        showCard(under.get());
    }

    private void leave() {
        chosen = Optional.empty();
        lanes.choose(Optional.empty());
        card.hide();
    }

    private void drag(MouseEvent event) {
        double by = lanes.fractionAt(dragFrom) - lanes.fractionAt(event.getX());
        if (event.getButton() == MouseButton.PRIMARY && Math.abs(by) > 0.003) {
            dragFrom = event.getX();
            dragged = true;
            pan(by);
        }
    }

    private void click(MouseEvent event) {
        if (event.getButton() == MouseButton.PRIMARY && !dragged) {
            lanes.at(event.getX(), event.getY()).ifPresent(drawn -> open.accept(drawn.span().id()));
        }
    }

    private void wheel(ScrollEvent event) {
        double sideways = event.getDeltaX();
        double up = event.getDeltaY();
        if (event.isShortcutDown()) {
            zoom(up > 0 ? 1 / ZOOM_STEP : ZOOM_STEP, lanes.fractionAt(event.getX()));
        } else if (sideways != 0 || event.isShiftDown()) {
            pan(-(sideways != 0 ? sideways : up) / Math.max(1, lanes.getWidth()));
        } else if (bar.isVisible()) {
            bar.setValue(Math.clamp(bar.getValue() - up, 0, bar.getMax()));
        }
        event.consume();
    }

    @Override
    public void key(KeyEvent event) {
        if (event.getEventType() != KeyEvent.KEY_PRESSED) {
            return;
        }
        switch (event.getCode()) {
            case RIGHT, L -> step(1);
            case LEFT, H -> step(-1);
            case DOWN, J -> lane(1);
            case UP, K -> lane(-1);
            case ENTER -> chosen.ifPresent(open);
            case PLUS, EQUALS, ADD -> zoom(1 / ZOOM_STEP, 0.5);
            case MINUS, SUBTRACT -> zoom(ZOOM_STEP, 0.5);
            case PAGE_UP -> pan(-PAN_STEP);
            case PAGE_DOWN -> pan(PAN_STEP);
            case HOME, N -> backToNow();
            case C -> chartsSwitch.fire();
            default -> {
                return;
            }
        }
        event.consume();
    }

    /// To the next call of the lane, in the order of time.
    private void step(int by) {
        List<LaneCanvas.Drawn> all = lanes.drawn();
        Optional<LaneCanvas.Drawn> now = find(all);
        int number =
                now.map(LaneCanvas.Drawn::lane)
                        .orElse(all.stream().mapToInt(LaneCanvas.Drawn::lane).min().orElse(0));
        List<LaneCanvas.Drawn> lane =
                all.stream()
                        .filter(one -> one.lane() == number)
                        .sorted((a, b) ->
                                LaneLayout.start(a.span()).compareTo(LaneLayout.start(b.span())))
                        .toList();
        if (lane.isEmpty()) {
            return;
        }
        int at = now.map(lane::indexOf).orElse(by > 0 ? -1 : lane.size());
        choose(lane.get(Math.clamp(at + by, 0, lane.size() - 1)));
    }

    /// To the call of the next lane that is nearest in time.
    private void lane(int by) {
        List<LaneCanvas.Drawn> all = lanes.drawn();
        Optional<LaneCanvas.Drawn> now = find(all);
        if (now.isEmpty()) {
            step(1);
            return;
        }
        int wanted = now.get().lane() + by;
        all.stream()
                .filter(one -> one.lane() == wanted)
                .min((a, b) ->
                        Double.compare(
                                Math.abs(a.place().getMinX() - now.get().place().getMinX()),
                                Math.abs(b.place().getMinX() - now.get().place().getMinX())))
                .ifPresent(this::choose);
    }

    private Optional<LaneCanvas.Drawn> find(List<LaneCanvas.Drawn> all) {
        return all.stream().filter(one -> chosen.equals(Optional.of(one.span().id()))).findFirst();
    }

    private void choose(LaneCanvas.Drawn drawn) {
        chosen = Optional.of(drawn.span().id());
        lanes.choose(Optional.of(drawn.span()));
        lanes.setAccessibleText(
                "%s. %s. %s."
                        .formatted(
                                Words.oneLine(drawn.span().agent()),
                                Words.oneLine(drawn.span().command()),
                                drawn.span().status().name().toLowerCase(Locale.ROOT)));
        showCard(drawn);
    }

    private void showCard(LaneCanvas.Drawn drawn) {
        card.show(drawn.span(), context.clock().instant());
        double width = card.getWidth();
        double x =
                Math.clamp(
                        drawn.place().getMinX() - 20, 8, Math.max(8, lanes.getWidth() - width - 8));
        double below = drawn.place().getMaxY() + 6;
        boolean fits = below + card.getHeight() < lanes.getHeight();
        card.relocate(
                x, fits ? below : Math.max(4, drawn.place().getMinY() - card.getHeight() - 6));
    }

    // What it looks like.

    private Node head() {
        ToggleGroup group = new ToggleGroup();
        SegmentedButton choice = new SegmentedButton();
        SPANS.forEach((name, span) -> {
            ToggleButton button = new ToggleButton(name);
            button.setId("span-" + name.toLowerCase(Locale.ROOT).replace(' ', '-'));
            button.setAccessibleText("Show " + name);
            button.setOnAction(_ -> goTo(TimeWindow.upTo(context.clock().instant(), span), true));
            button.setSelected(span.equals(window.span()));
            spans.put(name, button);
            choice.getButtons().add(button);
        });
        choice.setToggleGroup(group);
        choice.getStyleClass().add("span-choice");
        chartsSwitch.setId("charts");
        chartsSwitch.getStyleClass().add("small-toggle");
        chartsSwitch.setAccessibleText("Charts of the last fourteen days");
        chartsSwitch.setSelected(true);
        chartsSwitch.selectedProperty().subscribe(charts::setShown);
        HBox head =
                new HBox(
                        Texts.fixed("Timeline", "strong"),
                        range,
                        busy,
                        Texts.spring(),
                        legend,
                        choice,
                        Buttons.icon(Feather.CHEVRON_LEFT, "Earlier (PgUp)", () -> pan(-PAN_STEP)),
                        Buttons.icon(Feather.CHEVRON_RIGHT, "Later (PgDn)", () -> pan(PAN_STEP)),
                        now(),
                        chartsSwitch);
        head.getStyleClass().add("list-head");
        head.setAlignment(Pos.CENTER_LEFT);
        return head;
    }

    private Node now() {
        Node now = Buttons.action(Feather.CLOCK, "Now", Optional.of("N"), this::backToNow);
        now.setId("back-to-now");
        return now;
    }

    private Node laneArea() {
        Pane over = new Pane(card);
        over.setMouseTransparent(true);
        over.setPickOnBounds(false);
        StackPane stack = new StackPane(lanes, over);
        HBox area = new HBox(stack, bar);
        HBox.setHgrow(stack, Priority.ALWAYS);
        return area;
    }

    private void foldCharts(double height) {
        chartsSwitch.setSelected(height >= CHARTS_FROM_HEIGHT);
    }

    private void fitHead(double width) {
        showWhere(legend, width >= LEGEND_FROM_WIDTH);
        showWhere(range, width >= RANGE_FROM_WIDTH);
    }

    private static void showWhere(Node part, boolean shown) {
        part.setVisible(shown);
        part.setManaged(shown);
    }

    /// Without lanes the pane itself: else the first button of the window would take the focus.
    private void focusOnWhatIsThere() {
        (lanes.getScene() == null ? node : lanes).requestFocus();
    }

    private static Node nothing() {
        return EmptyState.of(
                Feather.ALIGN_LEFT,
                "Nothing has happened yet",
                "Each agent gets a lane here, with what waited for you, what ran and what was"
                        + " denied. Connect agent, at the left, shows how to begin.");
    }
}
