package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.CallJudge;
import dev.countersign.approval.PermissionRules;
import dev.countersign.approval.RuleBook;
import dev.countersign.approval.SessionGrants;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A script file that changes between its approval and its start, with real files and processes.
final class SwappedScriptTest {
    @TempDir Path folder;
    private SupervisedFolder console;
    private PersonDesk desk;
    private Path workspace;
    private final List<SupervisionEvent> sentBack = new CopyOnWriteArrayList<>();

    @BeforeEach
    void open() throws IOException {
        workspace = folder.toRealPath();
        DiskFacts disk = new DiskFacts();
        CallJudge judge =
                new CallJudge(
                        new RiskAssessor(disk),
                        _ -> RuleBook.of(PermissionRules.none()),
                        new SessionGrants(InstantSource.system()),
                        Path.of("/home/nobody"),
                        List.of());
        console = SupervisedFolder.open(workspace, judge::judge);
        desk = console.desk();
        console.journal()
                .subscribe((event, _) -> {
                    if (event instanceof SupervisionEvent.SentBack) {
                        sentBack.add(event);
                    }
                });
    }

    @AfterEach
    void close() throws IOException {
        console.close();
    }

    private CompletableFuture<CallReport> approvedButHeld(String command) {
        desk.holdAll(true);
        CompletableFuture<CallReport> answer = console.submit(command);
        ToolCallId id = console.awaitWaiting();
        assertTrue(desk.approve(id));
        return answer;
    }

    @Test
    void whatWasApprovedRunsWhileItIsTheSame() throws Exception {
        Files.writeString(workspace.resolve("x.sh"), "echo first\n");
        CompletableFuture<CallReport> answer = approvedButHeld("bash x.sh");
        desk.holdAll(false);
        assertEquals("first\n", answer.get().stdout().text());
        assertEquals(List.of(), sentBack);
    }

    @Test
    void aScriptThatChangesMeanwhileIsAskedAgain() throws Exception {
        Path script = workspace.resolve("x.sh");
        Files.writeString(script, "echo first\n");
        CompletableFuture<CallReport> answer = approvedButHeld("bash x.sh");
        Files.writeString(script, "echo second\n");
        desk.holdAll(false);
        SupervisedFolder.await(() -> !sentBack.isEmpty());
        ToolCallId id = console.awaitWaiting();
        assertTrue(
                console.journal()
                        .find(id)
                        .orElseThrow()
                        .assessed()
                        .orElseThrow()
                        .verdict()
                        .reason()
                        .contains("x.sh changed after it was approved"));
        assertTrue(desk.approve(id));
        assertEquals("second\n", answer.get().stdout().text());
        assertEquals(1, sentBack.size());
    }

    @Test
    void aLinkThatLeadsElsewhereAndAFileThatAppearsAreChangesToo() throws Exception {
        Files.writeString(workspace.resolve("good.sh"), "echo good\n");
        Files.writeString(workspace.resolve("other.sh"), "echo other\n");
        Path link = workspace.resolve("x.sh");
        Files.createSymbolicLink(link, Path.of("good.sh"));
        CompletableFuture<CallReport> linked = approvedButHeld("sh ./x.sh");
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("other.sh"));
        desk.holdAll(false);
        SupervisedFolder.await(() -> sentBack.size() == 1);
        assertTrue(desk.deny(console.awaitWaiting(), Optional.of("no")));
        linked.get();

        CompletableFuture<CallReport> made = approvedButHeld("sh ./new.sh");
        Files.writeString(workspace.resolve("new.sh"), "echo new\n");
        desk.holdAll(false);
        SupervisedFolder.await(() -> sentBack.size() == 2);
        assertTrue(desk.deny(console.awaitWaiting(), Optional.of("no")));
        made.get();
        assertEquals(0, console.desk().status().running());
    }

    @Test
    void theFileOfABuildToolIsWatchedToo() throws Exception {
        Path makefile = workspace.resolve("Makefile");
        Files.writeString(makefile, "all:\n\t@echo first\n");
        CompletableFuture<CallReport> answer = approvedButHeld("make all");
        Files.writeString(makefile, "all:\n\t@echo second\n");
        desk.holdAll(false);
        SupervisedFolder.await(() -> !sentBack.isEmpty());
        assertTrue(desk.deny(console.awaitWaiting(), Optional.of("no")));
        answer.get();
    }
}
