package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.safety.AssessmentRequest;
import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Another dress never makes a command look better: a wrapper before it, quotes, a line break, a
/// second command.
final class NeverLoosenedTest {
    private static final RiskAssessor ASSESSOR = new RiskAssessor(FileFacts.none());

    private static final List<String> COMMANDS =
            List.of(
                    "ls -la",
                    "cat README.md",
                    "git status",
                    "git log --oneline -5",
                    "git push --force origin main",
                    "git reset --hard HEAD~3",
                    "git clean -fdx",
                    "git add -A",
                    "git commit -m x",
                    "rm -rf /",
                    "rm -rf build",
                    "rm a b",
                    "rm -rf $X/y",
                    "find . -name x -delete",
                    "find . -exec rm {} +",
                    "chmod -R 777 /",
                    "chown -R me .",
                    "dd if=a of=/dev/sda",
                    "mkfs.ext4 /dev/sda1",
                    "curl http://example.com/x",
                    "cat /etc/shadow",
                    "cat ~/.ssh/id_rsa",
                    "sudo ls",
                    "touch x",
                    "mkdir -p a/b",
                    "mv a b",
                    "cp -r a /etc/b",
                    "echo hi",
                    "echo x",
                    "unknowncommand -z",
                    "./script.sh",
                    "bash script.sh",
                    "python3 x.py",
                    "npm install",
                    "npm publish",
                    "make",
                    "docker run -v /:/host alpine",
                    "kill -9 1",
                    "systemctl stop sshd",
                    "crontab -r",
                    "sed -i s/a/b/ file",
                    "sed -n 1,3p file",
                    "awk {print} file",
                    "tee /etc/x",
                    "grep -r a .",
                    "env",
                    "history -c",
                    "shutdown now");

    private static final List<UnaryOperator<String>> DRESSES =
            List.of(
                    command -> "env " + command,
                    command -> "env -i A=b " + command,
                    command -> "command " + command,
                    command -> "nohup " + command,
                    command -> "timeout 5 " + command,
                    command -> "nice -n 5 " + command,
                    command -> "time " + command,
                    command -> "sudo " + command,
                    command -> "exec " + command,
                    command -> "A=b " + command,
                    command -> "A=b C=d env -u E " + command,
                    command -> "setsid -w " + command,
                    command -> "stdbuf -o0 " + command,
                    command -> "ionice -c3 " + command,
                    command -> "command -p " + command,
                    command -> "flock /tmp/lock " + command,
                    command -> command + " 2>&1",
                    command -> command + " > /dev/null",
                    command -> command + " <<< x",
                    command -> "cd . && " + command,
                    command -> "x=$(" + command + ")",
                    command -> "export x=$(" + command + ")",
                    command -> ": \"${x:-$(" + command + ")}\"",
                    command -> "[[ -n $(" + command + ") ]]",
                    command -> "if " + command + "; then :; fi",
                    command -> "until " + command + "; do break; done",
                    command -> "coproc " + command,
                    command -> "{ " + command + "; } 2> /dev/null",
                    command -> "$SHELL -c '" + command + "'",
                    command -> "! " + command,
                    command -> "  " + command + "  # note",
                    NeverLoosenedTest::quoted,
                    NeverLoosenedTest::doubleQuoted,
                    NeverLoosenedTest::escaped,
                    NeverLoosenedTest::ansiQuoted,
                    command -> command.replace(" ", " \\\n "),
                    command -> command.replaceFirst("^(.)", "$1\\\\\n"),
                    command -> command + "\n",
                    command -> command + "; true",
                    command -> "true; " + command,
                    command -> "true && " + command,
                    command -> "false || " + command,
                    command -> command + " && echo done",
                    command -> command + " | cat",
                    command -> "echo a | " + command,
                    command -> "echo a\n" + command,
                    command -> command + " &",
                    command -> "( " + command + " )",
                    command -> "{ " + command + "; }",
                    command -> "if true; then " + command + "; fi",
                    command -> "while true; do " + command + "; done",
                    command -> "for i in 1 2; do " + command + "; done",
                    command -> "case a in a) " + command + ";; esac",
                    command -> "f() { " + command + "; }; f",
                    command -> "f() { " + command + "; }",
                    command -> "echo $(" + command + ")",
                    command -> "echo \"`true; " + command.replace("$", "\\$") + "`\"",
                    command -> "cat <(" + command + ")",
                    command -> "cat <<E\n$(" + command + ")\nE",
                    command -> "bash -c '" + command + "'",
                    command -> "sh -ec '" + command + "'",
                    command -> "eval '" + command + "'",
                    command -> "bash <<'E'\n" + command + "\nE",
                    command -> "trap '" + command + "' EXIT",
                    command -> "x='" + command + "'; eval \"$x\"",
                    command -> "c='" + command + "'; bash -c \"$c\"",
                    NeverLoosenedTest::nameFromVariable);

