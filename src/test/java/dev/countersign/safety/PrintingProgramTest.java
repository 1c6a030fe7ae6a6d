package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrintingProgramTest {
    private static boolean onlyPrints(String interpreter, String program) {
        return PrintingProgram.onlyPrints(
                interpreter, List.of(), program.replace('¶', '\n').replace('´', '\''));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "python3 | print('ok')",
                "python3 | print(\"it's\", 6 * 7, sep='')",
                "python3 | x = 10¶print(x > 5)",
                "python3 | import sys; print(sys.version)",
                "python  | import sys¶print('%s' % sys.executable)",
                "python3 | print([1, 2.5][0] if True else {'a': None})",
                "node    | console.log(\"ok\")",
                "node    | process.version",
                "node    | const n = 3; console.log(Math.max(n, 2) > 2 ? 'a' : 'b')",
                "ruby    | puts 'ok', 1 + 1; puts RUBY_VERSION",
                "perl    | print 'ok', \"\\n\"",
                "php     | echo 'ok' . PHP_EOL;",
            })
    void whatOnlyPrintsIsTold(String interpreter, String program) {
        assertTrue(onlyPrints(interpreter, program), program);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                // What runs, reads or writes.
                "python3 | open('x', 'w')",
                "python3 | __import__('os').system('id')",
                "python3 | exec('x')",
                "python3 | print(input())",
                // A module can be a file of the folder.
                "python3 | import os; print(1)",
                "python3 | import sys, json; print(1)",
                "python3 | x = 1; import x",
                "python3 | import print",
                // What seems to be in a string is not, or is.
                "python3 | ´´´ ´ ´´´ + evil() + ´´´ ´ ´´´",
                "python3 | f'{evil()}'",
                "python3 | print('\\\\' + evil() + '\\\\')",
                "python3 | ().__class__",
                "python3 | ''.join(x)",
                "python3 | 9**9",
                "node    | []['filter']['constructor']('evil()')()",
                "node    | console.log.constructor('evil()')()",
                "node    | (1).constructor",
                "node    | 1..constructor",
                "node    | `${evil()}`",
                "node    | console.log(/'/, evil('/'))",
                "node    | require('./x.json').version",
                "ruby    | puts `id`",
                "ruby    | puts \"#{evil}\"",
                "ruby    | puts %x(id)",
                "ruby    | p = 1; puts p",
                "perl    | print `id`",
                "perl    | print \"@{[evil()]}\"",
                "perl    | print <x>",
                "perl    | print $x",
                "php     | 'system'('id');",
                "php     | echo `id`;",
                "php     | echo \"${evil}\";",
                "lua     | print(1)",
            })
    void ofNothingElseItIsSaid(String interpreter, String program) {
        assertFalse(onlyPrints(interpreter, program), program);
    }

    @Test
    void anOptionThatMayLoadSomethingKeepsItUnknown() {
        assertTrue(PrintingProgram.onlyPrints("perl", List.of("-e"), "print 1"));
        assertFalse(PrintingProgram.onlyPrints("perl", List.of("-M", "-e"), "print 1"));
        assertFalse(PrintingProgram.onlyPrints("node", List.of("-r", "-e"), "1"));
        assertFalse(PrintingProgram.onlyPrints("python3", List.of("-i", "-c"), "print(1)"));
    }

    @Test
    void longProgramsAreNotLookedAt() {
        assertFalse(onlyPrints("python3", " ".repeat(PrintingProgram.LONGEST + 1)));
    }
}
