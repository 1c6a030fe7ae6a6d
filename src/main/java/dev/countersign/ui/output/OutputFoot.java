package dev.countersign.ui.output;

import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.RunOutput.Place;
import java.util.Optional;
import javafx.animation.Animation;
import javafx.animation.PauseTransition;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.util.Duration;

/// The line below an output: short sentences for the person, and what holds for all rows. In the
/// drawer it is there only while it has something to say. Confined to the FX thread.
final class OutputFoot {
    private static final Duration NOTICE_SHOWN = Duration.seconds(6);

    private final Place place;
    private final HBox node = new HBox();
    private final HBox legend = new HBox();
    private final Label legendWords = Texts.fixed("", "meta", "quiet");
    private final Label notice = Texts.label("", "meta", "output-notice");
    private final Label terminal = Texts.fixed("", "meta", "quiet", "figures");
    private final PauseTransition noticeEnd = new PauseTransition(NOTICE_SHOWN);

    /// @param highlight whether plain output is highlighted
    OutputFoot(Place place, OutputView view, BooleanProperty highlight) {
        this.place = place;
        node.getStyleClass().add("output-foot");
        node.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(notice, Priority.ALWAYS);
        notice.setId("output-notice");
        notice.setMaxWidth(Double.MAX_VALUE);
        buildLegend();
        if (place != Place.DRAWER) {
            node.getChildren().add(legend);
        }
        terminal.managedProperty().bind(terminal.visibleProperty());
        Label eye = Texts.fixed("highlighting is for the eye only", "meta", "quiet");
        eye.visibleProperty()
                .bind(
                        Bindings.createBooleanBinding(
                                () -> highlight.get() && !view.isScreen(),
                                highlight,
                                view.pageProperty()));
        eye.managedProperty().bind(eye.visibleProperty());
        node.getChildren().addAll(notice, terminal, eye);
        node.managedProperty().bind(node.visibleProperty());
        node.setVisible(place != Place.DRAWER);
        noticeEnd.setOnFinished(_ -> show(""));
        view.selecting().hoveredProperty().subscribe(this::hovered);
    }

    private void buildLegend() {
        StackPane sample = new StackPane();
        sample.getStyleClass().add("stderr-sample");
        legend.getChildren().setAll(sample, legendWords);
        legend.getStyleClass().add("tight");
        legend.setAlignment(Pos.CENTER_LEFT);
        legend.managedProperty().bind(legend.visibleProperty());
    }

    Node node() {
        return node;
    }

    /// How stderr is told apart; in the drawer for the header, where there is room.
    Node legend() {
        return legend;
    }

    /// Says what holds for the rows of a page.
    ///
    /// @param merged whether its two streams were one
    void showPage(Page page, boolean ofTerminal, boolean merged) {
        legend.setVisible(page.totals().stderr().bytes() > 0 && !merged);
        legendWords.setText(
                place == Place.DRAWER
                        ? "stderr, order approximate"
                        : "stderr, order to stdout approximate");
        terminal.setVisible(ofTerminal);
        terminal.setText(
                page.screen()
                        .map(drawn -> "a terminal of " + drawn.columns() + " × " + drawn.rows())
                        .orElse("a terminal, shown line by line"));
    }

    /// Says something for some seconds.
    void say(String words) {
        show(words);
        noticeEnd.playFromStart();
    }

    private void hovered(Optional<Accent> link) {
        if (link.isPresent()) {
            noticeEnd.stop();
            show(
                    link.get()
                            .target()
                            .map(target -> "Click: " + Words.oneLine(target.text()))
                            .orElse(""));
        } else if (noticeEnd.getStatus() != Animation.Status.RUNNING) {
            show("");
        }
    }

    private void show(String words) {
        notice.setText(words);
        if (place == Place.DRAWER) {
            node.setVisible(!words.isEmpty());
        }
    }
}