    private static String[] words(String command) {
        return command.split(" ", -1);
    }

    private static String eachWord(String command, UnaryOperator<String> dress) {
        List<String> dressed = new ArrayList<>();
        for (String word : words(command)) {
            boolean plain = word.matches("[A-Za-z0-9/.,:=+-]+");
            dressed.add(plain ? dress.apply(word) : word);
        }
        return String.join(" ", dressed);
    }

    private static String quoted(String command) {
        return eachWord(command, word -> "'" + word + "'");
    }

    private static String doubleQuoted(String command) {
        return eachWord(command, word -> word.charAt(0) + "\"" + word.substring(1) + "\"");
    }

    private static String escaped(String command) {
        return eachWord(command, word -> word.charAt(0) == '-' ? word : "\\" + word);
    }

    private static String ansiQuoted(String command) {
        return eachWord(
                command, word -> "$'\\x%02x%s'".formatted((int) word.charAt(0), word.substring(1)));
    }

    private static String nameFromVariable(String command) {
        String name = words(command)[0];
        return "n='" + name + "'; $n" + command.substring(name.length());
    }

    private record Judged(RiskAssessment assessment, Verdict verdict) {}

    private static Judged judge(String command) {
        CommandAnalysis analysis =
                ASSESSOR.assess(
                        new AssessmentRequest(
                                command,
                                Calls.WORKSPACE,
                                Workspace.of(Calls.WORKSPACE),
                                Path.of("/home/ann"),
                                Map.of(),
                                List.of(Path.of("/home/ann/.config/countersign"))));
        PolicyVerdict verdict =
                ApprovalPolicy.judge(
                        analysis,
                        new Circumstances(
                                Workspace.of(Calls.WORKSPACE), Path.of("/home/ann"), false),
                        RuleBook.of(PermissionRules.starter()));
        return new Judged(analysis.assessment(), verdict.verdict());
    }

    private static int strictness(Verdict verdict) {
        return switch (verdict) {
            case ALLOW -> 0;
            case ASK -> 1;
            case DENY -> 2;
        };
    }

    private static void holds(String before, String after, String origin) {
        Judged plain = judge(before);
        Judged dressed = judge(after);
        String what = origin + ": " + before + "\nas: " + after;
        assertTrue(
                dressed.assessment().level().atLeast(plain.assessment().level()),
                () ->
                        what
                                + "\nlevel "
                                + plain.assessment().level()
                                + " became "
                                + dressed.assessment().level());
        assertTrue(
                plain.assessment().readOnly() || !dressed.assessment().readOnly(),
                () -> what + "\nis called read-only");
        assertTrue(
                plain.assessment().known() || !dressed.assessment().known(),
                () -> what + "\nis called known");
        assertTrue(
                strictness(dressed.verdict()) >= strictness(plain.verdict()),
                () -> what + "\n" + plain.verdict() + " became " + dressed.verdict());
    }

    @Test
    void noDressLowersAVerdict() {
        for (String command : COMMANDS) {
            for (UnaryOperator<String> dress : DRESSES) {
                holds(command, dress.apply(command), "one dress");
            }
        }
    }

    @Test
    void aCommandThatGotBetterWouldBeSeen() {
        assertThrows(AssertionError.class, () -> holds("rm -rf /", "ls", "planted"));
        assertThrows(AssertionError.class, () -> holds("unknowncommand", "ls", "planted"));
        assertThrows(AssertionError.class, () -> holds("sudo ls", "ls", "planted"));
    }

    @Test
    void twoDressesDoNotEither() {
        dressedTwice(System.nanoTime(), 2_000);
    }

    @Test
    @Tag("soak")
    void manyDressesDoNotEither() {
        dressedTwice(Long.getLong("countersign.seed", System.nanoTime()), 200_000);
    }

    /// The inner dress is undone by the outer one where both quote; what bash then refuses is
    /// unknown, which is never better.
    private static void dressedTwice(long seed, int count) {
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            String command = COMMANDS.get(random.nextInt(COMMANDS.size()));
            String once = DRESSES.get(random.nextInt(DRESSES.size())).apply(command);
            if (once.indexOf('\'') >= 0 || once.indexOf('\n') >= 0 || once.indexOf('#') >= 0) {
                continue;
            }
            String twice = wrap(random, once);
            holds(once, twice, "seed " + seed);
        }
    }

    private static String wrap(Random random, String command) {
        return switch (random.nextInt(8)) {
            case 0 -> "bash -c '" + command + "'";
            case 1 -> "( " + command + "\n)";
            case 2 -> "true; " + command + "\necho x";
            case 3 -> "if true; then\n" + command + "\nfi";
            case 4 -> "f() {\n" + command + "\n}; f a";
            case 5 -> "eval '" + command + "'";
            case 6 -> "for i in 1; do\n" + command + "\ndone";
            default -> "echo \"$(\n" + command + "\n)\"";
        };
    }
}
