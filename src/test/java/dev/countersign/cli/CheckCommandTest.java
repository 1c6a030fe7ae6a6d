package dev.countersign.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.CountersignPaths;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CheckCommandTest {
    @TempDir private Path folder;

    private record Result(int code, String out, String errors) {
        List<JsonNode> rows() {
            return out.lines().map(line -> new JsonMapper().readTree(line)).toList();
        }
    }

    private Result run(String input, String... arguments) {
        return run(input.getBytes(StandardCharsets.UTF_8), arguments);
    }

    private Result run(byte[] input, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter errors = new StringWriter();
        int code =
                new CommandLine(
                                new CheckCommand(
                                        options(),
                                        new ByteArrayInputStream(input),
                                        folder.resolve("shop").resolve("src")))
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(errors))
                        .execute(arguments);
        return new Result(code, out.toString(), errors.toString());
    }

    private CommonOptions options() {
        return new CommonOptions() {
            @Override
            public java.util.Optional<Path> home() {
                return java.util.Optional.empty();
            }

            @Override
            public CountersignPaths paths() {
                return CountersignPaths.of(
                        Optional.of(folder.resolve("home")), Map.of(), personHome(), "Linux");
            }

            @Override
            public Path personHome() {
                return folder.resolve("person");
            }

            @Override
            public boolean debug() {
                return false;
            }
        };
    }

    private void writeRules(String text) throws IOException {
        Files.createDirectories(folder.resolve("home/config"));
        Files.writeString(folder.resolve("home/config/permissions.json"), text);
    }

    @ParameterizedTest
    @CsvSource({"ls -la,0", "sudo ls,1", "npm test,5", "'  ',1", "echo 'open,5"})
    void theExitCodeOfOneCommandIsItsVerdict(String command, int code) {
        assertEquals(code, run("", command.isBlank() ? "  " : command).code());
        assertEquals(code, run("", "--json", command.isBlank() ? "  " : command).code());
    }

    @Test
    void usageErrorsExitWithTwo() {
        assertEquals(2, run("").code());
        assertEquals(2, run("", "--frob").code());
        assertEquals(2, run("", "ls", "extra").code());
        assertEquals(2, run("", "--text", "ls").code());
    }

    @Test
    void withoutAFileTheStarterRulesDecideAndNothingIsWritten() {
        assertEquals(0, run("", "git status").code());
        assertFalse(Files.exists(folder.resolve("home")));
    }

    @Test
    void theRulesOfTheFileDecide() throws IOException {
        writeRules("{\"bash\": {\"frob*\": \"allow\"}}");
        assertEquals(0, run("", "frob x").code());
        assertEquals(5, run("", "git status").code());
    }

    @Test
    void withABadFileEverythingIsAsked() throws IOException {
        writeRules("{\"bash\": {\n\"ls\": \"alow\"}}");
        Result result = run("", "ls");
        assertEquals(5, result.code());
        assertTrue(result.errors().contains("permissions.json, line 2"), result.errors());
    }

    @Test
    void aLineIsAnsweredWithAllOfItsFields() {
        JsonNode row =
                run(
                                "{\"id\": \"a\", \"command\": \"cat x > y; git push --force\"}\n",
                                "--json",
                                "-")
                        .rows()
                        .getFirst();
        assertEquals("a", row.get("id").asString());
        assertEquals("high", row.get("level").asString());
        assertFalse(row.get("readOnly").asBoolean());
        assertTrue(row.get("known").asBoolean());
        assertEquals("deny", row.get("verdict").asString());
        assertEquals("forcePush", row.get("rule").asString());
        assertEquals("cat x > y; git push --force", row.get("display").asString());
        assertFalse(row.has("refused"));
        JsonNode finding = row.get("findings").get(0);
        assertEquals("git.force-push", finding.get("id").asString());
        assertEquals("git push --force-with-lease", finding.get("alternative").asString());
        assertEquals(11, finding.get("start").asInt());
        assertEquals(27, finding.get("end").asInt());
        JsonNode part = row.get("parts").get(0);
        assertEquals("ask", part.get("verdict").asString());
        assertEquals(0, part.get("start").asInt());
        assertEquals(
                "[{\"kind\":\"read\",\"target\":\"x\"},{\"kind\":\"write\",\"target\":\"y\"}]",
                part.get("effects").toString());
    }

    @Test
    void linesAreAnsweredInOrderAndWhatCannotBeJudgedIsRefused() {
        String tooLong = "x".repeat(131_072);
        String nul = Base64.getEncoder().encodeToString(new byte[] {'a', 0});
        String notText = Base64.getEncoder().encodeToString(new byte[] {(byte) 0xff});
        String encoded = Base64.getEncoder().encodeToString("ls".getBytes(StandardCharsets.UTF_8));
        Result result =
                run(
                        String.join(
                                "\n",
                                "{\"id\": 1, \"command\": \"ls\"}",
                                "",
                                "{\"id\": 2, \"command\": \"  \"}",
                                "{\"id\": 3}",
                                "{\"id\": 4, \"command\": \"ls\", \"command_b64\": \"bHM=\"}",
                                "{\"id\": 5, \"command_b64\": \"***\"}",
                                "{\"id\": 6, \"command_b64\": \"" + notText + "\"}",
                                "{\"id\": 7, \"command_b64\": \"" + nul + "\"}",
                                "{\"id\": 8, \"command\": \"" + tooLong + "\"}",
                                "{\"id\": 9, \"command\": 7}",
                                "broken",
                                "{\"id\": 10, \"command\": \"\\ud800\"}",
                                "{\"id\": 11, \"command_b64\": \"" + encoded + "\"}"),
                        "--json",
                        "-");
        assertEquals(0, result.code());
        List<JsonNode> rows = result.rows();
        assertEquals(12, rows.size());
        List<String> reasons =
                rows.stream()
                        .map(row -> row.has("refused") ? row.get("refused").asString() : "")
                        .toList();
        assertEquals("", reasons.get(0));
        assertEquals("command must not be empty", reasons.get(1));
        assertEquals("command or command_b64 is missing", reasons.get(2));
        assertEquals("command and command_b64 exclude each other", reasons.get(3));
        assertEquals("command_b64 is not valid base64", reasons.get(4));
        assertEquals("the command is not valid UTF-8", reasons.get(5));
        assertTrue(reasons.get(6).startsWith("command must not contain a NUL"), reasons.get(6));
        assertTrue(reasons.get(7).contains("131,072 bytes long"), reasons.get(7));
        assertEquals("command must be a text in quotation marks, not a number", reasons.get(8));
        assertTrue(reasons.get(9).contains("not valid JSON"), reasons.get(9));
        assertTrue(rows.get(9).get("id").isNull());
        assertFalse(reasons.get(10).isEmpty());
        assertEquals("", reasons.get(11));
        assertEquals(11, rows.get(11).get("id").asInt());
    }

    @Test
    void aLineOverTheLimitIsRefusedAndTheNextIsAnswered() {
        String line = "x".repeat(CheckLines.MAXIMUM_LINE_BYTES + 10);
        List<JsonNode> rows = run(line + "\n{\"id\":1,\"command\":\"ls\"}\n", "--json").rows();
        assertEquals(2, rows.size());
        assertTrue(rows.get(0).get("refused").asString().contains("longer than 1 MiB"));
        assertEquals("allow", rows.get(1).get("verdict").asString());
    }

    @Test
    void withTextEachLineIsACommand() {
        List<JsonNode> rows = run("ls\n\nsudo x\n", "--json", "--text", "-").rows();
        assertEquals(3, rows.size());
        assertEquals("allow", rows.get(0).get("verdict").asString());
        assertTrue(rows.get(1).has("refused"));
        assertEquals("deny", rows.get(2).get("verdict").asString());
        assertEquals("sudo *", rows.get(2).get("rule").asString());
        assertEquals(3, rows.get(2).get("id").asInt());
    }

    @Test
    void theWorkspaceIsTheGitTopLevelOfTheDirectory() throws IOException {
        Files.createDirectories(folder.resolve("shop/.git"));
        Files.createDirectories(folder.resolve("shop/src"));
        writeRules("{\"bash\": {\"touch*\": \"allow\", \"cd*\": \"ask\"}}");
        assertEquals(0, run("", "touch ../x").code());
        assertEquals(5, run("", "touch ../../x").code());
        Files.createSymbolicLink(folder.resolve("shop/src/out"), folder);
        assertEquals(5, run("", "touch out/x").code());
        List<JsonNode> rows =
                run(
                                "{\"command\":\"touch x\",\"cwd\":\"/elsewhere/project\"}\n"
                                        + "{\"command\":\"touch"
                                        + " /elsewhere/y\",\"cwd\":\"/elsewhere/project\"}",
                                "--json")
                        .rows();
        assertEquals("allow", rows.get(0).get("verdict").asString());
        assertEquals("ask", rows.get(1).get("verdict").asString());
    }

    @Test
    void writingTheConsolesOwnFilesIsCritical() {
        String own = folder.resolve("home/config/permissions.json").toString();
        JsonNode row = run("", "--json", "echo '{}' > " + own).rows().getFirst();
        assertEquals("critical", row.get("level").asString());
    }

    @Test
    void thePlainAnswerSaysVerdictPartsAndFindingsWithoutEscapes() {
        Result result = run("", "cd build && rm -rf \"$OUT\"/* ; git push -f");
        assertEquals(1, result.code());
        assertTrue(result.out().startsWith("DENY  level high, may change something"), result.out());
        assertTrue(result.out().contains("rm -rf \"$OUT\"/*"), result.out());
        assertTrue(result.out().contains("Instead: git push --force-with-lease"), result.out());
        assertFalse(result.out().contains("\u001b"));
        assertTrue(
                result.out()
                        .contains(
                                """
                                  git push -f is denied by the guard forcePush
                                  Instead: git push --force-with-lease
                                """),
                result.out());
        assertTrue(
                result.out()
                        .contains(
                                """
                                            why:  denied by the guard forcePush (built in)
                                            Instead: git push --force-with-lease
                                """),
                result.out());
        assertTrue(
                result.out()
                        .contains(
                                """
                                  1. allow  cd build
                                            does: reads build
                                            why:  allowed by the rule read-only in workspace (permissions.json)
                                  2. ask    rm -rf "$OUT"/*
                                            HIGH     What is deleted is only known when it runs; an empty variable makes it something else.
                                            does: deletes "$OUT"/*
                                  3. deny   git push -f
                                """),
                result.out());
    }

    @Test
    void theWorkspacesFileTightensAndItsTrustIsRespected() throws IOException {
        writeRules("{\"bash\": {\"frob*\": \"allow\"}}");
        Path workspace = folder.resolve("ws");
        Files.createDirectories(workspace.resolve(".git"));
        Files.createDirectories(workspace.resolve(".countersign"));
        Files.writeString(
                workspace.resolve(".countersign/permissions.json"),
                "{\"bash\": {\"frob bad*\": \"deny\", \"knob*\": \"allow\"}}");
        List<JsonNode> rows =
                run(
                                "{\"command\":\"frob x\",\"cwd\":\"%1$s\"}\n{\"command\":\"frob bad\",\"cwd\":\"%1$s\"}\n{\"command\":\"knob\",\"cwd\":\"%1$s\"}\n"
                                        .formatted(workspace),
                                "--json")
                        .rows();
        assertEquals(
                List.of("allow", "deny", "ask"),
                rows.stream().map(row -> row.get("verdict").asString()).toList());
        assertFalse(Files.exists(folder.resolve("home/state")), "looking writes nothing");
    }

    @Test
    void hiddenCharactersAreShownAsMarks() {
        Result result = run("", "frob a\u202e\u001b[2Kb");
        assertFalse(result.out().contains("\u202e") || result.out().contains("\u001b"));
        assertTrue(result.out().contains("⟨U+202E⟩"), result.out());
    }
}
