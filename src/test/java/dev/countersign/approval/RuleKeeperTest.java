package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.safety.FileContent;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Grants, drafts tried on history, and rules that are saved, taken out and undone.
final class RuleKeeperTest {
    private static final Path SCRIPT = Calls.WORKSPACE.resolve("deploy.sh");

    @TempDir private Path folder;

    private final Map<Path, String> scripts = new HashMap<>();
    private final List<PastCall> history = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");
    private SessionGrants grants;
    private CallJudge judge;
    private RuleKeeper keeper;
    private int lastId;

    @BeforeEach
    void open() throws IOException {
        Files.writeString(
                file(), "{\"bash\": {\"*\": \"ask\", \"echo *\": \"allow\", \"rm *\": \"deny\"}}");
        scripts.put(SCRIPT, "aa");
        InstantSource clock = () -> now;
        RuleFiles files = new RuleFiles(file(), folder.resolve("rules"), clock);
        grants = new SessionGrants(clock);
        judge =
                new CallJudge(
                        new RiskAssessor(disk()),
                        files::book,
                        grants,
                        Path.of("/home/ann"),
                        List.of());
        keeper =
                new RuleKeeper(
                        files,
                        grants,
                        judge,
                        most -> history.reversed().subList(0, Math.min(most, history.size())),
                        event -> log.add(event.kind().wireName() + " " + event.subject()));
    }

    private FileFacts disk() {
        return new FileFacts() {
            @Override
            public Path resolve(Path absolute) {
                return absolute.normalize();
            }

            @Override
            public Optional<FileContent> content(Path path) {
                return Optional.ofNullable(scripts.get(path))
                        .map(text -> new FileContent("digest of " + text, 10, "echo " + text));
            }
        };
    }

    private Path file() {
        return folder.resolve("permissions.json");
    }

    private ToolCall call(String command) {
        return call(command, Optional.empty());
    }

    private ToolCall call(String command, Optional<Boolean> flag) {
        lastId++;
        return Calls.call(lastId, command, flag, false);
    }

    private Verdict verdict(String command) {
        return judge.judge(call(command)).verdict().verdict();
    }

    private void grant(String command, GrantScope scope) {
        ToolCall call = call(command);
        assertEquals(Optional.empty(), keeper.problem(call, List.of(scope)));
        keeper.grant(call, List.of(scope), Optional.empty());
    }

