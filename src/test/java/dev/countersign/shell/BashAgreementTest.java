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
        judge(systemScripts(250), "scripts of this machine");
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

    private void judge(List<String> scripts, String origin)
            throws IOException, InterruptedException {
        List<BashJudge.Answer> answers = new BashJudge(folder).accept(scripts);
        List<String> wronglyAccepted = new ArrayList<>();
        Map<String, List<String>> wronglyRefused = new TreeMap<>();
        int accepted = 0;
        for (int i = 0; i < scripts.size(); i++) {
            ParsedText parsed = ShellParser.parse(scripts.get(i));
            BashJudge.Answer answer = answers.get(i);
            if (answer.verdict() == BashJudge.Verdict.REFUSES && parsed.understood()) {
                wronglyAccepted.add(scripts.get(i) + "\n--- bash: " + answer.errors());
            }
            if (answer.verdict() == BashJudge.Verdict.ACCEPTS) {
                accepted++;
                if (!parsed.understood()) {
                    wronglyRefused
                            .computeIfAbsent(cause(parsed), _ -> new ArrayList<>())
                            .add(scripts.get(i));
                }
            }
        }
        int refused = wronglyRefused.values().stream().mapToInt(List::size).sum();
        String report = report(origin, scripts.size(), accepted, refused, wronglyRefused);
        System.out.print(report);
        assertEquals(List.of(), wronglyAccepted, origin + ": refused by bash and accepted by us");
        assertTrue(refused * 100 < accepted, report);
    }

    private static String cause(ParsedText parsed) {
        return parsed.problem()
                .map(problem -> "refused: " + problem.reason().replaceAll("'.*'", "'…'"))
                .orElseGet(() -> "unknown: " + parsed.unparsed().getFirst().reason());
    }

    private static String report(
            String origin, int all, int accepted, int refused, Map<String, List<String>> causes) {
        StringBuilder text = new StringBuilder();
        text.append(
                "bash agreement, %s: %d scripts, %d accepted by bash, of these %d not by us%n"
                        .formatted(origin, all, accepted, refused));
        causes.forEach((cause, scripts) -> {
            text.append("  %d × %s%n".formatted(scripts.size(), cause));
            String shown = Boolean.getBoolean("countersign.show") ? scripts.getFirst() : "";
            text.append(shown.isEmpty() ? "" : "<<<\n" + shown + "\n>>>\n");
        });
        return text.toString();
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
