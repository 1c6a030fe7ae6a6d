package dev.countersign.ui.settings;

import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.Collection;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The line under which settings stand that few people touch: closed until somebody opens it, and
/// without a say while something is searched. Confined to the FX thread.
final class AdvancedFold {
    private final HBox node = new HBox();
    private final ToggleButton toggle = new ToggleButton();
    private final Label words = Texts.label("", "meta", "quiet");
    private List<SettingRow<?>> rows = List.of();

    /// @param changed told when it was opened or closed
    AdvancedFold(Runnable changed) {
        toggle.setId("advanced");
        toggle.getStyleClass().addAll("flat", "advanced-toggle");
        toggle.selectedProperty()
                .subscribe(open -> {
                    toggle.setText(open ? "Fewer settings" : "Advanced settings");
                    toggle.setAccessibleText(
                            open ? "Hide the advanced settings" : "Show the advanced settings");
                    toggle.setGraphic(
                            Icons.quiet(open ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT));
                });
        toggle.setOnAction(_ -> changed.run());
        node.getChildren().addAll(toggle, words);
        node.getStyleClass().add("advanced-fold");
        node.setAlignment(Pos.CENTER_LEFT);
        node.managedProperty().bind(node.visibleProperty());
    }

    Node node() {
        return node;
    }

    boolean isOpen() {
        return toggle.isSelected();
    }

    void open() {
        toggle.setSelected(true);
    }

    /// What stands under it.
    void count(Collection<List<SettingRow<?>>> groups) {
        rows = groups.stream().<SettingRow<?>>flatMap(List::stream).toList();
    }

    /// @param searching whether what is found is shown, open or not
    /// @param found whether anything under it is shown
    void show(boolean searching, boolean found) {
        node.setVisible(!searching || found);
        toggle.setDisable(searching);
    }

    void show(SettingsSnapshot now) {
        long changed = rows.stream().filter(row -> now.isChanged(row.setting())).count();
        words.setText(
                "limits and times that few people touch: "
                        + Words.count(rows.size(), "setting")
                        + (changed == 0 ? "" : ", %,d changed".formatted(changed)));
    }
}
