package dev.countersign.ui.timeline;

import dev.countersign.journal.DaySum;
import dev.countersign.ui.Texts;
import java.util.List;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// Three charts of the last fourteen days. Confined to the FX thread.
final class Charts extends VBox {
    private final Label sum = Texts.fixed("", "meta", "quiet", "figures");
    private final Label byHand = Texts.fixed("", "meta", "quiet", "figures");
    private final DecisionsChart decisions;
    private final WaitsChart waits = new WaitsChart();
    private final DecidersView deciders = new DecidersView();
    private TimelineData shown;

    Charts(TimelineData data) {
        decisions = new DecisionsChart(data.today());
        shown = data;
        getStyleClass().add("charts");
        HBox head =
                new HBox(
                        Texts.fixed("Last 14 days", "strong"),
                        sum,
                        Texts.spring(),
                        key("by-person", "approved by you"),
                        key("by-rule", "approved by a rule"),
                        key("refused", "denied"));
        head.getStyleClass().add("charts-head");
        head.setAlignment(Pos.CENTER_LEFT);
        HBox row =
                new HBox(
                        chart("Decisions a day", byHand, decisions),
                        chart(
                                "Time spent waiting for you",
                                Texts.fixed("calls", "meta", "quiet"),
                                waits),
                        chart("Decided by", new Label(), deciders));
        row.getStyleClass().add("charts-row");
        VBox.setVgrow(row, Priority.ALWAYS);
        getChildren().addAll(head, row);
    }

    void setShown(boolean wanted) {
        setVisible(wanted);
        setManaged(wanted);
    }

    void show(TimelineData data) {
        if (data.equals(shown)) {
            return;
        }
        shown = data;
        decisions.show(data.days(), data.today());
        waits.show(data.waits());
        deciders.show(data.deciders());
        long denied =
                data.days().stream().mapToLong(day -> DecisionsChart.Bar.of(day).denied()).sum();
        sum.setText(
                String.format(
                        Locale.ENGLISH, "%,d decisions, %,d denied", data.decisions(), denied));
        byHand.setText(byHand(data.days()));
    }

    /// The share that the person decided, of all that was approved.
    static String byHand(List<DaySum> days) {
        long person = 0;
        long all = 0;
        for (DaySum day : days) {
            DecisionsChart.Bar bar = DecisionsChart.Bar.of(day);
            person += bar.byPerson();
            all += bar.byPerson() + bar.byRule();
        }
        return all == 0 ? "" : Math.round(100.0 * person / all) + " % by hand";
    }

    private static Node key(String styleClass, String words) {
        Region sample = new Region();
        sample.getStyleClass().addAll("chart-key", styleClass);
        HBox key = new HBox(sample, Texts.fixed(words, "meta", "quiet"));
        key.getStyleClass().add("tight");
        key.setAlignment(Pos.CENTER_LEFT);
        return key;
    }

    private static Node chart(String title, Label remark, Region chart) {
        HBox head = new HBox(Texts.fixed(title, "strong"), Texts.spring(), remark);
        head.setAlignment(Pos.CENTER_LEFT);
        VBox box = new VBox(head, chart);
        box.getStyleClass().add("chart");
        VBox.setVgrow(chart, Priority.ALWAYS);
        HBox.setHgrow(box, Priority.ALWAYS);
        box.setPrefWidth(300);
        return box;
    }
}
