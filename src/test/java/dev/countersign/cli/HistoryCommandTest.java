package dev.countersign.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.journal.Journal;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryCommandTest {
    private static final String SECRET = "Tr0ub4dor-and-3";

    @TempDir private Path home;

    private String head = "";

    private record Result(int code, String out, String error) {}

    @BeforeEach
    void keepTwoCalls() throws IOException {
        try (Journal journal = Journal.open(state().resolve("journal"))) {
            ToolCallId first = ToolCallId.of(1);
            journal.append(
                    new SupervisionEvent.Received(ToolCalls.call(1, "npm test " + SECRET, home)));
            journal.append(
                    new SupervisionEvent.Decided(
                            first,
                            ToolCalls.NOON,
                            new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE)));
            journal.append(new SupervisionEvent.Started(first, ToolCalls.NOON, 4711));
            record(first, "one\n\u001b[31mtwo failed\u001b[0m " + SECRET + "\n");
            journal.append(
                    new SupervisionEvent.Finished(
                            first, ToolCalls.NOON.plusSeconds(2), new Outcome.Exited(1), 12, 2));
            journal.append(
                    new SupervisionEvent.Answered(
                            first, ToolCalls.NOON, CallStatus.FAILED, "[command failed]"));
            journal.append(new SupervisionEvent.Received(ToolCalls.call(2, "git status", home)));
            head = journal.head();
        }
        assertEquals(0, run("reindex").code());
    }

    private Path state() {
        return home.resolve("state");
    }

    private void record(ToolCallId id, String output) throws IOException {
        Path folder = state().resolve("recordings").resolve("00").resolve(id.digits());
        byte[] bytes = output.getBytes(StandardCharsets.UTF_8);
        try (RecordingWriter writer = RecordingWriter.create(folder, ToolCalls.NOON)) {
            writer.append(
                    StreamKind.STDOUT, bytes, 0, bytes.length, ToolCalls.NOON.plusMillis(100));
            writer.finish(ToolCalls.NOON.plusSeconds(1));
        }
    }

    private Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter error = new StringWriter();
        Map<String, String> environment =
                Map.of("HOME", home.toString(), "DEPLOY_PASSWORD", SECRET);
        CountersignCommand root = new CountersignCommand(_ -> 0, environment);
        String[] all = new String[arguments.length + 3];
        all[0] = "--home";
        all[1] = home.toString();
        all[2] = "history";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        int code =
                new CountersignCommandLine(root)
                        .with(HistoryCommand.commandLine(root, environment))
                        .writingTo(new PrintWriter(out), new PrintWriter(error))
                        .execute(all);
        return new Result(code, out.toString(), error.toString());
    }

    @Test
    void searchFindsWordsAndTellsTheirLine() {
        Result found = run("search", "two", "fail");
        assertEquals(0, found.code(), found.error());
        assertTrue(found.out().contains("shell_00000001"), found.out());
        assertTrue(found.out().contains("output:2: two failed"), found.out());
        assertEquals(1, run("search", "nowhere").code());
        assertEquals("2\n", run("search", "--count").out().replace("\r", ""));
    }

    @Test
    void searchAnswersInJsonLinesAndPages() {
        Result page = run("search", "--json", "--limit", "1");
        assertEquals(1, page.out().lines().count());
        assertTrue(page.out().contains("\"id\":\"shell_00000002\""), page.out());
        assertTrue(page.error().contains("--before"), page.error());
        String before = page.error().strip().replaceAll(".*--before ", "");
        assertTrue(run("search", "--json", "--before", before).out().contains("shell_00000001"));
    }

    @Test
    void searchFiltersAndRefusesWhatItDoesNotKnow() {
        assertEquals(0, run("search", "--state", "failed", "--by", "human").code());
        assertEquals(1, run("search", "--state", "denied").code());
        assertEquals(2, run("search", "--state", "wet").code());
        assertEquals(2, run("search", "--since", "yesterdayish").code());
        assertEquals(0, run("search", "--since", "2026-11-20").code());
    }

    @Test
    void nothingShowsASecret() {
        for (String[] arguments :
                List.of(
                        new String[] {"search", "npm"},
                        new String[] {"search", "--json", "npm"},
                        new String[] {"show", "00000001"},
                        new String[] {"show", "--json", "00000001"},
                        new String[] {"export", "00000001"},
                        new String[] {"export", "-f", "html", "00000001"},
                        new String[] {"export", "-f", "json", "00000001"},
                        new String[] {"replay", "--speed", "16", "00000001"})) {
            Result result = run(arguments);
            assertEquals(0, result.code(), result.error());
            assertFalse(result.out().contains(SECRET), result.out());
            assertFalse(result.out().isEmpty());
        }
        assertEquals(1, run("search", SECRET).code());
    }

    @Test
    void showTellsTheStoryAndTheAnswer() {
        Result shown = run("show", "shell_00000001");
        assertTrue(shown.out().contains("answer:            [command failed]"), shown.out());
        assertTrue(shown.out().contains("finished"), shown.out());
        assertEquals(1, run("show", "0000000f").code());
        assertEquals(2, run("show", "nonsense").code());
    }

    @Test
    void exportWritesTheFormThatTheNameSays() throws IOException {
        Path file = home.resolve("run.html");
        assertEquals(0, run("export", "00000001", "-o", file.toString()).code());
        assertTrue(Files.readString(file).startsWith("<!DOCTYPE html>"));
        assertEquals(4, run("export", "00000001", "-o", file.toString()).code());
        Result never = run("export", "00000002");
        assertEquals(1, never.code());
        assertTrue(never.error().contains("never ran"), never.error());
        assertEquals(0, run("export", "00000002", "-f", "json").code());
    }

    @Test
    void anExportedCastIsReplayed() {
        Path file = home.resolve("run.cast");
        assertEquals(0, run("export", "00000001", "-o", file.toString()).code());
        Result played = run("replay", "--idle", "0", file.toString());
        assertEquals(0, played.code(), played.error());
        assertTrue(played.out().contains("two failed"), played.out());
    }

    @Test
    void verifyTellsTheHeadAndFindsAChange() throws IOException {
        Result intact = run("verify", "--head", head);
        assertEquals(0, intact.code(), intact.out());
        assertTrue(intact.out().contains("head " + head), intact.out());
        assertEquals(1, run("verify", "--head", "0".repeat(63) + "1").code());
        assertEquals(2, run("verify", "--head", "abc").code());

        Path segment = state().resolve("journal").resolve("000001.jsonl");
        Files.writeString(
                segment, Files.readString(segment).replace("\"pid\":4711}", "\"pid\":1}"));
        Files.writeString(
                segment,
                Files.readString(segment)
                        .replaceFirst("\"event\":\"started\"", "\"event\":\"startled\""));
        Result changed = run("verify");
        assertEquals(1, changed.code());
        assertTrue(changed.out().contains("line 3 (event 3): changed"), changed.out());
        assertTrue(run("verify", "--json").out().contains("\"intact\":false"));
    }

    @Test
    void severalCallsAreExportedIntoOneFileThatIsNeverOverwritten() throws IOException {
        Path file = home.resolve("all.json");
        Result written = run("export", "1", "2", "-o", file.toString());
        assertEquals(2, written.code(), "1 is no id");
        written = run("export", "00000001", "shell_00000002", "-o", file.toString());
        assertEquals(0, written.code(), written.error());
        String json = Files.readString(file);
        assertTrue(json.contains("two failed") && json.contains("git status"), json);
        assertFalse(json.contains(SECRET), json);

        Result again = run("export", "00000001", "-o", file.toString());
        assertEquals(4, again.code());
        assertTrue(again.error().contains("is there already"), again.error());
        assertEquals(json, Files.readString(file));
        assertEquals(1, run("export", "00000009").code());
        assertEquals(1, run("export", "00000002").code());
    }

    @Test
    void withoutAnIndexItSaysWhatToDo() throws IOException {
        Files.delete(state().resolve("index.db"));
        Result result = run("search", "npm");
        assertEquals(4, result.code());
        assertTrue(result.error().contains("history reindex"), result.error());
        assertEquals(0, run("show", "00000001").code());
    }

    @Test
    void wrongUseSaysWhatIsWrongAndWhereToReadOn() {
        for (String[] arguments :
                List.of(
                        new String[] {"search", "--state", "wet"},
                        new String[] {"search", "--by", "nobody"},
                        new String[] {"search", "--since", "yesterdayish"},
                        new String[] {"search", "--limit", "x"},
                        new String[] {"show", "nonsense"},
                        new String[] {"show"},
                        new String[] {"replay", "0f3f17"},
                        new String[] {"export", "-f", "nope", "00000001"},
                        new String[] {"verify", "--head", "abc"})) {
            Result result = run(arguments);
            assertEquals(2, result.code(), result.error());
            assertEquals("", result.out());
            List<String> lines = result.error().lines().toList();
            assertEquals(2, lines.size(), result.error());
            assertTrue(lines.getFirst().startsWith("countersign: "), result.error());
            assertTrue(
                    lines.get(1).matches("Try: countersign history \\w+ --help"), result.error());
        }
        assertTrue(run("search", "--state", "wet").error().contains("failed, timeout, killed"));
    }

    @Test
    void whatIsNotThereIsSaidInWords() throws IOException {
        assertEquals("countersign: nothing found\n", run("search", "nowhere").error());
        Result unknown = run("replay", "ffffffff");
        assertEquals(1, unknown.code());
        assertTrue(unknown.error().contains("there is no call shell_ffffffff"), unknown.error());
        Result none = run("replay", "00000002");
        assertEquals(1, none.code());
        assertTrue(none.error().contains("never ran"), none.error());
        Result nothing = run("export", "00000002");
        assertEquals(1, nothing.code());
        assertTrue(nothing.error().contains("never ran"), nothing.error());
        Result file = run("replay", home.resolve("no.cast").toString());
        assertEquals(4, file.code());
        assertTrue(file.error().contains("is not there"), file.error());
        Path other = Files.writeString(home.resolve("text.cast"), "hello\n");
        Result noCast = run("replay", other.toString());
        assertEquals(4, noCast.code());
        assertTrue(noCast.error().contains("text.cast cannot be played: line 1"), noCast.error());
        Result folder = run("export", "00000001", "-o", home.resolve("none/x.cast").toString());
        assertEquals(4, folder.code());
        assertTrue(folder.error().contains("there is no folder"), folder.error());
    }

    @Test
    void anEmptyStoreIsSaidToBeOne() throws IOException {
        try (var files = Files.walk(state())) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        for (String command : List.of("search", "verify", "reindex")) {
            Result result = run(command);
            assertEquals(4, result.code(), command);
            assertTrue(result.error().contains("There is no history in"), result.error());
        }
        assertEquals(4, run("show", "00000001").code());
    }

    @Test
    void aJournalOfANewerProgramIsNotMisread() throws IOException {
        Path format = state().resolve("journal/format");
        Files.writeString(format, "99\n");
        for (String[] arguments :
                List.of(
                        new String[] {"search"},
                        new String[] {"show", "00000001"},
                        new String[] {"export", "00000001"},
                        new String[] {"verify"},
                        new String[] {"reindex"})) {
            Result result = run(arguments);
            assertEquals(4, result.code(), arguments[0]);
            assertTrue(result.error().contains("newer Countersign"), result.error());
        }
        assertEquals("99\n", Files.readString(format));
    }

    @Test
    void anOlderJournalIsReadAndLeftAsItIs() throws IOException {
        Files.delete(state().resolve("journal/format"));
        assertEquals(0, run("show", "00000001").code());
        assertEquals(0, run("verify").code());
        assertFalse(Files.exists(state().resolve("journal/format")));
    }

    @Test
    void anIndexThatHoldsMoreThanTheJournalIsTold() throws IOException {
        Path segment = state().resolve("journal/000001.jsonl");
        List<String> lines = Files.readAllLines(segment);
        Files.write(segment, lines.subList(0, lines.size() - 1));
        Result found = run("search");
        assertTrue(found.error().contains("does not hold"), found.error());
        Result genesis = run("verify", "--head", "0".repeat(64));
        assertTrue(genesis.out().contains("empty journal"), genesis.out());
    }

    @Test
    void whatNobodyReadsAnyMoreEndsEarly() {
        CountersignCommand root = new CountersignCommand(_ -> 0, Map.of("HOME", home.toString()));
        for (String what : List.of("export", "replay")) {
            PrintWriter gone =
                    new PrintWriter(
                            new java.io.OutputStream() {
                                @Override
                                public void write(int b) throws IOException {
                                    throw new IOException("Broken pipe");
                                }
                            },
                            true,
                            StandardCharsets.UTF_8);
            StringWriter error = new StringWriter();
            int code =
                    new CountersignCommandLine(root)
                            .with(HistoryCommand.commandLine(root, Map.of()))
                            .writingTo(gone, new PrintWriter(error))
                            .execute("--home", home.toString(), "history", what, "00000001");
            assertTrue(code == 0 || code == 4, "code " + code);
            assertEquals("", error.toString());
        }
    }
}
