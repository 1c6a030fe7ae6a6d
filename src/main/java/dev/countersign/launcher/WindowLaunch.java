package dev.countersign.launcher;

import dev.countersign.cli.ExitCode;
import dev.countersign.cli.HarmlessCall;
import dev.countersign.mcp.RunningConsole;
import dev.countersign.mcp.SocketBinding;
import dev.countersign.mcp.SocketListener;
import dev.countersign.platform.EditorOpener;
import dev.countersign.platform.FileOpener;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.settings.Settings;
import dev.countersign.ui.LinkOpener;
import dev.countersign.ui.inbox.Trial;
import dev.countersign.ui.window.ConsoleWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.slf4j.LoggerFactory;

/// Opens the console with its window and blocks until it is closed.
///
/// The socket is taken first, so that a second start raises the first console and touches nothing
/// else.
final class WindowLaunch {
    private static final Duration RAISE_PATIENCE = Duration.ofSeconds(10);

    private final CountersignPaths paths;
    private final Path home;
    private final String version;
    private final boolean debug;

    /// @param home the person's home folder
    /// @param debug whether failures are told with all their details
    WindowLaunch(CountersignPaths paths, Path home, String version, boolean debug) {
        this.paths = paths;
        this.home = home;
        this.version = version;
        this.debug = debug;
    }

    /// Blocks until the window is closed, or at once where a console runs already.
    ///
    /// @return the exit code
    int run() throws InterruptedException {
        try {
            prepareFolders();
        } catch (IOException e) {
            return cannot("Its folders cannot be made: " + e.getMessage());
        }
        return switch (SocketListener.bind(paths.socket())) {
            case SocketBinding.AlreadyRunning _ -> raise();
            case SocketBinding.Refused(String reason) -> cannot(reason);
            case SocketBinding.Bound(SocketListener listener) -> open(listener);
        };
    }

    private int raise() throws InterruptedException {
        if (!RunningConsole.raise(paths.socket(), RAISE_PATIENCE)) {
            return cannot(
                    "Another console holds the socket and does not answer. Its log is in "
                            + paths.logFolder());
        }
        System.err.println("countersign: it is running already, its window was raised");
        return ExitCode.DONE;
    }

    private static int cannot(String reason) {
        System.err.println("countersign: " + reason);
        return ExitCode.CANNOT;
    }

    private int open(SocketListener listener) throws InterruptedException {
        Console console;
        try {
            console = Console.open(paths, home, listener, version);
        } catch (IOException e) {
            listener.close();
            return cannot("The console cannot start: " + e.getMessage());
        }
        Thread atExit = new Thread(console::close, "close-console");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            return showUntilClosed(console);
        } finally {
            console.close();
        }
    }

    /// The log and the libraries of JavaFX look at these when they are first touched.
    private void prepareFolders() throws IOException {
        Files.createDirectories(
                paths.logFolder(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        System.setProperty("countersign.log.folder", paths.logFolder().toString());
        System.setProperty("countersign.log.stderr", debug ? "DEBUG" : "ERROR");
        System.setProperty("logback.configurationFile", "logback-console.xml");
        System.setProperty("javafx.cachedir", paths.nativesFolder().resolve("javafx").toString());
    }

    /// A failure on a thread that nobody waits for is told to the log, never as a stack trace to a
    /// person.
    private static void logUncaught(Thread thread, Throwable failure) {
        // No field: the log may only be touched after its folder was named.
        LoggerFactory.getLogger(WindowLaunch.class)
                .error("a failure on the thread {}", thread.getName(), failure);
    }

    private int showUntilClosed(Console console) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler(WindowLaunch::logUncaught);
        CountDownLatch closed = new CountDownLatch(1);
        try (DesktopBoard notices =
                        DesktopBoard.of(
                                System.getProperty("os.name"), System.getenv(), console::mask);
                ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            Platform.setImplicitExit(false);
            Platform.startup(() -> show(console, notices, background, closed::countDown));
            closed.await();
            Platform.exit();
            return ExitCode.DONE;
        } catch (UnsupportedOperationException e) {
            return cannot(
                    "no window can be opened: %s. Start it on a desktop, or without a screen with COUNTERSIGN_JAVA_OPTS='-Dglass.platform=Headless -Dprism.order=sw'."
                            .formatted(e.getMessage()));
        }
    }

    private void show(
            Console console,
            DesktopBoard notices,
            ExecutorService background,
            Runnable whenClosed) {
        ConsoleWindow window =
                new ConsoleWindow(
                        new Stage(),
                        new ConsoleWindow.Surroundings(
                                console.supervisor().desk(),
                                console.settings(),
                                InstantSource.system(),
                                ZoneId.systemDefault(),
                                home,
                                System.getProperty("countersign.launcher", "countersign"),
                                System::nanoTime,
                                background,
                                new FileOpener(System.getProperty("os.name"))::open,
                                links(console),
                                notices,
                                trial()));
        window.onCloseRequest(() ->
                window.askBeforeClosing(() -> {
                    window.stage().hide();
                    window.close();
                    whenClosed.run();
                }));
        tellFirstFrame(window.stage().getScene());
        window.stage().show();
    }

    /// For whoever wonders, or measures, how long a start takes.
    private static void tellFirstFrame(Scene scene) {
        scene.addPostLayoutPulseListener(
                new Runnable() {
                    @Override
                    public void run() {
                        scene.removePostLayoutPulseListener(this);
                        ProcessHandle.current()
                                .info()
                                .startInstant()
                                .map(start -> Duration.between(start, Instant.now()))
                                .ifPresent(time ->
                                        LoggerFactory.getLogger(WindowLaunch.class)
                                                .info(
                                                        "first frame {} ms after the start",
                                                        time.toMillis()));
                    }
                });
    }

    /// On a thread of its own, since it may wait for the person until the console ends.
    private Trial trial() {
        return new Trial() {
            @Override
            public String command() {
                return HarmlessCall.COMMAND;
            }

            @Override
            public void send(Consumer<String> told) {
                Thread.ofVirtual()
                        .name("first-try")
                        .start(() -> {
                            try {
                                told.accept(new HarmlessCall(paths.socket()).run());
                            } catch (IOException e) {
                                told.accept("it could not be sent: " + e.getMessage());
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
            }
        };
    }

    private static LinkOpener links(Console console) {
        EditorOpener opener =
                new EditorOpener(
                        System.getProperty("os.name"),
                        () -> console.settings().value(Settings.EDITOR));
        return new LinkOpener() {
            @Override
            public void openAddress(String address) {
                opener.openAddress(address);
            }

            @Override
            public void openPlace(Path file, int line) {
                opener.openPlace(file, line);
            }
        };
    }
}
