package dev.countersign.ui.output;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.RunComparison.State;
import dev.countersign.ui.output.Viewport.Top;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Two runs side by side: the same lines in the same rows, what differs marked, scrolling tied.
/// Confined to the FX thread.
final class CompareView implements AutoCloseable {
    /// Rows above a difference that was stepped to.
    private static final int CONTEXT = 2;

    private final OutputRoom room;
    private final UiContext context;
    private final ToolCallId leftId;
    private final ToolCallId rightId;
    private final OutputView left;
    private final OutputView right;
    private final BorderPane node = new BorderPane();
    private final Label state = Texts.fixed("", "meta", "figures");
    private final Label notice = Texts.label("", "meta", "quiet");
    private final CheckBox tied = new CheckBox("Scroll together");
    private final CheckBox ignoreNumbers = new CheckBox("Ignore numbers");
    private Optional<RunComparison> comparison = Optional.empty();
    private Optional<LineDifference> difference = Optional.empty();
    private long generation;
    private boolean moving;

    CompareView(OutputRoom room, ToolCallId leftId, ToolCallId rightId) {
        this.room = room;
        this.context = room.context();
        this.leftId = leftId;
        this.rightId = rightId;
        left = view("left");
        right = view("right");
        tie(left, right);
        tie(right, left);
        SplitPane sides = new SplitPane(side(left, leftId), side(right, rightId));
        sides.getStyleClass().add("compare-sides");
        node.setTop(head());
        node.setCenter(sides);
        node.getStyleClass().addAll("run-output", "compare");
        node.addEventHandler(KeyEvent.KEY_PRESSED, this::key);
        show();
    }

    Node node() {
        return node;
    }

    private OutputView view(String name) {
        OutputView view = new OutputView(context.feed(), room.preferences());
        view.setId("compare-" + name);
        view.setMask(() -> new LineMask(context.model().desk().keeping().masker()));
        view.onNotice(notice::setText);
        LinkMenu links =
                new LinkMenu(
                        room.links(),
                        () ->
                                record(name.equals("left") ? leftId : rightId)
                                        .map(r -> r.call().directory()),
                        context.background(),
                        context.feed()::execute,
                        notice::setText);
        OutputMenu menu =
                new OutputMenu(
                        room,
                        view,
                        links,
                        () -> {},
                        () -> Optional.of(name.equals("left") ? leftId : rightId));
        view.setOnContextMenuRequested(
                event -> menu.openForCompare().show(view, event.getScreenX(), event.getScreenY()));
        return view;
    }

    private Node head() {
        state.setId("compare-state");
        tied.setId("compare-tied");
        tied.setSelected(true);
        ignoreNumbers.setId("compare-numbers");
        ignoreNumbers.selectedProperty().addListener((_, _, _) -> compare());
        Button previous =
                Buttons.icon(Feather.CHEVRON_UP, "Previous difference (Alt ↑)", () -> step(false));
        previous.setId("compare-previous");
        Button next =
                Buttons.icon(Feather.CHEVRON_DOWN, "Next difference (Alt ↓)", () -> step(true));
        next.setId("compare-next");
        HBox head = new HBox(state, previous, next, notice, Texts.spring(), ignoreNumbers, tied);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("output-header");
        return head;
    }

    private Node side(OutputView view, ToolCallId id) {
        HBox title = new HBox();
        title.setAlignment(Pos.CENTER_LEFT);
        title.getStyleClass().add("output-header");
        record(id)
                .ifPresent(r ->
                        title.getChildren()
                                .addAll(
                                        StateIcon.of(r.status()),
                                        Texts.label(
                                                Words.oneLine(r.call().command().text()),
                                                "mono",
                                                "output-command"),
                                        Texts.fixed(when(r), "meta", "quiet")));
        BorderPane side = new BorderPane(view);
        side.setTop(new VBox(title));
        side.setMinWidth(120);
        return side;
    }

    private String when(CallRecord record) {
        String time =
                Words.time(record.call().receivedAt(), context.clock().instant(), context.zone());
        return time + record.outcome().map(o -> ", " + Words.outcome(o)).orElse("");
    }

    private Optional<CallRecord> record(ToolCallId id) {
        return context.model().call(id);
    }

    private void show() {
        Optional<Path> leftFolder = context.model().desk().recordingFolder(leftId);
        Optional<Path> rightFolder = context.model().desk().recordingFolder(rightId);
        left.show(leftFolder);
        right.show(rightFolder);
        left.scrolling().followingProperty().set(false);
        right.scrolling().followingProperty().set(false);
        if (leftFolder.isEmpty() || rightFolder.isEmpty()) {
            state.setText("The output of one of the runs is not kept.");
            return;
        }
        compare();
    }

    private void compare() {
        comparison.ifPresent(RunComparison::close);
        Optional<Path> leftFolder = context.model().desk().recordingFolder(leftId);
        Optional<Path> rightFolder = context.model().desk().recordingFolder(rightId);
        if (leftFolder.isEmpty() || rightFolder.isEmpty()) {
            return;
        }
        long mine = ++generation;
        state.setText("Comparing…");
        comparison =
                Optional.of(
                        new RunComparison(
                                leftFolder.get(),
                                rightFolder.get(),
                                ignoreNumbers.isSelected(),
                                now ->
                                        context.feed()
                                                .execute(() -> {
                                                    if (mine == generation) {
                                                        compared(now);
                                                    }
                                                })));
    }

    private void compared(State now) {
        if (now.problem().isPresent()) {
            state.setText(now.problem().get());
            return;
        }
        if (now.difference().isEmpty()) {
            state.setText(String.format(Locale.ENGLISH, "Comparing… %,d lines read", now.lines()));
            return;
        }
        boolean first = difference.isEmpty();
        difference = now.difference();
        LineDifference found = now.difference().get();
        left.setMap(Optional.of(found.side(true)));
        right.setMap(Optional.of(found.side(false)));
        long count = found.count();
        String cut =
                now.cut()
                        ? String.format(
                                Locale.ENGLISH, " in the first %,d lines", RunComparison.MOST_LINES)
                        : "";
        state.setText((count == 0 ? "No differences" : Words.count(count, "difference")) + cut);
        if (first) {
            found.next(-1, true).ifPresent(this::goTo);
        }
    }

    private void goTo(long row) {
        Top top = new Top(Math.max(0, row - CONTEXT), 0);
        left.scrolling().moveTo(top);
        right.scrolling().moveTo(top);
    }

    private void tie(OutputView one, OutputView other) {
        one.scrolling()
                .topProperty()
                .addListener((_, _, top) -> {
                    if (tied.isSelected() && !moving) {
                        moving = true;
                        other.scrolling().moveTo(new Top(top.row(), 0));
                        moving = false;
                    }
                });
    }

    private void step(boolean forwards) {
        if (difference.isEmpty()) {
            return;
        }
        long from = left.scrolling().topProperty().get().row() + CONTEXT;
        OptionalLong row = difference.get().next(from, forwards);
        row.ifPresent(this::goTo);
    }

    private void key(KeyEvent event) {
        if (!event.isAltDown()) {
            return;
        }
        switch (event.getCode()) {
            case UP -> step(false);
            case DOWN -> step(true);
            default -> {
                return;
            }
        }
        event.consume();
    }

    @Override
    public void close() {
        comparison.ifPresent(RunComparison::close);
        left.close();
        right.close();
    }
}
