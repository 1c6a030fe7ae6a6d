package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.journal.CallRecord;
import dev.countersign.settings.Settings;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a person can do with waiting calls beside yes and no, with real processes.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PersonDeskTest {
    @TempDir private Path folder;

    private SupervisedFolder console;
    private PersonDesk desk;

    @BeforeEach
    void open() throws Exception {
        console = SupervisedFolder.open(folder);
        desk = console.desk();
    }

    @AfterEach
    void close() throws Exception {
        console.close();
    }

    @Test
    void anEditedCommandRunsAsEditedAndTheAgentIsTold() throws Exception {
        CompletableFuture<CallReport> answer = console.submit("echo asked");
        ToolCallId id = console.awaitWaiting();
        assertEquals(
                EditApproval.APPROVED,
                desk.approveEdited(edit(id, "printf '%s' edited", "shorter")));
        assertEquals("edited", answer.get().stdout().text());
        assertEquals(Optional.of("printf '%s' edited"), answer.get().command());
        DecisionReport decision = answer.get().decision().orElseThrow();
        assertEquals(Optional.of("echo asked"), decision.editedFrom());
        assertEquals(Optional.of("shorter"), decision.reason());
        CallRecord record = console.journal().find(id).orElseThrow();
        assertEquals("printf '%s' edited", record.command().text());
        assertEquals("echo asked", record.call().command().text());
    }

    @Test
    void whatIsJudgedOtherwiseMeanwhileIsNotApproved() throws Exception {
        CompletableFuture<CallReport> answer = console.submit("echo asked");
        ToolCallId id = console.awaitWaiting();
        AssessedCall seen = desk.assessEdited(id, new CommandText("echo edited")).orElseThrow();
        AssessedCall other = desk.assessEdited(id, new CommandText("echo other")).orElseThrow();
        AssessedCall swapped = new AssessedCall(other.call(), seen.assessment(), seen.verdict());
        assertEquals(
                EditApproval.JUDGED_ANEW,
                desk.approveEdited(new EditedCall(swapped, Optional.empty())));
        assertEquals(EditApproval.DENIED_BY_RULE, desk.approveEdited(edit(id, "echo x #deny", "")));
        assertTrue(desk.approve(id));
        assertEquals("asked\n", answer.get().stdout().text());
        assertEquals(
                EditApproval.NO_LONGER_WAITS,
                desk.approveEdited(new EditedCall(seen, Optional.empty())));
    }

    @Test
    void aHoldStopsEveryStartAndDeniesNothing() throws Exception {
        Path witness = folder.resolve("witness");
        desk.holdAll(true);
        CompletableFuture<CallReport> byRule = console.submit("touch " + witness + " #allow");
        CompletableFuture<CallReport> byPerson = console.submit("echo person");
        ToolCallId id = console.awaitWaiting();
        assertTrue(desk.approve(id));
        SupervisedFolder.await(() -> approved() == 2);
        assertEquals(0, desk.status().running());
        assertFalse(Files.exists(witness));
        desk.holdAll(false);
        assertEquals(Optional.of(CallStatus.COMPLETED), byRule.get().status());
        assertEquals("person\n", byPerson.get().stdout().text());
        assertTrue(Files.exists(witness));
    }

    @Test
    void holdingOneAgentLetsAnotherGoOn() throws Exception {
        var other = console.connect("other");
        desk.hold(console.session().id(), true);
        CompletableFuture<CallReport> held = console.submit("echo held #allow");
        assertEquals("free\n", console.submit(other, "echo free #allow").get().stdout().text());
        assertFalse(held.isDone());
        assertEquals(0, startedOf("echo held #allow"));
        desk.hold(console.session().id(), false);
        assertEquals("held\n", held.get().stdout().text());
    }

    @Test
    void nothingStartsOnceAHoldHasReturned() throws Exception {
        for (int round = 0; round < 10; round++) {
            List<CompletableFuture<CallReport>> answers =
                    IntStream.range(0, 4).mapToObj(_ -> console.submit("true #allow")).toList();
            desk.holdAll(true);
            long starts = started();
            SupervisedFolder.await(() -> desk.status().running() == 0);
            assertEquals(starts, started());
            desk.holdAll(false);
            for (CompletableFuture<CallReport> answer : answers) {
                assertEquals(Optional.of(CallStatus.COMPLETED), answer.get().status());
            }
        }
    }

    @Test
    void aHeldCallCanBeTakenBack() throws Exception {
        desk.holdAll(true);
        OpenCall call = console.call("echo never #allow");
        SupervisedFolder.await(() -> approved() == 1);
        call.cancel();
        assertEquals(
                Optional.of(CallError.Type.CANCELLED), call.await().error().map(CallError::type));
    }

    @Test
    void aSessionInDryRunIsJudgedAndRunsNothing() throws Exception {
        Path witness = folder.resolve("witness");
        desk.dryRun(console.session().id(), true);
        assertEquals(
                Optional.of(CallStatus.DRY_RUN),
                console.submit("touch " + witness + " #allow").get().status());
        assertFalse(Files.exists(witness));
        desk.dryRun(console.session().id(), false);
        assertEquals("x\n", console.submit("echo x #allow").get().stdout().text());
    }

    @Test
    void oneDenialCanStopAllThatTheAgentHasWaiting() throws Exception {
        var other = console.connect("other");
        CompletableFuture<CallReport> first = console.submit("echo 1");
        CompletableFuture<CallReport> second = console.submit("echo 2");
        CompletableFuture<CallReport> others = console.submit(other, "echo other");
        SupervisedFolder.await(() -> desk.status().waiting() == 3);
        ToolCallId one = console.waiting("echo 1");
        assertEquals(2, desk.denyAllOfAgent(one, Optional.of("stop it")));
        assertEquals(
                Optional.of("stop it"), second.get().decision().flatMap(DecisionReport::reason));
        assertEquals(Optional.of(CallStatus.DENIED), first.get().status());
        assertFalse(others.isDone());
        assertTrue(desk.deny(console.waiting("echo other"), Optional.empty()));
    }

    @Test
    void aCallKnowsWhenItsWaitingEnds() throws Exception {
        console.settings().change(Settings.APPROVAL_EXPIRY, Optional.of(Duration.ofMinutes(5)));
        CompletableFuture<CallReport> answer = console.submit("echo never");
        CallRecord record = console.journal().find(console.awaitWaiting()).orElseThrow();
        assertEquals(
                Optional.of(record.queued().orElseThrow().at().plus(Duration.ofMinutes(5))),
                record.expiresAt());
        assertFalse(answer.isDone());
    }

    /// The shortest expiry that can be set takes ten seconds.
    @Test
    @Tag("soak")
    void nobodyAnsweredIsNoRefusal() throws Exception {
        console.settings().change(Settings.APPROVAL_EXPIRY, Optional.of(Duration.ofSeconds(10)));
        CompletableFuture<CallReport> answer = console.submit("echo never");
        assertEquals(Optional.of(CallStatus.EXPIRED), answer.get().status());
        assertEquals(
                "[nobody answered within 10 s; nothing was run]", AnswerText.render(answer.get()));
        assertEquals(Optional.empty(), answer.get().decision());
    }

    /// The other half, that the card shows the record's text to the byte, is `ShownIsRunTest`'s.
    @Test
    void theBytesOfTheRecordAreTheArgumentOfTheShell() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "only Linux shows arguments");
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("PersonDeskTest seed " + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 15; round++) {
            CompletableFuture<CallReport> answer =
                    console.submit("sleep 30; : '" + harmless(random) + "'");
            ToolCallId id = console.awaitWaiting();
            if (random.nextBoolean()) {
                assertEquals(
                        EditApproval.APPROVED,
                        desk.approveEdited(edit(id, "sleep 29; : '" + harmless(random) + "'", "")));
            } else {
                assertTrue(desk.approve(id));
            }
            SupervisedFolder.await(() -> console.journal().calls().getLast().started().isPresent());
            CallRecord record = console.journal().calls().getLast();
            long pid = record.started().orElseThrow().pid();
            SupervisedFolder.await(() -> !arguments(pid).isEmpty());
            String[] words = arguments(pid).split("\0", -1);
            assertEquals(record.command().text(), words[words.length - 2], "seed " + seed);
            desk.stop(id);
            assertEquals(Optional.of(CallStatus.KILLED), answer.get().status());
        }
    }

    /// Empty for a moment while the process becomes the shell.
    private static String arguments(long pid) {
        try {
            return new String(
                    Files.readAllBytes(Path.of("/proc/" + pid + "/cmdline")),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String harmless(RandomGenerator random) {
        String odd = "ab $\"`\\|&;<>(){}*?#~=\n\t\r\u001b\u200b\u202e\u00e9\u043e\u6f22";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append(odd.charAt(random.nextInt(odd.length())));
        }
        return text.toString();
    }

    private EditedCall edit(ToolCallId id, String command, String note) {
        return new EditedCall(
                desk.assessEdited(id, new CommandText(command)).orElseThrow(), Optional.of(note));
    }

    private long approved() {
        return console.journal().calls().stream().filter(r -> r.decided().isPresent()).count();
    }

    private long started() {
        return console.journal().calls().stream().filter(r -> r.started().isPresent()).count();
    }

    private long startedOf(String command) {
        return console.journal().calls().stream()
                .filter(record -> record.call().command().text().equals(command))
                .filter(record -> record.started().isPresent())
                .count();
    }
}
