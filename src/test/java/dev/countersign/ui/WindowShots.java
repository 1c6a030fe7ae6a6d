package dev.countersign.ui;

import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskLevel;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.settings.Theme;
import dev.countersign.supervision.ConsoleStatus;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.notify.NoticeBoard;
import dev.countersign.ui.window.ConsoleWindow;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;
import javafx.util.Duration;
import javax.imageio.ImageIO;
import org.fxmisc.richtext.CodeArea;

/// Renders the window in its states into PNG files, to be looked at beside the design.
///
/// Arguments: the folder to write into, then any number of name parts to choose by.
public final class WindowShots {
    private static final int[][] SIZES = {{1600, 1000}, {900, 600}};

    private final Path folder;
    private final ExecutorService background = Executors.newSingleThreadExecutor();
    private final Path scratch;

    private WindowShots(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        scratch = Files.createTempDirectory("shots");
    }

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> {
            if (!(e instanceof IndexOutOfBoundsException)) {
                e.printStackTrace();
                System.exit(1);
            }
        });
        Platform.startup(() -> {});
        Platform.setImplicitExit(false);
        WindowShots shots = new WindowShots(Path.of(args[0]));
        for (Shot shot : SHOTS) {
            boolean wanted = args.length == 1;
            for (int i = 1; i < args.length; i++) {
                wanted |= shot.name().contains(args[i].toLowerCase(Locale.ROOT));
            }
            if (wanted) {
                for (int[] size : SIZES) {
                    for (Theme theme : new Theme[] {Theme.LIGHT, Theme.DARK}) {
                        shots.take(shot, size[0], size[1], theme);
                    }
                }
            }
        }
        System.exit(0);
    }

    private static final List<Runnable> LATER = new CopyOnWriteArrayList<>();
    private static final List<Runnable> LATER_STILL = new CopyOnWriteArrayList<>();

    /// The states.
    private static final List<Shot> SHOTS =
            List.of(
                    new Shot("inbox-running", WindowShots::running, KeyCode.J, KeyCode.J),
                    new Shot("jobs", WindowShots::jobs, KeyCode.DIGIT2, KeyCode.RIGHT),
                    new Shot(
                            "timeline",
                            (desk, _) -> Scenes.timeline(desk, InstantSource.system().instant()),
                            KeyCode.DIGIT4,
                            KeyCode.F9),
                    new Shot("history", WindowShots::running, KeyCode.DIGIT3, KeyCode.J),
                    new Shot("history-search", WindowShots::running, KeyCode.DIGIT3, KeyCode.F8),
                    new Shot(
                            "history-answer",
                            WindowShots::running,
                            KeyCode.DIGIT3,
                            KeyCode.J,
                            KeyCode.F12),
                    new Shot(
                            "history-decision",
                            WindowShots::running,
                            KeyCode.DIGIT3,
                            KeyCode.J,
                            KeyCode.F11),
                    new Shot(
                            "history-ends",
                            (desk, _) -> Scenes.ends(desk),
                            KeyCode.DIGIT3,
                            KeyCode.J),
                    new Shot("job-states", (desk, _) -> Scenes.jobStates(desk), KeyCode.DIGIT2),
                    new Shot("no-jobs", (_, _) -> {}, KeyCode.DIGIT2),
                    new Shot(
                            "no-history",
                            (desk, _) -> desk.keep(new FakeHistory(desk)),
                            KeyCode.DIGIT3),
                    new Shot(
                            "no-timeline",
                            (desk, _) -> desk.keep(new FakeHistory(desk)),
                            KeyCode.DIGIT4),
                    new Shot("connect", (desk, _) -> Scenes.asking(desk), KeyCode.DIGIT6),
                    new Shot("closing", WindowShots::running, KeyCode.F10),
                    new Shot("empty", (_, _) -> {}),
                    new Shot(
                            "first-asks",
                            (_, _) -> LATER.add(() -> click("#step-2")),
                            new KeyCode[0]),
                    new Shot(
                            "first-try",
                            (_, _) -> LATER.add(() -> click("#step-3")),
                            new KeyCode[0]),
                    new Shot("consequences", (desk, _) -> Scenes.foreseen(desk)),
                    new Shot("rehearsal-diff", WindowShots::rehearsed, KeyCode.T),
                    new Shot("rehearsal-output", WindowShots::rehearsed, KeyCode.T, KeyCode.T),
                    new Shot("rehearsal-card", WindowShots::rehearsed),
                    new Shot("compact", (desk, _) -> Scenes.asking(desk), KeyCode.J, KeyCode.M),
                    new Shot(
                            "compact-critical",
                            (desk, _) -> Scenes.asking(desk),
                            KeyCode.J,
                            KeyCode.J,
                            KeyCode.J,
                            KeyCode.M),
                    new Shot(
                            "large-text",
                            (desk, _) -> Scenes.asking(desk),
                            KeyCode.J,
                            KeyCode.J,
                            KeyCode.EQUALS,
                            KeyCode.EQUALS,
                            KeyCode.EQUALS,
                            KeyCode.EQUALS,
                            KeyCode.EQUALS),
                    new Shot(
                            "compact-least",
                            (desk, _) -> {
                                Scenes.asking(desk);
                                LATER.add(() -> after(300, () -> resize(380, 520)));
                            },
                            KeyCode.J,
                            KeyCode.J,
                            KeyCode.J,
                            KeyCode.M),
                    new Shot(
                            "compact-wide",
                            (desk, _) -> {
                                Scenes.asking(desk);
                                LATER.add(() -> after(300, () -> resize(480, 900)));
                            },
                            KeyCode.J,
                            KeyCode.J,
                            KeyCode.M),
                    new Shot("large-rules", (desk, _) -> Scenes.rules(desk), large(KeyCode.DIGIT5)),
                    new Shot("large-history", WindowShots::running, large(KeyCode.DIGIT3)),
                    new Shot(
                            "large-settings",
                            (desk, _) -> Scenes.asking(desk),
                            large(KeyCode.COMMA)),
                    new Shot("settings", (desk, _) -> Scenes.asking(desk), KeyCode.COMMA),
                    new Shot("asking", (desk, _) -> Scenes.asking(desk), KeyCode.J, KeyCode.J),
                    new Shot(
                            "critical",
                            (desk, _) -> Scenes.asking(desk),
                            KeyCode.J,
                            KeyCode.J,
                            KeyCode.J),
                    new Shot("reason", (desk, _) -> Scenes.asking(desk), KeyCode.J, KeyCode.R),
                    new Shot("keys", (desk, _) -> Scenes.asking(desk), KeyCode.UNDEFINED),
                    new Shot(
                            "quiet",
                            (desk, _) -> {
                                desk.connect(FakeDesk.CLAUDE);
                                Scenes.past(desk);
                            }),
                    new Shot(
                            "compound",
                            (desk, _) -> {
                                desk.connect(FakeDesk.CLAUDE);
                                String text = Scenes.compound();
                                desk.arrive(
                                        FakeDesk.ask(FakeDesk.CLAUDE, text)
                                                .summary(
                                                        "Publish build and archive old source maps")
                                                .flagged(false)
                                                .environment(
                                                        Map.of(
                                                                "OUT",
                                                                "/var/www",
                                                                "LD_PRELOAD",
                                                                "./x.so"))
                                                .level(
                                                        RiskLevel.CRITICAL,
                                                        "Could delete everything the user can write"
                                                                + " under /",
                                                        FakeDesk.finding(
                                                                text,
                                                                "rm -rf \"$OUT\"/*",
                                                                "rm.unset",
                                                                RiskLevel.CRITICAL,
                                                                "$OUT is not set in this call. If"
                                                                    + " it is empty, this is rm -rf"
                                                                    + " /*.",
                                                                "rm -rf -- \"${OUT:?}\"/*"),
                                                        FakeDesk.finding(
                                                                text,
                                                                "dist\u200B",
                                                                "hidden",
                                                                RiskLevel.HIGH,
                                                                "Zero-width space U+200B in a path:"
                                                                    + " this is not the folder it"
                                                                    + " looks like.",
                                                                ""))
                                                .parts(
                                                        FakeDesk.part(
                                                                text,
                                                                "cd packages/dist\u200B",
                                                                Verdict.ASK,
                                                                "hidden character"),
                                                        FakeDesk.part(
                                                                text,
                                                                "rm -rf \"$OUT\"/*",
                                                                Verdict.ASK,
                                                                "unresolved target"),
                                                        FakeDesk.part(
                                                                text,
                                                                "find . -type f -name '*.map'"
                                                                        + " -mtime +7",
                                                                Verdict.ALLOW,
                                                                "rule find*, reads"
                                                                        + " ~/shop/packages/dist"),
                                                        FakeDesk.part(
                                                                text,
                                                                "xargs -r -n 50 mv -t"
                                                                        + " /var/backups/maps",
                                                                Verdict.ASK,
                                                                "writes outside the workspace to"
                                                                        + " /var/backups/maps"),
                                                        FakeDesk.part(
                                                                text,
                                                                "npm run notify --"
                                                                        + " --channel=releases",
                                                                Verdict.ASK,
                                                                "no rule matches"))
                                                .ago(86));
                            }),
                    new Shot(
                            "long",
                            (desk, _) -> {
                                desk.connect(FakeDesk.CLAUDE);
                                desk.arrive(
                                        FakeDesk.ask(FakeDesk.CLAUDE, Scenes.longCommand())
                                                .summary("Write the data file")
                                                .ago(5));
                            }),
                    new Shot(
                            "many",
                            (desk, _) -> {
                                desk.connect(FakeDesk.CLAUDE, FakeDesk.CODEX);
                                for (int i = 0; i < 200; i++) {
                                    desk.arrive(
                                            FakeDesk.ask(
                                                            i % 2 == 0
                                                                    ? FakeDesk.CLAUDE
                                                                    : FakeDesk.CODEX,
                                                            "npx eslint --fix src/module-" + i)
                                                    .summary("Fix lint errors per module")
                                                    .ago(400 - i));
                                }
                            }),
                    new Shot("batch", (desk, _) -> Scenes.batch(desk)),
                    new Shot(
                            "session",
                            (desk, _) -> {
                                Scenes.editing(desk);
                                LATER_STILL.add(WindowShots::letThrough);
                            }),
                    new Shot(
                            "always",
                            (desk, _) -> {
                                Scenes.editing(desk);
                                LATER_STILL.add(WindowShots::letThrough);
                                LATER_STILL.add(() -> after(700, WindowShots::widenTheRule));
                            }),
                    new Shot("rules", (desk, _) -> Scenes.rules(desk), KeyCode.DIGIT5),
                    new Shot("details", (desk, _) -> Scenes.asking(desk), KeyCode.J, KeyCode.SPACE),
                    new Shot(
                            "editing",
                            (desk, _) -> {
                                Scenes.editing(desk);
                                LATER.add(() ->
                                        editor().replaceText(
                                                        "docker compose up -d --build api"
                                                                + " && docker compose logs"
                                                                + " --tail=200 api"));
                            },
                            KeyCode.E),
                    new Shot(
                            "held",
                            (desk, _) -> {
                                Scenes.asking(desk);
                                desk.holdAll(true);
                            }),
                    new Shot(
                            "withdrawn",
                            (desk, _) -> {
                                ToolCallId id = Scenes.asking(desk);
                                desk.problems(
                                        new ConsoleStatus.Problem(
                                                "permissions.json line 12: unknown verdict “alow”."
                                                        + " The last good rules stay in force.",
                                                Optional.of(
                                                        Path.of(
                                                                "/home/ann/.config/countersign/permissions.json"))));
                                LATER.add(() -> desk.withdraw(id));
                            },
                            KeyCode.J,
                            KeyCode.J));

    private record Shot(String name, BiConsumer<FakeDesk, Path> scene, List<KeyCode> keys) {
        Shot(String name, BiConsumer<FakeDesk, Path> scene, KeyCode... keys) {
            this(name, scene, List.of(keys));
        }
    }

    /// Half as large again, then a key.
    private static KeyCode[] large(KeyCode last) {
        return Stream.concat(Stream.generate(() -> KeyCode.EQUALS).limit(5), Stream.of(last))
                .toArray(KeyCode[]::new);
    }

    /// Of the window that shows, in pixels.
    private static void resize(double width, double height) {
        Stage stage = (Stage) Window.getWindows().getLast();
        stage.setWidth(width);
        stage.setHeight(height);
    }

    private static void running(FakeDesk desk, Path folder) {
        try {
            Scenes.running(
                    desk,
                    Files.createTempDirectory(folder, "runs"),
                    InstantSource.system().instant());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void rehearsed(FakeDesk desk, Path folder) {
        try {
            Scenes.rehearsed(desk, Files.createTempDirectory(folder, "runs"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void jobs(FakeDesk desk, Path folder) {
        running(desk, folder);
        List<ToolCallId> runs =
                desk.calls().stream().filter(CallRecord::isRunning).map(CallRecord::id).toList();
        Runnable measure =
                () ->
                        desk.jobs()
                                .tell(
                                        runs.stream()
                                                .map(id ->
                                                        FakeJobs.view(
                                                                id,
                                                                JobState.RUNNING,
                                                                "GET /v1/invoices?limit=50 200"
                                                                        + " 9ms"))
                                                .toArray(JobView[]::new));
        for (int i = 0; i < 20; i++) {
            LATER.add(measure);
        }
    }

    private void take(Shot shot, int width, int height, Theme theme) throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        LATER.clear();
        LATER_STILL.clear();
        shot.scene.accept(desk, scratch);
        SettingsStore settings =
                new SettingsStore(
                        Files.createTempDirectory(scratch, "s").resolve("settings.json"),
                        InstantSource.system());
        settings.change(Settings.THEME, theme);
        CompletableFuture<Void> done = new CompletableFuture<>();
        Platform.runLater(() -> {
            Stage stage = new Stage();
            ConsoleWindow window =
                    new ConsoleWindow(
                            stage,
                            WindowSurroundings.of(desk, settings, background, NoticeBoard.none()));
            stage.setX(0);
            stage.setY(0);
            stage.setWidth(width);
            stage.setHeight(height);
            stage.show();
            Consumer<Runnable> finish = task -> after(LATER_STILL.isEmpty() ? 1_600 : 3_000, task);
            after(
                    300,
                    () -> {
                        for (KeyCode key : shot.keys) {
                            press(stage, window, key);
                        }
                        LATER.forEach(Runnable::run);
                        after(1_500, () -> LATER_STILL.forEach(Runnable::run));
                        finish.accept(() -> {
                            try {
                                write(
                                        stage,
                                        "%s-%dx%d-%s"
                                                .formatted(
                                                        shot.name().toLowerCase(Locale.ROOT),
                                                        width,
                                                        height,
                                                        theme.name().toLowerCase(Locale.ROOT)));
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
        done.get(60, TimeUnit.SECONDS);
    }

    private static void press(Stage stage, ConsoleWindow window, KeyCode code) {
        switch (code) {
            case F10 -> window.askBeforeClosing(() -> {});
            case F8 ->
                    after(
                            300,
                            () ->
                                    ((TextField)
                                                    stage.getScene()
                                                            .getRoot()
                                                            .lookup("#history-filter"))
                                            .setText("go test"));
            case F11 -> after(500, () -> tab(stage, 1));
            case F12 -> after(500, () -> tab(stage, 2));
            default -> pressKey(stage, code);
        }
    }

    private static void click(String selector) {
        ((ButtonBase) Window.getWindows().getLast().getScene().getRoot().lookup(selector)).fire();
    }

    private static void letThrough() {
        pressKey((Stage) Window.getWindows().getLast(), KeyCode.S);
    }

    private static void widenTheRule() {
        Parent root = Window.getWindows().getLast().getScene().getRoot();
        ((ToggleButton) root.lookup("#let-through-always")).setSelected(true);
        Node prefix = root.lookup(".prefix");
        for (int presses = 0; presses < 4; presses++) {
            Event.fireEvent(
                    prefix,
                    new KeyEvent(
                            KeyEvent.KEY_PRESSED,
                            "",
                            "",
                            KeyCode.LEFT,
                            false,
                            false,
                            false,
                            false));
        }
    }

    private static CodeArea editor() {
        return (CodeArea) Window.getWindows().getLast().getScene().getRoot().lookup("#editor");
    }

    private static void tab(Stage stage, int number) {
        ToggleButton tab =
                (ToggleButton) stage.getScene().getRoot().lookupAll(".guide-tab").toArray()[number];
        tab.fire();
    }

    private static void pressKey(Stage stage, KeyCode code) {
        if (code == KeyCode.UNDEFINED) {
            Event.fireEvent(
                    stage.getScene().getRoot(),
                    new KeyEvent(KeyEvent.KEY_TYPED, "?", "?", code, false, false, false, false));
            return;
        }
        Node target =
                stage.getScene().getFocusOwner() == null
                        ? stage.getScene().getRoot()
                        : stage.getScene().getFocusOwner();
        Event.fireEvent(
                target,
                new KeyEvent(
                        KeyEvent.KEY_PRESSED,
                        "",
                        "",
                        code,
                        false,
                        code.isDigitKey()
                                || code == KeyCode.COMMA
                                || code == KeyCode.M
                                || code == KeyCode.EQUALS,
                        false,
                        false));
        Event.fireEvent(
                target,
                new KeyEvent(KeyEvent.KEY_RELEASED, "", "", code, false, false, false, false));
    }

    private static void after(int millis, Runnable task) {
        PauseTransition pause = new PauseTransition(Duration.millis(millis));
        pause.setOnFinished(_ -> task.run());
        pause.play();
    }

    private void write(Stage stage, String name) throws IOException {
        Stage shown = stage.isShowing() ? stage : (Stage) Window.getWindows().getLast();
        WritableImage image = shown.getScene().snapshot(null);
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