    // ---- exact grants

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npm test",
                "cat a > b",
                "touch $X",
                "frob && cp a $Y",
                "python3 build.py",
                "curl -s https://x.example",
                "bash deploy.sh --now",
                "npm test | tee log",
            })
    void anExactGrantSurvivesRedirectsAndWhatIsNotResolved(String command) {
        assertEquals(Verdict.ASK, verdict(command));
        GrantScope exact = keeper.offer(call(command)).exact().orElseThrow();
        grant(command, exact);
        AssessedCall judged = judge.judge(call(command));
        assertEquals(Verdict.ALLOW, judged.verdict().verdict(), judged.verdict()::reason);
        assertEquals(RuleReference.Kind.GRANT, judged.verdict().rule().orElseThrow().kind());
        assertEquals(Verdict.ASK, verdict(command + " "));
        assertEquals(Verdict.ASK, verdict(command + "; frob"));
    }

    @Test
    void anExactGrantHoldsForItsFolderAndSessionAlone() {
        GrantScope exact = keeper.offer(call("npm test")).exact().orElseThrow();
        grant("npm test", exact);
        ToolCall call = call("npm test");
        ToolCall elsewhere =
                new ToolCall(
                        call.id(),
                        call.session(),
                        call.command(),
                        call.summary(),
                        call.flaggedDangerous(),
                        call.mode(),
                        call.timeout(),
                        call.onTimeout(),
                        Calls.WORKSPACE.resolve("sub"),
                        call.addedEnvironment(),
                        call.truncation(),
                        call.mergeOutput(),
                        call.pseudoTerminal(),
                        call.dryRun(),
                        call.receivedAt());
        assertEquals(Verdict.ASK, judge.judge(elsewhere).verdict().verdict());
        keeper.endSession(new AgentSessionId("another"));
        assertEquals(Verdict.ALLOW, verdict("npm test"));
        keeper.endSession(new AgentSessionId("session"));
        assertEquals(Verdict.ASK, verdict("npm test"));
        assertEquals(List.of(), keeper.grants());
    }

    @Test
    void aChangedScriptIsAskedAgain() {
        String command = "bash deploy.sh --now";
        GrantScope exact = keeper.offer(call(command)).exact().orElseThrow();
        grant(command, exact);
        assertEquals(Verdict.ALLOW, verdict(command));
        scripts.put(SCRIPT, "bb");
        assertEquals(Verdict.ASK, verdict(command));
        scripts.remove(SCRIPT);
        assertEquals(Verdict.ASK, verdict(command));
    }

    // ---- what is never offered

    @Test
    void theAgentsOwnDoubtAndHighLevelsAreNeverOffered() {
        ToolCall flagged = call("npm test", Optional.of(true));
        assertTrue(keeper.offer(flagged).refusal().isPresent());
        assertTrue(
                keeper.problem(
                                flagged,
                                List.of(new GrantScope.CommandPrefix(List.of("npm", "test"))))
                        .isPresent());
        assertTrue(keeper.offer(call("git push --force")).refusal().isPresent());
        assertTrue(keeper.offer(call("rm x")).refusal().isPresent());
        assertTrue(keeper.offer(call("echo 'x")).refusal().isPresent());

        grant("npm test", new GrantScope.CommandPrefix(List.of("npm", "test")));
        assertEquals(
                Verdict.ASK, judge.judge(call("npm test", Optional.of(true))).verdict().verdict());
        GrantScope reset = new GrantScope.CommandPrefix(List.of("git", "reset"));
        grant("git reset README.md", reset);
        assertEquals(Verdict.ASK, verdict("git reset --hard"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bash deploy.sh",
                "python3.12 build.py",
                "/usr/bin/python3 -c 'print(1)'",
                "node x.js",
                "perl -e 1",
                "curl https://x.example",
                "wget https://x.example",
                "env A=b npm test",
                "xargs frob",
                "ssh host ls",
                "docker run alpine",
                "docker compose run x",
                "docker --log-level debug ps",
                "find . -name x",
                "npx tsc",
                "make",
            })
    void interpretersAndTheirLikeAreNeverOfferedAsAPrefix(String command) {
        GrantOffer offer = keeper.offer(call(command));
        for (GrantOffer.PartOffer part : offer.parts().subList(0, 1)) {
            assertEquals(0, part.fewestWords(), command);
            assertTrue(part.refusal().isPresent());
        }
        String first = command.substring(0, (command + " ").indexOf(' '));
        assertTrue(
                keeper.problem(call(command), List.of(new GrantScope.CommandPrefix(List.of(first))))
                        .isPresent());
    }

    // ---- prefixes

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "npm run build --fast|4|2",
                "cargo check|2|2",
                "touch README.md|2|1",
                "docker compose up -d|4|2",
            })
    void aPrefixIsSuggestedNarrowAndCanBeWidenedToItsSubcommand(
            String command, int words, int fewest) {
        GrantOffer.PartOffer part = keeper.offer(call(command)).parts().getFirst();
        assertEquals(words, part.words().size());
        assertEquals(fewest, part.fewestWords());
        grant(command, part.prefix(fewest));
        assertEquals(Verdict.ALLOW, verdict(command + " more"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "npm test|ALLOW",
                "npm test -- --watch|ALLOW",
                "echo a && npm test|ALLOW",
                "npm tester|ASK",
                "npm install|ASK",
                "npm test > log|ASK",
                "npm test; rm x|DENY",
                "npm test; frob|ASK",
                "npm $X|ASK",
                "./npm test|ASK",
                "sudo npm test|ASK",
                "npm test¶frob|ASK",
            })
    void aPrefixLetsThroughWhatBeginsWithItAndNothingElse(String command, Verdict verdict) {
        grant("npm test", new GrantScope.CommandPrefix(List.of("npm", "test")));
        assertEquals(verdict, verdict(command.replace('¶', '\n')));
    }

    @Test
    void aScriptsGrantEndsWhenItsContentChanges() {
        GrantOffer.PartOffer part = keeper.offer(call("bash deploy.sh staging")).parts().getFirst();
        GrantScope.ScriptContent whole = part.script().orElseThrow();
        GrantScope script =
                new GrantScope.ScriptContent(whole.prefix().subList(0, 2), whole.scripts());
        assertTrue(
                keeper.problem(
                                call("bash deploy.sh staging"),
                                List.of(
                                        new GrantScope.ScriptContent(
                                                List.of("bash"), whole.scripts())))
                        .isPresent());
        grant("bash deploy.sh staging", script);
        assertEquals(Verdict.ALLOW, verdict("bash deploy.sh production"));
        assertEquals(Verdict.ASK, verdict("bash other.sh"));
        scripts.put(SCRIPT, "bb");
        assertEquals(Verdict.ASK, verdict("bash deploy.sh staging"));
    }

    @Test
    void grantsEndWithTheirTimeOrWhenRevokedAndCountTheirUses() {
        ToolCall call = call("npm test");
        GrantScope scope = new GrantScope.CommandPrefix(List.of("npm", "test"));
        keeper.grant(call, List.of(scope), Optional.of(Duration.ofMinutes(10)));
        AssessedCall judged = judge.judge(call("npm test"));
        keeper.decided(
                judged.call(),
                new Decision.Approved(
                        Decider.of(judged.verdict().rule().orElseThrow()), ApprovalScope.RULE),
                now);
        assertEquals(1, keeper.grants().getFirst().uses());
        now = now.plus(Duration.ofMinutes(10));
        assertEquals(Verdict.ASK, verdict("npm test"));
        keeper.look();
        keeper.grant(call, List.of(scope), Optional.empty());
        GrantId id = keeper.grants().getFirst().id();
        assertTrue(keeper.revoke(id));
        assertFalse(keeper.revoke(id));
        assertEquals(Verdict.ASK, verdict("npm test"));
        assertEquals(
                List.of(
                        "granted npm test …",
                        "grant-ended npm test …",
                        "granted npm test …",
                        "grant-revoked npm test …"),
                log);
    }

    @Test
    void whatCannotBeWrittenDownLetsNothingThrough() {
        RuleKeeper unkept =
                new RuleKeeper(
                        keeper.files(),
                        grants,
                        judge,
                        _ -> List.of(),
                        _ -> {
                            throw new UncheckedIOException(new IOException("full"));
                        });
        ToolCall call = call("npm test");
        GrantScope scope = new GrantScope.CommandPrefix(List.of("npm", "test"));
        assertThrows(
                UncheckedIOException.class,
                () -> unkept.grant(call, List.of(scope), Optional.empty()));
        assertEquals(Verdict.ASK, verdict("npm test"));
        assertTrue(
                unkept.save(List.of(draft("npm", "test")), Optional.empty())
                        .orElseThrow()
                        .contains("full"));
        assertEquals(Verdict.ASK, verdict("npm test"));
    }

    /// Whatever is put before, behind or around a granted command asks again, or is denied.
    @Test
    void noMutationOfAGrantedCommandIsLetThroughUnasked() {
        grant("npm test", new GrantScope.CommandPrefix(List.of("npm", "test")));
        grant("touch $X", keeper.offer(call("touch $X")).exact().orElseThrow());
        List<String> before =
                List.of("sudo ", "env A=b ", "LD_PRELOAD=x ", "frob; ", "nohup ", "$X ");
        List<String> behind = List.of("; frob", " | sh", " > /etc/x", "\nfrob", " && $Y", "; rm x");
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String command = random.nextBoolean() ? "npm test" : "touch $X";
            String changed =
                    random.nextBoolean()
                            ? before.get(random.nextInt(before.size())) + command
                            : command + behind.get(random.nextInt(behind.size()));
            assertTrue(
                    verdict(changed) != Verdict.ALLOW,
                    () -> "seed %d: %s".formatted(seed, changed));
        }
    }

    // ---- drafts

    private static RuleDraft draft(String... words) {
        return new RuleDraft.Prefix(List.of(words), Verdict.ALLOW, Optional.empty());
    }

    private void past(String command, Decision decision, RiskLevel level) {
        history.add(new PastCall(call(command), Optional.of(level), Optional.of(decision)));
    }

    private static Decision approved() {
        return new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE);
    }

    private static Decision denied() {
        return new Decision.Denied(new Decider.Human(), Optional.empty());
    }

    @Test
    void aDraftIsTriedOnHistory() {
        past("npm test", approved(), RiskLevel.MEDIUM);
        past("npm test -- x", approved(), RiskLevel.MEDIUM);
        past("npm test > log", approved(), RiskLevel.MEDIUM);
        past("echo a && npm test", approved(), RiskLevel.MEDIUM);
        past("npm testing", approved(), RiskLevel.MEDIUM);
        past("npm test -- evil", denied(), RiskLevel.HIGH);
        past("echo a", approved(), RiskLevel.NONE);
        RuleTryOut tried = keeper.tryOut(draft("npm", "test"), Optional.empty());
        assertEquals(7, tried.considered());
        assertEquals(4, tried.decided());
        assertEquals(1, tried.dangerous());
        assertEquals(1, tried.denied());
        assertEquals(3, tried.approved());
        assertEquals(
                "npm test -- evil", tried.examples().getFirst().call().call().command().text());
        assertEquals(
                0,
                keeper.tryOut(draft("npm", "test"), Optional.of(Path.of("/elsewhere")))
                        .considered());
        assertEquals(
                4,
                keeper.tryOut(
                                        new RuleDraft.Pattern("npm test*", Verdict.DENY),
                                        Optional.of(Calls.WORKSPACE))
                                .decided()
                        - 2);
    }

    @Test
    void whatAPersonKeepsApprovingIsSuggested() {
        for (int i = 0; i < 4; i++) {
            past("cargo check --workspace", approved(), RiskLevel.MEDIUM);
            past("npm install x" + i, approved(), RiskLevel.MEDIUM);
            past("python3 build.py", approved(), RiskLevel.MEDIUM);
            past("echo a", approved(), RiskLevel.NONE);
        }
        past("npm install evil", denied(), RiskLevel.MEDIUM);
        past("cargo build", approved(), RiskLevel.MEDIUM);
        List<RuleSuggestion> suggestions = keeper.suggestions();
        assertEquals(
                List.of("ordinary work in the workspace", "cargo check --workspace"),
                suggestions.stream().map(one -> one.draft().words()).toList());
        assertEquals(4, suggestions.getLast().approvals());
    }

    @Test
    void ordinaryWorkIsOfferedWithWhatItWouldHaveDecidedUntilItIsAllowed() throws IOException {
        PermissionRule all =
                keeper.files().global().current().rules().rules().stream()
                        .filter(rule -> rule.id().equals("*"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(Optional.empty(), keeper.remove(file(), all));
        past("cargo check", approved(), RiskLevel.LOW);
        past("touch x", denied(), RiskLevel.LOW);
        past("npm install x", approved(), RiskLevel.MEDIUM);
        RuleSuggestion offer = keeper.suggestions().getFirst();
        assertEquals(2, offer.tryOut().decided());
        assertEquals(1, offer.tryOut().denied());
        assertEquals(1, offer.approvals());
        assertEquals(Verdict.ASK, verdict("cargo check"));
        String before = Files.readString(file());
        assertEquals(Optional.empty(), keeper.save(List.of(offer.draft()), Optional.empty()));
        assertTrue(
                Files.readString(file())
                        .contains(
                                "{\"level\": \"low\", \"in\": \"workspace\", \"decision\":"
                                        + " \"allow\"}"));
        assertEquals(Verdict.ALLOW, verdict("cargo check"));
        assertEquals(List.of(), keeper.suggestions());
        assertEquals(Optional.empty(), keeper.undo(file()));
        assertEquals(before, Files.readString(file()));
        assertEquals(Verdict.ASK, verdict("cargo check"));
    }

    @Test
    void aSavedRuleIsInForceAtOnceAndCanBeUndoneOrTakenOut() throws IOException {
        String before = Files.readString(file());
        assertEquals(
                List.of("\"npm test\": \"allow\"", "\"npm test *\": \"allow\""),
                keeper.lines(draft("npm", "test")));
        assertEquals(
                Optional.empty(), keeper.save(List.of(draft("npm", "test")), Optional.empty()));
        assertEquals(Verdict.ALLOW, verdict("npm test -- x"));
        assertEquals(Verdict.ASK, verdict("npm tester"));
        keeper.look();
        assertTrue(keeper.files().global().current().pending().isEmpty());

        assertEquals(Optional.empty(), keeper.undo(file()));
        assertEquals(before, Files.readString(file()));
        assertEquals(Verdict.ASK, verdict("npm test"));
        assertTrue(keeper.undo(file()).isPresent());

        PermissionRule rm = keeper.files().global().current().rules().rules().getLast();
        assertEquals(Optional.empty(), keeper.remove(file(), rm));
        assertEquals(Verdict.ASK, verdict("rm x"));
        assertEquals(Optional.empty(), keeper.guard(Guard.FORCE_PUSH, false));
        assertEquals(Verdict.ASK, verdict("git push -f"));
    }

    @Test
    void aReasonIsKeptWithTheRuleAlsoBesideAPatternThatAsks() {
        RuleDraft reasoned =
                new RuleDraft.Prefix(
                        List.of("npm", "test"), Verdict.ALLOW, Optional.of("runs offline"));
        assertEquals(Optional.empty(), keeper.save(List.of(reasoned), Optional.empty()));
        assertEquals(Verdict.ALLOW, verdict("npm test"));
        assertTrue(
                keeper.files().global().current().rules().rules().stream()
                        .anyMatch(rule -> rule.why().equals(Optional.of("runs offline"))));
    }

    @Test
    void aFileThatWasChangedFromOutsideIsNotWrittenOver() throws IOException {
        Files.writeString(file(), "{\"bash\": {\"*\": \"allow\"}}");
        assertTrue(keeper.save(List.of(draft("npm")), Optional.empty()).isPresent());
        keeper.look();
        assertTrue(
                keeper.save(List.of(draft("npm")), Optional.empty())
                        .orElseThrow()
                        .contains("confirm or reject"));
        assertEquals("{\"bash\": {\"*\": \"allow\"}}", Files.readString(file()));
        String digest = keeper.files().global().current().pending().orElseThrow().digest();
        assertEquals(Optional.empty(), keeper.confirm(file(), digest));
        assertEquals(Verdict.ALLOW, verdict("frob"));
        assertEquals(
                List.of("loosening-waits " + file(), "loosening-confirmed " + file()),
                log.stream().filter(line -> line.startsWith("loosening")).toList());
    }

    @Test
    void aRuleForOneWorkspaceStandsInItsFileAndIsTrustedThere() throws IOException {
        Path root = folder.resolve("shop");
        Path own = root.resolve(WorkspaceFile.PLACE);
        Workspace workspace = Workspace.of(root);
        assertEquals(
                Optional.empty(), keeper.save(List.of(draft("npm", "test")), Optional.of(root)));
        assertEquals(Verdict.ALLOW, inWorkspace(workspace, "npm test"));
        assertEquals(Optional.empty(), keeper.distrust(own));
        assertEquals(Verdict.ASK, inWorkspace(workspace, "npm test"));

        Files.writeString(own, "{\"bash\": {\"knob\": \"allow\"}}");
        assertEquals(Verdict.ASK, inWorkspace(workspace, "knob"));
        assertTrue(
                keeper.save(List.of(draft("npm", "test")), Optional.of(root))
                        .orElseThrow()
                        .contains("trust it first"));
        String digest = keeper.files().workspaces().getFirst().file().current().digest();
        assertTrue(keeper.trust(own, "another").isPresent());
        assertEquals(Optional.empty(), keeper.trust(own, digest));
        assertEquals(Verdict.ALLOW, inWorkspace(workspace, "knob"));
        assertEquals(
                Optional.empty(), keeper.save(List.of(draft("npm", "test")), Optional.of(root)));
        assertEquals(Verdict.ALLOW, inWorkspace(workspace, "knob"));
        assertEquals(Verdict.ALLOW, inWorkspace(workspace, "npm test"));
    }

    private Verdict inWorkspace(Workspace workspace, String command) {
        return keeper.files().book(workspace).files().getLast().match(command).verdict();
    }

    @Test
    void rulesCountTheirUses() {
        ToolCall call = call("echo a");
        AssessedCall judged = judge.judge(call);
        keeper.decided(
                call,
                new Decision.Approved(
                        Decider.of(judged.verdict().rule().orElseThrow()), ApprovalScope.RULE),
                now);
        PermissionRule rule =
                keeper.files().global().current().rules().rules().stream()
                        .filter(one -> one.id().equals("echo *"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(1, keeper.uses(Optional.empty(), rule));
        assertEquals(Optional.of(now), keeper.lastUse(Optional.empty(), rule));
    }
}
