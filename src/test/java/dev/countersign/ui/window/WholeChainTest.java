package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.endtoend.SocketClient;
import dev.countersign.journal.CallRecord;
import dev.countersign.launcher.LiveConsole;
import dev.countersign.ui.CommandView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Received, kept, shown, run, answered: the same bytes, through the socket, the journal, the card
/// of the real window and the argument list that the kernel shows of the process.
///
/// What is made up stands inside quotes or behind `#`, so that none of it is obeyed.
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WholeChainTest {
    private static final String ODD =
            "abc $\"|&;<>(){}[]*?~=%!`\\\t\r\n"
                + "\u0007\u001b\u200b\u200d\u202e\u2066\u00a0\u043e\u00e9\u6f22\ufeff\u0301\ud83d\ude00";

    @TempDir Path folder;

    @Test
    void whatIsSentIsShownKeptAndRunToTheByte() throws Exception {
        compare(12);
    }

    @Test
    @Tag("soak")
    void thousandsAreShownKeptAndRunToTheByte() throws Exception {
        compare(Integer.getInteger("countersign.commands", 2_000));
    }

    private void compare(int commands) throws Exception {
        long seed = Long.getLong("countersign.seed", RandomGenerator.getDefault().nextLong());
        System.out.println("WholeChainTest seed " + seed + ", " + commands + " commands");
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Path work = Files.createDirectory(folder.resolve("work"));
        try (LiveConsole console = new LiveConsole("{\"bash\":{\"*\":\"ask\"}}");
                ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
                SocketClient agent = SocketClient.hello(console.socket(), work)) {
            OpenWindow open = OpenWindow.over(console.desk(), folder, background);
            try {
                for (int number = 0; number < commands; number++) {
                    follow(console, open, agent, background, work, generated(random, number));
                }
            } finally {
                open.close();
            }
        }
    }

    /// It waits for a file of its own, so that its process can be looked at.
    private static String generated(RandomGenerator random, int number) {
        StringBuilder odd = new StringBuilder();
        int length = 1 + random.nextInt(60);
        for (int i = 0; i < length; i++) {
            int at = random.nextInt(ODD.codePointCount(0, ODD.length()));
            odd.appendCodePoint(ODD.codePointAt(ODD.offsetByCodePoints(0, at)));
        }
        String gate = "until [ -e gate" + number + " ]; do sleep 0.02; done";
        return random.nextBoolean()
                ? ": '" + odd + "'; " + gate
                : gate + " # " + odd.toString().replace('\n', ' ');
    }

    private static void follow(
            LiveConsole console,
            OpenWindow open,
            SocketClient agent,
            ExecutorService background,
            Path work,
            String command)
            throws Exception {
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        background.execute(() -> {
            try {
                answer.complete(agent.call("bash", Map.of("command", command)));
            } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        CallRecord waiting = console.await("it waits", CallRecord::isWaiting);
        assertEquals(command, waiting.command().text(), "received");
        open.type(KeyCode.J);
        open.await(
                "the card shows it",
                () -> open.isVisible("#command") && shown(open).equals(command));

        console.desk().approve(waiting.id());
        CallRecord running =
                console.await(
                        "it runs",
                        call -> call.id().equals(waiting.id()) && call.started().isPresent());
        byte[] arguments =
                Files.readAllBytes(
                        Path.of("/proc", Long.toString(running.started().get().pid()), "cmdline"));
        assertArrayEquals(command.getBytes(StandardCharsets.UTF_8), third(arguments), "argv");

        String gate = command.replaceFirst("(?s).*-e (gate\\d+) .*", "$1");
        Files.createFile(work.resolve(gate));
        JsonNode told = answer.get().path("structuredContent");
        assertEquals(command, told.path("command").asString(), "answered");
        assertEquals(0, told.path("exitCode").asInt(9));
    }

    private static byte[] third(byte[] arguments) {
        int from = 0;
        for (int skipped = 0; skipped < 2; from++) {
            if (arguments[from] == 0) {
                skipped++;
            }
        }
        return Arrays.copyOfRange(arguments, from, arguments.length - 1);
    }

    /// On the FX thread.
    private static String shown(OpenWindow open) {
        return open.find("#command")
                .map(node -> {
                    CommandView view = (CommandView) node;
                    view.selectAll();
                    return view.selectedText();
                })
                .orElse("");
    }
}
