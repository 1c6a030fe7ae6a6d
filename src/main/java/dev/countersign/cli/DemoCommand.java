package dev.countersign.cli;

import dev.countersign.cli.DemoClient.ConsoleGone;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// `countersign demo`: a small scripted agent. It is an ordinary client with no rights of its own,
/// asks for several things at once, and waits for the person as long as it takes.
@Command(
        name = "demo",
        description = {
            "Runs a small scripted agent against the open window, to see it live.",
            "All that it asks for is harmless and happens in a folder of its own.",
            "Ctrl-C withdraws what still waits."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final String AGENT = "demo-agent";
    private static final int CALLS_AT_ONCE = 5;
    private static final long PAUSE_MILLISECONDS = 400;
    private static final int POLL_MILLISECONDS = 20_000;
    private static final int SERVER_MILLISECONDS = 6_000;
    private static final int MAXIMUM_SHOWN = 100;

    private final CommonOptions options;
    private final AtomicBoolean gone = new AtomicBoolean();

    @Option(
            names = "--workdir",
            paramLabel = "FOLDER",
            description = "Work in this folder instead of a fresh one that is removed afterwards.")
    private Optional<Path> workdir = Optional.empty();

    @Option(names = "--fast", description = "Ask without pauses.")
    private boolean fast;

    @Spec private CommandSpec spec = CommandSpec.create();

    public DemoCommand(CommonOptions options) {
        this.options = options;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        DemoClient client;
        try {
            client = DemoClient.connect(options.paths().socket());
        } catch (IOException _) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "countersign: no console runs. Open it with: countersign — and start"
                                    + " the demo again");
            return ExitCode.NO_CONSOLE;
        }
        try (client) {
            if (workdir.isPresent()) {
                return run(client, workdir.get().toRealPath());
            }
            Path fresh = Files.createTempDirectory("countersign-demo-");
            Thread cleaning = new Thread(() -> remove(fresh), "demo-clean");
            Runtime.getRuntime().addShutdownHook(cleaning);
            try {
                return run(client, fresh.toRealPath());
            } finally {
                Runtime.getRuntime().removeShutdownHook(cleaning);
                remove(fresh);
            }
        }
    }

    private int run(DemoClient client, Path folder) throws InterruptedException {
        print("The demo agent works in " + folder);
        print("Decide in the window: a approves, d denies. Ctrl-C ends the demo.");
        try {
            client.initialize(
                    HelloLine.render(ProcessHandle.current().pid(), 0, folder, Optional.of(AGENT)),
                    AGENT,
                    ProgramVersion.number());
        } catch (ConsoleGone failure) {
            return consoleGone(failure);
        }
        List<Thread> threads = new ArrayList<>();
        Semaphore atOnce = new Semaphore(CALLS_AT_ONCE);
        threads.add(Thread.ofVirtual().start(() -> runServer(client)));
        int number = 1;
        for (DemoCall call : DemoCall.script()) {
            atOnce.acquire();
            int current = number;
            number++;
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                runCall(client, current, call);
                                atOnce.release();
                            }));
            if (!fast) {
                Thread.sleep(PAUSE_MILLISECONDS);
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (gone.get()) {
            return ExitCode.NO_CONSOLE;
        }
        print("Done. The calls stay in the window's history.");
        return ExitCode.DONE;
    }

    /// Asks for one thing and follows it to its end.
    private void runCall(DemoClient client, int number, DemoCall call) {
        String label = "%2d".formatted(number);
        try {
            JsonNode answer = ask(client, label, call);
            while (isOpen(answer)) {
                answer = read(client, label, answer, POLL_MILLISECONDS);
            }
            print("← %s %s".formatted(label, lastLine(answer)));
        } catch (ConsoleGone failure) {
            consoleGone(failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Starts a server, looks at what it says, and stops it.
    private void runServer(DemoClient client) {
        String label = "bg";
        try {
            JsonNode answer = ask(client, label, DemoCall.server());
            while (status(answer).equals("pending_approval")) {
                answer = read(client, label, answer, POLL_MILLISECONDS);
            }
            print("← %s %s".formatted(label, lastLine(answer)));
            if (!status(answer).equals("running")) {
                return;
            }
            String id = answer.path("structuredContent").path("bashId").asString("");
            Thread.sleep(SERVER_MILLISECONDS);
            print("→ %s bash_output %s".formatted(label, id));
            JsonNode news = read(client, label, answer, 0);
            print("← %s %s".formatted(label, firstLine(news)));
            Thread.sleep(SERVER_MILLISECONDS);
            print("→ %s kill_shell %s".formatted(label, id));
            ObjectNode arguments = JsonMapper.shared().createObjectNode().put("shell_id", id);
            JsonNode end = client.call("kill_shell", arguments, told -> {});
            print("← %s %s".formatted(label, lastLine(end)));
        } catch (ConsoleGone failure) {
            consoleGone(failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode ask(DemoClient client, String label, DemoCall call)
            throws ConsoleGone, InterruptedException {
        print("→ %s %s: %s".formatted(label, call.summary(), cut(call.command())));
        return client.call("bash", call.arguments(), hearing(label));
    }

    private JsonNode read(DemoClient client, String label, JsonNode before, int wait)
            throws ConsoleGone, InterruptedException {
        ObjectNode arguments = JsonMapper.shared().createObjectNode();
        arguments.put("bash_id", before.path("structuredContent").path("bashId").asString(""));
        arguments.put("wait", wait);
        return client.call("bash_output", arguments, hearing(label));
    }

    /// Prints how a call goes on; that it waits only once.
    private Consumer<String> hearing(String label) {
        AtomicBoolean toldToWait = new AtomicBoolean();
        return told -> {
            if (!told.startsWith("waiting") || toldToWait.compareAndSet(false, true)) {
                print("… %s %s".formatted(label, told));
            }
        };
    }

    private static String status(JsonNode answer) {
        return answer.path("structuredContent").path("status").asString("");
    }

    /// Whether the last word about a call is still to come.
    private static boolean isOpen(JsonNode answer) {
        return status(answer).equals("pending_approval") || status(answer).equals("running");
    }

    private static String firstLine(JsonNode answer) {
        return cut(text(answer).lines().findFirst().orElse(""));
    }

    /// The line that says how it ended; with something of what came before it.
    private static String lastLine(JsonNode answer) {
        List<String> lines = text(answer).lines().toList();
        if (lines.size() < 2) {
            return lines.isEmpty() ? "" : lines.getFirst();
        }
        return cut(lines.getFirst()) + " … " + lines.getLast();
    }

    private static String text(JsonNode answer) {
        return answer.path("content").path(0).path("text").asString("");
    }

    private static String cut(String text) {
        String line = text.replace('\n', ' ');
        return line.length() <= MAXIMUM_SHOWN ? line : line.substring(0, MAXIMUM_SHOWN) + "…";
    }

    private int consoleGone(ConsoleGone failure) {
        if (gone.compareAndSet(false, true)) {
            PrintWriter error = spec.commandLine().getErr();
            error.println("countersign: " + failure.getMessage());
            error.flush();
        }
        return ExitCode.NO_CONSOLE;
    }

    private synchronized void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            print("%s could not be removed: %s".formatted(folder, failure.getMessage()));
        }
    }
}
