package dev.countersign.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `bash -n` is the judge of what is a script and what is not.
final class BashAgreementTest {
    private static final int SMALL_SYSTEM_SCRIPT = 60_000;

    @TempDir Path folder;

    /// What bash 5.2 looks at only when it runs the command, and would then mostly refuse: we say
    /// 'unknown' before.
    private static final List<String> READ_WHEN_RUN =
            List.of(
                    "In backticks:",
                    "A form of ${ }",
                    "What expands in here",
                    "Two opening parentheses that are neither",
                    "Text in $'…' inside",
                    "The name of a function");

    /// Where bash 5.2 itself goes wrong: it loses backslashes or lines, or stops without a word
    /// (`for ((1;2;3)`).
    private static final List<String> MISREAD_BY_BASH =
            List.of(
                    "Backslashes in an array",
                    "'in' on a line of its own",
                    "'in' inside a 'coproc'",
                    "An array inside a 'coproc'",
                    "A here-document inside two opening",
                    "An array over several lines",
                    "Two opening parentheses and a line's end",
                    "A comment with quotes inside two opening",
                    "'$$' before a bracket or quote",
                    "refused: The parentheses after");

    @Test
    void nothingThatBashRefusesIsAcceptedAndLittleElseIsRefused()
            throws IOException, InterruptedException {
        assumeTrue(BashJudge.available());
        long seed = 4_2026;
        List<String> scripts = new ArrayList<>(generated(seed, 900));
        scripts.addAll(mutated(seed + 1, 900));
        judge(scripts, "seed " + seed);
    }

    @Test
    void shellScriptsOfThisMachineAreReadAsBashReadsThem()
            throws IOException, InterruptedException {
        assumeTrue(BashJudge.available());
        List<String> scripts = systemScripts(150);
        Agreement agreement = judge(scripts, "scripts of this machine");
        assertTrue(agreement.unread() * 100 <= agreement.accepted(), agreement.report());
    }

    @Test
    void printedTreesAreTheSameScriptForBash() throws IOException, InterruptedException {
        assumeTrue(BashJudge.available());
        long seed = 77;
        List<String> scripts = new ArrayList<>(withoutHereDocuments(seed, 250));
        scripts.addAll(systemScripts(40));
        structure(scripts, "seed " + seed);
    }

    @Test
    @Tag("soak")
    void nothingThatBashRefusesIsAcceptedInManyScripts() throws IOException, InterruptedException {
        assumeTrue(BashJudge.available());
        long seed = Long.getLong("countersign.seed", System.nanoTime());
        List<String> scripts = new ArrayList<>(generated(seed, 5_000));
        scripts.addAll(mutated(seed + 1, 10_000));
        List<String> system = systemScripts(Integer.MAX_VALUE);
        scripts.addAll(system);
        Random random = new Random(seed + 2);
        for (String script : system) {
            for (int i = 0; i < 4; i++) {
                scripts.add(ScriptMutator.mutate(script, random, 3));
            }
        }
        judge(scripts, "seed " + seed);
    }

    @Test
    @Tag("soak")
    void manyPrintedTreesAreTheSameScriptForBash() throws IOException, InterruptedException {
        assumeTrue(BashJudge.available());
        long seed = Long.getLong("countersign.seed", System.nanoTime());
        List<String> scripts = new ArrayList<>(withoutHereDocuments(seed, 4_000));
        Random random = new Random(seed);
        scripts.addAll(
                scripts.stream().map(text -> ScriptMutator.mutate(text, random, 2)).toList());
        scripts.addAll(systemScripts(Integer.MAX_VALUE));
        structure(scripts, "seed " + seed);
    }

    /// How far we and bash agree; `unread` counts what bash accepts and we do not,
    /// `unreadBeforeRun` without what bash itself has not looked at yet.
    private record Agreement(int accepted, int unread, int unreadBeforeRun, String report) {}

    private Agreement judge(List<String> scripts, String origin)
            throws IOException, InterruptedException {
        List<BashJudge.Answer> answers = new BashJudge(folder).accept(scripts);
        List<String> wronglyAccepted = new ArrayList<>();
        Map<String, List<String>> unread = new TreeMap<>();
        int accepted = 0;
        int crashed = 0;
        for (int i = 0; i < scripts.size(); i++) {
            ParsedText parsed = ShellParser.parse(scripts.get(i));
            BashJudge.Answer answer = answers.get(i);
            switch (answer.verdict()) {
                case REFUSES -> {
                    if (parsed.understood()) {
                        wronglyAccepted.add(scripts.get(i) + "\n--- bash: " + answer.errors());
                    }
                }
                case ACCEPTS -> {
                    accepted++;
                    if (!parsed.understood()) {
                        unread.computeIfAbsent(cause(parsed), _ -> new ArrayList<>())
                                .add(scripts.get(i));
                    }
                }
                case CRASHED -> crashed++;
            }
        }
        Agreement agreement = agreement(origin, scripts.size(), accepted, crashed, unread);
        System.out.print(agreement.report());
        assertEquals(List.of(), wronglyAccepted, origin + ": refused by bash and accepted by us");
        assertTrue(agreement.unreadBeforeRun() * 100 < accepted, agreement.report());
        return agreement;
    }

