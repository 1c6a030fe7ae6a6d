package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is known of variables, loops, functions and folders at each command of a script.
final class ScriptWalkTest {
    private static final Path SHOP = Path.of("/home/ann/shop");

    private static CommandAnalysis analyse(String command) {
        return new RiskAssessor(FileFacts.none())
                .assess(
                        new AssessmentRequest(
                                command,
                                SHOP,
                                Workspace.of(SHOP),
                                Path.of("/home/ann"),
                                Map.of(),
                                List.of()));
    }

    /// The words of each part as the rules see them, `?` where one is not known; parts without
    /// words left out.
    private static String words(String command) {
        return analyse(command).steps().stream()
                .filter(step -> !step.words().isEmpty())
                .map(step ->
                        step.words().stream()
                                .map(word -> word.orElse("?"))
                                .collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" | "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '§',
            value = {
                "x=a; ls $x → ls a",
                "x='a b'; ls $x → ls a b",
                "x='a b'; ls \"$x\" → ls a b",
                "x=; ls $x b → ls b",
                "x=; ls \"$x\" b → ls  b",
                "x=rm; $x -rf / → rm -rf /",
                "x=r; y=m; $x$y a → rm a",
                "x=a y=$x; ls $y → ls a",
                "x=a ls $x → ls ?",
                "x=a; x+=b; ls $x → ls ab",
                "x=a; x=$(cmd); ls $x → cmd | ls ?",
                "ls $UNSET → ls ?",
                "ls $1/ → ls /",
                "unset x; ls $x/ → unset x | ls /",
                "x=a; if test b; then x=c; fi; ls $x → test b | ls ?",
                "x=a; if test b; then x=a; fi; ls $x → test b | ls a",
                "test b && x=a; ls $x → test b | ls ?",
                "x=a && ls $x → ls a",
                "(x=a); ls $x → ls ?",
                "x=a; (x=b; ls $x); ls $x → ls b | ls a",
                "x=a; echo b | read x; ls $x → echo b | read x | ls a",
                "x=a; read x; ls $x → read x | ls ?",
                "x=a; while test $x; do x=b; done; ls $x → test ? | ls ?",
                "x=a; case $y in a) x=b;; esac; ls $x → ls ?",
                "for f in a b; do ls $f; done → ls a | ls b",
                "for f in a b; do for g in 1 2; do ls $f$g; done; done → ls a1 | ls a2 | ls b1 | ls"
                        + " b2",
                "for f in {1..3}; do ls $f; done → ls 1 | ls 2 | ls 3",
                "for f in $(cmd); do ls $f; done → cmd | ls ?",
                "x=a; for f in a b; do ls $x; x=$f; done → ls ?",
                "ls {a,b}/{c,d} → ls a/c a/d b/c b/d",
                "ls {a..c} → ls a b c",
                "ls '{a,b}' {a} {a,b → ls {a,b} {a} {a,b",
                "f() { ls $1; }; f a → ls a | f a",
                "f() { ls \"$@\"; }; f a 'b c' → ls a b c | f a b c",
                "f() { ls $1; } → ls ?",
                "f() { x=a; }; f; ls $x → f | ls a",
                "set -- a b; ls $2 → set -- a b | ls b",
                "set -- a b; shift; ls $1 → set -- a b | shift | ls b",
                "export x=a; ls $x → export x=a | ls a",
                "declare -i x=a; ls $x → declare -i x=a | ls ?",
                "bash -c 'ls $1' _ a → bash -c ls $1 _ a | ls a",
                "x=a; bash -c 'ls $x' → bash -c ls $x | ls ?",
                "eval 'x=a'; ls $x → eval x=a | ls a",
                "x='ls a'; eval $x → eval ls a | ls a",
                "x=a; eval \"$y\"; ls $x → eval ? | ls ?",
                "x=a; . ./file; ls $x → . ./file | ls ?",
                "$(echo rm) a → rm a | echo rm",
                "ls $(cat <<'E'\\na b\\nE\\n) → ls a b | cat",
                "x=ABC; ${x,,} → abc",
                "x=abc; ${x:0:2} → ab",
                "x=a.txt; ls ${x%.txt}.md → ls a.md",
                "x=a; ls ${x:-b} ${x:+c} → ls a c",
                "x=y; y=a; ls ${!x} → ls a",
                "IFS=,; x=a,b; ls $x → ls ?",
                "x=a; ((x=1)); ls $x → ls ?",
                "x=a; : ${x:=b} $((y=1)); ls $x → : a ? | ls a",
                "x=a; printf -v x b; ls $x → printf -v x b | ls ?",
                "declare -n r=x; r=b; ls $x → declare -n r=x | ls ?",
            })
    void wordsAreKnownAsFarAsTheScriptSaysThem(String command, String expected) {
        assertEquals(expected, words(command.replace("\\n", "\n")), command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x=/; rm -rf $x",
                "x='-rf /'; rm $x",
                "a=/; b=$a; rm -rf \"$b\"",
                "d=; rm -rf $d/",
                "rm -rf /{bin,etc}",
                "for d in a / b; do rm -rf $d; done",
                "f() { rm -rf \"$1\"; }; f /",
                "f() { test x && f /; rm -rf \"$1\"; }; f a; rm -rf \"$x\"",
                "bash -c 'rm -rf $0' /",
                "x='rm -rf /'; eval \"$x\"",
                "x='rm -rf /'; bash -c \"$x\"",
                "cd / && rm -rf etc",
                "cd /; rm -rf etc",
                "x=~; rm -rf $x",
                "x=$HOME; rm -rf \"$x\"",
                "set -- /; rm -rf \"$@\"",
                "rm -rf $1/",
                "bash <<E\nrm -rf /\nE",
                "cat <<'E' | sh\nrm -rf /\nE",
                "printf '%s\\n' 'rm -rf /' | bash -s",
                "sudo bash -s <<< 'rm -rf /'",
                "trap 'rm -rf /' EXIT",
                "git -c alias.x='!rm -rf /' x",
                "git -c core.pager='rm -rf ~' log",
                "parallel ::: 'rm -rf /'",
                "ssh host rm -rf /",
                "ssh -p 22 host 'rm -rf /'",
                "watch -n 1 'rm -rf /'",
                "strace -f rm -rf /",
                "flock /tmp/l rm -rf /",
                "script -c 'rm -rf /' x",
                "sed -n 'w /etc/passwd' f",
                "awk '{print > \"/etc/passwd\"}' f",
                "env -S 'rm -rf /'",
            })
    void whatAVariableHoldsIsWhatIsRemoved(String command) {
        RiskLevel level = analyse(command).assessment().level();
        assertTrue(level.atLeast(RiskLevel.HIGH), command + " is " + level);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "cd /tmp && rm a → a: /tmp/a",
                "cd /tmp; rm a → a: /home/ann/shop/a /tmp/a",
                "cd /tmp || exit 1; rm a → a: /tmp/a",
                "set -e; cd /tmp; rm a → a: /tmp/a",
                "(cd /tmp && rm a); rm b → a: /tmp/a b: /home/ann/shop/b",
                "cd /tmp && cd x && rm a → a: /tmp/x/a",
                "! cd /tmp && rm a → a: /home/ann/shop/a /tmp/a",
                "cd \"$x\" && rm a → a:",
                "if cd /tmp; then rm a; fi → a: /home/ann/shop/a /tmp/a",
            })
    void relativePathsAreLookedForWhereTheScriptIs(String command, String expected) {
        String removed =
                analyse(command).steps().stream()
                        .flatMap(step -> step.paths().stream())
                        .filter(path -> path.kind() == EffectKind.DELETE)
                        .map(path ->
                                (path.text()
                                                + ": "
                                                + path.places().stream()
                                                        .map(Path::toString)
                                                        .collect(Collectors.joining(" ")))
                                        .strip())
                        .collect(Collectors.joining(" "));
        assertEquals(expected, removed, command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shopt -s expand_aliases\nls",
                "set -o posix\nls",
                "set -k\nls A=b",
                "hash -p /tmp/x ls; ls",
                "x='a[$(id)]'; echo $((x))",
                "x='a[$(id)]'; [[ $x -eq 1 ]]; ls",
                "read n; echo $((n + 1))",
                "read n; [[ $n -gt 1 ]] && ls",
                "$x a",
                "read 'a[$(id)]'",
                "printf -v 'a[$(id)]' x",
                "declare 'a[$(id)]=1'",
                "unset 'a[$(id)]'",
                "f() { f; f; }; f; $y",
            })
    void whatChangesTheReadingIsNotKnown(String command) {
        assertFalse(analyse(command).assessment().known(), command);
    }

