package dev.countersign.endtoend;

import javafx.application.Application;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.stage.Stage;

/// The least window that JavaFX can show: the control for what ours costs. Says `shown` once.
public final class HelloWindow extends Application {
    @Override
    public void start(Stage stage) {
        Scene scene = new Scene(new Label("Hello"), 900, 600);
        scene.addPostLayoutPulseListener(
                new Runnable() {
                    @Override
                    public void run() {
                        scene.removePostLayoutPulseListener(this);
                        System.out.println("shown");
                    }
                });
        stage.setScene(scene);
        stage.show();
    }

    /// A main class that is an Application itself wants JavaFX as a module.
    public static final class Start {
        private Start() {}

        public static void main(String[] arguments) {
            Application.launch(HelloWindow.class, arguments);
        }
    }
}
