package dev.countersign.ui.jobs;

import dev.countersign.supervision.JobView;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;

/// What is to be known of the chosen job, whole, with the answer where it asks for one: the column
/// of the table cuts it. Confined to the FX thread.
final class JobRemark {
    private final Label words = Texts.wrapping("", "body");
    private final Button raise;
    private final Button adopt;
    private final HBox node = new HBox();
    private Optional<JobRow.OfJob> chosen = Optional.empty();

    JobRemark(JobDeeds deeds) {
        raise =
                Buttons.action(
                        Feather.PLAY,
                        "Let it print more",
                        Optional.of("P"),
                        () -> chosen.ifPresent(deeds::raiseOutputLimit));
        raise.setId("raise-limit");
        adopt =
                Buttons.action(
                        Feather.LINK,
                        "Adopt",
                        Optional.empty(),
                        () -> chosen.ifPresent(deeds::adopt));
        adopt.setId("adopt-job");
        adopt.setAccessibleHelp("Its agent’s tools see it again");
        words.setId("job-remark");
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        for (Button button : new Button[] {raise, adopt}) {
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.managedProperty().bind(button.visibleProperty());
        }
        node.getChildren()
                .addAll(Icons.styled(Feather.ALERT_TRIANGLE, "waiting"), words, raise, adopt);
        node.getStyleClass().add("job-remark");
        node.setAlignment(Pos.CENTER_LEFT);
        node.managedProperty().bind(node.visibleProperty());
        show(Optional.empty());
    }

    Node node() {
        return node;
    }

    void show(Optional<JobRow.OfJob> job) {
        chosen = job;
        Optional<JobView> view = job.flatMap(JobRow.OfJob::view);
        Optional<String> remark = view.flatMap(JobView::remark);
        words.setText(remark.map(Words::oneLine).orElse(""));
        raise.setVisible(view.filter(JobView::overLimit).isPresent());
        adopt.setVisible(view.filter(JobView::orphan).filter(one -> !one.adopted()).isPresent());
        node.setVisible(remark.isPresent());
    }
}
