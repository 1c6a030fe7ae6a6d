package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.endtoend.SocketClient;
import dev.countersign.journal.CallRecord;
import dev.countersign.launcher.LiveConsole;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TreeTableRow;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The Running pane over a whole console: agents on the real socket, real processes, `/proc` as the
/// witness of what the buttons did and of the figures shown.
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RealJobsTest {
    @TempDir Path folder;

    private LiveConsole console;
    private ExecutorService background;
    private OpenWindow open;
    private SocketClient agent;

    @BeforeEach
    void openIt() throws Exception {
        console =
                new LiveConsole(
                        """
                        {"bash":{"*":"ask","sleep *":"allow","while *":"allow","echo *":"allow",\
                        "exec *":"allow","java *":"allow","true*":"allow"}}\
                        """);
        background = Executors.newVirtualThreadPerTaskExecutor();
        Files.createDirectory(folder.resolve("work"));
        agent = SocketClient.hello(console.socket(), folder.resolve("work"));
        open = OpenWindow.over(console.desk(), folder, background);
        open.robot.clickOn("#room-running");
    }

    @AfterEach
    void closeIt() throws Exception {
        open.close();
        agent.close();
        console.close();
        background.close();
    }

    @Test
    void pauseHoldsTheProcessesAndResumeLetsThemGoOn() throws Exception {
        CallRecord job = start(agent, "while sleep 0.05; do echo tick; done");
        choose("while sleep");
        long pid = pid(job.id());

        open.await("it can be paused", () -> isOpen("#pause-job"));
        open.type(KeyCode.P);
        open.awaitHere("it stands still", () -> state(pid) == 'T');
        open.await("the row says so", () -> chosenRow().startsWith("Paused"));
        open.type(KeyCode.P);
        open.awaitHere("it goes on", () -> state(pid) != 'T');
        open.await("the row says so", () -> chosenRow().startsWith("Running"));

        open.type(KeyCode.S);
        open.awaitHere("it is gone", () -> !isThere(pid));
    }

    @Test
    void restartStopsWhatRunsAndAsksAnew() throws Exception {
        background.execute(() -> startQuietly("tail -f /dev/null"));
        ToolCallId first = console.awaitWaiting("tail -f");
        console.desk().approve(first);
        console.await("it runs", call -> call.id().equals(first) && call.isRunning());
        long pid = pid(first);
        choose("tail -f");
        open.await("it can be started again", () -> isOpen("#restart-job"));
        open.type(KeyCode.R);

        CallRecord again =
                console.await(
                        "a new call of it waits",
                        call -> call.isWaiting() && !call.id().equals(first));
        assertEquals("tail -f /dev/null", again.command().text());
        open.awaitHere("the first one is gone", () -> !isThere(pid));
        console.desk().deny(again.id(), Optional.empty());
    }

    @Test
    void stoppingAllOfOneAgentLeavesTheOthers() throws Exception {
        try (SocketClient other = SocketClient.hello(console.socket(), folder.resolve("work"))) {
            CallRecord mine = start(agent, "sleep 311");
            CallRecord theirs = start(other, "sleep 312");
            long left = pid(theirs.id());
            long stopped = pid(mine.id());
            assertNotEquals(mine.call().session().id(), theirs.call().session().id());
            open.await("both are listed", () -> rows().size() == 2);
            // The menu names the agents in the order in which their jobs came.
            open.onFx(() -> {
                MenuButton menu = (MenuButton) open.require("#stop-all");
                menu.show();
                menu.getItems().getFirst().fire();
                menu.hide();
                return true;
            });
            open.settle();
            open.awaitHere("the one's are gone", () -> !isThere(stopped));
            assertTrue(isThere(left), "the other's job runs on");
            console.await(
                    "it is told so", call -> call.id().equals(mine.id()) && !call.isRunning());
            assertTrue(
                    console.await("the other's", call -> call.id().equals(theirs.id()))
                            .isRunning());
        }
    }

    @Test
    void aServersPortShowsWhileItListensAndTheFiguresAreThoseOfTheKernel() throws Exception {
        Path source = folder.resolve("Server.java");
        Files.writeString(
                source,
                """
                void main() throws Exception {
                    try (var server = new java.net.ServerSocket(0, 1,
                            java.net.InetAddress.getLoopbackAddress())) {
                        System.out.println(server.getLocalPort());
                        while (!java.nio.file.Files.exists(java.nio.file.Path.of("close"))) {
                            Thread.sleep(20);
                        }
                    }
                    System.out.println("closed");
                    Thread.sleep(300_000);
                }
                """);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        background.execute(() -> startQuietly(java + " -Xmx128m -XX:+UseSerialGC " + source));
        ToolCallId job = console.awaitWaiting("Server.java");
        console.desk().approve(job);
        console.await("it runs", call -> call.id().equals(job) && call.isRunning());
        choose("Server.java");
        open.await("its port shows", () -> chosenCells().stream().anyMatch(RealJobsTest::isPort));
        String port =
                open.onFx(() ->
                        chosenCells().stream().filter(RealJobsTest::isPort).findFirst().orElse(""));
        assertTrue(listens(Integer.parseInt(port.substring(1))), "the kernel says the same");

        long pid = pid(job);
        long shown = console.desk().jobs().snapshot().find(job).orElseThrow().residentBytes();
        long real = residentOfTree(pid);
        assertTrue(
                Math.abs(shown - real) < real / 4 + (8 << 20),
                "memory shown %,d, in /proc %,d".formatted(shown, real));

        Files.createFile(folder.resolve("work").resolve("close"));
        open.await("its port goes", () -> chosenCells().stream().noneMatch(RealJobsTest::isPort));
        open.type(KeyCode.S);
        open.awaitHere("it is gone", () -> !isThere(pid));
    }

    // The agent's side.

    private CallRecord start(SocketClient client, String command) throws Exception {
        JsonNode result =
                client.call("bash", Map.of("command", command, "run_in_background", true));
        String id = result.path("structuredContent").path("bashId").asString();
        return console.await(
                command + " runs", call -> call.id().shellName().equals(id) && call.isRunning());
    }

    private void startQuietly(String command) {
        try {
            agent.call("bash", Map.of("command", command, "run_in_background", true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // What the pane shows.

    private List<String> rows() {
        return open.find("#jobs").stream()
                .flatMap(table -> table.lookupAll(".tree-table-row-cell").stream())
                .map(row -> String.valueOf(row.getAccessibleText()))
                .filter(text -> !text.equals("null") && !text.isEmpty())
                .toList();
    }

    private Optional<Node> chosen() {
        return open.find("#jobs").stream()
                .flatMap(table -> table.lookupAll(".tree-table-row-cell").stream())
                .filter(row -> ((TreeTableRow<?>) row).isSelected())
                .findFirst();
    }

    private String chosenRow() {
        return chosen().map(row -> String.valueOf(row.getAccessibleText())).orElse("");
    }

    private List<String> chosenCells() {
        return chosen().map(row -> row.lookupAll(".label")).stream()
                .flatMap(labels -> labels.stream())
                .map(label -> ((Labeled) label).getText())
                .toList();
    }

    private void choose(String words) throws Exception {
        open.await("it is listed", () -> rows().stream().anyMatch(row -> row.contains(words)));
        for (int i = 0; i < 10 && !open.onFx(this::chosenRow).contains(words); i++) {
            open.type(KeyCode.J);
        }
        assertTrue(open.onFx(this::chosenRow).contains(words));
    }

    private boolean isOpen(String action) {
        return !Buttons.isClosed((Button) open.require(action));
    }

    private static boolean isPort(String text) {
        return text.matches(":\\d+");
    }

    // What the kernel says.

    private long pid(ToolCallId id) throws Exception {
        return console.await(
                        "it has a process",
                        call -> call.id().equals(id) && call.started().isPresent())
                .started()
                .orElseThrow()
                .pid();
    }

    private static boolean isThere(long pid) {
        return Files.exists(Path.of("/proc", Long.toString(pid)));
    }

    /// Field 3 of `stat`, behind the name, which may hold anything.
    private static char state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).charAt(0);
        } catch (IOException e) {
            return 'X';
        }
    }

    private static long residentOfTree(long root) {
        return ProcessHandle.of(root).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .mapToLong(process -> resident(process.pid()))
                .sum();
    }

    private static long resident(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private static boolean listens(int port) throws IOException {
        String wanted = ":%04X ".formatted(port);
        Predicate<String> listening = line -> line.contains(wanted) && line.contains(" 0A ");
        return Files.readAllLines(Path.of("/proc/net/tcp")).stream().anyMatch(listening)
                || Files.readAllLines(Path.of("/proc/net/tcp6")).stream().anyMatch(listening);
    }
}
