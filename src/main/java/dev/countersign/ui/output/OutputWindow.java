package dev.countersign.ui.output;

import dev.countersign.ui.ConsoleTheme;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;

/// A window of its own for one output, or for two side by side. Confined to the FX thread.
final class OutputWindow implements AutoCloseable {
    private static final double WIDTH = 1000;
    private static final double HEIGHT = 700;

    private final Stage stage = new Stage();
    private final AutoCloseable content;
    private final ConsoleTheme theme;
    private Runnable closed = () -> {};
    private boolean isClosed;

    OutputWindow(OutputRoom room, String title, Node node, AutoCloseable content) {
        this.content = content;
        StackPane root = new StackPane(node);
        root.getStyleClass().addAll("console", "output-window");
        Scene scene = new Scene(root, WIDTH, HEIGHT);
        theme = new ConsoleTheme(scene, room.theme().get());
        theme.choiceProperty().bind(room.theme());
        stage.setScene(scene);
        stage.setTitle(title + " – Countersign");
        stage.setMinWidth(480);
        stage.setMinHeight(320);
        stage.setOnHidden(_ -> close());
        scene.addEventHandler(
                KeyEvent.KEY_PRESSED,
                event -> {
                    if (event.isShortcutDown() && event.getCode() == KeyCode.W) {
                        close();
                        event.consume();
                    }
                });
    }

    Stage stage() {
        return stage;
    }

    void onClosed(Runnable listener) {
        closed = listener;
    }

    void show() {
        stage.show();
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            content.close();
        } catch (Exception e) {
            throw new IllegalStateException("a view did not close", e);
        } finally {
            theme.choiceProperty().unbind();
            theme.close();
            stage.close();
            closed.run();
        }
    }
}
