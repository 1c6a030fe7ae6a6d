package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What programs of sed and awk read, write and run.
final class ProgramTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '§',
            value = {
                "s/a/b/ → r[] w[] x[]",
                "s/a/b/g;s|c|d|2p → r[] w[] x[]",
                "1,3p → r[] w[] x[]",
                "/a/,/b/d → r[] w[] x[]",
                "$!N;P;D → r[] w[] x[]",
                "s/[/]/x/ → r[] w[] x[]",
                "s/a/b/w out → r[] w[out] x[]",
                "s/a/b/e → r[] w[] x[]x",
                "1e rm x → r[] w[] x[rm x]",
                "/a/w out → r[] w[out] x[]",
                "r in → r[in] w[] x[]",
                "/a/{s/b/c/;p} → r[] w[] x[]",
                "a some text → r[] w[] x[]",
                "y/abc/def/ → r[] w[] x[]",
                "s/a/b/k → unclear",
                "s/a/b → unclear",
                "k → unclear",
                "s/a/;e id/;p → r[] w[] x[]",
                "s/[]/]/x/e → r[] w[] x[]x",
            })
    void sedProgramsSayWhatTheyDo(String program, String expected) {
        String found =
                SedProgram.read(program)
                        .map(read -> show(read.reads(), read.writes(), read.shell()))
                        .orElse("unclear");
        assertEquals(expected, found, program);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '§',
            value = {
                "{print $1} → r[] w[] x[]",
                "$3 > 5 {print} → r[] w[] x[]",
                "{if ($1 > 2) print $2} → r[] w[] x[]",
                "{print > \"out\"} → r[] w[out] x[]",
                "{print $1 >> $2} → r[] w[] x[]w",
                "{print ($1 > 2)} → r[] w[] x[]",
                "BEGIN{system(\"rm x\")} → r[] w[] x[rm x]",
                "{system(\"rm \" $1)} → r[] w[] x[]x",
                "{print | \"sh\"} → r[] w[] x[sh]",
                "BEGIN{\"id\" | getline x} → r[] w[] x[id]",
                "{while ((getline line < \"in\") > 0) n++} → r[in] w[] x[]",
                "/a|b/ || $2 == \"|\" {n++} → r[] w[] x[]",
                "{n += $1 / 2; print \"a/b\"} → r[] w[] x[]",
                "# system(\"x\") → r[] w[] x[]",
                "{x = \"system(1)\"} → r[] w[] x[]",
                "@include \"x\" → unclear",
                "{print \"open → unclear",
                "if (x) /\"/ ; system(\"y\") ; /\"/ → unclear",
            })
    void awkProgramsSayWhatTheyDo(String program, String expected) {
        String found =
                AwkProgram.read(program)
                        .map(read -> show(read.reads(), read.writes(), read.shell()))
                        .orElse("unclear");
        assertEquals(expected, found, program);
    }

    /// An empty name, which stands for one that is not known, is shown behind.
    private static String show(List<String> reads, List<String> writes, List<String> shell) {
        return "r"
                + reads
                + " w"
                + writes.stream().filter(text -> !text.isEmpty()).toList()
                + " x"
                + shell.stream().filter(text -> !text.isEmpty()).toList()
                + (writes.contains("") ? "w" : "")
                + (shell.contains("") ? "x" : "");
    }

    @Test
    void damagedProgramsAreAnswered() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder program = new StringBuilder();
            for (int length = random.nextInt(30); length >= 0; length--) {
                program.append(
                        "s/a;w\\\n{}[]\"|>(getline print system)$1,e#".charAt(random.nextInt(41)));
            }
            try {
                SedProgram.read(program.toString());
                AwkProgram.read(program.toString());
            } catch (RuntimeException thrown) {
                throw new AssertionError("seed " + seed + ": " + program, thrown);
            }
        }
        assertEquals(Optional.empty(), SedProgram.read("p".repeat(SedProgram.LONGEST + 1)));
        assertEquals(Optional.empty(), AwkProgram.read("x".repeat(AwkProgram.LONGEST + 1)));
    }
}
