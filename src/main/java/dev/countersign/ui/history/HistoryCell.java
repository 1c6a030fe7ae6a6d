package dev.countersign.ui.history;

import dev.countersign.journal.DecidedBy;
import dev.countersign.journal.DecisionKind;
import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HitLine;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A day or a call in the list, with the line in which the search's words stand. Confined to the FX
/// thread.
final class HistoryCell extends ListCell<HistoryRow> {
    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");

    private final UiContext context;
    private final Label heading = Texts.label("", "meta", "quiet");
    private final FontIcon state = Icons.quiet(Feather.CIRCLE);
    private final Label command = Texts.label("", "mono", "command");
    private final HBox commandPlace = new HBox(command);
    private final Label by = Texts.fixed("", "meta", "quiet");
    private final Label about = Texts.label("", "meta", "quiet");
    private final Node star = Icons.styled(Feather.STAR, "starred");
    private final Map<RiskLevel, Node> chips = new EnumMap<>(RiskLevel.class);
    private final HBox bottom = new HBox(about);
    private final HBox found = new HBox();
    private final VBox box;

    /// The nodes are made once: what is scrolled past changes their texts.
    HistoryCell(UiContext context) {
        this.context = context;
        getStyleClass().add("history-cell");
        setAccessibleRole(AccessibleRole.LIST_ITEM);
        setPrefWidth(0);
        grow(command);
        grow(commandPlace);
        grow(about);
        HBox top = new HBox(state, commandPlace, by);
        top.getStyleClass().add("history-top");
        top.setAlignment(Pos.CENTER_LEFT);
        bottom.getStyleClass().add("history-bottom");
        bottom.setAlignment(Pos.CENTER_LEFT);
        found.getStyleClass().add("history-line");
        box = new VBox(top, bottom);
        box.getStyleClass().add("history-rows");
    }

    private static void grow(Region region) {
        region.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(region, Priority.ALWAYS);
    }

    @Override
    protected void updateItem(@Nullable HistoryRow row, boolean empty) {
        super.updateItem(row, empty);
        pseudoClassStateChanged(HEADING, !empty && row instanceof HistoryRow.Day);
        if (row == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        switch (row) {
            case HistoryRow.Day(String words) -> {
                heading.setText(words);
                setGraphic(heading);
                setAccessibleText(words);
            }
            case HistoryRow.Call(HistoryHit hit) -> show(hit);
        }
    }

    private void show(HistoryHit hit) {
        Icons.show(state, StateIcon.sign(hit.status()));
        showCommand(hit);
        by.setText(by(hit));
        about.setText(about(hit));
        showMarks(hit);
        showFound(hit);
        setGraphic(box);
        setAccessibleText(
                "%s. %s. %s %s."
                        .formatted(
                                StateIcon.word(hit.status()),
                                Words.oneLine(hit.command()),
                                Words.oneLine(hit.agent()),
                                about.getText()));
    }

    private void showCommand(HistoryHit hit) {
        Optional<HitLine> marked = line(hit, HitLine.Where.COMMAND);
        if (marked.isPresent()) {
            Region line = MarkedLine.of(marked.get(), "command");
            grow(line);
            commandPlace.getChildren().setAll(line);
            return;
        }
        command.setText(Words.oneLine(hit.command()));
        lay(commandPlace, List.of(command));
    }

    private void showMarks(HistoryHit hit) {
        List<Node> wanted = new ArrayList<>(List.of(about));
        if (hit.starred()) {
            wanted.add(star);
        }
        hit.level()
                .filter(level -> level.atLeast(RiskLevel.MEDIUM))
                .ifPresent(level ->
                        wanted.add(chips.computeIfAbsent(level, one -> LevelMark.chip(one))));
        lay(bottom, wanted);
    }

    private void showFound(HistoryHit hit) {
        Optional<HitLine> beside =
                hit.lines().stream()
                        .filter(one -> one.where() != HitLine.Where.COMMAND)
                        .findFirst();
        beside.ifPresent(line -> found.getChildren().setAll(MarkedLine.of(line, "quiet")));
        List<Node> wanted = new ArrayList<>(box.getChildren().subList(0, 2));
        if (beside.isPresent()) {
            wanted.add(found);
        }
        lay(box, wanted);
    }

    private static void lay(Pane pane, List<Node> wanted) {
        if (!pane.getChildren().equals(wanted)) {
            pane.getChildren().setAll(wanted);
        }
    }

    private static Optional<HitLine> line(HistoryHit hit, HitLine.Where where) {
        return hit.lines().stream().filter(one -> one.where() == where).findFirst();
    }

    private String about(HistoryHit hit) {
        StringBuilder words =
                new StringBuilder(context.path(Path.of(hit.workspace())))
                        .append(", ")
                        .append(
                                Words.time(
                                        hit.receivedAt(),
                                        context.clock().instant(),
                                        context.zone()));
        hit.ran().ifPresent(time -> words.append(", ").append(Words.duration(time)));
        ended(hit.status()).ifPresent(how -> words.append(", ").append(how));
        if (hit.exitCode().orElse(0) != 0) {
            words.append(", exit ").append(hit.exitCode().getAsInt());
        }
        hit.note().ifPresent(note -> words.append(", note: ").append(Words.oneLine(note)));
        if (!hit.outputKept()) {
            words.append(", output deleted");
        }
        return words.toString();
    }

    /// How it ended, where neither its exit code nor who decided says it.
    private static Optional<String> ended(CallStatus status) {
        return switch (status) {
            case DENIED, TIMEOUT, KILLED, LOST, DRY_RUN, HANDED_OVER ->
                    Optional.of(StateIcon.word(status).toLowerCase(Locale.ENGLISH));
            case PENDING_APPROVAL, RUNNING, COMPLETED, FAILED, WITHDRAWN, EXPIRED ->
                    Optional.empty();
        };
    }

    private static String by(HistoryHit hit) {
        Optional<DecidedBy> by = hit.decidedBy();
        if (by.isPresent()) {
            return by.get().kind().equals("human") ? "by you" : "by " + by.get().kind();
        }
        return hit.decision().map(DecisionKind::wireName).orElse("waiting");
    }
}
