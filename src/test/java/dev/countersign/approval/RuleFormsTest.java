package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.countersign.safety.AssessmentRequest;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The long form, effect rules, path rules, guards, and what refuses a file.
final class RuleFormsTest {
    private static final Path HOME = Path.of("/home/ann");
    // `link` in the workspace leads to the keys, as a disk would tell.
    private static final FileFacts DISK =
            path ->
                    path.startsWith(Calls.WORKSPACE.resolve("link"))
                            ? HOME.resolve(".ssh")
                                    .resolve(Calls.WORKSPACE.resolve("link").relativize(path))
                                    .normalize()
                            : path.normalize();
    private static final RiskAssessor ASSESSOR = new RiskAssessor(DISK);

    private static PermissionRules file(String text) throws ConfigurationException {
        return PermissionRules.parse(text.replace('\'', '"'));
    }

    private static PolicyVerdict judge(String command, PermissionRules... files) {
        return ApprovalPolicy.judge(
                ASSESSOR.assess(
                        new AssessmentRequest(
                                command,
                                Calls.WORKSPACE,
                                Workspace.of(Calls.WORKSPACE),
                                HOME,
                                Map.of(),
                                List.of())),
                new Circumstances(Workspace.of(Calls.WORKSPACE), HOME, false),
                new RuleBook(List.of(files)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "git status -sb|ALLOW|git status¦log¦diff",
                "git log|ALLOW|git status¦log¦diff",
                "'git' \"log\" --oneline|ALLOW|git status¦log¦diff",
                "git statuses|ASK|",
                "git --no-pager log|ASK|",
                "/usr/bin/git log|ASK|",
                "./git log|ASK|",
                "git|ASK|",
                "npm publish|DENY|npm publish",
                "/opt/bin/npm publish --tag x|DENY|npm publish",
                "npm publish-it|ASK|",
                "git log && npm publish|DENY|npm publish",
                "git log; npm $X|ASK|",
                "frob --now|ALLOW|frob",
                "git log > f|ASK|",
                "env git log|ASK|",
            })
    void aPrefixWithAlternativesMatchesWholeWords(String command, Verdict verdict, String rule)
            throws ConfigurationException {
        PolicyVerdict judged =
                judge(
                        command,
                        file(
                                "{'rules':[{'prefix':['git',['status','log','diff']],'decision':'allow','why':'looks"
                                    + " only','match':['git status -sb'],'notMatch':['git push']},"
                                    + "{'prefix':['npm','publish'],'decision':'deny','why':'releases"
                                    + " are made by CI','instead':'open a PR'},"
                                    + "{'prefix':['frob'],'decision':'allow'}]}"));
        assertEquals(verdict, judged.verdict(), judged::reason);
        assertEquals(
                rule == null ? "" : rule.replace('¦', '|'),
                judged.rule().map(RuleReference::id).orElse(""));
    }

    /// What a rule forbids is not had by an option in front of the subcommand; what a rule allows
    /// is only what it says.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "git push|DENY|git push",
                "git -C sub push|DENY|git push",
                "git --no-pager -c color.ui=false push origin|DENY|git push",
                "/usr/bin/git -C sub push|DENY|git push",
                "cd sub && git -C . push|DENY|git push",
                "docker --log-level debug rm x|DENY|docker rm*",
                "docker compose -f x.yml down|DENY|docker compose down*",
                "kubectl -n prod delete pod x|DENY|kubectl delete*",
                "kubectl --context prod get pods|ALLOW|kubectl*",
                "git -C sub log|ASK|",
                "git log|ALLOW|git log",
                "git -C sub tag v1|ASK|git tag*",
                "git -C sub commit -m push|ASK|",
                "npm --prefix sub publish|DENY|npm publish",
            })
    void optionsBeforeASubcommandHideItFromNoRuleThatAsksOrDenies(
            String command, Verdict verdict, String rule) throws ConfigurationException {
        PolicyVerdict judged =
                judge(
                        command,
                        file(
                                "{'bash':{'docker rm*':'deny','docker compose down*':'deny',"
                                        + "'kubectl*':'allow','kubectl delete*':'deny',"
                                        + "'git tag*':'ask','git log':'allow'},"
                                        + "'rules':[{'prefix':['git','push'],'decision':'deny',"
                                        + "'match':['git -C x push'],'notMatch':['git -C x pull']},"
                                        + "{'prefix':['npm','publish'],'decision':'deny'}]}"));
        assertEquals(verdict, judged.verdict(), judged::reason);
        assertEquals(rule == null ? "" : rule, judged.rule().map(RuleReference::id).orElse(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ls -la src|ALLOW",
                "cat README.md ¦ wc -l|ALLOW",
                "grep -rn word src|ALLOW",
                "pwd|ALLOW",
                "echo hello|ALLOW",
                "git status|ALLOW",
                "git log --oneline|ALLOW",
                "cd src && ls|ALLOW",
                "cat /etc/hosts|ASK",
                "cat ../x|ASK",
                "cat link/config|ASK",
                "cat \"$X\"|ASK",
                "touch x|ASK",
                "cat a > b|ASK",
                "curl -s https://x.example|ASK",
                "frob|ASK",
                "npm test|ASK",
                "cat .env|ASK",
            })
    void whatOnlyReadsInTheWorkspaceIsAllowedByAnEffectRule(String command, Verdict verdict)
            throws ConfigurationException {
        PolicyVerdict judged =
                judge(
                        command.replace('¦', '|'),
                        file("{'rules':[{'readOnly':true,'in':'workspace','decision':'allow'}]}"));
        assertEquals(verdict, judged.verdict(), judged::reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "touch x|ALLOW",
                "mkdir -p a/b && cp x a/b|ALLOW",
                "git commit -m x|ALLOW",
                "npm test|ALLOW",
                "./gradlew build|ALLOW",
                "cat README.md|ALLOW",
                "touch ../x|ASK",
                "touch /tmp/x|ASK",
                "touch link/x|ASK",
                "touch \"$X\"|ASK",
                "echo a > b|ASK",
                "touch x; frob|ASK",
                "npm install|ASK",
                "git push|ASK",
                "git fetch|ASK",
                "kubectl get pods|ASK",
                "gh pr list|ASK",
                "curl -s https://x.example|ASK",
                "python3 x.py|ASK",
                "cat .env|ASK",
                "sed -i s/a/b/ x|ASK",
                "git reset --hard|ASK",
                "git add -A|ASK",
                "PATH=. npm test|ASK",
                "rm -rf .|ASK",
            })
    void ordinaryWorkInTheWorkspaceIsAllowedByALevelRule(String command, Verdict verdict)
            throws ConfigurationException {
        PermissionRules ordinary =
                file(
                        "{'rules':[{'level':'low','in':'workspace','decision':'allow'}],"
                                + "'guards':{'blindGitAdd':false,'criticalRemoval':false}}");
        PolicyVerdict judged = judge(command, ordinary);
        assertEquals(verdict, judged.verdict(), judged::reason);
    }

    @Test
    void anEffectRuleCanReachBeyondTheWorkspace() throws ConfigurationException {
        PermissionRules anywhere =
                file("{'rules':[{'readOnly':true,'in':'anywhere','decision':'allow'}]}");
        assertEquals(Verdict.ALLOW, judge("ls /usr/share", anywhere).verdict());
        assertEquals(Verdict.ASK, judge("cat ~/.ssh/id_rsa", anywhere).verdict());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "cat ~/.ssh/id_rsa|DENY",
                "cat /home/ann/.ssh/config|DENY",
                "cat $HOME/.ssh/config|DENY",
                "cat link/config|DENY",
                "cat < ~/.ssh/config|DENY",
                "ls ~/.ssh|DENY",
                "cp ~/.ssh/config x|DENY",
                "cat ~/.ss*/config|ASK",
                "tar cf x.tar ~|ASK",
                "grep -r key ~|ASK",
                "cat \"$X\"|ASK",
                "frob ~/.ssh/id_rsa|ASK",
                "cat ~/.sshx|ALLOW",
                "cat README.md|ALLOW",
                "ls ~|ALLOW",
                "rm keep/a|DENY",
                "rm -r keep|DENY",
                "rm -r deep/x/keep.txt|DENY",
                "mv keep/a b|DENY",
                "rm -r deep|ASK",
                "rm -r .|DENY",
                "rm other|ALLOW",
                "touch docs/a.md|DENY",
                "rm docs/a.md|DENY",
                "touch docs/a.txt|ALLOW",
                "cat docs/a.md|ALLOW",
            })
    void pathRulesHoldForWhatIsReached(String command, Verdict verdict)
            throws ConfigurationException {
        PolicyVerdict judged =
                judge(
                        command,
                        file(
                                "{'bash':{'*':'allow'},'rules':["
                                    + "{'path':'~/.ssh/**','access':'read','decision':'deny'},"
                                    + "{'path':'keep/**','access':'delete','decision':'deny'},"
                                    + "{'path':'deep/**/keep.*','access':'delete','decision':'deny'},"
                                    + "{'path':'docs/*.md','access':'write','decision':'deny'}]}"));
        assertEquals(verdict, judged.verdict(), judged::reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "touch build/a|ALLOW",
                "rm -r build/a|ALLOW",
                "touch src/a|ASK",
                "touch build/a src/a|ASK",
                "cp src/a build/a|ALLOW",
                "cp ../a build/a|ASK",
                "cat src/a > build/a|ASK",
                "touch build/$X|ASK",
                "touch /tmp/x|ASK",
                "cat src/a|ALLOW",
            })
    void aPathRuleAllowsWhatReachesNothingElse(String command, Verdict verdict)
            throws ConfigurationException {
        PolicyVerdict judged =
                judge(
                        command,
                        file(
                                "{'rules':[{'path':'build/**','access':'write','decision':'allow'},"
                                    + "{'path':'build/**','access':'delete','decision':'allow'},"
                                    + "{'path':'/tmp/**','access':'write','decision':'allow'},"
                                    + "{'path':'src/**','access':'read','decision':'allow'}]}"));
        assertEquals(verdict, judged.verdict(), judged::reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "git add .|blindGitAdd",
                "git add -A|blindGitAdd",
                "git add --all src|blindGitAdd",
                "cd src && git add .|blindGitAdd",
                "git push --force|forcePush",
                "git push -f origin main|forcePush",
                "git push origin +main|forcePush",
                "sudo git push --force|forcePush",
                "bash -c 'git push --force'|forcePush",
                "rm -rf /|criticalRemoval",
                "rm -rf ~|criticalRemoval",
                "rm -rf .git|criticalRemoval",
                "git add README.md|",
                "git push --force-with-lease|",
                "git push|",
                "rm -rf build|",
                "echo git push --force|",
            })
    void guardsDenyAndNameTheSaferWay(String command, String guard) throws ConfigurationException {
        PolicyVerdict judged = judge(command, file("{'bash':{'*':'allow'}}"));
        assertEquals(guard != null, judged.verdict() == Verdict.DENY, judged::reason);
        if (guard != null) {
            RuleReference rule = judged.rule().orElseThrow();
            assertEquals(guard, rule.id());
            assertEquals(RuleReference.Kind.GUARD, rule.kind());
            assertEquals(Guard.of(guard).orElseThrow().instead(), rule.instead().orElseThrow());
            assertEquals(
                    Verdict.ASK,
                    judge(command.replace("sudo ", ""), file("{'guards':{'" + guard + "':false}}"))
                            .verdict());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // global, workspace, command, verdict
                "{'bash':{'a*':'allow'}}|{'bash':{'a*':'deny'}}|a x|DENY",
                "{'bash':{'a*':'deny'}}|{'bash':{'a*':'allow'}}|a x|DENY",
                "{'bash':{'a*':'allow'}}|{'bash':{'a x':'ask'}}|a x|ASK",
                "{'bash':{'a*':'allow'}}|{}|a x|ALLOW",
                "{}|{'bash':{'a*':'allow'}}|a x|ALLOW",
                "{'bash':{'*':'ask'}}|{'bash':{'a*':'allow'}}|a x|ASK",
                "{'bash':{'a*':'allow'},'rules':[{'prefix':['a'],'decision':'deny'}]}|{}|a x|DENY",
                "{'bash':{'a*':'deny','a x*':'allow'}}|{}|a x|ALLOW",
                "{'guards':{'forcePush':false},'bash':{'*':'allow'}}|{'guards':{'forcePush':true}}|git"
                    + " push -f|DENY",
                "{'bash':{'*':'allow'}}|{'guards':{'forcePush':false}}|git push -f|DENY",
            })
    void theStrictestOfAllFormsAndFilesWins(
            String global, String workspace, String command, Verdict verdict)
            throws ConfigurationException {
        assertEquals(verdict, judge(command, file(global), file(workspace)).verdict());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'rules':[{'prefix':['git','push'],'decision':'deny','match':['git pull']}]}|1|63"
                        + "|the example \"git pull\" should match the prefix git push and does not",
                "{'rules':[{'prefix':['git'],'decision':'deny','notMatch':['git pull']}]}|1|59"
                        + "|the example \"git pull\" should not match the prefix git and does",
                "{'rules':[{'prefix':['git'],'decision':'deny','match':['git (']}]}|1|56"
                        + "|the example \"git (\" is no command that can be read",
                "{'rules':[{'prefix':['git push'],'decision':'deny'}]}|1|22|\"git push\" is more"
                        + " than one word; write [\"git\", \"push\"] for git push",
                "{'rules':[{'prefix':[],'decision':'deny'}]}|1|21|a prefix needs at least one word",
                "{'rules':[{'prefix':[[]],'decision':'deny'}]}|1|22"
                        + "|a word needs at least one alternative",
                "{'rules':[{'prefix':['a']}]}|1|11|the rule needs the key \"decision\"",
                "{'rules':[{'prefix':['a'],'decision':'never'}]}|1|38"
                        + "|\"never\" is no decision; say \"allow\", \"ask\" or \"deny\"",
                "{'rules':[{'prefix':['a'],'decison':'deny'}]}|1|27|the key \"decison\" is not"
                    + " understood here; understood are prefix, match, notMatch, sandbox, decision,"
                    + " why, instead",
                "{'rules':[{'prefix':['a'],'path':'b','decision':'deny'}]}|1|11|a rule is about"
                        + " exactly one of \"prefix\", \"readOnly\", \"level\" and \"path\"",
                "{'rules':[{'decision':'deny'}]}|1|11|a rule is about exactly one of \"prefix\","
                        + " \"readOnly\", \"level\" and \"path\"",
                "{'rules':[{'level':'medium','in':'workspace','decision':'allow'}]}|1|20|\"level\""
                        + " can only be \"low\": what is worse must be named by a prefix or a"
                        + " pattern",
                "{'rules':[{'level':'low','in':'anywhere','decision':'allow'}]}|1|31|\"in\" can"
                        + " only be \"workspace\" in a rule about a level",
                "{'rules':[{'level':'low','decision':'allow'}]}|1|11|the rule needs the key \"in\"",
                "{'rules':[{'level':'low','in':'workspace','decision':'ask'}]}|1|54|a rule about a"
                        + " level can only allow",
                "{'rules':[{'readOnly':true,'in':'home','decision':'allow'}]}|1|33|\"in\" is"
                        + " \"workspace\" or \"anywhere\"",
                "{'rules':[{'path':'','access':'read','decision':'deny'}]}|1|19|a path must not be"
                        + " empty",
                "{'rules':[{'path':'a/../b','access':'read','decision':'deny'}]}|1|19|a path must"
                        + " not hold '..'",
                "{'rules':[{'path':'~bob/x','access':'read','decision':'deny'}]}|1|19|only '~/' is"
                        + " understood, no other person's home",
                "{'rules':[{'path':'a','access':'look','decision':'deny'}]}|1|32|\"look\" is no"
                        + " access; say \"read\", \"write\" or \"delete\"",
                "{'rules':[{'path':'a','decision':'deny'}]}|1|11|the rule needs the key \"access\"",
                "{'guards':{'gitAdd':true}}|1|12|there is no guard \"gitAdd\"; there are"
                        + " blindGitAdd, forcePush, criticalRemoval",
                "{'guards':{'forcePush':'off'}}|1|24|a guard is true or false, not a text",
                "{'rules':{}}|1|10|\"rules\" must be a list in brackets, not an object",
            })
    void aFileWithAMistakeIsRefusedWholeWithItsPlace(
            String text, int line, int column, String reason) {
        ConfigurationException refusal =
                assertThrows(ConfigurationException.class, () -> file(text));
        assertEquals(reason, refusal.reason());
        assertEquals(new LocatedJson.Place(line, column), refusal.place());
    }

    @Test
    void whatIsNotTrustedOnlyTightens() throws ConfigurationException {
        PermissionRules all =
                file(
                        "{'bash':{'a':'allow','b':'ask','c':'deny'},"
                                + "'rules':[{'readOnly':true,'decision':'allow'},"
                                + "{'path':'x','access':'write','decision':'deny'}],"
                                + "'guards':{'forcePush':false,'blindGitAdd':true}}");
        PermissionRules tightening = all.tighteningOnly();
        assertEquals(
                List.of("b", "c", "write x"),
                tightening.rules().stream().map(PermissionRule::id).toList());
        assertEquals(Map.of(Guard.BLIND_GIT_ADD, true), tightening.guards());
    }
}
