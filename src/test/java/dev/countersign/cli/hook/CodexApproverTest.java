package dev.countersign.cli.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What passes between a codex app-server and its client, with a console that answers as a test
/// says.
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CodexApproverTest {
    private static final String ASKED =
            """
            {"method":"item/commandExecution/requestApproval","id":7,"params":{"kind":"command",\
            "threadId":"t-1","turnId":"u","itemId":"call_1","environmentId":"local",\
            "command":"/bin/bash -lc 'rm x'","cwd":"/work"}}\
            """;

    @TempDir Path folder;

    // Pipes of the system: the JDK's own take the end of the thread that wrote last for an error.
    private final List<Pipe> pipes = new ArrayList<>();
    private OutputStream client;
    private OutputStream server;
    private BufferedReader clientReads;
    private BufferedReader serverReads;
    private Thread running;

    @BeforeEach
    void start() throws IOException {
        for (int i = 0; i < 4; i++) {
            pipes.add(Pipe.open());
        }
        client = output(0);
        server = output(1);
        clientReads = new BufferedReader(new InputStreamReader(input(2), StandardCharsets.UTF_8));
        serverReads = new BufferedReader(new InputStreamReader(input(3), StandardCharsets.UTF_8));
        CodexApprover approver =
                new CodexApprover(
                        new CodexApprover.Pipes(input(0), output(2), input(1), output(3)),
                        folder.resolve("s"));
        running =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                approver.run();
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
    }

    private OutputStream output(int pipe) {
        return Channels.newOutputStream(pipes.get(pipe).sink());
    }

    private InputStream input(int pipe) {
        return Channels.newInputStream(pipes.get(pipe).source());
    }

    @AfterEach
    void end() throws Exception {
        server.close();
        running.join();
        for (Pipe pipe : pipes) {
            pipe.sink().close();
            pipe.source().close();
        }
    }

    private static void say(OutputStream to, String line) throws IOException {
        to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
    }

    private static String handOver() {
        return "{\"verdict\":\"handOver\"}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"verdict\":\"handOver\"}|accept",
                "{\"verdict\":\"handOver\",\"edited\":\"ls\"}|decline",
                "{\"verdict\":\"refused\",\"words\":\"no\"}|decline",
                "{\"verdict\":\"unanswered\",\"words\":\"nobody\"}|decline",
                "{\"verdict\":\"other\"}|decline",
                "{}|decline",
                "hang up|decline"
            })
    void onlyAPlainApprovalIsAnAccept(String verdict, String decision) throws Exception {
        try (ScriptedConsole console = new ScriptedConsole(folder.resolve("s"), verdict)) {
            say(server, ASKED);
            assertEquals(
                    "{\"id\":7,\"result\":{\"decision\":\"" + decision + "\"}}",
                    serverReads.readLine());
            String asked = console.received().getLast();
            assertTrue(asked.contains("\"command\":\"/bin/bash -lc 'rm x'\""), asked);
            assertTrue(asked.contains("\"cwd\":\"/work\""), asked);
            assertTrue(asked.contains("\"rewritable\":false"), asked);
            // The end of a question that the client never saw is not told to it.
            say(
                    server,
                    "{\"method\":\"serverRequest/resolved\",\"params\":{\"threadId\":\"t-1\",\"requestId\":7}}");
            say(server, "{\"method\":\"turn/completed\"}");
            assertEquals("{\"method\":\"turn/completed\"}", clientReads.readLine());
        }
    }

    @Test
    void withoutAConsoleTheClientIsAsked() throws Exception {
        say(server, ASKED);
        assertEquals(ASKED, clientReads.readLine());
        say(client, "{\"id\":7,\"result\":{\"decision\":\"accept\"}}");
        assertEquals("{\"id\":7,\"result\":{\"decision\":\"accept\"}}", serverReads.readLine());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"method\":\"item/commandExecution/requestApproval\",\"id\":1,\"params\":{\"kind\":\"stdin\",\"command\":\"ls\",\"cwd\":\"/work\"}}",
                "{\"method\":\"item/commandExecution/requestApproval\",\"id\":1,\"params\":{\"approvalId\":\"x\",\"command\":\"ls\",\"cwd\":\"/work\"}}",
                "{\"method\":\"item/commandExecution/requestApproval\",\"id\":1,\"params\":{\"environmentId\":\"far\",\"command\":\"ls\",\"cwd\":\"/work\"}}",
                "{\"method\":\"item/commandExecution/requestApproval\",\"id\":1,\"params\":{\"networkApprovalContext\":{},\"command\":\"ls\",\"cwd\":\"/work\"}}",
                "{\"method\":\"item/commandExecution/requestApproval\",\"id\":1,\"params\":{\"cwd\":\"/work\"}}",
                "{\"method\":\"item/commandExecution/requestApproval\",\"id\":1,\"params\":{\"command\":\"ls\"}}",
                "{\"method\":\"item/commandExecution/requestApproval\",\"params\":{\"command\":\"ls\",\"cwd\":\"/\"}}",
                "{\"method\":\"item/fileChange/requestApproval\",\"id\":1,\"params\":{}}",
                "{\"method\":\"serverRequest/resolved\",\"params\":{\"requestId\":99}}",
                "broken item/commandExecution/requestApproval {",
                "{\"delta\":\"item/commandExecution/requestApproval\"}",
                ""
            })
    void whatIsNoPlainQuestionGoesThroughUnchanged(String line) throws Exception {
        try (ScriptedConsole console = new ScriptedConsole(folder.resolve("s"), handOver())) {
            say(server, line);
            assertEquals(line, clientReads.readLine());
            assertTrue(console.received().isEmpty());
            say(client, line);
            assertEquals(line, serverReads.readLine());
        }
    }

    @Test
    void aQuestionThatIsTooLongIsTheClients() throws Exception {
        String asked = ASKED.replace("rm x", "x".repeat(CodexApprover.MAXIMUM_QUESTION_BYTES));
        try (ScriptedConsole console = new ScriptedConsole(folder.resolve("s"), handOver())) {
            Thread.ofPlatform()
                    .start(() -> {
                        try {
                            say(server, asked);
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            assertEquals(asked, clientReads.readLine());
            assertTrue(console.received().isEmpty());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:4096,true",
        "http://localhost:1,true",
        "http://[::1]:1,true",
        "http://example.org:1,false",
        "http://127.0.0.1.example.org,false",
        "https://127.0.0.1:1,false",
        "file:///etc,false",
        "127.0.0.1:1,false"
    })
    void onlyServersOnThisMachineAreTalkedTo(String url, boolean local) {
        URI server = url.startsWith("1") ? URI.create("//" + url) : URI.create(url);
        assertEquals(local, OpencodeApprover.isLocal(server));
    }
}