    private static String cause(ParsedText parsed) {
        return parsed.problem()
                .map(problem -> "refused: " + problem.reason().replaceAll("'.*'", "'…'"))
                .orElseGet(() ->
                        parsed.unparsed().getFirst().reason().replaceAll("than '.*'", "than '…'"));
    }

    private static Agreement agreement(
            String origin, int all, int accepted, int crashed, Map<String, List<String>> unread) {
        int count = 0;
        int beforeRun = 0;
        StringBuilder causes = new StringBuilder();
        for (Map.Entry<String, List<String>> entry : unread.entrySet()) {
            String cause = entry.getKey();
            int size = entry.getValue().size();
            count += size;
            boolean later = READ_WHEN_RUN.stream().anyMatch(cause::startsWith);
            boolean misread = MISREAD_BY_BASH.stream().anyMatch(cause::startsWith);
            beforeRun += later || misread ? 0 : size;
            String kind = later ? "(when run) " : misread ? "(bash goes wrong) " : "";
            causes.append("  %5d × %s%s%n".formatted(size, kind, cause));
        }
        String report =
                ("bash agreement, %s: %d scripts, %d accepted by bash (%d crashed it), of these %d"
                     + " not by us, %d without what bash reads only when it runs or gets wrong%n")
                        .formatted(origin, all, accepted, crashed, count, beforeRun);
        return new Agreement(accepted, count, beforeRun, report + causes);
    }

    /// Bash prints our printing of a script as it prints the script. Both stand in braces, since
    /// bash prints lines outside one by one.
    private void structure(List<String> scripts, String origin)
            throws IOException, InterruptedException {
        List<String> originals = new ArrayList<>();
        List<String> printed = new ArrayList<>();
        for (String script : scripts) {
            ParsedText parsed = ShellParser.parse(script);
            if (parsed.understood() && !parsed.script().commands().entries().isEmpty()) {
                originals.add("{\n" + script + "\n}\n");
                printed.add("{\n" + ShellPrinter.print(parsed.script(), script) + "\n}\n");
            }
        }
        BashJudge judge = new BashJudge(folder);
        List<Optional<String>> expected = judge.print(originals);
        List<Optional<String>> actual = judge.print(printed);
        int compared = 0;
        for (int i = 0; i < originals.size(); i++) {
            if (expected.get(i).isPresent()) {
                compared++;
                assertEquals(expected.get(i), actual.get(i), origin + ": " + originals.get(i));
            }
        }
        System.out.printf(
                "bash structure, %s: %d scripts, %d compared, all equal%n",
                origin, scripts.size(), compared);
        assertTrue(compared * 2 > scripts.size() / 2, "most can be compared");
    }

    private static List<String> withoutHereDocuments(long seed, int count) {
        ScriptGenerator generator = new ScriptGenerator(new Random(seed), false);
        return Stream.generate(generator::script).limit(count).toList();
    }

    static List<String> generated(long seed, int count) {
        ScriptGenerator generator = new ScriptGenerator(new Random(seed), true);
        return Stream.generate(generator::script).limit(count).toList();
    }

    static List<String> mutated(long seed, int count) {
        Random random = new Random(seed);
        ScriptGenerator generator = new ScriptGenerator(random, true);
        return Stream.generate(() -> ScriptMutator.mutate(generator.script(), random, 3))
                .limit(count)
                .toList();
    }

    /// Text files under /usr and /etc that begin as scripts of a Bourne shell do, in a fixed order.
    static List<String> systemScripts(int count) throws IOException {
        List<String> scripts = new ArrayList<>();
        for (Path root : List.of(Path.of("/usr"), Path.of("/etc"))) {
            for (Path file : files(root)) {
                String text = shellScript(file);
                if (!text.isEmpty() && scripts.size() < count) {
                    scripts.add(text);
                }
            }
        }
        return scripts;
    }

    private static List<Path> files(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                root,
                new java.nio.file.SimpleFileVisitor<>() {
                    @Override
                    public java.nio.file.FileVisitResult visitFile(
                            Path file, java.nio.file.attribute.BasicFileAttributes attributes) {
                        if (attributes.isRegularFile() && attributes.size() < SMALL_SYSTEM_SCRIPT) {
                            found.add(file);
                        }
                        return java.nio.file.FileVisitResult.CONTINUE;
                    }

                    @Override
                    public java.nio.file.FileVisitResult visitFileFailed(
                            Path file, IOException unreadable) {
                        return java.nio.file.FileVisitResult.CONTINUE;
                    }
                });
        found.sort(null);
        return found;
    }

    private static String shellScript(Path file) {
        try (var stream = Files.newInputStream(file)) {
            String first =
                    new String(stream.readNBytes(40), java.nio.charset.StandardCharsets.ISO_8859_1);
            if (!first.matches("(?s)#! ?/(usr/)?bin/(env )?(ba|da)?sh\\b.*")) {
                return "";
            }
            String text = Files.readString(file);
            return text.indexOf('\0') < 0 ? text : "";
        } catch (CharacterCodingException notText) {
            return "";
        } catch (IOException unreadable) {
            return "";
        }
    }
}
