package dev.countersign.ui.window;

import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;

/// The field in the top bar that looks through all kept calls: Enter shows in History what it
/// found. Confined to the FX thread.
final class GlobalSearch extends HBox {
    private final TextField text = new TextField();

    /// @param search shows the calls in which these words stand
    /// @param leave gives the focus back to the pane
    GlobalSearch(Consumer<String> search, Runnable leave) {
        getStyleClass().addAll("search-field", "global-search");
        setAlignment(Pos.CENTER_LEFT);
        setMinWidth(Region.USE_PREF_SIZE);
        setMaxHeight(Region.USE_PREF_SIZE);
        text.setId("search");
        text.setPromptText("Search commands and output");
        text.setAccessibleText("Search all kept calls");
        text.setPrefColumnCount(16);
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setOnAction(_ -> {
            String words = text.getText();
            text.clear();
            search.accept(words);
        });
        text.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                text.clear();
                leave.run();
                event.consume();
            }
        });
        getChildren().setAll(Icons.quiet(Feather.SEARCH), text, Texts.keyCap("/"));
    }

    /// In a narrow window the agents need its room; the key goes to History then.
    void setShown(boolean wanted) {
        setVisible(wanted);
        setManaged(wanted);
    }

    void begin() {
        text.requestFocus();
        text.selectAll();
    }
}
