package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The files that commands run, found and read.
final class ScriptFilesTest {
    private static final Path SHOP = Path.of("/home/ann/shop");
    private final Map<Path, String> disk = new HashMap<>();

    private CommandAnalysis analyse(String command) {
        FileFacts facts =
                new FileFacts() {
                    @Override
                    public Path resolve(Path absolute) {
                        return absolute.normalize();
                    }

                    @Override
                    public Optional<FileContent> content(Path file) {
                        return Optional.ofNullable(disk.get(file.normalize()))
                                .map(text ->
                                        new FileContent("hash of " + text, text.length(), text));
                    }
                };
        return new RiskAssessor(facts)
                .assess(
                        new AssessmentRequest(
                                command,
                                SHOP,
                                Workspace.of(SHOP),
                                Path.of("/home/ann"),
                                Map.of(),
                                List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "bash x.sh → /home/ann/shop/x.sh",
                "sh -e ./x.sh a b → /home/ann/shop/x.sh",
                "./x.sh → /home/ann/shop/x.sh",
                "source x.sh → /home/ann/shop/x.sh",
                ". x.sh → /home/ann/shop/x.sh",
                "cd sub && ./y → /home/ann/shop/sub/y",
                "f=x.sh; bash $f → /home/ann/shop/x.sh",
                "sudo bash x.sh → /home/ann/shop/x.sh",
                "make all → /home/ann/shop/Makefile",
                "make -f other.mk → /home/ann/shop/other.mk",
                "make -C sub → /home/ann/shop/sub/Makefile",
                "npm run build → /home/ann/shop/package.json",
                "cd sub && npm test → /home/ann/shop/package.json",
                "docker build . → /home/ann/shop/Dockerfile",
                "bash new.sh → /home/ann/shop/new.sh",
                "bash -c 'bash x.sh' → /home/ann/shop/x.sh",
            })
    void theFilesThatACommandRunsAreFound(String command, String expected) {
        for (String file :
                List.of(
                        "x.sh",
                        "sub/y",
                        "Makefile",
                        "sub/Makefile",
                        "other.mk",
                        "package.json",
                        "Dockerfile")) {
            disk.put(SHOP.resolve(file), "echo " + file + "\n");
        }
        String found =
                analyse(command).scripts().stream()
                        .map(file -> file.path().normalize().toString())
                        .collect(Collectors.joining(" "));
        assertEquals(expected, found, command);
    }

    @Test
    void theContentIsHashedAndAMissingFileHasNone() {
        disk.put(SHOP.resolve("x.sh"), "echo a");
        assertEquals(
                Optional.of("hash of echo a"), analyse("bash x.sh").scripts().getFirst().sha256());
        assertEquals(Optional.empty(), analyse("bash y.sh").scripts().getFirst().sha256());
    }

    @Test
    void whatIsWorstInAScriptIsSaidOfTheCommand() {
        disk.put(SHOP.resolve("x.sh"), "#!/bin/sh\necho a\nrm -rf /\n");
        disk.put(SHOP.resolve("outer"), "#!/usr/bin/env bash\n./x.sh\n");
        RiskAssessment direct = analyse("./x.sh").assessment();
        assertEquals(RiskLevel.CRITICAL, direct.level());
        assertTrue(
                direct.findings().stream()
                        .anyMatch(finding -> finding.message().startsWith("In ./x.sh, line 3: ")));
        CommandAnalysis nested = analyse("bash outer");
        assertEquals(RiskLevel.CRITICAL, nested.assessment().level());
        assertEquals(2, nested.scripts().size());
    }

    @Test
    void theScriptOfAPackageThatIsAskedForIsJudged() {
        disk.put(
                SHOP.resolve("package.json"),
                "{\"scripts\": {\"clean\": \"rm -rf ~\", \"build\": \"tsc\", \"posttest\": \"rm -rf"
                        + " /\"}}");
        assertEquals(RiskLevel.CRITICAL, analyse("npm run clean").assessment().level());
        assertEquals(RiskLevel.CRITICAL, analyse("npm test").assessment().level());
        assertTrue(
                analyse("npm test").assessment().findings().stream()
                        .anyMatch(finding -> finding.message().startsWith("In package.json: ")));
        assertTrue(!analyse("npm run build").assessment().level().atLeast(RiskLevel.HIGH));
    }

    @Test
    void scriptsThatRunEachOtherAreAnswered() {
        disk.put(SHOP.resolve("a.sh"), "bash a.sh; bash b.sh\n");
        disk.put(SHOP.resolve("b.sh"), "bash a.sh; bash b.sh\n");
        assertEquals(2, analyse("bash a.sh").scripts().size());
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            disk.put(SHOP.resolve(i + ".sh"), "ls\n");
            many.append("bash ").append(i).append(".sh; ");
        }
        CommandAnalysis all = analyse(many.toString());
        assertEquals(ScriptFiles.MOST_FILES, all.scripts().size());
        assertTrue(!all.readable());
    }
}
