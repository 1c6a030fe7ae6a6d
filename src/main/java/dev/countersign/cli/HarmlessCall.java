package dev.countersign.cli;

import dev.countersign.cli.DemoClient.ConsoleGone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// One harmless call over the console's socket, as any agent makes it, in a throw-away folder.
/// Blocks until it is answered.
public final class HarmlessCall {
    /// What is asked for: it writes one file and shows it, so that no rule lets it through unasked.
    public static final String COMMAND =
            "echo 'Hello from Countersign' > hello.txt && cat hello.txt";

    private static final String AGENT = "first-try";
    private static final int POLL_MILLISECONDS = 20_000;

    private final Path socket;

    public HarmlessCall(Path socket) {
        this.socket = socket;
    }

    /// Sends it and blocks until a person has decided and it has ended.
    ///
    /// @return its status line, as an agent reads it
    /// @throws IOException when the console does not answer
    public String run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("countersign-try-").toRealPath();
        // Deleted in reverse, should the console end first.
        folder.toFile().deleteOnExit();
        folder.resolve("hello.txt").toFile().deleteOnExit();
        try (DemoClient client = DemoClient.connect(socket)) {
            client.initialize(
                    HelloLine.render(ProcessHandle.current().pid(), 0, folder, Optional.of(AGENT)),
                    AGENT,
                    ProgramVersion.number());
            return statusLine(ask(client));
        } catch (ConsoleGone gone) {
            throw new IOException(gone.getMessage(), gone);
        } finally {
            Files.deleteIfExists(folder.resolve("hello.txt"));
            Files.deleteIfExists(folder);
        }
    }

    private static JsonNode ask(DemoClient client) throws ConsoleGone, InterruptedException {
        ObjectNode arguments = JsonMapper.shared().createObjectNode();
        arguments.put("command", COMMAND);
        arguments.put("summary", "Try how a call is decided");
        JsonNode answer = client.call("bash", arguments, _ -> {});
        while (isOpen(answer)) {
            ObjectNode again = JsonMapper.shared().createObjectNode();
            again.put("bash_id", answer.path("structuredContent").path("bashId").asString(""));
            again.put("wait", POLL_MILLISECONDS);
            answer = client.call("bash_output", again, _ -> {});
        }
        return answer;
    }

    private static boolean isOpen(JsonNode answer) {
        String status = answer.path("structuredContent").path("status").asString("");
        return status.equals("pending_approval") || status.equals("running");
    }

    private static String statusLine(JsonNode answer) {
        String text = answer.path("content").path(0).path("text").asString("");
        return text.lines().reduce("", (_, last) -> last);
    }
}
