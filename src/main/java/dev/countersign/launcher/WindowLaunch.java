package dev.countersign.launcher;

import dev.countersign.cli.CommonOptions;
import dev.countersign.cli.ExitCode;
import dev.countersign.cli.HarmlessCall;
import dev.countersign.cli.ProgramVersion;
import dev.countersign.mcp.RunningConsole;
import dev.countersign.mcp.SocketBinding;
import dev.countersign.mcp.SocketListener;
import dev.countersign.platform.EditorOpener;
import dev.countersign.platform.FileOpener;
import dev.countersign.safety.CommandKnowledge;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.settings.Launcher;
import dev.countersign.settings.OwnerOnly;
import dev.countersign.settings.Settings;
import dev.countersign.ui.LinkOpener;
import dev.countersign.ui.UiFeed;
import dev.countersign.ui.inbox.Trial;
import dev.countersign.ui.window.ConsoleWindow;
import dev.countersign.ui.window.OpeningNote;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /// What takes longer than this to open is worth a word.
    private static final Duration USUAL_START = Duration.ofSeconds(2);

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

    /// Opens the window and blocks until it is closed, or at once where a console runs already.
    ///
    /// @return the exit code
    static int run(CommonOptions options) {
        options.home()
                .ifPresent(home ->
                        System.setProperty(
                                Launcher.HOME_PROPERTY, home.toAbsolutePath().toString()));
        CountersignPaths paths = options.paths();
        Optional<String> problem = paths.socketProblem();
        if (problem.isPresent()) {
            return cannot(problem.get());
        }
        try {
            return new WindowLaunch(
                            paths, options.personHome(), ProgramVersion.number(), options.debug())
                    .run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ExitCode.CANNOT;
        } catch (RuntimeException failure) {
            if (options.debug()) {
                failure.printStackTrace();
            }
            return cannot(Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        }
    }

    private int run() throws InterruptedException {
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

    /// The toolkit takes as long to load as all that stands behind the window, and neither needs
    /// the other, so both are begun at once.
    private int open(SocketListener listener) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler(WindowLaunch::logUncaught);
        OpeningNote.Progress progress = new OpeningNote.Progress(UiFeed.ofPlatform());
        CountDownLatch toolkit = new CountDownLatch(1);
        FutureTask<Console> opening =
                new FutureTask<>(() ->
                        Console.open(
                                paths,
                                home,
                                listener,
                                version,
                                (done, all) -> {
                                    // Before that there is no FX thread to hear it.
                                    if (toolkit.getCount() == 0) {
                                        progress.at(done, all);
                                    }
                                }));
        Thread.ofPlatform().name("open-console").start(opening);
        CompletableFuture<Runnable> content = new CompletableFuture<>();
        Optional<String> noScreen = startToolkit(content, progress, toolkit);
        try (Console console = opening.get()) {
            if (noScreen.isPresent()) {
                return cannot(noScreen.get());
            }
            Thread atExit = new Thread(console::close, "close-console");
            Runtime.getRuntime().addShutdownHook(atExit);
            return showUntilClosed(console, content);
        } catch (ExecutionException failure) {
            listener.close();
            return cannot("The console cannot start: " + words(failure));
        }
    }

    private String words(ExecutionException failure) {
        Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
        if (debug) {
            cause.printStackTrace();
        }
        return Objects.requireNonNullElse(cause.getMessage(), cause.toString());
    }

    /// @param content what is run on the FX thread, which waits for it
    /// @param progress how far it has come, shown where it takes long
    /// @param started let go once the toolkit is there
    /// @return why there can be no window
    private static Optional<String> startToolkit(
            CompletableFuture<Runnable> content,
            OpeningNote.Progress progress,
            CountDownLatch started) {
        try {
            Platform.setImplicitExit(false);
            Platform.startup(() -> {
                started.countDown();
                showWhenThere(content, progress);
            });
            return Optional.empty();
        } catch (UnsupportedOperationException failure) {
            return Optional.of(
                    "no window can be opened: %s. Start it on a desktop, or without a screen with COUNTERSIGN_JAVA_OPTS='-Dglass.platform=Headless -Dprism.order=sw'."
                            .formatted(failure.getMessage()));
        }
    }

    /// Blocks the FX thread for as long as a usual start takes; beyond that there is something to
    /// see.
    private static void showWhenThere(
            CompletableFuture<Runnable> content, OpeningNote.Progress progress) {
        try {
            content.get(USUAL_START.toMillis(), TimeUnit.MILLISECONDS).run();
        } catch (TimeoutException _) {
            OpeningNote note = new OpeningNote(progress, () -> System.exit(ExitCode.CANNOT));
            note.show();
            UiFeed feed = UiFeed.ofPlatform();
            var _ =
                    content.thenAccept(show ->
                            feed.execute(() -> {
                                show.run();
                                note.close();
                            }));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the content of the window is never refused", e);
        }
    }

    /// The log and the libraries of JavaFX look at these when they are first touched.
    private void prepareFolders() throws IOException {
        OwnerOnly.createFolders(paths.logFolder());
        OwnerOnly.createFolders(paths.nativesFolder());
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

    private int showUntilClosed(Console console, CompletableFuture<Runnable> content)
            throws InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        try (DesktopBoard notices =
                        DesktopBoard.of(
                                System.getProperty("os.name"), System.getenv(), console::mask);
                ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            content.complete(() -> show(console, notices, background, closed::countDown));
            closed.await();
            Platform.exit();
            return ExitCode.DONE;
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
        afterFirstFrame(window.stage().getScene());
        window.stage().show();
    }

    /// Tells how long the start took, for whoever wonders or measures, and has the rest be loaded.
    private static void afterFirstFrame(Scene scene) {
        scene.addPostLayoutPulseListener(
                new Runnable() {
                    @Override
                    public void run() {
                        scene.removePostLayoutPulseListener(this);
                        // Read now, the first call need not wait for it.
                        Thread.ofPlatform()
                                .daemon()
                                .name("knowledge")
                                .start(CommandKnowledge::builtIn);
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
