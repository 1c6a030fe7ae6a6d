package dev.countersign.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client that nobody here wrote: the official TypeScript SDK, taken from npm.
final class SdkClientIT {
    private static final String PACKAGE = "@modelcontextprotocol/sdk@1.32.2";
    private static final String PERMISSIONS =
            "{\"bash\":{\"*\":\"ask\",\"echo*\":\"allow\",\"exit*\":\"allow\",\"sleep*\":\"allow\",\"touch*\":\"deny\"}}";

    @TempDir private Path folder;

    @Test
    void theOfficialSdkIsServed() throws Exception {
        assumeTrue(succeeds(folder, "node", "--version"), "node is not installed: skipped");
        assumeTrue(
                succeeds(
                        folder,
                        "npm",
                        "install",
                        "--no-audit",
                        "--no-fund",
                        "--ignore-scripts",
                        PACKAGE),
                "npm cannot fetch " + PACKAGE + ": skipped");
        Path home = Files.createTempDirectory("cs").toRealPath();
        try (ConsoleProcess console = ConsoleProcess.start(home, PERMISSIONS)) {
            JsonNode seen = runClient(console);

            assertEquals("countersign", seen.path("server").asString());
            assertEquals(
                    "[\"approve\",\"bash\",\"bash_output\",\"kill_shell\",\"list_shells\"]",
                    seen.path("tools").toString());
            assertEquals("hello\n", structured(seen, "hello").path("stdout").asString());
            assertEquals(3, structured(seen, "failure").path("exitCode").asInt());
            assertTrue(seen.path("failure").path("isError").asBoolean());
            assertEquals("denied", structured(seen, "denied").path("status").asString());
            assertFalse(Files.exists(folder.resolve("made-by-sdk")));
            assertEquals(
                    "INVALID_INPUT", structured(seen, "bad").path("error").path("type").asString());
            assertEquals("slept\n", structured(seen, "slow").path("stdout").asString());
            assertTrue(
                    seen.path("progress").path(0).asString().startsWith("running"),
                    seen.path("progress").toString());
            assertTrue(seen.path("aborted").asString().contains("changed my mind"));
            assertEquals("alive\n", structured(seen, "alive").path("stdout").asString());
        } finally {
            delete(home);
        }
    }

    private JsonNode runClient(ConsoleProcess console) throws Exception {
        Path script = folder.resolve("sdk-client.mjs");
        try (InputStream source =
                Objects.requireNonNull(SdkClientIT.class.getResourceAsStream("sdk-client.mjs"))) {
            Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
        }
        Path errors = folder.resolve("errors.txt");
        Process node =
                new ProcessBuilder(
                                List.of(
                                        "node",
                                        script.toString(),
                                        ConsoleProcess.script().toString(),
                                        console.home().toString()))
                        .directory(folder.toFile())
                        .redirectError(errors.toFile())
                        .start();
        node.getOutputStream().close();
        String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(node.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, node.exitValue(), Files.readString(errors));
        return JsonMapper.builder().build().readTree(output);
    }

    private static JsonNode structured(JsonNode seen, String name) {
        return seen.path(name).path("structuredContent");
    }

    private static boolean succeeds(Path directory, String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(directory.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor(180, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
