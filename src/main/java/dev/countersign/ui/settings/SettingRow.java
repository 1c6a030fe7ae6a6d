package dev.countersign.ui.settings;

import dev.countersign.settings.Setting;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// One setting: what it does, what it is usually, its control, and the way back. Confined to the FX
/// thread.
///
/// @param <T> of the setting
final class SettingRow<T> {
    private final Setting<T> setting;
    private final String group;
    private final SettingEditor<T> editor;
    private final HBox node = new HBox();
    private final Label usual;
    private final Label problem = Texts.wrapping("", "meta", "danger-text");
    private final Button reset;

    /// @param group the title of the group that it stands in
    SettingRow(Setting<T> setting, String group, SettingsSnapshot now, SettingChanges changes) {
        this.setting = setting;
        this.group = group;
        String id = setting.id().replace('.', '-');
        usual = Texts.wrapping("", "meta", "quiet");
        usual.setId("usual-" + id);
        problem.setId("problem-" + id);
        problem.setGraphic(Icons.styled(Feather.ALERT_TRIANGLE, "failed"));
        problem.managedProperty().bind(problem.visibleProperty());
        problem.setVisible(false);
        reset =
                Buttons.icon(
                        Feather.ROTATE_CCW,
                        "Set back: " + setting.title(),
                        () -> changes.reset(setting));
        reset.setId("reset-" + id);
        editor =
                new SettingEditor<>(
                        setting,
                        now.value(setting),
                        value -> changes.change(setting, value),
                        this::refused);
        Label title = Texts.wrapping(setting.title(), "strong");
        title.setLabelFor(editor.node());
        VBox words =
                new VBox(title, Texts.wrapping(setting.description(), "quiet"), usual, problem);
        words.getStyleClass().add("setting-words");
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        HBox control = new HBox(editor.node(), reset);
        control.getStyleClass().add("setting-controls");
        control.setAlignment(Pos.TOP_LEFT);
        Label key = Texts.label(setting.id(), "mono", "meta", "quiet");
        key.setTooltip(new Tooltip(setting.id() + " in settings.json"));
        VBox right = new VBox(control, key);
        right.getStyleClass().add("setting-right");
        node.getChildren().addAll(words, right);
        node.getStyleClass().add("setting-row");
        show(now);
    }

    Node node() {
        return node;
    }

    Setting<T> setting() {
        return setting;
    }

    void show(SettingsSnapshot now) {
        boolean changed = now.isChanged(setting) && !now.value(setting).equals(setting.standard());
        String range = SettingWords.range(setting);
        usual.setText(
                "Usually %s.%s"
                        .formatted(
                                SettingWords.standard(setting),
                                range.isEmpty() ? "" : " " + range));
        reset.setVisible(changed);
        editor.show(now.value(setting));
    }

    boolean matches(String search) {
        return SettingWords.matches(setting, group, search);
    }

    void setShown(boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }

    void focus() {
        editor.node().requestFocus();
    }

    private void refused(Optional<String> reason) {
        problem.setText(reason.orElse(""));
        problem.setVisible(reason.isPresent());
        editorHelp(reason);
    }

    private void editorHelp(Optional<String> reason) {
        // The editor shows its first value while it is made.
        if (editor != null) {
            editor.node()
                    .setAccessibleHelp(
                            reason.orElse(
                                    setting.description() + " " + SettingWords.range(setting)));
        }
    }
}
