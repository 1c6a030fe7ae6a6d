package dev.countersign.ui.window;

import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.FakeLinks;
import dev.countersign.ui.FxThread;
import dev.countersign.ui.inbox.Trial;
import dev.countersign.ui.notify.NoticeBoard;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;

/// A real window on the headless screen over a desk by hand or a whole console, with a clock that
/// tests step for arming and holding. Not for the FX thread.
final class OpenWindow {
    final FxRobot robot = new FxRobot();
    final FakeLinks links = new FakeLinks();
    final ConsoleWindow window;
    final Stage stage;
    final SettingsStore settings;

    /// What the person had opened, in order.
    final List<Path> opened = new CopyOnWriteArrayList<>();

    private final AtomicLong passed = new AtomicLong();

    private OpenWindow(
            PersonDesk desk,
            Path folder,
            int width,
            int height,
            Executor background,
            NoticeBoard notices,
            Path home,
            Trial trial)
            throws Exception {
        FxToolkit.registerPrimaryStage();
        settings = new SettingsStore(folder.resolve("settings.json"), InstantSource.system());
        window =
                FxThread.call(() -> {
                    Stage fresh = new Stage();
                    ConsoleWindow made =
                            new ConsoleWindow(
                                    fresh,
                                    new ConsoleWindow.Surroundings(
                                            desk,
                                            settings,
                                            InstantSource.system(),
                                            ZoneId.of("UTC"),
                                            home,
                                            "/opt/countersign/bin/countersign",
                                            passed::get,
                                            background,
                                            opened::add,
                                            links,
                                            notices,
                                            trial));
                    fresh.setX(0);
                    fresh.setY(0);
                    fresh.setWidth(width);
                    fresh.setHeight(height);
                    fresh.show();
                    return made;
                });
        stage = window.stage();
        await("the window has the focus", stage::isFocused);
        settle();
    }

    static OpenWindow over(PersonDesk desk, Path folder) throws Exception {
        return new OpenWindow(
                desk,
                folder,
                1000,
                800,
                Runnable::run,
                NoticeBoard.none(),
                FakeDesk.HOME,
                Trial.none());
    }

    /// What may block runs where it is told to.
    static OpenWindow over(PersonDesk desk, Path folder, Executor background) throws Exception {
        return new OpenWindow(
                desk,
                folder,
                1000,
                800,
                background,
                NoticeBoard.none(),
                FakeDesk.HOME,
                Trial.none());
    }

    /// With a home folder of the test's own, and something to try.
    static OpenWindow over(PersonDesk desk, Path folder, Path home, Trial trial) throws Exception {
        return new OpenWindow(
                desk, folder, 1000, 800, Runnable::run, NoticeBoard.none(), home, trial);
    }

    /// The person is told here.
    static OpenWindow over(PersonDesk desk, Path folder, NoticeBoard notices) throws Exception {
        return new OpenWindow(
                desk, folder, 1000, 800, Runnable::run, notices, FakeDesk.HOME, Trial.none());
    }

    /// Moves the clock of arming and holding, which stands still otherwise.
    void pass(Duration time) throws Exception {
        settle();
        passed.addAndGet(time.toNanos());
        settle();
    }

    /// Everything that was handed over to the FX thread has been done, and laid out.
    void settle() throws Exception {
        for (int i = 0; i < 3; i++) {
            onFx(() -> true);
        }
        CompletableFuture<Void> laidOut = new CompletableFuture<>();
        Runnable once =
                new Runnable() {
                    @Override
                    public void run() {
                        shownScene().removePostLayoutPulseListener(this);
                        laidOut.complete(null);
                    }
                };
        onFx(() -> {
            shownScene().addPostLayoutPulseListener(once);
            Platform.requestNextPulse();
            return true;
        });
        laidOut.get(FxThread.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /// Of the narrow window while that has taken the place of the large one.
    private Scene shownScene() {
        return stage.isShowing()
                ? stage.getScene()
                : Window.getWindows().stream()
                        .filter(Stage.class::isInstance)
                        .findFirst()
                        .orElse(stage)
                        .getScene();
    }

    void type(KeyCode... keys) throws Exception {
        for (KeyCode key : keys) {
            robot.press(key);
            robot.release(key);
        }
        settle();
    }

    <T> T onFx(Callable<T> task) throws Exception {
        return FxThread.call(task);
    }

    Optional<Node> find(String selector) {
        return Optional.ofNullable(stage.getScene().getRoot().lookup(selector));
    }

    /// The text of a label or button; empty where there is none.
    String text(String selector) throws Exception {
        return onFx(() -> find(selector).map(node -> ((Labeled) node).getText()).orElse(""));
    }

    Node require(String selector) {
        return find(selector)
                .orElseThrow(() -> new AssertionError("nothing is there: " + selector));
    }

    /// Whether it is in the window and can be seen.
    boolean isVisible(String selector) throws Exception {
        if (Platform.isFxApplicationThread()) {
            return find(selector).filter(OpenWindow::isTreeVisible).isPresent();
        }
        return onFx(() -> find(selector).filter(OpenWindow::isTreeVisible).isPresent());
    }

    private static boolean isTreeVisible(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return true;
    }

    /// What stands in the field for the word; on the FX thread.
    String word() {
        return ((TextInputControl) require("#word")).getText();
    }

    void await(String what, Callable<Boolean> condition) throws Exception {
        FxThread.await(what, condition);
    }

    void awaitHere(String what, Callable<Boolean> condition) throws Exception {
        FxThread.awaitHere(what, condition);
    }

    void close() throws Exception {
        onFx(() -> {
            window.close();
            stage.close();
            return true;
        });
    }
}
