package dev.countersign.ui.settings;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.Setting;
import dev.countersign.settings.SettingKind;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Control;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.util.StringConverter;

/// The control in which one setting is changed. A value is taken when the person leaves the field
/// or presses Enter, and never while it is not possible. Confined to the FX thread.
///
/// @param <T> of the setting
final class SettingEditor<T> {
    private static final int ROWS = 3;

    private final Setting<T> setting;
    private final Consumer<T> taken;
    private final Consumer<Optional<String>> refused;
    private final Control control;
    private T value;
    private boolean showing;

    /// @param taken hears a value that the person gave
    /// @param refused hears what is wrong with what stands in the field now, or that nothing is
    SettingEditor(
            Setting<T> setting, T value, Consumer<T> taken, Consumer<Optional<String>> refused) {
        this.setting = setting;
        this.value = value;
        this.taken = taken;
        this.refused = refused;
        control =
                switch (setting.kind()) {
                    case SettingKind.Switch _ -> checkBox();
                    case SettingKind.Choice<?> choice -> choiceBox(choice);
                    case SettingKind.Lines _ -> textArea();
                    case SettingKind.Whole _,
                            SettingKind.Span _,
                            SettingKind.SpanOrNever _,
                            SettingKind.Spans _,
                            SettingKind.Text _ ->
                            textField();
                };
        control.setId("setting-" + setting.id().replace('.', '-'));
        control.getStyleClass().add("setting-control");
        control.setAccessibleText(setting.title());
        control.setAccessibleHelp(setting.description() + " " + SettingWords.range(setting));
        show(value);
    }

    Node node() {
        return control;
    }

    /// Shows what is in force, unless the person is typing something else at the moment.
    void show(T now) {
        boolean typing = control.isFocused() && !now.equals(value) && !isShown(value);
        value = now;
        if (!typing) {
            display();
        }
    }

    private void display() {
        showing = true;
        String text = setting.kind().asTyped(value);
        switch (control) {
            case CheckBox box -> {
                box.setSelected(text.equals("true"));
                box.setText(box.isSelected() ? "On" : "Off");
            }
            case ChoiceBox<?> box -> select(box, text);
            case TextInputControl field -> field.setText(text);
            default -> throw new IllegalStateException("no such control: " + control);
        }
        showing = false;
        refused.accept(Optional.empty());
    }

    private static void select(ChoiceBox<?> box, String word) {
        box.getSelectionModel().select(box.getItems().indexOf(word));
    }

    private boolean isShown(T shown) {
        return control instanceof TextInputControl field
                && field.getText().equals(setting.kind().asTyped(shown));
    }

    private CheckBox checkBox() {
        CheckBox box = new CheckBox();
        box.selectedProperty()
                .addListener((_, _, on) -> {
                    box.setText(on ? "On" : "Off");
                    take(Boolean.toString(on));
                });
        return box;
    }

    private ChoiceBox<String> choiceBox(SettingKind.Choice<?> kind) {
        ChoiceBox<String> box = new ChoiceBox<>();
        box.getItems().setAll(kind.words());
        box.setConverter(
                new StringConverter<>() {
                    @Override
                    public String toString(String word) {
                        return word == null ? "" : SettingWords.choice(word);
                    }

                    @Override
                    public String fromString(String text) {
                        return text;
                    }
                });
        box.setMaxWidth(Double.MAX_VALUE);
        box.getSelectionModel().selectedItemProperty().addListener((_, _, word) -> take(word));
        return box;
    }

    private TextField textField() {
        TextField field = new TextField();
        listen(field);
        field.setOnAction(_ -> take(field.getText()));
        return field;
    }

    private TextArea textArea() {
        TextArea area = new TextArea();
        area.setPrefRowCount(ROWS);
        area.getStyleClass().add("mono");
        listen(area);
        area.addEventFilter(KeyEvent.KEY_PRESSED, event -> moveOn(area, event));
        area.skinProperty()
                .subscribe(() -> {
                    if (area.lookup(".scroll-pane") instanceof ScrollPane inside) {
                        inside.setAccessibleText(setting.title());
                    }
                });
        return area;
    }

    /// Tab leaves the field, as it does everywhere: a list of folders holds no tabs.
    private static void moveOn(TextArea area, KeyEvent event) {
        if (event.getCode() == KeyCode.TAB && !event.isControlDown()) {
            event.consume();
            area.requestFocusTraversal(
                    event.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
        }
    }

    private void listen(TextInputControl field) {
        field.textProperty().addListener((_, _, text) -> look(text));
        field.focusedProperty()
                .addListener((_, _, focused) -> {
                    if (!focused) {
                        take(field.getText());
                    }
                });
        field.addEventFilter(
                KeyEvent.KEY_PRESSED,
                event -> {
                    if (event.getCode() == KeyCode.ESCAPE && !isShown(value)) {
                        display();
                        event.consume();
                    }
                });
    }

    private void look(String text) {
        if (!showing) {
            refused.accept(problem(text));
        }
    }

    private Optional<String> problem(String text) {
        try {
            setting.kind().typed(text);
            return Optional.empty();
        } catch (ConfigurationException failure) {
            return Optional.of(
                    "Not taken: %s. %s stays in force."
                            .formatted(failure.reason(), SettingWords.value(setting, value)));
        }
    }

    private void take(String text) {
        if (showing || text == null) {
            return;
        }
        try {
            T given = setting.kind().typed(text);
            if (!given.equals(value)) {
                value = given;
                taken.accept(given);
            }
            display();
        } catch (ConfigurationException _) {
            refused.accept(problem(text));
        }
    }
}
