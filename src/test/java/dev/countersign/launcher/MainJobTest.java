package dev.countersign.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.endtoend.SocketClient;
import dev.countersign.mcp.SocketBinding;
import dev.countersign.mcp.SocketListener;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.ui.FakeLinks;
import dev.countersign.ui.FxThread;
import dev.countersign.ui.inbox.Trial;
import dev.countersign.ui.notify.NoticeBoard;
import dev.countersign.ui.window.ConsoleWindow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import tools.jackson.databind.JsonNode;

/// The main job with nothing replaced: a client on the real socket, a person's keys in the real
/// window, real processes, the answer back at the client. Only the screen is headless.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class MainJobTest {
    private static Path home;
    private static Path workspace;
    private static Path socket;
    private static Console console;
    private static ExecutorService background;
    private static ConsoleWindow window;

    private final FxRobot robot = new FxRobot();
    private SocketClient client;

    @BeforeAll
    static void open() throws Exception {
        // A short path: a socket's may have 107 bytes.
        home = Files.createTempDirectory("cs").toRealPath();
        workspace = Files.createDirectory(home.resolve("work"));
        Path permissions = home.resolve("config").resolve("permissions.json");
        Files.createDirectories(permissions.getParent());
        Files.writeString(permissions, "{\"bash\":{\"*\":\"ask\"}}");
        CountersignPaths paths = CountersignPaths.of(Optional.of(home), Map.of(), home, "Linux");
        socket = paths.socket();
        SocketBinding binding = SocketListener.bind(socket);
        SocketListener listener = ((SocketBinding.Bound) binding).listener();
        console = Console.open(paths, home, listener, "test", (done, all) -> {});
        background = Executors.newVirtualThreadPerTaskExecutor();
        FxToolkit.registerPrimaryStage();
        window = FxThread.call(MainJobTest::buildWindow);
        FxThread.awaitHere("the window has the focus", () -> window.stage().isFocused());
    }

    private static ConsoleWindow buildWindow() {
        Stage stage = new Stage();
        ConsoleWindow built =
                new ConsoleWindow(
                        stage,
                        new ConsoleWindow.Surroundings(
                                console.supervisor().desk(),
                                console.settings(),
                                InstantSource.system(),
                                ZoneId.of("UTC"),
                                home,
                                "countersign",
                                System::nanoTime,
                                background,
                                _ -> {},
                                new FakeLinks(),
                                NoticeBoard.none(),
                                Trial.none()));
        stage.setX(0);
        stage.setY(0);
        stage.setWidth(1000);
        stage.setHeight(800);
        stage.show();
        return built;
    }

    @AfterAll
    static void close() throws Exception {
        FxThread.call(() -> {
            window.close();
            window.stage().close();
            return true;
        });
        console.close();
        background.close();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @BeforeEach
    void connect() throws IOException {
        client = SocketClient.hello(socket, workspace);
    }

    @AfterEach
    void disconnect() throws IOException {
        client.close();
    }

    @Test
    void aCallIsAskedApprovedStreamedAndAnswered() throws Exception {
        Path gate = workspace.resolve("gate");
        CompletableFuture<JsonNode> answer =
                call(
                        Map.of(
                                "command",
                                "echo first; until [ -e gate ]; do sleep 0.05; done;"
                                        + " echo last",
                                "summary",
                                "Count to two",
                                "isDangerous",
                                false));
        awaitCard("echo first");
        assertTrue(text("#agent").startsWith("raw-client"), text("#agent"));
        assertTrue(text("#directory").endsWith("work"), text("#directory"));
        assertTrue(text("#summary").contains("Count to two"));
        assertEquals("flagged not dangerous", text("#flag"));

        FxThread.awaitHere("approving is armed and done", () -> isRunning() || pressed(KeyCode.A));
        FxThread.awaitHere("the first line shows", () -> output().contains("first"));
        assertFalse(answer.isDone(), "output streams in before the command ends");
        assertFalse(output().contains("last"));
        Files.createFile(gate);
        FxThread.awaitHere("the last line shows", () -> output().contains("last"));

        JsonNode structured = answer.get().path("structuredContent");
        assertEquals("first\nlast\n", structured.path("stdout").asString());
        assertEquals("human", structured.path("decision").path("by").asString());
    }

    @Test
    void aDenialReachesTheAgentWordForWordAndNothingStarts() throws Exception {
        String mark = "never-run-" + System.nanoTime();
        CompletableFuture<JsonNode> answer = call(Map.of("command", ": " + mark));
        awaitCard(mark);
        type(KeyCode.R);
        FxThread.awaitHere("the field for the reason shows", () -> isVisible("#reason"));
        robot.write("not before noon, please");
        type(KeyCode.ENTER);

        JsonNode result = answer.get();
        assertEquals(
                "[permission denied by the person: not before noon, please]",
                result.path("content").path(0).path("text").asString());
        assertEquals(List.of(), processesWith(mark), "a denied call has no process");
        String id = result.path("structuredContent").path("bashId").asString();
        JsonNode later = client.call("bash_output", Map.of("bash_id", id));
        assertEquals("denied", later.path("structuredContent").path("status").asString());
        assertTrue(later.path("structuredContent").path("pid").isNull());
    }

    @Test
    void whatRunsIsWhatStandsOnTheCard() throws Exception {
        String command =
                ": 'é 🦊 \"quoted\"  two blanks' $'\\t'; until [ -e proof ]; do sleep 0.05; done";
        CompletableFuture<JsonNode> answer = call(Map.of("command", command));
        awaitCard("two blanks");
        FxThread.awaitHere("approving is armed and done", () -> isRunning() || pressed(KeyCode.A));
        FxThread.awaitHere(
                "its process is there", () -> !processesWith("until [ -e proof ]").isEmpty());
        assertEquals(
                List.of("-c", command),
                processesWith("until [ -e proof ]").getFirst().subList(1, 3));
        Files.createFile(workspace.resolve("proof"));
        assertEquals(0, answer.get().path("structuredContent").path("exitCode").asInt(9));
    }

    /// The arguments of every process that has this in one of them, as the kernel tells them.
    private static List<List<String>> processesWith(String mark) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.filter(entry -> entry.getFileName().toString().matches("\\d+"))
                    .map(MainJobTest::arguments)
                    .filter(words -> words.stream().anyMatch(word -> word.contains(mark)))
                    .toList();
        }
    }

    private static List<String> arguments(Path process) {
        try {
            String line =
                    new String(
                            Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8);
            return List.of(line.split("\0"));
        } catch (IOException e) {
            // It ended between the listing and the look.
            return List.of();
        }
    }

    private CompletableFuture<JsonNode> call(Map<String, ?> arguments) {
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        background.execute(() -> {
            try {
                answer.complete(client.call("bash", arguments));
            } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private static boolean isRunning() {
        return console.supervisor().desk().status().running() > 0;
    }

    /// Presses a key once more; a key that comes before approving is armed does nothing.
    private boolean pressed(KeyCode key) throws Exception {
        type(key);
        return false;
    }

    private void type(KeyCode key) throws Exception {
        robot.press(key);
        robot.release(key);
        FxThread.call(() -> true);
    }

    /// The text of a label, or of all labels in a box.
    private static String text(String selector) throws Exception {
        return FxThread.call(() -> textOf(require(selector)));
    }

    private static String textOf(Node node) {
        return switch (node) {
            case Labeled label -> label.getText();
            case Parent parent ->
                    parent.getChildrenUnmodifiable().stream()
                            .map(MainJobTest::textOf)
                            .filter(words -> !words.isEmpty())
                            .collect(Collectors.joining(" "));
            default -> "";
        };
    }

    private static void awaitCard(String words) throws Exception {
        FxThread.awaitHere(
                "the card shows " + words,
                () ->
                        isVisible("#command")
                                && FxThread.call(() ->
                                                String.valueOf(
                                                        require("#command").getAccessibleText()))
                                        .contains(words));
    }

    private static String output() throws Exception {
        return FxThread.call(() -> String.valueOf(require(".output-view").getAccessibleText()));
    }

    private static boolean isVisible(String selector) throws Exception {
        return FxThread.call(() -> {
            Node node = window.stage().getScene().getRoot().lookup(selector);
            for (Node at = node; at != null; at = at.getParent()) {
                if (!at.isVisible()) {
                    return false;
                }
            }
            return node != null;
        });
    }

    private static Node require(String selector) {
        return Optional.ofNullable(window.stage().getScene().getRoot().lookup(selector))
                .orElseThrow(() -> new AssertionError("nothing is there: " + selector));
    }
}