    @Test
    void loopsAndCallsThatGrowWithoutBoundAreAnswered() {
        StringBuilder calls = new StringBuilder("f0() { ls; }\n");
        for (int i = 1; i < 30; i++) {
            calls.append("f%d() { %s }\n".formatted(i, "f%d; ".formatted(i - 1).repeat(10)));
        }
        assertFalse(analyse(calls + "f29").assessment().known());
        String loops = "for x in 1 2 3 4 5 6 7 8 9; do ".repeat(12) + "ls; " + "done; ".repeat(12);
        assertTrue(analyse(loops).steps().size() < 20_000);
        assertFalse(analyse("x=aaaaaaaaaa; " + "x=$x$x; ".repeat(60) + "ls $x").steps().isEmpty());
        assertFalse(analyse("( ".repeat(50) + "x=1; ls" + ")".repeat(50)).steps().isEmpty());
        analyse("a=1; ".repeat(5_000) + "(b); ".repeat(5_000));
    }

    private static final List<String> PIECES =
            List.of(
                    "x=a y='b c'; ls $x \"$y\" ${x:-z} ${y%c} ${x:0:1} ${#x} ${!x} ${x^^}\n",
                    "for f in {1..3} a{b,c}d *.txt; do rm -rf \"$f\" $f; done\n",
                    "f() { local a=$1; shift; g \"$@\"; }; g() { f $*; }; f 1 2\n",
                    "cd a && cd b || exit; (cd /; rm -rf $x) & wait\n",
                    "case $x in a*) y=1;& b) z=2;; *) ;; esac\n",
                    "while read -r l; do echo $((l + 1)) >> out; done < in\n",
                    "cat <<E | bash -s a b\necho $x $(id) $1\nE\n",
                    "eval \"ls $x\"; bash -c 'echo $0 $1' \"$@\"; trap 'rm $x' EXIT\n",
                    "declare -n r=x; export PATH=/x:$PATH; read 'a[$(id)]'; let x=1\n",
                    "sed -n 's/a/b/w f;1e id' x | awk '{print > \"y\"; system(\"z\")}'\n",
                    "find . -exec sh -c 'rm {}' \\; | xargs -I{} mv {} /tmp\n",
                    "[[ $x -eq 1 && -v a[1] ]] && ((y++)) || select s in a b; do $s; done\n",
                    "python3 -c 'import os; os.system(\"rm -rf /\")' <(ls) >(cat)\n",
                    "git -c alias.x='!id' x; make -C $d -f m; npm run build; ./x\n",
                    "set -euo pipefail; shopt -s extglob; set -- a b; shift 2; unset x\n");

    private static void answered(long seed, int count) {
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int pieces = random.nextInt(4); pieces >= 0; pieces--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            for (int changes = random.nextInt(5); changes > 0; changes--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 ->
                            text.insert(
                                    at, "'\"`$(){}[]|&;<>\n \\*?~=!#".charAt(random.nextInt(24)));
                    default -> {
                        int end = Math.min(text.length(), at + random.nextInt(20));
                        text.insert(random.nextInt(text.length()), text.substring(at, end));
                    }
                }
            }
            String command = text.toString();
            try {
                for (PartAssessment part : analyse(command).assessment().parts()) {
                    assertTrue(
                            part.end() <= command.length(), () -> "seed " + seed + ": " + command);
                }
            } catch (RuntimeException | StackOverflowError thrown) {
                throw new AssertionError("seed " + seed + ": " + command, thrown);
            }
        }
    }

    @Test
    void damagedScriptsAreAnswered() {
        answered(System.nanoTime(), 1_000);
    }

    @Test
    @Tag("soak")
    void manyDamagedScriptsAreAnswered() {
        answered(Long.getLong("countersign.seed", System.nanoTime()), 100_000);
    }
}
