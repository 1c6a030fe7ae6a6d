package dev.countersign.ui.output;

import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.settings.Theme;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import dev.countersign.ui.WindowSurroundings;
import dev.countersign.ui.notify.NoticeBoard;
import dev.countersign.ui.window.ConsoleWindow;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;
import javafx.util.Duration;
import javax.imageio.ImageIO;

/// Renders outputs in their states into PNG files, to be looked at beside the design.
///
/// Arguments: the folder to write into, then any number of name parts to choose by.
public final class OutputShots {
    private static final int[][] SIZES = {{1600, 1000}, {900, 600}};

    private record Shot(String name, Consumer<Parent> steps, boolean ownWindow) {}

    private static final List<Shot> SHOTS =
            List.of(
                    new Shot("output-live", root -> fire(root, "#room-running"), false),
                    new Shot("output-drawer", root -> {}, false),
                    new Shot("output-replay", root -> history(root, 2), false),
                    new Shot(
                            "output-search",
                            root ->
                                    history(
                                            root,
                                            2,
                                            () -> {
                                                fire(detail(root), "#output-find");
                                                ((TextField) detail(root).lookup("#find"))
                                                        .setText("retry");
                                            }),
                            false),
                    new Shot("output-colours", root -> history(root, 1), false),
                    new Shot("output-terminal", root -> fire(root, "#room-running"), false),
                    new Shot("output-compare", root -> {}, true));

    private OutputShots() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        Path scratch = Files.createTempDirectory("output-shots");
        CompletableFuture<Void> started = new CompletableFuture<>();
        Platform.startup(() -> started.complete(null));
        started.get(30, TimeUnit.SECONDS);
        Platform.setImplicitExit(false);
        for (Shot shot : SHOTS) {
            boolean wanted = args.length == 1;
            for (int i = 1; i < args.length; i++) {
                wanted |= shot.name().contains(args[i]);
            }
            for (int[] size : SIZES) {
                for (Theme theme : List.of(Theme.LIGHT, Theme.DARK)) {
                    if (wanted) {
                        take(shot, size, theme, folder, scratch);
                    }
                }
            }
        }
        Platform.exit();
        System.exit(0);
    }

    /// History is read first, so choosing comes a little later.
    private static void history(Parent root, int row) {
        history(root, row, () -> {});
    }

    private static void history(Parent root, int row, Runnable then) {
        fire(root, "#room-history");
        after(
                1_500,
                () -> {
                    ListView<?> list = (ListView<?>) root.lookup("#history");
                    for (int key = 0; key < row; key++) {
                        list.fireEvent(
                                new KeyEvent(
                                        KeyEvent.KEY_PRESSED,
                                        "",
                                        "",
                                        KeyCode.J,
                                        false,
                                        false,
                                        false,
                                        false));
                    }
                    then.run();
                });
    }

    private static Parent detail(Parent root) {
        return (Parent) root.lookup(".history .run-output");
    }

    private static void fire(Parent root, String selector) {
        Node node = root.lookup(selector);
        if (node instanceof ToggleButton toggle) {
            toggle.fire();
        } else {
            ((ButtonBase) node).fire();
        }
    }

    private static void take(Shot shot, int[] size, Theme theme, Path folder, Path scratch)
            throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        Path runs = Files.createTempDirectory(scratch, "runs");
        Scenes.asking(desk);
        ToolCallId good = OutputScenes.tests(desk, runs, true);
        ToolCallId bad = OutputScenes.tests(desk, runs, false);
        OutputScenes.colours(desk, runs, InstantSource.system().instant());
        if (shot.name().equals("output-terminal")) {
            OutputScenes.terminal(desk, runs, InstantSource.system().instant());
        } else {
            OutputScenes.server(desk, runs, InstantSource.system().instant());
        }
        SettingsStore settings =
                new SettingsStore(
                        Files.createTempDirectory(scratch, "s").resolve("settings.json"),
                        InstantSource.system());
        settings.change(Settings.THEME, theme);
        ExecutorService background = Executors.newSingleThreadExecutor();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Platform.runLater(() -> {
            Stage stage = new Stage();
            ConsoleWindow window =
                    new ConsoleWindow(
                            stage,
                            WindowSurroundings.of(desk, settings, background, NoticeBoard.none()));
            stage.setX(0);
            stage.setY(0);
            stage.setWidth(size[0]);
            stage.setHeight(size[1]);
            stage.show();
            after(
                    300,
                    () -> {
                        if (shot.ownWindow()) {
                            window.outputs().compare(good, bad);
                            Window own = Window.getWindows().getLast();
                            own.setX(0);
                            own.setY(0);
                            own.setWidth(size[0]);
                            own.setHeight(size[1]);
                        } else {
                            shot.steps().accept(stage.getScene().getRoot());
                        }
                        after(
                                4_000,
                                () -> {
                                    try {
                                        Scene scene =
                                                shot.ownWindow()
                                                        ? Window.getWindows().getLast().getScene()
                                                        : stage.getScene();
                                        write(scene, folder, name(shot, size, theme));
                                        done.complete(null);
                                    } catch (IOException e) {
                                        done.completeExceptionally(e);
                                    } finally {
                                        window.close();
                                        stage.close();
                                    }
                                });
                    });
        });
        done.get(30, TimeUnit.SECONDS);
        background.shutdown();
    }

    private static String name(Shot shot, int[] size, Theme theme) {
        return "%s-%dx%d-%s"
                .formatted(shot.name(), size[0], size[1], theme.name().toLowerCase(Locale.ROOT));
    }

    private static void after(int millis, Runnable task) {
        PauseTransition pause = new PauseTransition(Duration.millis(millis));
        pause.setOnFinished(_ -> task.run());
        pause.play();
    }

    private static void write(Scene scene, Path folder, String name) throws IOException {
        WritableImage image = scene.snapshot(null);
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        BufferedImage copy = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                copy.setRGB(x, y, image.getPixelReader().getArgb(x, y));
            }
        }
        ImageIO.write(copy, "png", folder.resolve(name + ".png").toFile());
    }
}
