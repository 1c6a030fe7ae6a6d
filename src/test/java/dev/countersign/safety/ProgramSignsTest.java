package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProgramSignsTest {
    /// Takes a text for dangerous when it begins with `rm `.
    private static Optional<Finding> removes(String text) {
        return text.startsWith("rm ")
                ? Optional.of(
                        new Finding("delete", RiskLevel.HIGH, "Removes.", 0, 1, Optional.empty()))
                : Optional.empty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '§',
            value = {
                "print(1) → §§",
                "import shutil; shutil.rmtree('x') → code.deletes",
                "require('fs').rmSync('x') → code.deletes",
                "import os; os.system('rm -rf x') → code.deletes code.runs-commands delete",
                "exec('rm -rf \\'x\\'') → code.deletes code.runs-commands delete",
                "rm -rf / → code.deletes delete",
                "unlink \"a\" → code.deletes",
                "exec(__import__('base64').b64decode('x')) → code.decoded code.runs-commands",
                "exec(urllib.request.urlopen('http://x').read()) → code.downloaded"
                        + " code.runs-commands",
                "s=socket.socket();os.dup2(s.fileno(),0) → code.remote-shell",
                "open('/home/a/.ssh/id_rsa').read() → code.secrets",
                "remove_unused(x); confirm('rmdir') → §§",
            })
    void whatProgramsGiveAwayIsFound(String program, String expected) {
        assertEquals(
                expected,
                ProgramSigns.find(program, ProgramSignsTest::removes).stream()
                        .map(ProgramSigns.Found::id)
                        .distinct()
                        .collect(Collectors.joining(" ")),
                program);
    }

    @Test
    void anyProgramIsAnswered() {
        for (String piece : new String[] {"'", "\"\\", "`a ", "exec(", "socket ", "'a b' "}) {
            assertTrue(
                    ProgramSigns.find(piece.repeat(50_000), ProgramSignsTest::removes).size() < 10);
        }
    }
}
