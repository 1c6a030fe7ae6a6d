package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.safety.Finding;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.AgeTicker;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.beans.InvalidationListener;
import javafx.beans.WeakInvalidationListener;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// One waiting call in the list: stripe, level, command, who asks, since when.
final class WaitingCell extends ListCell<InboxModel.Row> {
    private static final PseudoClass MEDIUM = PseudoClass.getPseudoClass("medium");
    private static final PseudoClass HIGH = PseudoClass.getPseudoClass("high");
    private static final PseudoClass CRITICAL = PseudoClass.getPseudoClass("critical");
    private static final PseudoClass GONE = PseudoClass.getPseudoClass("gone");
    private static final int MOST_ROWS = 3;

    private final UiContext context;
    private final ListView<InboxModel.Row> list;
    private final Predicate<ToolCallId> isEdited;
    private final BooleanSupplier compact;
    private final Label age = Texts.fixed("", "meta", "quiet", "figures");
    // Kept here, since the ticker outlives the cell and holds it weakly.
    private final InvalidationListener tick = _ -> showAge();

    /// @param isEdited whether a person has begun to edit a call
    /// @param compact whether there is room for one line alone, asked when the cell is filled
    WaitingCell(
            UiContext context,
            ListView<InboxModel.Row> list,
            Predicate<ToolCallId> isEdited,
            BooleanSupplier compact) {
        this.context = context;
        this.isEdited = isEdited;
        this.compact = compact;
        this.list = list;
        getStyleClass().add("waiting-cell");
        setAccessibleRole(AccessibleRole.LIST_ITEM);
        AgeTicker ticker = context.ticker();
        ticker.nowProperty().addListener(new WeakInvalidationListener(tick));
        // As wide as the list and no wider: a cell never makes the list scroll sideways.
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(InboxModel.@Nullable Row row, boolean empty) {
        super.updateItem(row, empty);
        Optional<RiskLevel> level = empty || row == null ? Optional.empty() : levelOf(row.record());
        pseudoClassStateChanged(MEDIUM, level.equals(Optional.of(RiskLevel.MEDIUM)));
        pseudoClassStateChanged(HIGH, level.equals(Optional.of(RiskLevel.HIGH)));
        pseudoClassStateChanged(CRITICAL, level.equals(Optional.of(RiskLevel.CRITICAL)));
        pseudoClassStateChanged(GONE, row != null && !empty && !row.isWaiting());
        if (empty || row == null) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        setGraphic(compact.getAsBoolean() ? line(row) : content(row));
        showAge();
    }

    static Optional<RiskLevel> levelOf(CallRecord record) {
        return record.assessed().map(assessed -> assessed.assessment().level());
    }

    private VBox content(InboxModel.Row row) {
        CallRecord record = row.record();
        ToolCall call = record.call();
        HBox top = new HBox();
        top.getStyleClass().add("cell-top");
        top.setAlignment(Pos.CENTER_LEFT);
        top.getChildren().add(LevelMark.chip(levelOf(record)));
        if (!row.isWaiting()) {
            top.getChildren()
                    .addAll(
                            StateIcon.of(record.status()),
                            Texts.label(
                                    StateIcon.word(record.status()).toLowerCase(Locale.ROOT),
                                    "meta"));
        } else {
            chips(row, top);
        }
        top.getChildren().addAll(Texts.spring(), age);
        List<Finding> findings =
                record.assessed().map(a -> a.assessment().findings()).orElse(List.of());
        int columns = (int) Math.max(20, (list.getWidth() - 46) / 7.5);
        HBox who = new HBox();
        who.getStyleClass().add("cell-who");
        who.getChildren()
                .addAll(
                        Texts.fixed(Words.oneLine(call.session().name()), "meta"),
                        Texts.fixed(
                                context.path(call.session().workspace().directory()),
                                "meta",
                                "quiet"),
                        Texts.label(Words.quotedSummary(call), "meta", "quiet"));
        VBox preview = CommandPreview.of(call.command().text(), findings, columns, MOST_ROWS);
        if (row.isBatch()) {
            preview.getChildren().add(others(row));
        }
        VBox rows = new VBox(top, preview, who);
        rows.getStyleClass().add("cell-rows");
        return rows;
    }

    /// Level, command, agent and age on one line.
    private HBox line(InboxModel.Row row) {
        CallRecord record = row.record();
        Label command = Texts.label(Words.oneLine(record.command().text()), "mono");
        HBox.setHgrow(command, Priority.ALWAYS);
        command.setMaxWidth(Double.MAX_VALUE);
        command.setMinWidth(0);
        HBox line = new HBox();
        levelOf(record).map(LevelMark::sign).ifPresent(line.getChildren()::add);
        if (!row.isWaiting()) {
            line.getChildren().add(StateIcon.of(record.status()));
        }
        line.getChildren().add(command);
        if (row.isBatch()) {
            line.getChildren().add(Texts.fixed(row.members().size() + " alike", "count-badge"));
        }
        line.getChildren()
                .addAll(
                        Texts.fixed(Words.oneLine(record.call().session().name()), "meta", "quiet"),
                        age);
        line.getStyleClass().add("cell-line");
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private void chips(InboxModel.Row row, HBox top) {
        if (row.isBatch()) {
            top.getChildren().add(Texts.fixed(row.members().size() + " alike", "count-badge"));
        }
        if (isEdited.test(row.id())) {
            HBox editing =
                    new HBox(
                            Icons.styled(Feather.EDIT_2, "running"),
                            Texts.fixed("editing", "meta", "accent-text"));
            editing.getStyleClass().add("tight");
            editing.setAlignment(Pos.CENTER_LEFT);
            top.getChildren().add(editing);
        }
        RehearsalStrip.listed(row.record())
                .ifPresent(
                        words -> top.getChildren().add(Texts.fixed(words, "meta", "accent-text")));
        if (row.record().call().agentSaysDangerous()) {
            top.getChildren().add(Texts.label("agent: dangerous", "flag-chip"));
        }
    }

    /// By which words the other calls of the row differ.
    private static Label others(InboxModel.Row row) {
        List<String> words =
                row.members().stream()
                        .skip(1)
                        .map(member ->
                                BatchView.differing(row, member).stream()
                                        .map(word -> Words.exact(word.text()))
                                        .collect(Collectors.joining(" ")))
                        .distinct()
                        .toList();
        return Texts.label("also " + String.join(", ", words), "mono", "quiet", "meta");
    }

    private void showAge() {
        InboxModel.Row row = getItem();
        if (row == null || isEmpty()) {
            return;
        }
        Duration waited =
                Duration.between(row.record().call().receivedAt(), context.ticker().now());
        age.setText(Words.age(waited));
        setAccessibleText(sentence(row, waited));
    }

    /// One sentence for the ear: 'High. git push. codex in api. Waiting 42 seconds.'
    private static String sentence(InboxModel.Row row, Duration waited) {
        ToolCall call = row.record().call();
        return "%s. %s%s. %s in %s. %s.%s %s."
                .formatted(
                        levelOf(row.record()).map(Words::level).orElse("Not assessed"),
                        row.isBatch() ? row.members().size() + " alike, the first: " : "",
                        Words.oneLine(call.command().text()),
                        Words.oneLine(call.session().name()),
                        call.session().workspace().shortName(),
                        Words.quotedSummary(call),
                        call.agentSaysDangerous() ? " The agent thinks this may be dangerous." : "",
                        row.isWaiting()
                                ? "Waiting "
                                        + Words.duration(Duration.ofSeconds(waited.toSeconds()))
                                : StateIcon.word(row.record().status()));
    }
}
