package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.JobProcess;
import dev.countersign.supervision.JobView;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.CellLine;
import dev.countersign.ui.CellLineView;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableRow;
import javafx.scene.control.TreeTableView;
import javafx.scene.control.skin.VirtualFlow;
import org.jspecify.annotations.Nullable;

/// The table of jobs with their process trees. Rows keep their places while the pointer is over
/// them; what a row shows changes once a second. Confined to the FX thread.
final class JobsTable {
    private static final PseudoClass IN_TREE = PseudoClass.getPseudoClass("in-tree");
    private static final double ROW_HEIGHT = 32;
    private static final double ALL_COLUMNS_FROM = 1_000;

    /// Room for the longest word of a state.
    private static final double LEAST_STATE = 134;

    private final UiContext context;
    private final JobCells cells;
    private final TreeTableView<JobRow> table = new TreeTableView<>();
    private final TreeItem<JobRow> root = new TreeItem<>();
    private final Map<ToolCallId, TreeItem<JobRow>> items = new HashMap<>();
    private final Set<String> foldedAgents = new HashSet<>();
    private List<JobRow.OfJob> listed = List.of();

    /// @param sorted hears that the person clicked a column's heading
    JobsTable(UiContext context, Runnable chosen, Consumer<JobOrder> sorted) {
        this.context = context;
        cells = new JobCells(context);
        table.setId("jobs");
        table.setAccessibleText("Running and recently ended commands");
        table.getStyleClass().addAll("edge-to-edge", "jobs-table");
        table.setRoot(root);
        root.setExpanded(true);
        table.setShowRoot(false);
        table.setFixedCellSize(ROW_HEIGHT);
        table.setColumnResizePolicy(TreeTableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.setSortPolicy(_ -> true);
        table.setRowFactory(_ -> new Row());
        table.setPlaceholder(Texts.label("No job matches the filter.", "quiet"));
        table.getSelectionModel().selectedItemProperty().addListener((_, _, _) -> chosen.run());
        addColumns(sorted);
        table.widthProperty().subscribe(width -> fit(width.doubleValue()));
    }

    TreeTableView<JobRow> node() {
        return table;
    }

    /// Lays the rows anew; the chosen one stays chosen, an open tree stays open.
    void show(List<JobRow.OfJob> jobs, boolean byAgent) {
        Optional<ToolCallId> before = chosen().map(JobRow.OfJob::id);
        listed = List.copyOf(jobs);
        Set<ToolCallId> ids = jobs.stream().map(JobRow.OfJob::id).collect(Collectors.toSet());
        items.keySet().retainAll(ids);
        List<TreeItem<JobRow>> rows =
                byAgent ? groups(jobs) : jobs.stream().map(this::itemOf).toList();
        if (!root.getChildren().equals(rows)) {
            root.getChildren().setAll(rows);
        }
        before.ifPresent(this::choose);
    }

    private List<TreeItem<JobRow>> groups(List<JobRow.OfJob> jobs) {
        Map<String, List<JobRow.OfJob>> byAgent = new LinkedHashMap<>();
        jobs.forEach(job ->
                byAgent.computeIfAbsent(agentKey(job.record()), _ -> new ArrayList<>()).add(job));
        List<TreeItem<JobRow>> rows = new ArrayList<>();
        byAgent.forEach((key, theirs) -> {
            CallRecord first = theirs.getFirst().record();
            TreeItem<JobRow> group =
                    new TreeItem<>(
                            new JobRow.OfAgent(
                                    Words.oneLine(first.call().session().name()),
                                    context.path(first.call().session().workspace().directory()),
                                    theirs.stream().filter(JobRow.OfJob::isOpen).count()));
            group.getChildren().setAll(theirs.stream().map(this::itemOf).toList());
            group.setExpanded(!foldedAgents.contains(key));
            group.expandedProperty()
                    .subscribe(open -> {
                        if (open) {
                            foldedAgents.remove(key);
                        } else {
                            foldedAgents.add(key);
                        }
                    });
            rows.add(group);
        });
        return rows;
    }

    private static String agentKey(CallRecord record) {
        return record.call().session().name()
                + "\0"
                + record.call().session().workspace().directory();
    }

    private TreeItem<JobRow> itemOf(JobRow.OfJob job) {
        TreeItem<JobRow> item = items.computeIfAbsent(job.id(), _ -> new TreeItem<>(job));
        showProcesses(item, job);
        return item;
    }

    private static void showProcesses(TreeItem<JobRow> item, JobRow.OfJob job) {
        List<JobProcess> processes = job.view().map(JobView::processes).orElse(List.of());
        if (item.getChildren().size() == processes.size()) {
            for (int i = 0; i < processes.size(); i++) {
                item.getChildren()
                        .get(i)
                        .setValue(new JobRow.OfProcess(job.id(), processes.get(i)));
            }
            return;
        }
        item.getChildren()
                .setAll(
                        processes.stream()
                                .map(one ->
                                        new TreeItem<JobRow>(new JobRow.OfProcess(job.id(), one)))
                                .toList());
    }

    /// Shows what one second brought, rows staying where they are.
    void refresh() {
        for (JobRow.OfJob job : listed) {
            TreeItem<JobRow> item = items.get(job.id());
            // An open tree is not laid anew under the pointer unless its processes changed.
            if (item != null
                    && (item.isExpanded() || item.getChildren().isEmpty() != isEmpty(job))) {
                showProcesses(item, job);
            }
        }
        table.refresh();
    }

    private static boolean isEmpty(JobRow.OfJob job) {
        return job.view().map(JobView::processes).orElse(List.of()).isEmpty();
    }

    /// The jobs whose rows can be seen.
    Set<ToolCallId> visible() {
        Set<ToolCallId> ids = new LinkedHashSet<>();
        if (table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                && flow.getFirstVisibleCell() != null
                && flow.getLastVisibleCell() != null) {
            int last = flow.getLastVisibleCell().getIndex();
            for (int row = flow.getFirstVisibleCell().getIndex(); row <= last; row++) {
                TreeItem<JobRow> item = table.getTreeItem(row);
                if (item != null && item.getValue() instanceof JobRow.OfJob job && job.isOpen()) {
                    ids.add(job.id());
                }
            }
        }
        return ids;
    }

    /// The chosen job, also where one of its processes is chosen.
    Optional<JobRow.OfJob> chosen() {
        TreeItem<JobRow> item = table.getSelectionModel().getSelectedItem();
        if (item == null || item.getValue() == null) {
            return Optional.empty();
        }
        return switch (item.getValue()) {
            case JobRow.OfJob job -> Optional.of(job);
            case JobRow.OfProcess process -> job(process.job());
            case JobRow.OfAgent _ -> Optional.empty();
        };
    }

    private Optional<JobRow.OfJob> job(ToolCallId id) {
        return listed.stream().filter(job -> job.id().equals(id)).findFirst();
    }

    void choose(ToolCallId id) {
        TreeItem<JobRow> item = items.get(id);
        int row = item == null ? -1 : table.getRow(item);
        if (row >= 0 && table.getSelectionModel().getSelectedIndex() != row) {
            table.getSelectionModel().clearAndSelect(row);
        }
    }

    /// Moves the choice by rows; from nowhere to the first.
    void move(int by) {
        int count = table.getExpandedItemCount();
        if (count == 0) {
            return;
        }
        int at = table.getSelectionModel().getSelectedIndex();
        int wanted = Math.clamp(at + (long) by, 0, count - 1);
        table.getSelectionModel().clearAndSelect(wanted);
        table.scrollTo(Math.max(0, wanted - 2));
    }

    /// Opens or folds the tree of the chosen row.
    void unfold(boolean open) {
        TreeItem<JobRow> item = table.getSelectionModel().getSelectedItem();
        if (item != null) {
            item.setExpanded(open);
        }
    }

    // Columns.

    private void addColumns(Consumer<JobOrder> sorted) {
        TreeTableColumn<JobRow, JobRow> state = column(JobOrder.STATE, 150, cells::state, sorted);
        state.getStyleClass().add("first-column");
        state.setMinWidth(LEAST_STATE);
        column(JobOrder.AGENT, 150, cells::agent, sorted);
        column(JobOrder.COMMAND, 330, cells::command, sorted);
        right(column(JobOrder.AGE, 88, cells::age, sorted), cells::age);
        right(column(JobOrder.CPU, 62, cells::processor, sorted), cells::processor);
        right(column(JobOrder.MEMORY, 84, cells::memory, sorted), cells::memory);
        right(plain("Ports", 70, cells::ports), cells::ports);
        sparklines(sorted);
        plain("Last line", 260, cells::lastLine);
    }

    /// In a narrow window the command keeps its room; sparklines go, ports stand before the last
    /// line.
    private void fit(double width) {
        cells.portsBeforeLastLine(width < ALL_COLUMNS_FROM);
        for (TreeTableColumn<JobRow, ?> column : table.getColumns()) {
            boolean spare =
                    column.getText().equals("Ports") || column.getUserData() == JobOrder.OUTPUT;
            if (spare) {
                column.setVisible(width >= ALL_COLUMNS_FROM);
            }
        }
    }

    private TreeTableColumn<JobRow, JobRow> column(
            JobOrder order,
            double width,
            Function<JobRow, CellLine> content,
            Consumer<JobOrder> sorted) {
        TreeTableColumn<JobRow, JobRow> column = plain("", width, content);
        heading(column, order, sorted);
        return column;
    }

    /// A column of figures, which are never cut.
    private static void right(
            TreeTableColumn<JobRow, JobRow> column, Function<JobRow, CellLine> content) {
        column.getStyleClass().add("right");
        column.setMinWidth(column.getPrefWidth());
        column.setCellFactory(_ -> new ContentCell(content, Pos.CENTER_RIGHT));
    }

    private static void heading(
            TreeTableColumn<JobRow, JobRow> column, JobOrder order, Consumer<JobOrder> sorted) {
        Label title = new Label(order.title());
        title.setOnMouseClicked(_ -> sorted.accept(order));
        title.setId("sort-" + order.name().toLowerCase(Locale.ROOT));
        title.getStyleClass().add("sort-heading");
        title.setMaxWidth(Double.MAX_VALUE);
        column.setGraphic(title);
        column.setUserData(order);
    }

    private TreeTableColumn<JobRow, JobRow> plain(
            String title, double width, Function<JobRow, CellLine> content) {
        TreeTableColumn<JobRow, JobRow> column = new TreeTableColumn<>(title);
        column.setPrefWidth(width);
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(row -> new SimpleObjectProperty<>(row.getValue().getValue()));
        column.setCellFactory(_ -> new ContentCell(content, Pos.CENTER_LEFT));
        table.getColumns().add(column);
        return column;
    }

    private void sparklines(Consumer<JobOrder> sorted) {
        TreeTableColumn<JobRow, JobRow> column = plain("", 104, _ -> CellLine.NONE);
        heading(column, JobOrder.OUTPUT, sorted);
        column.setCellFactory(_ -> new SparklineCell());
    }

    /// Shows in the headings what the rows are sorted by.
    void showOrder(JobOrder order, boolean reversed) {
        for (TreeTableColumn<JobRow, ?> column : table.getColumns()) {
            if (column.getUserData() instanceof JobOrder own
                    && column.getGraphic() instanceof Label title) {
                boolean chosenOrder = own == order;
                title.setText(own.title() + (chosenOrder ? reversed ? "  ↑" : "  ↓" : ""));
            }
        }
    }

    private static final class ContentCell extends TreeTableCell<JobRow, JobRow> {
        private final Function<JobRow, CellLine> content;
        private final CellLineView view;

        ContentCell(Function<JobRow, CellLine> content, Pos alignment) {
            this.content = content;
            view = new CellLineView(alignment);
        }

        @Override
        protected void updateItem(@Nullable JobRow row, boolean empty) {
            super.updateItem(row, empty);
            view.show(row == null || empty ? CellLine.NONE : content.apply(row));
            setGraphic(view);
        }
    }

    private static final class SparklineCell extends TreeTableCell<JobRow, JobRow> {
        private final Sparkline line = new Sparkline();

        @Override
        protected void updateItem(@Nullable JobRow row, boolean empty) {
            super.updateItem(row, empty);
            line.show(
                    !empty && row instanceof JobRow.OfJob job && job.hasRates()
                            ? Optional.of(job)
                            : Optional.empty());
            setGraphic(line);
        }
    }

    /// One spoken sentence for each row; no line parts what belongs to one job.
    private final class Row extends TreeTableRow<JobRow> {
        private boolean isInTree() {
            TreeItem<JobRow> item = getTreeItem();
            return item != null
                    && item.getValue() instanceof JobRow.OfProcess
                    && item.nextSibling() != null;
        }

        @Override
        protected void updateItem(@Nullable JobRow row, boolean empty) {
            super.updateItem(row, empty);
            pseudoClassStateChanged(IN_TREE, !empty && isInTree());
            setAccessibleText(row == null || empty ? null : cells.spoken(row));
        }
    }
}
